"""One format per file: a Summary in, a screen, an object, a picture or a folder out."""
