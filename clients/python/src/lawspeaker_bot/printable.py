"""Words of strangers, such as no terminal obeys."""

from __future__ import annotations


def printable(text: str, keep: str = "") -> str:
    r"""Text in which everything that could move a cursor or change its direction is spelt out, such as `\x1b`.

    Characters in `keep` stay as they are.
    """
    return "".join(each if each in keep or each.isprintable() else ascii(each)[1:-1] for each in text)
