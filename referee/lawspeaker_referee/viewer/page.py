"""The HTML page of a match: the script and the style are inside, and the browser is told to load and run nothing else.

A page either holds its match, so that it can be opened from a disk, or asks the server that it came from for it.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from lawspeaker_bot.printable import printable
from lawspeaker_referee.viewer.deltas import Plain

_HERE: Final = "lawspeaker_referee.viewer"
_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript><p class="status">This page draws a match with JavaScript, which is switched off. \
<code>lawspeaker show</code> prints the same match as text.</p></noscript>
<div id="viewer"{seat}></div>
{match}<script>{script}</script>
</body>
</html>
"""


def file_page(document: Mapping[str, Plain]) -> str:
    """Return a page that holds its match, for a file: it asks for nothing."""
    match = document["match"]
    title = f"{match['title']}: {match['id']}"
    data = gzip.compress(document_json(document), 9, mtime=0)
    held = f'<script type="application/gzip" id="match">{b64encode(data).decode()}</script>\n'
    return _page(title, held)


@cache
def served_page() -> str:
    """Return the page of any match of a server: it asks for `ADDRESS/frames`, where ADDRESS is its own."""
    return _page("Lawspeaker match", "")


@cache
def seat_page() -> str:
    """Return the page of a person's seat: as `served_page`, and it asks for `ADDRESS/question` and `ADDRESS/events`."""
    return _page("Lawspeaker: your seat", "", " data-seat")


def document_json(document: Mapping[str, Plain]) -> bytes:
    """Return a document as UTF-8 JSON."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


@cache
def policy(*, served: bool) -> str:
    """Return the Content-Security-Policy: only the page's own style and script run; a served one may ask its server."""
    style, script = (f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (_style(), _script()))
    server = "connect-src 'self'; " if served else ""
    return (f"default-src 'none'; style-src {style}; script-src {script}; {server}img-src data:; base-uri 'none'; "
            "form-action 'none'")


def _page(title: str, match: str, seat: str = "") -> str:
    return _PAGE.format(title=escape(printable(title)), policy=policy(served=not match), style=_style(),
                        script=_script(), match=match, seat=seat)


@cache
def _style() -> str:
    return files(_HERE).joinpath("viewer.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return files(_HERE).joinpath("viewer.js").read_text(encoding="utf-8")
