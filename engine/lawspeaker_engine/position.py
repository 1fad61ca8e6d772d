"""A position: a game at one moment as somebody knows it, to look ahead from; and its bytes.

A bot that asks the referee for positions gets one with every decision: the state of its match, in which all that the
bot may not know was dealt anew (`game.Game.deal_anew`). `load` turns the bytes into a `Position`.

The bytes are MAGIC, then JSON compressed by zlib: a list of the format's number, the game's name, its rules version,
the hash of its content, the number of players, the options that are not the default ones, the seat whose knowledge it
is (EVERYTHING for the true state), and the state as `state_codec` writes it. Only the same version of the rules reads
them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from lawspeaker_engine.dice import weighted_picks
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Chance, Decision, Outcome, Picks, Question, Rng, Seat, Setup
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.state_codec import StateCodec

__all__ = ["EVERYTHING", "BadPosition", "Choose", "Position", "any_picks", "load"]

MAGIC: Final = b"LSPOS"
FORMAT: Final = 1
EVERYTHING: Final = -1
"""In place of a seat: the position holds the true state, with all secrets."""
MOST_BYTES: Final = 4 << 20
"""Larger positions, unpacked, are refused."""
MOST_QUESTIONS: Final = 100_000
"""Questions of a playout, a hundred times those of a long game; only a position that cannot come about has more."""
_COMPRESSION: Final = 1

Choose = Callable[[Decision], Picks]


class BadPosition(ValueError):
    """A position that is none of this engine, or that cannot come about; says what is wrong."""


@dataclass(slots=True)
class Position:
    """A game at one moment. It may be changed: `copy` it first to come back."""

    game: Game[Any]
    setup: Setup
    seat: Seat
    """Whose knowledge it is: the rest was dealt anew. EVERYTHING, -1, for the true state."""
    state: Any
    """The game's own state; use it only with functions of the game."""

    @classmethod
    def start(cls, game: str, players: int, options: Mapping[str, bool | int | str] | None = None) -> Position:
        """Return a new game before anything has happened. Raises BadSetup."""
        found = find_game(game)
        setup = make_setup(found, players, options)
        return cls(found, setup, EVERYTHING, found.setup(setup))

    @property
    def question(self) -> Question:
        """The question that is open: decisions, a `Chance`, or () when the game is over."""
        return self.game.pending(self.state)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that are open, at most one a seat; () while chance is asked, and when the game is over."""
        question = self.question
        return () if isinstance(question, Chance) else question

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        self.game.pending(self.state)  # the end may still have to be worked out
        return self.game.outcome(self.state)

    def view(self, seat: Seat | None = None) -> Any:
        """Return what a seat sees, None for a spectator: the game's dataclass, to be read before the next answer.

        Raises ValueError for a seat that there is not.
        """
        return self.game.view(self.state, None if seat is None else self._known(seat))

    def answer(self, *picks: Sequence[int]) -> None:
        """Answer the open decisions, each by the indices of its options, in their order. Raises IllegalAnswer."""
        decisions = self.decisions
        if len(picks) != len(decisions):
            raise ValueError(f"{len(decisions)} decisions are open, and there are {len(picks)} answers")
        self.game.apply(self.state, tuple(map(check, decisions, picks)))

    def draw(self, rng: Rng) -> None:
        """Let chance answer what it is asked. Raises ValueError if it is not."""
        question = self.question
        if not isinstance(question, Chance):
            raise ValueError("chance is not asked")  # noqa: TRY004 - it is about the moment, not about a type
        self.game.apply(self.state, (_draw(question, rng),))

    def advance(self, rng: Rng) -> None:
        """Let chance answer until somebody has to decide or the game is over."""
        while isinstance(self.question, Chance):
            self.draw(rng)

    def playout(self, rng: Rng, choose: Choose | None = None) -> Outcome:
        """Play to the end and return the result; who decides takes anything legal, or what `choose` returns.

        Raises BadPosition if there is no end: a position that came as bytes may be none that can come about.
        """
        state, pending, apply = self.state, self.game.pending, self.game.apply
        for _ in range(MOST_QUESTIONS):
            question = pending(state)
            if not question:
                break
            if isinstance(question, Chance):
                apply(state, (_draw(question, rng),))
            elif choose is None:
                apply(state, tuple([any_picks(asked, rng) for asked in question]))
            else:
                apply(state, tuple([check(asked, choose(asked)) for asked in question]))
        else:
            raise BadPosition(f"{self.game.name} does not end: it has asked {MOST_QUESTIONS:,} questions")
        outcome = self.game.outcome(state)
        if outcome is None:
            raise RuntimeError(f"{self.game.name} asks nothing more and has no outcome")
        return outcome

    def copy(self) -> Position:
        """Return an independent position that is equal."""
        return Position(self.game, self.setup, self.seat, self.game.copy(self.state))

    def deal_anew(self, rng: Rng, seat: Seat | None = None) -> Position:
        """Return a position in which all that a seat may not know is drawn afresh; by default whose position it is.

        Raises ValueError for a seat that there is not, and if none is given and the position is the true state.
        """
        seat = self.seat if seat is None else self._known(seat)
        if seat == EVERYTHING:
            raise ValueError("say for which seat: this position holds the true state")
        return Position(self.game, self.setup, seat, self.game.deal_anew(self.state, seat, rng))

    def _known(self, seat: Seat) -> Seat:
        if seat not in range(self.setup.players):
            raise ValueError(f"there is no seat {seat!r}; seats are 0 to {self.setup.players - 1}")
        return seat

    def dump(self) -> bytes:
        """Return the bytes of the position; see the module."""
        game, defaults = self.game, {option.name: option.default for option in self.game.options}
        options = {name: value for name, value in self.setup.options.items() if value != defaults[name]}
        content = [FORMAT, game.name, game.version, game.content(self.setup), self.setup.players, options, self.seat,
                   _codec(_package(game)).to_plain(self.state)]
        return MAGIC + zlib.compress(json.dumps(content, separators=(",", ":")).encode(), _COMPRESSION)


def load(data: bytes) -> Position:
    """Return the position of these bytes. Raises BadPosition."""
    content = _unpack(data)
    if not isinstance(content, list) or len(content) != 8 or content[0] != FORMAT:
        raise BadPosition(f"this engine reads positions of format {FORMAT} only")
    _, name, version, rows, players, options, seat, plain = content
    try:
        game = find_game(name)
        setup = make_setup(game, players, options)
    except (BadSetup, TypeError, AttributeError) as error:
        raise BadPosition(f"no position of a game that is known here: {error}") from error
    if (version, rows) != (game.version, game.content(setup)):
        raise BadPosition(f"the position is of {name} with rules version {version} or other cards; "
                          f"this engine plays version {game.version}")
    if type(seat) is not int or not EVERYTHING <= seat < players:
        raise BadPosition(f"there is no seat {seat!r}")
    try:
        state = _codec(_package(game)).from_plain(plain, game.setup(setup))
    except (ValueError, RecursionError) as error:  # a BadState, or a row that its class does not allow
        raise BadPosition(f"the state is damaged: {error}") from error
    return Position(game, setup, seat, state)


def any_picks(decision: Decision, rng: Rng) -> Picks:
    """Return a legal answer, every number of picks equally likely, and every choice of so many."""
    least, most = decision.least, decision.most
    count = least if least == most else least + rng.randrange(most - least + 1)
    if count == 1:
        return (rng.randrange(len(decision.options)),)
    picks = list(range(len(decision.options)))
    rng.shuffle(picks)
    del picks[count:]
    return tuple(picks) if decision.ordered else tuple(sorted(picks))


def _draw(chance: Chance, rng: Rng) -> Picks:
    if chance.weights:
        return weighted_picks(chance.weights, chance.count, rng.randrange)
    if chance.count == 1:
        return (rng.randrange(len(chance.options)),)
    picks = list(range(len(chance.options)))
    rng.shuffle(picks)
    return tuple(picks[:chance.count])


def _unpack(data: bytes) -> Any:
    if not data.startswith(MAGIC):
        raise BadPosition("these bytes are no position: they do not begin with " + MAGIC.decode())
    unpack = zlib.decompressobj()
    try:
        text = unpack.decompress(data[len(MAGIC):], MOST_BYTES)
        if not unpack.eof:
            raise BadPosition(f"the position is cut off, or larger than {MOST_BYTES} bytes")
        return json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition(f"these bytes are no position: {error}") from error


def _package(game: Game[Any]) -> str:
    return type(game).__module__.rpartition(".")[0]


_codec: Final = cache(StateCodec)
"""By the game's package."""
