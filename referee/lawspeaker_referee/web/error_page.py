"""The page that people see in a browser in place of the line that says why a request is not answered."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING

from lawspeaker_referee.web.answers import Answer

if TYPE_CHECKING:
    from jinja2 import Template

def error_page(line: Answer, home: str) -> Answer:
    """Return the page of an error's line: it tells the same, and has the same status and headers.

    `home` is a link to the first page; empty if there is none.
    """
    from lawspeaker_referee.web.page import content_policy  # loads jinja, which servers without pages do without

    status = HTTPStatus(line.status)
    page = _template().render(status=status.value, phrase=status.phrase, line=line.data.decode().strip(), home=home,
                              style=_style())
    return replace(line, data=page.encode(), kind="text/html; charset=utf-8", policy=content_policy(_style()),
                   headers={**line.headers, "Vary": "Accept"})  # a program gets the line at the same address


@cache
def _template() -> Template:
    from lawspeaker_referee.web.page import page_environment

    return page_environment().get_template("error.html")


@cache
def _style() -> str:
    from lawspeaker_referee.web.page import page_style

    return "\n" + page_style()
