"""One format per file: an `Answer` or a report in, a screen, an object, a picture or a page out."""
