"""Judges decisions of records: the chance to win after the given answer, and after the best one that is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from random import Random
from time import monotonic
from typing import Any, Final

from lawspeaker_bots.search.comparison import FEWEST_PLAYOUTS, Compared, Comparison, is_choice
from lawspeaker_bots.search.judge import GAMES
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import CannotDealAnew, Decision, Picks, Seat, Setup
from lawspeaker_engine.position import Position, load
from lawspeaker_referee.codec.option_text import names_of
from lawspeaker_referee.match.sentences import Sentences, chapter
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.decisions import decisions_in_states
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.verify.replay import open_record, verify

__all__ = ["Judgement", "regret"]

CLEAR: Final = 2.0
"""Standard errors by which another answer must be better for the given one to be called a mistake."""
DIGITS: Final = 5
"""Decimal places of chances."""
_PHASES: Final = ("early", "middle", "late")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought about each decision: a number of playouts, or seconds."""

    playouts: int = 0
    """At least FEWEST_PLAYOUTS; then the same seed gives the same judgement on every machine."""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.playouts > 0) == (self.seconds > 0) or 0 < self.playouts < FEWEST_PLAYOUTS:
            raise ValueError(f"say either seconds, or playouts, at least {FEWEST_PLAYOUTS}")


@dataclass(frozen=True, slots=True)
class Task:
    """A decision of a record that can be judged; another process may do it."""

    position: bytes
    """What the seat knew; the rest was dealt anew."""
    step: int
    """As `lawspeaker show` numbers it."""
    seat: Seat
    picks: Picks
    own: bool
    """False if the referee or a stand-in answered for the bot."""
    period: str
    phase: str
    """`year N` in games that have years; else which third of the record's steps it is: early, middle or late."""
    seed: bytes


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was taken at one decision, and what would have been better. Chances are of winning, from 0 to 1."""

    step: int
    seat: Seat
    prompt: str
    phase: str
    period: str
    """As a heading, such as `Year 2, Winter, actions`; '' if the game has none."""
    own: bool
    """False if the referee or a stand-in answered for the bot."""
    took: Picks
    best: Picks
    """The same as `took` unless something better was found."""
    value: float
    """The chance after what was taken."""
    best_value: float
    loss: float
    """The regret, `best_value` less `value`; below 0 if a second look does not confirm that the other is better."""
    error: float
    """The standard error of `loss`."""
    took_words: str
    best_words: str

    @property
    def is_mistake(self) -> bool:
        """Return whether the other answer is better by more than chance explains."""
        return self.loss > CLEAR * self.error


def regret(record: Record, sample: int | None = None, playouts: int = 200, seed: bytes = b"",
           wanted: Callable[[Seat], bool] = lambda _: True) -> list[Judgement]:
    """Return for decisions of a record what they have lost, in the order of the match.

    Each judgement says the `loss` in chance to win (0 to 1) beside the best answer that `playouts` playouts find, its
    standard `error`, the `prompt` (the kind of the decision), the `phase` of the game and the `seat`. Playouts start
    from what the seat knew, so that knowledge which it did not have is not asked of it.

    `sample` is the number of decisions, drawn at random from those that are a choice; None for all. `wanted` says of
    which seats. `seed` gives other draws and playouts; the same record, arguments and seed give the same result. It
    takes about `sample` times `playouts` playouts, of 2 to 10 ms each; to spread it over processes, call `judge` in
    them with the `tasks`.

    The mean of `loss` over many decisions is not biased: the playouts that value an answer are others than those that
    found it. Single losses have an error, and some are below 0; do not cut these off before averaging.

    Raises RecordError if the record cannot be read here, and RecordDiffers if it does not verify.
    """
    effort, found = Effort(playouts=playouts), list(tasks(record, wanted, seed))
    if sample is not None and sample < len(found):
        drawn = Random(_seed(record, seed, "sample")).sample(range(len(found)), sample)
        found = [found[number] for number in sorted(drawn)]
    return [each for each in (judge(task, effort) for task in found) if each is not None]


def tasks(record: Record, wanted: Callable[[Seat], bool] = lambda _: True, seed: bytes = b"") -> Iterator[Task]:
    """Yield the decisions of the wanted seats that are a choice, in order, without those that cannot be dealt anew.

    Raises RecordError if the record cannot be read here, RecordDiffers if it does not verify, and CannotDealAnew if no
    decision can be dealt anew.
    """
    verdict = verify(record)
    if not verdict.ok:
        raise RecordDiffers(f"match {record.header.match_id}: {verdict.first_difference}")
    game, setup = open_record(record)
    names = names_of(game.catalogue)
    refused: CannotDealAnew | None = None
    any_dealt = False
    for each, state in decisions_in_states(record, wanted):
        decision = each.decision
        if not is_choice(decision):
            continue
        view, key = each.view, _seed(record, seed, f"{each.step}/{decision.seat}")
        try:
            position = known_position(game, setup, state, decision.seat, Random(key + b"/deal"))
        except CannotDealAnew as error:
            refused = error
            continue
        any_dealt = True
        yield Task(position, each.step, decision.seat, each.picks, not (each.fault or each.origin),
                   chapter(view, names), phase_of(view, each.step, record.step_count), key)
    if refused is not None and not any_dealt:
        raise refused


def known_position(game: Game[Any], setup: Setup, state: Any, seat: Seat, rng: Random) -> bytes:
    """Return the position that a seat knows: two states that look the same to it give the same bytes."""
    return Position(game, setup, seat, game.deal_anew(state, seat, rng)).dump()


def phase_of(view: Any, step: int, steps: int) -> str:
    """Return the phase of the game at a step (from 1) of so many."""
    year = getattr(view, "year", None)
    if year is not None:
        return f"year {year}" if year else "setup"
    return _PHASES[min(2, 3 * (step - 1) // steps)]


def judge(task: Task, effort: Effort) -> Judgement | None:
    """Return what was taken beside the best answer; None if there is only one that is worth a playout."""
    position = load(task.position)
    decision = next(each for each in position.decisions if each.seat == task.seat)
    found = Comparison(position.game, position.setup).compare(
        position.state, task.seat, task.picks, Random(task.seed), playouts=effort.playouts, seconds=effort.seconds,
        clock=monotonic if effort.seconds else None)
    return None if found is None else _judgement(task, position, decision, found)


def how_judged(game: str) -> str:
    """Return in a sentence what the chances of a game come from."""
    if game in GAMES:
        return "The chances are those that `search` sees: how playouts stand some time later."
    return "The chances are those of random playouts to the end: `search` knows nothing about this game."


def _judgement(task: Task, position: Position, decision: Decision, found: Compared) -> Judgement:
    sentences, view = _sentences(position.game.name), position.view()

    def words(picks: Picks) -> str:
        options = [decision.options[pick] for pick in picks]
        told = sentences.act(decision.prompt, options, view)
        plain = [sentences.words.option_at(decision.prompt, option, view) for option in options]
        return told or f"{decision.prompt}: {', '.join(plain) or 'nothing'}"

    return Judgement(
        task.step, task.seat, decision.prompt, task.phase, task.period, task.own, found.given, found.best,
        round(found.value, DIGITS), round(found.best_value, DIGITS), round(found.loss, DIGITS),
        round(found.error, DIGITS), words(found.given), words(found.best))


@cache
def _sentences(game: str) -> Sentences:
    return Sentences(find_game(game))


def _seed(record: Record, seed: bytes, name: str) -> bytes:
    if record.footer is None:
        raise RecordError(f"match {record.header.match_id} was not finished: there is no footer")
    return blake2b(record.footer.digest + name.encode(), key=seed[:64], digest_size=16).digest()
