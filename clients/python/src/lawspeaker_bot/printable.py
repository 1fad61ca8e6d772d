"""Text of strangers, made safe for terminals and for texts that people and models read."""

from __future__ import annotations


def printable(text: str, keep: str = "") -> str:
    r"""Return the text with control and direction characters as escapes, such as `\x1b`, except those in `keep`."""
    return "".join(each if each in keep or each.isprintable() else ascii(each)[1:-1] for each in text)


def quoted(text: str, most: int = 200) -> str:
    """Return the text as data inside a sentence: in double quotes and in one line, of at most so many characters.

    Blanks of any kind become one space, and what does not print is left out, so that it cannot look like the words
    around it; its own double quotes become single ones.
    """
    line = "".join(each for each in " ".join(text.split()) if each.isprintable()).replace('"', "'")
    return f'"{line}"' if len(line) <= most else f'"{line[:most]}..."'
