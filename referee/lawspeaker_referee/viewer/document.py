"""A match as one JSON document: its steps, and what one or several eyes see of it after each step.

docs/watching.md describes the fields; viewer/src/document.ts has them as types. A document holds nothing that the eyes
in it may not know: acts, annotations and the seed that another seat may not see are left out, not marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from google.protobuf.json_format import MessageToDict

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep, Timing
from lawspeaker_bot.errors import NoStubs
from lawspeaker_bot.messages import unpack_options
from lawspeaker_engine.board import Board
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE, Chance, Decision, Option, Outcome, Question, Seat, Setup
from lawspeaker_engine.playing import changes_of
from lawspeaker_referee.codec.game_codec import snake_case, with_parts
from lawspeaker_referee.codec.option_text import drawn, names_of, no_names, option_text, period_text
from lawspeaker_referee.config.clocks import clock_of, clocks_text, own_clocks_of
from lawspeaker_referee.config.fault_policies import fault_name, origin_name
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.match.text import plain_words
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.signing import BadSignature, signer_of
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.deltas import Plain, delta, plain

FORMAT: Final = 1
"""The layout of documents."""
ALL: Final = -2
"""The eye that sees every secret."""
SPECTATOR: Final = -1
"""The eye of anybody."""

_REPORT_EVERY: Final = 50
_ENDS: Final = "takes nothing more"
"""The words for a seat that took nothing at a prompt without words of its own for that."""
_MOST_CHOSEN: Final = 8
"""Options of chance that are listed; a shuffle may have hundreds."""

Report = Callable[[int, int], object]
"""Called with the number of steps that are done, and how many there are."""


def every_eye(players: int) -> tuple[int, ...]:
    """Return all eyes of a match: the one that sees everything, the spectator's, and each seat's."""
    return (ALL, SPECTATOR, *range(players))


def document(record: Record, eyes: Sequence[int], report: Report | None = None, problem: str = "") -> dict[str, Plain]:
    """Return a record as a document for these eyes; `problem` says what of the record could not be read.

    If the record cannot be replayed here, or not to its end, the document's `note` says why, and it holds what is
    known: without an engine only ALL may see what was taken, because nobody else's rights can be known.
    """
    found = _heading(record.header, record.footer, secrets=ALL in eyes)
    found["match"]["signed_by"] = _signed_by(record)
    total = record.step_count
    try:
        game, setup = open_record(record)
    except (RecordError, RecordDiffers) as error:
        cut = f"Only {total} steps of this record could be read: {problem}. " if problem else ""
        found["note"] = f"{cut}This record cannot be replayed here: {error}"
        found["steps"] = [_step_alone(step, secrets=ALL in eyes)
                          for step in record.iter_steps()]
        return found
    frames = MatchFrames(game, setup, record.header, eyes)
    try:
        for step, played in zip(record.iter_steps(), replay(record), strict=False):
            frames.add(played.question, played.chosen, step, played.state)
            if report is not None and not played.number % _REPORT_EVERY:
                report(played.number, total)
    except (RecordError, RecordDiffers) as error:
        found["note"] = f"This record follows the rules for {len(frames.steps)} of its {total} steps only: {error}"
    if record.footer is None and not found["note"]:
        found["note"] = f"This record ends after {total} steps, before the match did." if not problem else (
            f"Only {total} steps of this record could be read: {problem}")
    if record.footer is not None:
        found["outcome"] = _outcome(record.footer, frames.outcome)
    return found | frames.parts()


def live_document(header: RecordHeader, frames: MatchFrames, delay_s: float | None, note: str = "") -> dict[str, Plain]:
    """Return what the eyes of frames see of an unfinished match; `delay_s` is None if it goes on no more."""
    found = _heading(header, None, secrets=False) | frames.parts() | {"note": note}
    found["match"]["signed_by"] = ""
    return found if delay_s is None else found | {"live": {"delay_s": delay_s}}


class MatchFrames:
    """The steps of a match and what eyes see of them, made while it is replayed."""

    def __init__(
        self, game: Game[Any], setup: Setup, header: RecordHeader, eyes: Sequence[int], state: Any = None,
    ) -> None:
        """Begin with this state, or with that before the first step, which is made anew."""
        self.steps: list[dict[str, Plain]] = []
        self.chapters: list[dict[str, Plain]] = []
        self.asked: list[dict[str, Plain]] = []
        """The questions that are asked next, with their seats."""
        self.seen: Any = None
        """A spectator's view after the last step."""
        self.outcome: Outcome | None = None
        """What the game says of its end; None while it goes on."""
        self._game, self._clock, self._own_clocks = game, clock_of(header), own_clocks_of(header)
        self._words = game.text or plain_words(game)
        self._names = names_of(game.catalogue)
        self._timed: set[Seat] = set()
        """Seats that have answered before, so that their first decision is over."""
        self._eyes = [_EyeFrames(eye) for eye in eyes]
        self._teams = game.teams(setup)
        self._look(game.setup(setup) if state is None else state)

    def add(self, question: Question, chosen: Sequence[Sequence[Option]], step: RecordStep, state: Any) -> None:
        """Add a step that has just been applied: `state` is the state after it, which is advanced to the next question.

        The state's object may be another one each time.
        """
        asked: Sequence[Decision | Chance] = (question,) if isinstance(question, Chance) else question
        changes = list(changes_of(self._game, state, self.seen))
        acts = [self._act(i, each, chosen[i], step) for i, each in enumerate(asked)]
        self.steps.append({"acts": acts} | ({"changes": changes} if changes else {}))
        self._look(state)

    def parts(self) -> dict[str, Plain]:
        """Return the fields of a document that come from a replay."""
        game = self._game
        found: dict[str, Plain] = {
            "catalogue": plain(game.catalogue),
            "prompts": self._prompts(0),
            "steps": self.steps,
            "chapters": self.chapters,
            "asked": self.asked,
            "eyes": [each.parts() for each in self._eyes],
        }
        return found | ({"teams": list(self._teams)} if self._teams else {}) | (
            {"board": _board(game.board)} if game.board is not None else {})

    def frames_from(self, first: int) -> dict[str, Plain]:
        """Return the steps from `first` (from 0) on, and what each eye sees of them."""
        return {"from": first, "steps": self.steps[first:], "prompts": self._prompts(first),
                "chapters": [each for each in self.chapters if each["step"] > first],
                "asked": self.asked, "eyes": [each.parts(first) for each in self._eyes]}

    def _prompts(self, first: int) -> dict[str, Plain]:
        """Return the questions of the steps from `first` on, and of what is asked next."""
        prompts = {act["prompt"] for step in self.steps[first:] for act in step["acts"]} | {
            each["prompt"] for each in self.asked}
        words = self._words.prompts
        return {prompt: words[prompt].question for prompt in sorted(prompts) if prompt in words}

    def _look(self, state: Any) -> None:
        """Take every eye's view of a state that is at its next question, and note a new chapter."""
        game = self._game
        question = game.pending(state)
        asked = () if isinstance(question, Chance) else question
        self.asked = [{"seat": each.seat, "prompt": each.prompt} for each in asked]
        self.outcome = game.outcome(state)
        # A view shares lists with its state, and `changes_of` reads this one after the state has changed.
        self.seen = game.view(game.copy(state), None)
        label = period_text(self.seen, self._names)
        if label and (not self.chapters or self.chapters[-1]["label"] != label):
            self.chapters.append({"step": len(self.steps), "label": label})
        for each in self._eyes:
            if each.eye == SPECTATOR:
                view = self.seen
            else:
                view = game.full_view(state) if each.eye == ALL else game.view(state, each.eye)
            board = game.board
            each.look(plain(view), self._said(view), None if board is None else list(map(plain, board.pieces(view))))

    def _said(self, view: Any) -> Plain:
        """Return by topic the sentences beside a drawing of this view; None if the game has none."""
        said = self._words.said
        return None if said is None else {topic: list(lines) for topic, lines in said(view).items()}

    def _nothing(self, act: Act) -> list[str]:
        """Return what a seat that took nothing did, in the words of its prompt; none for chance."""
        words = self._words.prompts.get(act.prompt)
        if act.seat == CHANCE:
            return []
        return [words.nothing if words and words.nothing else _ENDS]

    def _told(self, prompt: str, option: Option) -> str:
        """Return an option that was taken, as a spectator of the moment before is told of it."""
        words = self._words
        return words.told_option(prompt, option, self.seen) or words.option_at(prompt, option, self.seen)

    def _act(self, index: int, asked: Decision | Chance, chosen: Sequence[Option], step: RecordStep) -> Plain:
        """Return an act as everybody may see it, and give each eye what only it may see."""
        act = step.acts[index]
        timing = step.timing[index] if index < len(step.timing) else None
        told = [self._told(asked.prompt, option) for option in chosen] or self._nothing(act)
        taken = _taken([{snake_case(type(option).__name__): plain(option)} for option in chosen], told, act, timing)
        found = _public(act, timing)
        if timing is not None:
            reaction = isinstance(asked, Decision) and asked.reaction
            clock = self._own_clocks.get(act.seat, self._clock)
            limit = clock.limit(first=act.seat not in self._timed, reaction=reaction)
            if limit is not None:
                found["limit_us"] = round(limit * 1e6)
            self._timed.add(act.seat)
        everybody = asked.seen_by is None
        for each in self._eyes:
            owns = each.eye in {ALL, act.seat} and not (act.seat == CHANCE and each.eye == SPECTATOR)
            known = {} if everybody or not (owns or each.eye in (asked.seen_by or ())) else taken
            if more := known | (_own(timing) if owns else {}):
                each.acts[f"{len(self.steps)}.{index}"] = more
        return found | taken if everybody else found


class _EyeFrames:
    """The frames that one eye sees: a view and then deltas."""

    def __init__(self, eye: int) -> None:
        self.eye = eye
        self.acts: dict[str, Plain] = {}
        """Its knowledge of acts beyond what everybody knows, by `STEP.ACT`, both from 0."""
        self._views: list[Plain] = []
        self._said: list[Plain] = []
        self._pieces: list[Plain] = []
        self._last: tuple[Plain, Plain, Plain] = None, None, None

    def look(self, view: Plain, said: Plain, pieces: Plain) -> None:
        """Add the view after a step, or the first one, what is said beside it, and the pieces of a board; None in a
        game that says nothing, and in one without a board.
        """
        old = bool(self._views)
        self._views.append(delta(self._last[0], view) if old else view)
        for kept, before, now in ((self._said, self._last[1], said), (self._pieces, self._last[2], pieces)):
            if now is not None:
                kept.append(delta(before, now) if old else now)
        self._last = view, said, pieces

    def parts(self, first: int = 0) -> dict[str, Plain]:
        """Return it as it stands in a document, from step `first` (from 0) on; before 1 with the first view."""
        acts = self.acts if not first else {
            key: act for key, act in self.acts.items() if int(key.partition(".")[0]) >= first}
        since = first + 1 if first else 0
        said: dict[str, Plain] = {"said": self._said[since:]} if self._said else {}
        pieces: dict[str, Plain] = {"pieces": self._pieces[since:]} if self._pieces else {}
        return {"eye": self.eye, "views": self._views[since:], "acts": acts} | said | pieces


def _board(board: Board) -> dict[str, Plain]:
    return {"width": board.width, "height": board.height, "ground": board.ground, "symbols": dict(board.symbols),
            "places": {name: [place.x, place.y, place.width, place.height] for name, place in board.places.items()},
            "seats": list(board.seats)}


def _heading(header: RecordHeader, footer: RecordFooter | None, *, secrets: bool) -> dict[str, Plain]:
    """Return a document without steps: what a record's header and footer say, the seed only with `secrets`."""
    setup = header.setup
    match: dict[str, Plain] = {
        "id": header.match_id, "game": setup.game,
        "title": GAMES[setup.game].title if setup.game in GAMES else setup.game,
        "version": setup.game_version, "engine": header.build or header.engine_version,
        "options": {option.name: option.value for option in setup.options},
        "clock": clocks_text(header), "started_ms": header.started_unix_ms,
        "ended_ms": footer.ended_unix_ms if footer is not None else None,
        "commitment": header.seed_commitment.hex(),
    }
    if header.challenger:
        match["challenger"] = header.challenger
    if secrets and footer is not None:
        match["seed"] = footer.seed.hex()
    return {
        "format": FORMAT, "match": match,
        "seats": [{"bot": who.bot, "version": who.version, "sdk": who.sdk, "identity": who.identity}
                  for who in header.seats],
        "teams": [], "prompts": {}, "catalogue": None, "steps": [], "chapters": [], "asked": [], "eyes": [],
        "outcome": None if footer is None else _outcome(footer), "note": "",
    }


def _outcome(footer: RecordFooter, by_game: Outcome | None = None) -> dict[str, Plain]:
    outcome = with_parts(footer.outcome, by_game)
    return {"ranks": list(outcome.ranks), "scores": list(outcome.scores), "reason": outcome.reason,
            "parts": [{part.name: part.points for part in each.parts} for each in outcome.parts],
            "decided": list(outcome.decided),
            "forfeits": [{"seat": each.seat, "fault": fault_name(each.fault), "evidence": each.evidence}
                         for each in forfeits_by_fault(footer)],
            "resigned": resigned_in(footer),
            "substituted": list(footer.substituted), "stood_in": list(footer.stood_in)}


def _signed_by(record: Record) -> str:
    """Return the fingerprint of the key that signed a record; '' if none did, or if the signature does not hold."""
    try:
        signer = signer_of(record)
    except BadSignature:
        return ""
    return signer.fingerprint if signer is not None else ""


def _public(act: Act, timing: Timing | None) -> dict[str, Plain]:
    """Return what everybody may know of an act, whatever was taken."""
    found: dict[str, Plain] = {"seat": act.seat, "prompt": act.prompt}
    if act.stream:
        found["stream"] = act.stream
    if timing is not None:
        found |= {"think_us": timing.think_us, "charged_us": timing.charged_us, "bank_us": timing.bank_left_us}
    return found


def _taken(chosen: list[Plain], told: Sequence[str], act: Act, timing: Timing | None) -> dict[str, Plain]:
    """Return what was taken, for those who may know it. A fault tells that the default was taken."""
    if act.seat == CHANCE:
        chosen, told = chosen[:_MOST_CHOSEN], drawn(told)
    found: dict[str, Plain] = {"chosen": chosen, "text": list(told)}
    if act.fault:
        found |= {"fault": fault_name(act.fault), "evidence": timing.evidence if timing is not None else ""}
    return found


def _own(timing: Timing | None) -> dict[str, Plain]:
    """Return what only the seat itself may know: its bot's remark may tell its hand, and a stand-in what it took."""
    if timing is None:
        return {}
    found: dict[str, Plain] = {"annotation": timing.annotation} if timing.annotation else {}
    found |= {"stand_in": origin_name(timing.origin)} if timing.origin else {}
    return found | ({"refused": timing.rejections} if timing.rejections else {})


def _step_alone(step: RecordStep, *, secrets: bool) -> dict[str, Plain]:
    """Return a step of a record that cannot be replayed."""
    acts = []
    for index, act in enumerate(step.acts):
        timing = step.timing[index] if index < len(step.timing) else None
        found = _public(act, timing)
        if secrets:
            found |= _taken(*_options_alone(act), act, timing) | _own(timing)
        acts.append(found)
    return {"acts": acts}


def _options_alone(act: Act) -> tuple[list[Plain], list[str]]:
    """Return what was taken as data and as text, from messages alone; the picks, if even these are unknown here."""
    try:
        options = unpack_options(act.chosen)
    except NoStubs:
        return [], [f"option {pick}" for pick in act.picks]
    chosen, told = list[Plain](), list[str]()
    for option in options:
        chosen.append({snake_case(option.DESCRIPTOR.name): MessageToDict(
            option, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)})
        told.append(option_text(option, no_names))
    return chosen, told
