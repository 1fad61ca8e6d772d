"""A transcript in the making: what is said is written down, and how the bot's run must end is counted from it."""

from __future__ import annotations

import io
import os
from typing import Any

from google.protobuf import proto

from lawspeaker.v1.match_pb2 import AnswerOrigin, GameSetup, Outcome
from lawspeaker.v1.referee_service_pb2 import (
    Answer,
    AnswerRejected,
    DecisionRequest,
    Goodbye,
    Hello,
    MatchOver,
    MatchStarted,
    PlayRequest,
    PlayResponse,
    PlayResponseBatch,
    Welcome,
)
from lawspeaker.v1.transcript_pb2 import BotDials, Conduct, RunEnds, StreamEnds, TranscriptEntry, TranscriptHeader
from lawspeaker_bot import Decision, Match
from lawspeaker_bot.decision import SEED_VARIABLE
from lawspeaker_bot.random_bot import RandomBot

TIME_LEFT_MS, BANK_LEFT_MS, LAST_CHARGED_US = 90_000, 30_000, 1_250
"""The values in every request, for real times would differ from run to run."""
REFEREE_VERSION = "0.1.0"


class Script:
    """Written line by line by those who make transcripts; `asked` is the latest request by match."""

    def __init__(self, about: str, *, conduct: str = "DEFAULT", games: tuple[str, ...] = (), max_matches: int = 1,
                 seed: str = "", text: bool = False, positions: bool = False,
                 challengers: tuple[str, ...] = ()) -> None:
        """`about` is a sentence; `conduct` the end of a Conduct's name."""
        bot, version = ("random", RandomBot.version) if conduct == "RANDOM" else ("default", "1")
        self.header = TranscriptHeader(
            about=about, bot=bot, version=version, games=games, max_matches=max_matches,
            conduct=_number("CONDUCT", conduct), seed=seed)
        self.asked: dict[str, DecisionRequest] = {}
        self._text, self._positions, self._challengers = text, positions, challengers
        self._entries = [TranscriptEntry(header=self.header)]
        self._open: dict[str, MatchStarted] = {}
        self._questions: set[bytes] = set()
        self._ends = RunEnds()

    # --- the bot ---

    def dial(self) -> Script:
        """The bot dials and says Hello."""
        hello = Hello(protocol=1, bot=self.header.bot, version=self.header.version, games=self.header.games,
                      max_matches=self.header.max_matches, text=self._text, positions=self._positions,
                      challengers=self._challengers)
        self._entries.append(TranscriptEntry(bot_dials=BotDials()))
        return self.bot(PlayRequest(hello=hello))

    def bot(self, request: PlayRequest) -> Script:
        """The bot says this."""
        self._entries.append(TranscriptEntry(from_bot=request.SerializeToString(deterministic=True)))
        return self

    def answer(self, match_id: str = "m", *, default: bool = False) -> Script:
        """The bot answers what it was asked last in a match: as it conducts itself, or after a refusal the default."""
        request = self.asked[match_id]
        picks = list(request.default_picks)
        if self.header.conduct == Conduct.CONDUCT_RANDOM and not default:
            os.environ[SEED_VARIABLE] = self.header.seed
            picks = RandomBot().decide(Decision(request, Match(self._open[match_id])))
        origin = AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE if default else AnswerOrigin.ANSWER_ORIGIN_UNSPECIFIED
        return self.bot(PlayRequest(answer=Answer(
            match_id=match_id, decision_id=request.decision_id, picks=picks, origin=origin)))

    # --- the referee ---

    def welcome(self, *, batches: bool = False) -> Script:
        """The bot is accepted."""
        return self.say(PlayResponse(welcome=Welcome(protocol=1, referee_version=REFEREE_VERSION, batches=batches)))

    def batch(self, since: int) -> Script:
        """Join what the referee has said from that entry on to one message."""
        responses = [PlayResponse.FromString(entry.from_referee) for entry in self._entries[since:]]
        del self._entries[since:]
        return self.say(PlayResponse(batch=PlayResponseBatch(responses=responses)))

    @property
    def length(self) -> int:
        """Entries so far."""
        return len(self._entries)

    def start(self, match_id: str = "m", **fields: Any) -> Script:
        """A match begins, or goes on: a game that is nothing but its questions, unless the fields say otherwise."""
        setup = GameSetup(game="questions", game_version=1, players=2)
        plain: dict[str, Any] = {"setup": setup, "bots": [self.header.bot, "other"]}
        return self.say(PlayResponse(match_started=MatchStarted(match_id=match_id, **(plain | fields))))

    def ask(self, decision_id: int, match_id: str = "m", **fields: Any) -> Script:
        """Ask for one or two of five options, unless the fields say otherwise."""
        plain: dict[str, Any] = {
            "prompt": "test.some", "least": 1, "most": 2, "option_count": 5, "default_picks": [3],
            "time_left_ms": TIME_LEFT_MS, "bank_left_ms": BANK_LEFT_MS,
        }
        request = DecisionRequest(match_id=match_id, decision_id=decision_id, **(plain | fields))
        return self.say(PlayResponse(decision_request=request))

    def reject(self, decision_id: int, reason: str | int, match_id: str = "m") -> Script:
        """Refuse an answer; a number is a reason that no SDK knows."""
        return self.say(PlayResponse(answer_rejected=AnswerRejected(
            match_id=match_id, decision_id=decision_id, reason=_number("REJECT_REASON", reason),
            message=f"refused: {reason}")))

    def over(self, match_id: str = "m") -> Script:
        """A match ends."""
        outcome = Outcome(ranks=[1, 2], scores=[3, -1], reason="test")
        return self.say(PlayResponse(match_over=MatchOver(match_id=match_id, outcome=outcome)))

    def goodbye(self, reason: str | int = "DONE", message: str = "thank you") -> Script:
        """Say goodbye and end the stream; a number is a reason that no SDK knows."""
        goodbye = Goodbye(reason=_number("GOODBYE_REASON", reason), message=message)
        return self.say(PlayResponse(goodbye=goodbye)).ends()

    def say(self, message: PlayResponse) -> Script:
        """The referee says this."""
        kind = message.WhichOneof("message")
        if kind not in {None, "batch"}:
            self._count(kind, getattr(message, kind))
        self._entries.append(TranscriptEntry(from_referee=message.SerializeToString(deterministic=True)))
        return self

    def ends(self, status: int = 0, message: str = "") -> Script:
        """The stream is over, with a status of gRPC."""
        self._entries.append(TranscriptEntry(stream_ends=StreamEnds(status=status, message=message)))
        return self

    def cut(self) -> Script:
        """The stream breaks: UNAVAILABLE."""
        return self.ends(14, "the connection was lost")

    def lost(self, match_id: str = "m") -> Script:
        """Here the bot is told that a match has not come back."""
        del self._open[match_id]
        self._ends.matches_over += 1
        return self

    # --- the file ---

    def done(self, ending: str = "DONE") -> bytes:
        """The whole file, for a run that ends like this."""
        self._ends.MergeFrom(RunEnds(ending=_number("RUN_ENDING", ending), decisions=len(self._questions)))
        file = io.BytesIO()
        for entry in [*self._entries, TranscriptEntry(run_ends=self._ends)]:
            proto.serialize_length_prefixed(entry, file)
        return file.getvalue()

    def _count(self, kind: str, message: Any) -> None:
        """Return what the bot is told of it, and how often."""
        if kind in {"welcome", "goodbye"}:
            return
        if kind == "match_started":
            self._ends.resumed += message.match_id in self._open
            self._open[message.match_id] = message
        elif message.match_id not in self._open:
            return
        elif kind == "decision_request":
            self.asked[message.match_id] = message
            self._questions.add(_question(message))
        elif kind == "answer_rejected":
            self._ends.rejections += 1
        elif kind == "match_over":
            del self._open[message.match_id]
            self._ends.matches_over += 1


def _number(enum: str, word: str | int) -> Any:
    """A value of an enum by the end of its name, or a number that has none."""
    return word if isinstance(word, int) else f"{enum}_{word}"


def _question(request: DecisionRequest) -> bytes:
    """Return what makes a decision the same when it is asked again."""
    same = DecisionRequest()
    same.CopyFrom(request)
    for field in ("events", "time_left_ms", "last_charged_us", "bank_left_ms", "text"):
        same.ClearField(field)
    return same.SerializeToString(deterministic=True)
