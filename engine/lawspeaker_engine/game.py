"""The functions that a game supplies, and those that are derived from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, combinations, permutations, product
from typing import Any, Generic, Protocol, TypeVar

from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import (
    BadSetup,
    Chance,
    Decision,
    GameOption,
    IllegalAnswer,
    Outcome,
    Picks,
    Question,
    Rng,
    Seat,
    Setup,
)
from lawspeaker_engine.text import GameText

__all__ = [
    "Chooser", "Drawer", "Game", "OptionalParts", "Step", "check", "every_answer", "make_setup", "make_setup_for",
    "manned", "parse_options", "perft", "play", "playout",
]

State = TypeVar("State")


class Game(Protocol[State]):
    """The parts of a game. `apply` changes the state in place and trusts its answers; `check` judges them."""

    @property
    def name(self) -> str:
        """Return the game's id."""

    @property
    def title(self) -> str:
        """Return the game's name on the box."""

    @property
    def version(self) -> int:
        """Return the version. It is raised if the same answers may lead elsewhere: rules, content, order of options."""

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions of the rules that are here."""

    @property
    def players(self) -> tuple[int, ...]:
        """Return how many may play."""

    @property
    def options(self) -> tuple[GameOption, ...]:
        """Return the game's settings, in the order in which records list them."""

    @property
    def view_type(self) -> type:
        """Return the class of its views."""

    @property
    def option_types(self) -> tuple[type, ...]:
        """Return the classes of all options of its questions."""

    @property
    def catalogue(self) -> object:
        """Return what never changes in a game (printed tiles, cards): a dataclass sent once, when a match starts."""

    def content(self, setup: Setup) -> str:
        """Return a hash of the rows (cards, tiles and the like) that a match of this setup can use, so that rows which
        it cannot use may be added. `setup` is complete, and each of its values is legal by itself.
        """

    def setup(self, setup: Setup) -> State:
        """Return the state before anything has happened. Raises BadSetup."""

    def pending(self, state: State) -> Question:
        """Return what the game waits for; () when it is over. Repeatable, and may work off what needs no answer."""

    def apply(self, state: State, answers: Sequence[Picks]) -> None:
        """Answer everything that is pending: picks for each decision in order, or for chance."""

    def copy(self, state: State) -> State:
        """Return an independent copy."""

    def deal_anew(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return a copy of the state in which all that the seat may not know is drawn afresh from what it may know.

        What it may know is its view, its own question, the unfinished work as far as it is open, and what all have
        seen and the state still holds, such as which cards a player owns; what a rule hides stays hidden also where one
        could have counted it. Two states that look the same to the seat give, with generators in the same state, equal
        states. The seat's own question is the same as before.
        """

    def view(self, state: State, seat: Seat | None) -> object:
        """Return what a seat may know; None for a spectator. Built by projection from nothing."""

    def full_view(self, state: State) -> object:
        """Return the same kind of view with every secret in it, for finished records only."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    # What a game may leave as `OptionalParts` has it.

    @property
    def text(self) -> GameText | None:
        """Return the game in plain English; None for a game that is told by the names of its fields."""

    def guide(self) -> Guide | None:
        """Return what there is to read about the game, loaded when it is first asked for; None if there is nothing."""

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return by seat the number of its team, where seats win and lose together; () if everybody plays alone."""

    def unmanned(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats that the rules play: nobody is asked for them, and no record has answers of theirs."""

    def unmanned_name(self, setup: Setup) -> str:
        """Return the name of who plays those seats, which is another one for another strength."""

    def work(self, state: State) -> Iterator[None]:
        """Do what `pending` does, piece by piece, so that the state can be looked at after each."""


class OptionalParts(Generic[State]):
    """The optional parts of a `Game` as most games leave them; a game inherits them and overrides what it has."""

    text: GameText | None = None

    def guide(self) -> Guide | None:
        """Return None: there is nothing to read."""
        return None

    def teams(self, setup: Setup) -> tuple[int, ...]:
        """Return (): everybody plays alone."""
        return ()

    def unmanned(self, setup: Setup) -> tuple[Seat, ...]:
        """Return (): a player sits at every seat."""
        return ()

    def unmanned_name(self, setup: Setup) -> str:
        """Return `automa`."""
        return "automa"

    def work(self: Game[State], state: State) -> Iterator[None]:
        """Advance to the next question in one piece."""
        self.pending(state)
        yield


_MOST_LISTED = 10


def make_setup(game: Game[Any], players: int, options: Mapping[str, bool | int | str] | None = None) -> Setup:
    """Return a complete setup: given options over the defaults. Raises BadSetup with what would be right."""
    if players not in game.players:
        raise BadSetup(f"{game.name} is played by {_listed(game.players)} players, not {players}")
    known = {option.name: option for option in game.options}
    chosen = {option.name: option.default for option in game.options}
    for name, value in (options or {}).items():
        if name not in known:
            more = f", ..., see lawspeaker games {game.name}" if len(known) > _MOST_LISTED else ""
            raise BadSetup(f"{game.name} has no option {name!r}{did_you_mean(name, known)}; "
                           f"it has {_listed(list(known)[:_MOST_LISTED])}{more}")
        values = known[name].values
        if not any(value == legal and type(value) is type(legal) for legal in values):
            raise BadSetup(f"option {name} of {game.name} cannot be {value!r}; it is one of {_listed(values)}")
        chosen[name] = value
    return Setup(players, chosen)


def manned(game: Game[Any], setup: Setup) -> tuple[Seat, ...]:
    """Return the seats that somebody plays, ascending: all but those that the rules play."""
    unmanned = game.unmanned(setup)
    return tuple(seat for seat in range(setup.players) if seat not in unmanned)


def make_setup_for(game: Game[Any], bots: int, options: Mapping[str, bool | int | str] | None = None) -> Setup:
    """Return the complete setup in which so many bots play, one a manned seat. Raises BadSetup."""
    for players in game.players:
        setup = make_setup(game, players, options)
        if len(manned(game, setup)) == bots:
            return setup
    return make_setup(game, bots, options)


def parse_options(game: Game[Any], texts: Mapping[str, str]) -> dict[str, bool | int | str]:
    """Return the values of options that are written as text; a text that spells no legal value stays a text."""
    known = {option.name: option for option in game.options}
    parsed: dict[str, bool | int | str] = {}
    for name, text in texts.items():
        legal = {spell(value): value for value in known[name].values} if name in known else {}
        parsed[name] = legal.get(text.lower(), text)
    return parsed


def spell(value: bool | int | str) -> str:  # noqa: FBT001 - any kind of option value
    """Return an option's value as it is written on a command line."""
    return str(value).lower()


def did_you_mean(word: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    """Return ` (did you mean ...?)` if something close is known, else nothing."""
    close = get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _listed(items: Sequence[Any] | Mapping[Any, Any]) -> str:
    return ", ".join(spell(item) for item in items) or "none"


def check(decision: Decision, picks: Sequence[int]) -> Picks:
    """Return the picks as they will be applied: legal, and ascending unless order matters. Raises IllegalAnswer."""
    count = len(picks)
    if not decision.least <= count <= decision.most:
        wanted = str(decision.least) if decision.least == decision.most else f"{decision.least} to {decision.most}"
        picked = "pick" if wanted == "1" else "picks"
        raise IllegalAnswer("wrong_count", f"{decision.prompt} takes {wanted} {picked}, not {count}")
    total = len(decision.options)
    for pick in picks:
        if not 0 <= pick < total:
            raise IllegalAnswer("out_of_range", f"{decision.prompt} has options 0 to {total - 1}, not {pick}")
    if len(set(picks)) != count:
        raise IllegalAnswer("duplicate_pick", f"{decision.prompt} takes distinct options")
    return tuple(picks) if decision.ordered else tuple(sorted(picks))


Chooser = Callable[[Decision], Picks]
Drawer = Callable[[Chance], Picks]


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """One question and its answers, as it happened."""

    question: Question
    answers: tuple[Picks, ...]


def play(game: Game[State], state: State, choose: Chooser, draw: Drawer) -> Iterator[Step[State]]:
    """Play a state to its end; yield every step after it was applied."""
    while question := game.pending(state):
        if isinstance(question, Chance):
            answers: tuple[Picks, ...] = (draw(question),)
        else:
            answers = tuple(check(decision, choose(decision)) for decision in question)
        game.apply(state, answers)
        yield Step(question, answers)


def playout(game: Game[State], state: State, choose: Chooser, draw: Drawer) -> int:
    """Play a state to its end and return the number of decisions."""
    decisions = 0
    pending, apply = game.pending, game.apply
    while question := pending(state):
        if isinstance(question, Chance):
            apply(state, (draw(question),))
        elif len(question) == 1:
            decisions += 1
            apply(state, (choose(question[0]),))
        else:
            decisions += len(question)
            apply(state, tuple(map(choose, question)))
    return decisions


def perft(game: Game[State], state: State, depth: int) -> int:
    """Return the number of distinct continuations of `depth` steps, every single pick and every outcome of chance
    counted.
    """
    question = game.pending(state)
    if depth == 0 or not question:
        return 1
    total = 0
    for answers in every_answer(question):
        after = game.copy(state)
        game.apply(after, answers)
        total += perft(game, after, depth - 1)
    return total


def every_answer(question: Question) -> Iterator[tuple[Picks, ...]]:
    """Yield all answers to a question, in a fixed order."""
    if isinstance(question, Chance):
        yield from ((picks,) for picks in permutations(range(len(question.options)), question.count))
        return
    one_by_one = []
    for decision in question:
        choose = permutations if decision.ordered else combinations
        sizes = range(decision.least, decision.most + 1)
        one_by_one.append([picks for size in sizes for picks in choose(range(len(decision.options)), size)])
    yield from product(*one_by_one)


def changes_of(game: Game[State], state: State, before: Any) -> Iterator[str]:
    """Yield what came of the answers just applied, as spectators may know it; works off what needs no answer.

    `before` is a spectator's view of a copy of the state before the answers. The state is looked at after each piece
    of the game's work, so that what one piece does is told before another one hides it.
    """
    if game.text is None or game.text.changes is None:
        return
    for _ in chain((None,), game.work(state)):
        after = game.view(game.copy(state), None)
        yield from game.text.changes(before, after)
        before = after
