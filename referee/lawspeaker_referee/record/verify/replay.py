"""Plays a record again: chance comes from the seed, the seats' picks from the record, all else from the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordHeader, RecordStep
from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, commitment, match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CHANCE, BadSetup, Chance, Decision, IllegalAnswer, Option, Picks, Question, Setup
from lawspeaker_engine.playing import check
from lawspeaker_referee.codec.game_codec import codec, outcome_message, parse_setup
from lawspeaker_referee.config.fault_policies import BadPolicy, policy_of
from lawspeaker_referee.match.digest_chain import LINK_BYTES, first_link, last_link, next_link
from lawspeaker_referee.match.places import Places
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.signing import BadSignature, PublicKey, signer_of
from lawspeaker_referee.record.verify.columns_replay import ColumnsDiffer, replay_columns
from lawspeaker_referee.record.verify.fault_audit import FaultAudit, RecordDiffers
from lawspeaker_referee.version import RELEASE, build_version

__all__ = ["Replayed", "VerifyResult", "open_record", "replay", "verify"]

Chosen = tuple[list[Option], ...]
"""The options taken in a step, one list an act."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step that was played again."""

    number: int
    """The number of the step, from 1."""
    question: Question
    answers: tuple[Picks, ...]
    chosen: Chosen
    state: Any
    """The state after the step; the same object every time, changed by the next step."""
    digest: bytes
    faults: FaultAudit
    """The faults of the seats so far; likewise the same object every time."""


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """The result of verifying a record."""

    ok: bool
    digest: bytes
    """The last digest of the chain; empty if the record differs."""
    steps: int
    """The number of steps that are right."""
    first_difference: str | None
    """One line; None if the record is right."""
    signer: PublicKey | None = None
    """The key that signed the record; None if it is not signed, or if something differs."""


def open_record(record: Record) -> tuple[Game[Any], Setup]:
    """Return the game and setup of a record. Raises RecordError if they cannot be played here."""
    game, setup, _ = _begin(record.header)
    return game, setup


def _begin(header: RecordHeader) -> tuple[Game[Any], Setup, Any]:
    """Return the game, the setup and the state before the first step. Raises RecordError."""
    try:
        game, setup = parse_setup(header.setup)
        policy_of(header)
        return game, setup, game.setup(setup)
    except (BadSetup, BadPolicy) as error:
        raise RecordError(f"match {header.match_id}: {error}{other_build(header)}") from None


def other_build(header: RecordHeader) -> str:
    """Return the end of a line, with the build that played a record and this one; empty if it is not another one.

    Of a record without a build only the release is known.
    """
    here = build_version()
    if (not header.build and header.engine_version == RELEASE) or header.build == here:
        return ""
    return f" (lawspeaker {header.build or header.engine_version} played it, here is {here})"


class StepReplay:
    """Plays the steps of a match again, one after another."""

    def __init__(self, header: RecordHeader, find_dice: Callable[[], Dice | None] = lambda: None) -> None:
        """Begin before the first step. Without dice chance is believed; they are asked for once the game is known.

        Raises RecordError if the game is not played here, and RecordDiffers for a wrong digest in the header.
        """
        self.game, self.setup, self._state = _begin(header)
        self._digest = first_link(header)
        self._dice = find_dice()
        if header.digest != self._digest:
            raise RecordDiffers(f"header: digest is {header.digest.hex()!r}, should be {self._digest.hex()!r}")
        self._faults = FaultAudit(Places.of(policy_of(header), self.game, self.setup), self._dice)
        self._number = 0

    def play(self, step: RecordStep) -> Replayed:
        """Play the next step. Raises RecordDiffers if the rules contradict it; then no other step can follow."""
        game, state, number = self.game, self._state, self._number + 1
        question = game.pending(state)
        if not question:
            raise RecordDiffers(f"step {number}: the game was over after step {number - 1}")
        asked: Sequence[Decision | Chance] = (question,) if isinstance(question, Chance) else question
        _expect(number, "number of acts", len(asked), len(step.acts))
        answers = _answers(question, step, number, self._dice)
        chosen = tuple([each.options[pick] for pick in picks] for each, picks in zip(asked, answers, strict=True))
        for at, (each, act, picks, options) in enumerate(zip(asked, step.acts, answers, chosen, strict=True)):
            if not isinstance(each, Chance):
                origin = step.timing[at].origin if at < len(step.timing) else 0
                self._faults.check(number, act.fault, origin, each, picks)
                right = codec(game).act(each.seat, each.prompt, picks, options, "")
            elif act.fault:
                raise RecordDiffers(f"step {number}: {each.prompt} cannot have the fault {act.fault}")
            else:
                right = codec(game).act(CHANCE, each.prompt, picks, options, each.stream)
            right.fault = act.fault
            _check_act(number, act, right)
        game.apply(state, answers)
        self._digest = next_link(self._digest, answers, canon.digest(state))
        _expect(number, "digest", self._digest[:LINK_BYTES].hex(), step.digest.hex())
        self._number = number
        return Replayed(number, question, answers, chosen, state, self._digest, self._faults)


def replay(record: Record, dice: Dice | None = None) -> Iterator[Replayed]:
    """Play a record again, step by step, as far as it goes.

    Chance is drawn from `dice`, or from the seed in the footer; without both it is believed. Raises RecordError if the
    game is not played here, and RecordDiffers at the first step that the rules contradict.
    """

    def find_dice() -> Dice | None:
        return Dice(_seed(record)) if dice is None and record.footer is not None else dice

    yield from map(StepReplay(record.header, find_dice).play, record.iter_steps())


def verify(record: Record) -> VerifyResult:
    """Check that a record is, to the last byte, what its seed, setup and picks lead to, and what was signed.

    A record need not be signed; see `signing.require_signer`. Raises RecordError if it cannot be checked, because the
    match has not ended or its game is not played here.
    """
    game, setup, state = _begin(record.header)
    if record.footer is None:
        raise RecordError(f"match {record.header.match_id} was not finished: after {record.step_count} steps there is "
                          "no footer")
    steps = 0
    try:
        places = Places.of(policy_of(record.header), game, setup)
        last = _quick_last_link(record, game, state, places)
        if last is None:
            # Something differs: replay it slowly to say where and what.
            state, digest = _begin(record.header)[2], first_link(record.header)
            faults = FaultAudit(places, None)
            for played in replay(record):
                steps, digest, state, faults = played.number, played.digest, played.state, played.faults
            last = _check_end(record, game, state, digest, faults)
        return VerifyResult(ok=True, digest=last, steps=record.step_count, first_difference=None,
                            signer=signer_of(record))
    except RecordDiffers as difference:
        return VerifyResult(ok=False, digest=b"", steps=steps, first_difference=str(difference))
    except BadSignature as problem:
        return VerifyResult(ok=False, digest=b"", steps=record.step_count, first_difference=f"footer: {problem}")


def _quick_last_link(record: Record, game: Game[Any], state: Any, places: Places) -> bytes | None:
    """Return the last digest of a record that is right; None for any other one."""
    try:
        dice = Dice(_seed(record))
        faults = FaultAudit(places, dice)
        digest = replay_columns(record, game, state, dice, faults)
        return _check_end(record, game, state, digest, faults)
    except (ColumnsDiffer, RecordDiffers, RecordError):
        return None


_OF_REPLAY: Final = 3
"""`/` in the id of a match that is played again: `<tournament>/<block>/<number>/<attempt>`."""


def derives(record: Record, secret: bytes) -> bool:
    """Return True if the seed in a record follows from a referee's secret and the id of the match, or of its block,
    which is the match id up to the last `/`.

    An id with three `/` is of a match that is played again: it has dice of its own, and never those of its block.
    """
    match_id = record.header.match_id
    names = {match_id, match_id.rpartition("/")[0] if match_id.count("/") < _OF_REPLAY else ""} - {""}
    return record.footer is not None and record.footer.seed in {match_seed(secret, name) for name in names}


def _seed(record: Record) -> bytes:
    seed = record.footer.seed if record.footer else b""
    promised = record.header.seed_commitment
    if not 16 <= len(seed) <= 64 or commitment(seed) != promised:
        raise RecordDiffers(f"footer: the seed is not the one that the header promised ({promised.hex()})")
    return seed


def _answers(question: Question, step: RecordStep, number: int, dice: Dice | None) -> tuple[Picks, ...]:
    """Return the picks: those of seats from the record, if the rules allow them; those of chance from the seed."""
    if isinstance(question, Chance):
        if dice is not None:
            return (dice.answer(question),)
        n = question.count
        decision = Decision(CHANCE, question.prompt, question.options, n, n, default=(), seen_by=None, ordered=True)
        return (_checked(decision, step.acts[0], number),)
    return tuple(_checked(decision, act, number) for decision, act in zip(question, step.acts, strict=True))


def _checked(decision: Decision, act: Act, number: int) -> Picks:
    try:
        return check(decision, tuple(act.picks))
    except IllegalAnswer as error:
        raise RecordDiffers(f"step {number}: {error}") from None


def _check_act(number: int, act: Act, right: Act) -> None:
    """Compare byte for byte: an act that reads the same but is written otherwise, or holds more, is not the match's."""
    if act.SerializeToString() == right.SerializeToString():
        return
    _expect(number, "seat", right.seat, act.seat)
    _expect(number, "prompt", right.prompt, act.prompt)
    _expect(number, "picks", list(right.picks), list(act.picks))
    _expect(number, "hidden", right.hidden, act.hidden)
    _expect(number, "stream", right.stream, act.stream)
    raise RecordDiffers(
        f"step {number}: the options of seat {right.seat} at {right.prompt} are not those its picks name")


def _expect(number: int, what: str, right: object, found: object) -> None:
    if right != found:
        raise RecordDiffers(f"step {number}: {what} is {found!r}, should be {right!r}")


def _check_end(record: Record, game: Game[Any], state: Any, digest: bytes, faults: FaultAudit) -> bytes:
    """Return the last digest. Raises RecordDiffers if the game does not end as the footer says."""
    footer, steps = record.footer, record.step_count
    assert footer is not None
    _seed(record)
    question = game.pending(state)
    outcome = faults.outcome(record, question, None if question else game.outcome(state), game.scores(state))
    if question and outcome is None:
        prompt = question.prompt if isinstance(question, Chance) else question[0].prompt
        raise RecordDiffers(f"step {steps + 1}: missing; the game goes on with {prompt}")
    if outcome is None:
        raise RecordDiffers(f"footer: {game.name} says that the game is not over")
    last = last_link(digest, outcome, record.header.seed_commitment, steps)
    right = outcome_message(outcome)
    for what, wanted, found in (("outcome", right, footer.outcome), ("steps", steps, footer.steps),
                                ("digest", last.hex(), footer.digest.hex())):
        if wanted != found:
            shown = (str(found).replace("\n", " ").strip(), str(wanted).replace("\n", " ").strip())
            raise RecordDiffers(f"footer: {what} is {shown[0]}, should be {shown[1]}")
    return last
