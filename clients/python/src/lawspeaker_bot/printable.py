"""Text of strangers, made safe for terminals."""

from __future__ import annotations


def printable(text: str, keep: str = "") -> str:
    r"""Return the text with control and direction characters as escapes, such as `\x1b`, except those in `keep`."""
    return "".join(each if each in keep or each.isprintable() else ascii(each)[1:-1] for each in text)
