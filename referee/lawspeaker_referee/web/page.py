"""The common parts of HTML pages: the style, the environment of their templates, and their Content-Security-Policy.

A page holds its style and its script; the browser is told by their hashes to load and run nothing else.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from lawspeaker_bot.printable import printable
from lawspeaker_referee.config.formatting import format_elo, format_percent, format_time

_HERE: Final = "lawspeaker_referee.web"


def page_environment(*packages: str) -> Environment:
    """Return the environment of HTML pages whose templates are in these packages: it escapes, and knows our formats."""
    pages = Environment(loader=ChoiceLoader([PackageLoader(package, ".") for package in (*packages, _HERE)]),
                        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                        keep_trailing_newline=True)
    pages.filters |= {"elo": format_elo, "per_cent": format_percent, "moment": format_time, "printable": printable}
    return pages


@cache
def page_text(package: str, name: str) -> str:
    """Return a file of a package as text, such as a style."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def page_style(*more: tuple[str, str]) -> str:
    """Return the style that pages share, followed by those in other packages: (package, name of the file)."""
    return "".join(page_text(*each) for each in ((_HERE, "style.css"), *more))


@cache
def search_script() -> str:
    """Return the script by which a report searches its tables, as it stands in the page."""
    return "\n" + page_text(_HERE, "search.js")


@cache
def follow_script() -> str:
    """Return the script by which a page shows what is new, as it stands in the page.

    It changes what has `data-live` and an id, and shows the element `lost` while the server does not answer. Where
    `main` has `data-events`, the address of the page's events, it waits for these.
    """
    return "\n" + page_text(_HERE, "follow.js")


def report_policy() -> str:
    """Return the Content-Security-Policy of a report: it runs nothing but its search, and asks nobody."""
    return (f"default-src 'none'; style-src 'unsafe-inline'; script-src {_hash(search_script())}; img-src data:; "
            "base-uri 'none'; form-action 'none'")


def content_policy(style: str, script: str = "", *, forms: str = "'none'") -> str:
    """Return the Content-Security-Policy of a page: only its own style and script run, and only its server is asked.

    Without a script nothing is asked; `forms` says which servers its forms may ask.
    """
    sources = f"default-src 'none'; style-src {_hash(style)}; "
    if script:
        sources += f"script-src {_hash(script)}; connect-src 'self'; "
    return f"{sources}img-src data:; base-uri 'none'; form-action {forms}; frame-ancestors 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
