"""The key of an endpoint, taken out of what the endpoint says, as logs and records hold that: some repeat the key."""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = "(the key)"
"""The words in the place of a key."""
SHORT: Final = 8
"""Characters below which a key may be a part of other words, and stands by itself where it is meant."""


class HiddenKey:
    """A key, and the ways in which JSON, HTML and addresses write it."""

    def __init__(self, key: str) -> None:
        """An empty key is nowhere."""
        short = len(key) < SHORT
        shapes = "".join(map(_shapes, key))
        self._found = re.compile(rf"(?<![A-Za-z0-9]){shapes}(?![A-Za-z0-9])" if short else shapes) if key else None
        self._may_be_a_word = short and (key.isalpha() or key.isdigit())

    def out_of(self, said: str) -> str:
        """Return a failure's text without the key."""
        return self._found.sub(HIDDEN, said) if self._found is not None else said

    def out_of_answer(self, said: str) -> str:
        """Return an answer without the key, unless that is a word or number that the answer may well have itself."""
        return said if self._may_be_a_word else self.out_of(said)


def _shapes(character: str) -> str:
    """Return a pattern of the ways in which a character of a key is written."""
    code = ord(character)
    plain = re.escape(character)
    if character.isalnum():
        return plain
    return rf"(?:\\?{plain}|\\u(?i:{code:04x})|%(?i:{code:02x})|&#{code};|&#x0*(?i:{code:x});)"
