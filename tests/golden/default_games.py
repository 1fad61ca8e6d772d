"""Random games of Northgard with default options, and what a later engine must make of their picks.

`python -m tests.golden.default_games` plays them and writes `northgard-default-games.json.gz`. Play them anew only when
the rules of the base game change: the file shows that editions and modules leave the game without them as it was.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Chance, Decision, Picks
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec

FILE = Path(__file__).parent / "northgard-default-games.json.gz"
GAMES_OF_EACH = 50
"""Games for each number of players."""


def played(players: int, seed: int, picks: Iterator[list[int]]) -> dict[str, Any]:
    """Play a game by these picks, one list a decision; return its questions as a hash, and its outcome.

    The hash is over seat, prompt, least, most and default of each decision and the bytes of its options, and over what
    chance drew. Raises IllegalAnswer for picks that do not fit a question.
    """
    game = find_game("northgard")
    options, state = codec(game).options, game.setup(make_setup(game, players))
    dice, seen = Dice(match_seed(bytes(32), f"default-{players}-{seed}")), blake2b(digest_size=16)

    def see(*values: object) -> None:
        seen.update(repr(values).encode())

    while question := game.pending(state):
        answers: tuple[Picks, ...]
        if isinstance(question, Chance):
            answers = (dice.answer(question),)
            see(question.prompt, question.stream, answers)
        else:
            answers = tuple([check(each, tuple(next(picks, ()))) for each in question])
            for each in question:
                see(each.seat, each.prompt, each.least, each.most, each.default, each.ordered, each.reaction)
                seen.update(options(each.options))
        game.apply(state, answers)
    outcome = game.outcome(state)
    assert outcome is not None
    return {"questions": seen.hexdigest(), "ranks": outcome.ranks, "scores": outcome.scores, "reason": outcome.reason}


def random_picks(players: int, seed: int) -> list[list[int]]:
    """Return the picks of a game in which every seat answers at random."""
    game = find_game("northgard")
    state, random = game.setup(make_setup(game, players)), Random(f"{players}/{seed}")
    dice, found = Dice(match_seed(bytes(32), f"default-{players}-{seed}")), list[list[int]]()
    while question := game.pending(state):
        if isinstance(question, Chance):
            game.apply(state, (dice.answer(question),))
            continue
        answers = [_pick(each, random) for each in question]
        found += answers
        game.apply(state, tuple(map(tuple, answers)))
    return found


def _pick(decision: Decision, random: Random) -> list[int]:
    picks = random.sample(range(len(decision.options)), random.randint(decision.least, decision.most))
    return picks if decision.ordered else sorted(picks)


def kept_games() -> list[dict[str, Any]]:
    """Return the games of the file."""
    games: list[dict[str, Any]] = json.loads(gzip.decompress(FILE.read_bytes()))
    return games


def main() -> None:
    """Play all games and write the file."""
    games = []
    for players, seed in chain.from_iterable(zip([players] * GAMES_OF_EACH, count()) for players in (2, 3, 4, 5)):
        picks = random_picks(players, seed)
        games.append({"players": players, "seed": seed, "picks": picks} | played(players, seed, iter(picks)))
    FILE.write_bytes(gzip.compress(json.dumps(games, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
