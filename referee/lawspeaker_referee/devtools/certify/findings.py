"""List the mistakes that a bot may make in a trial, and what its author should change for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

ADVICE: Final[Mapping[str, str]] = MappingProxyType({
    "no-start": "Start it by hand with LAWSPEAKER_ADDRESS and LAWSPEAKER_TOKEN set and read what it prints; the "
                "command line runs in this folder, without a shell. Here it has no network (--bot-network host), few "
                "of your variables (--bot-env NAME), and of your files only those that its command names, with "
                "their folders (--bot-read PATH, --bot-write PATH).",
    "no-dial": "Dial the address in LAWSPEAKER_ADDRESS as it stands, unix:/PATH included, in clear, and call "
               "lawspeaker.v1.RefereeService/Play.",
    "no-hello": "Write Hello as the first message, as soon as the stream is open and before you read anything.",
    "bad-hello": "Fill in Hello: protocol 1, the token, and printable names of up to 64 characters.",
    "protocol": "Set Hello.protocol to 1, and use stubs made from this referee's proto files.",
    "wrong-token": "Send what LAWSPEAKER_TOKEN holds, unchanged, in Hello.token, on every stream anew.",
    "second-stream": "Keep one stream for all matches; dial again only after the one before has ended.",
    "games": "List in Hello.games the names that `lawspeaker games` prints, or leave it empty for all.",
    "late": "Answer every DecisionRequest within time_left_ms, and flush each message: a writer that waits for more, "
            "or a thread that nobody wakes, looks like this too.",
    "illegal": "Take least to most distinct picks, each from 0 to option_count - 1; picks are indices into options, "
               "not values. Where least is 0 no pick is an answer too.",
    "malformed": "After Hello send nothing but PlayRequest with an Answer in it, made by the stubs.",
    "oversized": "Keep answers short: only picks, and an annotation of up to 4096 bytes.",
    "hello-again": "Send Hello once a stream, first; a new match needs none.",
    "flooding": "Write one Answer for each DecisionRequest, and nothing when nothing is asked.",
    "unread": "Keep reading while you think: messages pile up at the referee, which then cuts you off.",
    "hung-up": "Keep both directions of the stream open until Goodbye has come; do not close yours after an answer.",
    "ended": "Look at what it printed: it ended by itself, or something killed it. An exception must not end a bot "
             "in the middle of a match.",
    "answered-twice": "Send one Answer for each DecisionRequest; after it be silent until the next request or an "
                      "AnswerRejected.",
    "not-asked": "Copy match_id and decision_id from the request that you answer; you see no one else's requests and "
                 "must not guess them.",
    "unknown-match": "Copy match_id from the request, and forget a match when its MatchOver has come.",
    "changed-answer": "Keep your last answer of each match; if the same decision_id is asked again with the same "
                      "question, send the very same picks, and do not think anew.",
    "not-back": "When a stream ends without a Goodbye, or with DRAINING while a match is unfinished, dial again with "
                "the same token, after a short pause that grows, for a minute at least.",
    "no-second-answer": "After AnswerRejected with WRONG_COUNT, OUT_OF_RANGE, DUPLICATE_PICK or MALFORMED answer the "
                        "same decision again; default_picks are always legal.",
    "answers-on": "After DISQUALIFIED send no more answers in that match; go on listening, for MatchOver still comes.",
    "no-exit": "After Goodbye with DONE, or DRAINING and no match unfinished, close the stream and end the process; "
               "look for threads that keep it alive.",
    "exit-code": "End with exit code 0 when the goodbye blames nobody (DONE, DRAINING).",
    "ignores-sigterm": "Let SIGTERM end the process at once, in the middle of a match too; in a shell script start the "
                       "bot with exec.",
    "children": "End the processes that you started before you end yourself; wait for them.",
    "stand-ins": "Its model did not answer: look at what it printed, at the key (--bot-env), the network "
                 "(--bot-network host) and the provider's limits, and try failures again while the clock allows it.",
    "origin": "Leave Answer.origin unspecified for the bot's own answers; for stand-ins take a value of AnswerOrigin.",
    "unknown": "Read messages with stubs that skip fields they do not know, and ignore a PlayResponse of a kind that "
               "you do not know.",
})
"""By kind of finding: what the bot's author should change."""

STRAY: Final = frozenset({"answered-twice", "not-asked", "unknown-match"})
"""Messages that answer nothing: the referee refuses them and the match goes on, so only some trials look at them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the bot did wrong."""

    kind: str
    """A key of ADVICE."""
    words: str
    """One line that says what happened."""


class Failed(Exception):
    """The bot has not passed the trial."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class LeftOut(Exception):
    """The trial does not apply to this bot; says why."""
