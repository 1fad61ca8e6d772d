"""Measure who wins by place at the table: `python -m measure.places pax_viking --players 2 3 --games 400`.

Plays games on the engine itself, without messages, with the same bot in all seats; a place is the order in which seats
had the first turn. Prints for each number of players the share of games that each place won alone, with its 95 % Wilson
interval. A game of Pax Viking has more: with `--difficulties` all are played for each difficulty of its cards, three of
one difficulty laid out, and the turns of a game and how often each card was met are printed too. Game number N has the
same dice whatever else is asked for. `--write` puts the table of places into the game's page of docs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from pathlib import Path
from random import Random
from typing import Final

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import DIFFICULTIES, VICTORIES
from lawspeaker_engine.laws import draw
from lawspeaker_engine.model import Decision, Picks
from lawspeaker_engine.playing import playout
from lawspeaker_engine.setups import make_setup, parse_options
from lawspeaker_referee.cli.progress import reporting
from measure.search_arena import Seat
from measure.stats import wilson

ROOT: Final = Path(__file__).parents[1]
BEGIN: Final = "<!-- places: written by `python -m measure.places {game} --write` -->"
END: Final = "<!-- end of places -->"
FIRST: Final = {"northgard": "first", "clansmen": "start", "pax_viking": "first"}
"""How a game's state calls the seat that has the first turn, or the token for it."""
CARDS: Final = 3
"""Victory Condition cards laid out, as by default."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game."""

    winner: int
    """The place that won alone, 0 for the first; -1 if none did."""
    turns: int
    """Turns of Pax Viking; 0 in other games."""
    cards: tuple[tuple[int, bool], ...]
    """The cards that lay open, and whether one who won met it."""


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(FIRST))
    parser.add_argument("--players", type=int, nargs="+", help="by default each number that the game can have")
    parser.add_argument("--games", type=int, nargs="+", default=[400],
                        help="of each number of players, in their order; the last number holds for the rest")
    parser.add_argument("--bot", default="greedy", help="greedy, or search:THINKING")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--difficulties", action="store_true", help="Pax Viking: each difficulty of its cards")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="put the table into the game's page of docs")
    wanted = parser.parse_args()
    wanted.players = wanted.players or find_game(wanted.game).players
    lengths = [*wanted.games, *wanted.games[-1:] * len(wanted.players)]
    rows = []
    options = dict(each.partition("=")[::2] for each in wanted.option)
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for name in DIFFICULTIES if wanted.difficulties else ("",):
            dealt = {f"{each}_cards": str(CARDS * (each == name)) for each in DIFFICULTIES} if name else {}
            cards = Counter[int](), Counter[int]()
            for players, games in zip(wanted.players, lengths, strict=False):
                one = partial(play, wanted.game, players, {**dealt, **options}, wanted.bot)
                results = played(pool.map(one, range(games), chunksize=4), f"{players} players {name}".strip(), games)
                rows.append(row(players, results))
                turns = sum(each.turns for each in results) / len(results)
                print(name or wanted.game, rows[-1], f"{turns:.1f} turns" if turns else "", flush=True)
                for each in results:
                    cards[0].update(card for card, _ in each.cards)
                    cards[1].update(card for card, met in each.cards if met)
            for card, lay in sorted(cards[0].items()):
                print(f"{VICTORIES[card].id}, {VICTORIES[card].name}: met {share(cards[1][card], lay)}", flush=True)
    if wanted.write:
        write(wanted.game, table(rows, wanted))


def play(name: str, players: int, options: dict[str, str], bot: str, number: int) -> Result:
    """Play one game, in which the first turn goes round the seats with its dice."""
    game = find_game(name)
    setup = make_setup(game, players, parse_options(game, options))
    seats = [Seat(game, setup, bot.removeprefix("search:")) for _ in range(players)]
    dice, rng = Dice(match_seed(bytes(32), f"places-{players}-{number}")), Random(number)
    state, first = game.setup(setup), -1

    def choose(decision: Decision) -> Picks:
        nonlocal first
        first = getattr(state, FIRST[name]) if first < 0 else first
        return seats[decision.seat].answer(state, decision, rng)

    playout(game, state, choose, partial(draw, dice))
    outcome = game.outcome(state)
    assert outcome is not None
    best = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    winner = (best[0] - first) % players if len(best) == 1 else -1
    if name != "pax_viking":
        return Result(winner, 0, ())
    met = ((card, any(end.fulfils(state, seat, card) for seat in best)) for card in state.face_up)
    return Result(winner, state.turn, tuple(met))


def played(results: Iterable[Result], title: str, games: int) -> list[Result]:
    """Return all results, and tell on stderr how many there are so far."""
    found = []
    with reporting(title) as report:
        for each in results:
            found.append(each)
            report(f"{len(found)} of {games} games")
    return found


def row(players: int, results: Sequence[Result]) -> str:
    """Return a line of the table: players, games, the share that is fair, and what each place won."""
    won = Counter(each.winner for each in results)
    cells = [share(won[place], len(results)) for place in range(players)]
    return f"| {players} | {len(results)} | {1 / players:.1%} | {'; '.join(cells)} |"


def share(count: int, games: int) -> str:
    """Return a share in words, with its interval."""
    low, high = wilson(count, games)
    return f"{count / games:.1%} ({low:.1%} to {high:.1%})"


def table(rows: Sequence[str], wanted: argparse.Namespace) -> str:
    """Return the table with its command."""
    numbers = f"--players {' '.join(map(str, wanted.players))} --games {' '.join(map(str, wanted.games))}"
    command = f".venv/bin/python -m measure.places {wanted.game} {numbers}" + "".join(
        f" --option {each}" for each in wanted.option)
    about = f"Games of `{wanted.bot}` alone: the share that each place at the table won alone, with 95 % intervals."
    head = "| players | games | fair share | won by the first, second, ... place |", "| --- | --- | --- | --- |"
    return "\n".join((about, "", *head, *rows, "", "```", command, "```"))


def write(game: str, text: str) -> None:
    """Put the table into the game's page, between its marks."""
    page = ROOT / "docs" / f"{game.replace('_', '-')}.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN.format(game=game) + "\n")
    _, _, after = rest.partition(END)
    if not after:
        raise SystemExit(f"{page} has no lines {BEGIN.format(game=game)!r} and {END!r}: add them where the table goes")
    page.write_text(f"{before}{BEGIN.format(game=game)}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
