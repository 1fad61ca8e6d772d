"""A page of HTML, read by the parser of the standard library."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "img", "input"})
"""Elements without an end; those of SVG end themselves."""


@dataclass
class Table:
    """A table's words; rows are those of its body."""

    id: str
    kind: str
    caption: str = ""
    rows: list[list[str]] = field(default_factory=list)


class Page(HTMLParser):
    """The content of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[Table] = []
        self.closed_wrongly: list[str] = []
        self._open: list[tuple[str, str]] = []
        """Tag and id."""
        self._words: dict[str, str] = {}

    @classmethod
    def of(cls, text: str) -> Page:
        page = cls()
        page.feed(text)
        page.close()
        return page

    @property
    def left_open(self) -> list[str]:
        return [tag for tag, _ in self._open]

    @property
    def ids(self) -> list[str]:
        return [each["id"] or "" for _, each in self.tags if "id" in each]

    @property
    def links(self) -> list[str]:
        return [each["href"] or "" for tag, each in self.tags if tag == "a"]

    def table(self, name: str) -> Table:
        return next(table for table in self.tables if table.id == name)

    def told(self, name: str) -> str:
        """The words of the element with this id."""
        return " ".join(self._words[name].split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag in VOID:
            return
        self._open.append((tag, attributes.get("id") or ""))
        if tag == "table":
            self.tables.append(Table(attributes.get("id") or "", attributes.get("class") or ""))
        elif tag == "tr" and "tbody" in self.left_open:
            self.tables[-1].rows.append([])
        elif tag in {"td", "th"} and "tbody" in self.left_open:
            self.tables[-1].rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        else:
            self.closed_wrongly.append(tag)

    def handle_data(self, data: str) -> None:
        for _, name in self._open:
            if name:
                self._words[name] = self._words.get(name, "") + data
        inside = self.left_open
        if "caption" in inside:
            self.tables[-1].caption += data
        elif "tbody" in inside and {"td", "th"} & set(inside):
            self.tables[-1].rows[-1][-1] += data
