"""Pages of HTML taken apart, for tests."""

from html.parser import HTMLParser

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "script", "footer"),
    *("h1", "h2", "h3", "p", "em", "code", "figure", "figcaption", "div", "span", "button"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    *("svg", "g", "path", "defs", "use", "text", "tspan", "clippath", "rect", "circle"),
}


class Page(HTMLParser):
    """Tags, ids, attributes and text of a page; every element must be closed in its order."""

    VOID = ("meta", "br", "source", "img", "input", "link")

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.names, self.text = set(), [], set(), ""
        self.open: list[str] = []
        self.values = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.values += [value or "" for _, value in attrs]
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
