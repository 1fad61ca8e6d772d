"""The transcripts that are recorded: whole matches, several at once, and streams that break under way."""

from __future__ import annotations

from recorded import Cut, Said, record, written
from script import Script

from lawspeaker.v1.referee_service_pb2 import PlayRequest, PlayResponse

SEED = "7"


def northgard_random() -> bytes:
    """A whole match of Northgard, played by the random bot."""
    return _match("northgard", "RANDOM", northgard_random.__doc__)


def northgard_default() -> bytes:
    """A whole match of Northgard in which every default is taken."""
    return _match("northgard", "DEFAULT", northgard_default.__doc__)


def northgard_modules() -> bytes:
    """A whole match of Northgard with all modules, played by the random bot."""
    options = {
        "clan_pool": "all", "warchiefs": True, "warchief_cards": True, "more_cards": "printed", "more_tiles": True,
        "events": "all", "victory": "jarl", "victory_cards": "all",
    }
    said = record("northgard", "RANDOM", seed=SEED, options=options)
    return written(Script(str(northgard_modules.__doc__), conduct="RANDOM", max_matches=1, seed=SEED), said)


def clansmen_random() -> bytes:
    """A whole match of Clansmen, played by the random bot."""
    return _match("clansmen", "RANDOM", clansmen_random.__doc__)


def pax_viking_random() -> bytes:
    """A whole match of Pax Viking, played by the random bot."""
    return _match("pax_viking", "RANDOM", pax_viking_random.__doc__)


def two_matches_at_once() -> bytes:
    """Two matches on one stream: both ask before either is answered."""
    script = Script(str(two_matches_at_once.__doc__), conduct="RANDOM", max_matches=2, seed=SEED)
    return written(script, _at_once(record("clansmen", "RANDOM", matches=2, seed=SEED)))


def reconnect() -> bytes:
    """The stream breaks with a request: the match goes on, the decision is asked again, and the bot decides it once."""
    return _broken(reconnect.__doc__, "decision_request")


def reconnect_answer_lost() -> bytes:
    """The stream breaks before an answer arrives: asked again, the bot says the same without deciding again."""
    return _broken(reconnect_answer_lost.__doc__, "answer")


def _match(game: str, conduct: str, about: str | None, cut: Cut = lambda _: False, most: int = 0) -> bytes:
    """A match of two, cut short to so many messages and its end."""
    said = record(game, conduct, seed=SEED, cut=cut)
    if most:
        said = said[:most] + said[-2:]
    return written(Script(str(about), conduct=conduct, max_matches=1, seed=SEED if conduct == "RANDOM" else ""), said)


def _broken(about: str | None, kind: str) -> bytes:
    """The beginning of a match and its end; the fourth message of a kind is the last of its stream."""
    heard = 0

    def cut(message: Said) -> bool:
        nonlocal heard
        is_one: bool = message.WhichOneof("message") == kind
        heard += is_one
        return is_one and heard == 4

    return _match("northgard", "RANDOM", about, cut, most=24 - (kind == "decision_request"))


def _at_once(said: list[Said]) -> list[Said]:
    """The same messages, with those of the matches side by side."""
    said, end = said[:-1], said[-1]
    matches: dict[str, list[Said]] = {}
    for message in said[2:]:
        matches.setdefault(getattr(message, message.WhichOneof("message") or "").match_id, []).append(message)
    merged = said[:2]
    while any(matches.values()):
        for kind in (PlayResponse, PlayRequest):
            for messages in matches.values():
                while messages and isinstance(messages[0], kind):
                    merged.append(messages.pop(0))
    return [*merged, end]


REAL = (
    northgard_random, northgard_default, northgard_modules, clansmen_random, pax_viking_random,
    two_matches_at_once, reconnect, reconnect_answer_lost,
)
