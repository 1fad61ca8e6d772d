"""The transcripts that are written by hand: what a referee does seldom, or not yet."""

from __future__ import annotations

from typing import Any

from google.protobuf.any_pb2 import Any as Box
from google.protobuf.message import Message
from recorded import record
from script import Script

from lawspeaker.v1.match_pb2 import Act, GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionText, MatchOver, PlayResponse
from lawspeaker_bot import unpack

STRANGE = bytes.fromhex("c03e9601 c93e0102030405060708 d23e05ffff6f6e65 dd3e01020304")
"""Fields 1000 to 1003, of each type that a field can have on the wire."""
STRANGE_NUMBER: Any = 99
"""Of an enum; the stubs know only those with a name."""


def unknown_fields() -> bytes:
    """Every message has fields that no SDK knows, in view, options and catalogue too; one has nothing else."""
    script = Script(str(unknown_fields.__doc__)).dial()
    said = record("northgard", "DEFAULT")
    for number, message in enumerate([*said[1:9], *said[-2:]]):
        if isinstance(message, PlayResponse):
            script.say(_strange(message))
        else:
            script.bot(message)
        if number == 4:
            script.say(_strange(PlayResponse()))
    return script.ends().done()


def unknown_numbers() -> bytes:
    """Reasons and faults have numbers that no SDK knows: a refusal for such a reason is not answered."""
    script = Script(str(unknown_numbers.__doc__)).dial().welcome().start()
    script.ask(1, events=[Act(seat=1, prompt="test.some", picks=[2], fault=STRANGE_NUMBER)]).answer()
    script.reject(1, STRANGE_NUMBER)
    return script.ask(2, default_picks=[1, 4]).answer().over().goodbye().done()


def unknown_game() -> bytes:
    """A game of which no SDK has the messages: the bot plays it blind."""
    script = Script(str(unknown_game.__doc__), conduct="RANDOM", seed="11").dial().welcome()
    script.start(setup=GameSetup(game="hnefatafl", game_version=3, players=2), catalogue=_alien("Catalogue"))
    for decision_id in range(1, 9):
        acts = [Act(seat=-1, prompt="draw", chosen=_alien("Options"), stream="deck/1"), Act(seat=1, hidden=True)]
        script.ask(decision_id, most=4, option_count=20, options=_alien("Options"), view=_alien("View"), events=acts)
        script.answer()
    return script.over().goodbye().done()


def text() -> bytes:
    """The bot asks for every decision in words, and gets them."""
    script = Script(str(text.__doc__), text=True).dial().welcome().start()
    for decision_id, events in ((1, []), (2, ["You (test.take): option 0", "Seat 1 (test.take): hidden"])):
        script.ask(decision_id, text=DecisionText(
            question="Take one or two.", options=[f"option {index}" for index in range(5)],
            view="You have nothing.\nNor has the other.\n", events=events)).answer()
    return script.over().goodbye().done()


def positions() -> bytes:
    """The bot asks for a position with every decision, and gets bytes that are none of its business to read."""
    script = Script(str(positions.__doc__), positions=True).dial().welcome().start()
    for decision_id in (1, 2):
        script.ask(decision_id, position=bytes([0, 255, decision_id])).answer()
    return script.over().goodbye().done()


def challenge() -> bytes:
    """The bot says whose challenges it takes, and plays one, which counts in no rating."""
    script = Script(str(challenge.__doc__), challengers=("ann", "bob")).dial().welcome().start(unrated=True)
    return script.ask(1).answer().over().goodbye().done()


def batches() -> bytes:
    """Several messages come in one, and the answers of several matches may leave so; one of them is refused."""
    script = Script(str(batches.__doc__), max_matches=3).dial().welcome(batches=True)
    begin = script.length
    for match_id in "abc":
        script.start(match_id).ask(1, match_id)
    script.batch(begin).answer("a").answer("b").answer("c")
    begin = script.length
    script.reject(1, "OUT_OF_RANGE", "b").ask(2, "a", default_picks=[1, 4]).over("c")
    script.batch(begin).answer("b", default=True).answer("a")
    begin = script.length
    return script.over("a").over("b").batch(begin).goodbye().done()


def no_options() -> bytes:
    """A question without any option: the answer is no pick."""
    script = Script(str(no_options.__doc__), conduct="RANDOM", seed="3").dial().welcome().start()
    script.ask(1, least=0, most=0, option_count=0, default_picks=[]).answer().ask(2).answer()
    return script.over().goodbye().done()


def ordered() -> bytes:
    """Picks in an order that means something, drawn at random."""
    script = Script(str(ordered.__doc__), conduct="RANDOM", seed="5").dial().welcome().start()
    for decision_id in range(1, 7):
        script.ask(decision_id, ordered=True, least=2, most=6, option_count=6, default_picks=[0, 1]).answer()
    return script.over().goodbye().done()


def ordered_defaults() -> bytes:
    """Default picks that are not in the order of their indices, and one of none."""
    script = Script(str(ordered_defaults.__doc__)).dial().welcome().start()
    script.ask(1, ordered=True, least=3, most=3, default_picks=[4, 0, 2]).answer()
    script.ask(2, least=0, default_picks=[]).answer()
    return script.over().goodbye().done()


def rejected() -> bytes:
    """Refused answers whose decisions are still open: the default is answered, each time."""
    script = Script(str(rejected.__doc__), conduct="RANDOM", seed="2").dial().welcome().start()
    for decision_id, reason in enumerate(("WRONG_COUNT", "OUT_OF_RANGE", "DUPLICATE_PICK", "MALFORMED"), 1):
        script.ask(decision_id).answer().reject(decision_id, reason).answer(default=True)
    script.reject(4, "WRONG_COUNT").answer(default=True)
    return script.ask(5).answer().over().goodbye().done()


def stale() -> bytes:
    """Refusals that leave nothing open, and one of a decision that is over: none is answered."""
    script = Script(str(stale.__doc__)).dial().welcome().start()
    script.ask(1).answer().reject(1, "STALE").reject(1, "UNKNOWN_DECISION")
    script.ask(2, default_picks=[0]).answer().reject(1, "WRONG_COUNT")
    return script.ask(3, default_picks=[1]).answer().over().goodbye().done()


def disqualified() -> bytes:
    """The bot is out of one match, where it answers nothing any more, and plays the next."""
    script = Script(str(disqualified.__doc__)).dial().welcome().start("first")
    script.ask(1, "first").answer("first").reject(1, "DISQUALIFIED", "first").over("first")
    script.start("second")
    for decision_id in (1, 2):
        script.ask(decision_id, "second", default_picks=[2]).answer("second")
    return script.over("second").goodbye().done()


def no_such_match() -> bytes:
    """A refusal, a question and an end of matches that the bot does not sit in: it says nothing."""
    script = Script(str(no_such_match.__doc__)).dial().welcome().start().ask(1).answer()
    script.reject(1, "UNKNOWN_MATCH", "other").ask(1, "other").over("other")
    return script.ask(2).answer().over().goodbye().done()


def void() -> bytes:
    """A match that does not count: no outcome, but a reason."""
    script = Script(str(void.__doc__)).dial().welcome().start().ask(1).answer()
    script.say(PlayResponse(match_over=MatchOver(match_id="m", void_reason="the disk is full")))
    return script.goodbye().done()


def _alien(kind: str) -> Box:
    """A message of a game that nobody has, with bytes that are no message of anything."""
    return Box(type_url=f"type.googleapis.com/example.hnefatafl.v1.{kind}", value=b"\xff\xff\xff\x00")


def _strange(message: PlayResponse) -> PlayResponse:
    """The message, with strange fields in it and in every message that it holds."""
    _add_strange(message)
    return message


def _add_strange(message: Message) -> None:
    if isinstance(message, Box):
        inside = unpack(message)
        _add_strange(inside)
        message.value = inside.SerializeToString(deterministic=True)
    for field, value in message.ListFields():
        if field.message_type is not None:
            for each in value if field.is_repeated else [value]:
                _add_strange(each)
    message.MergeFromString(STRANGE)


CRAFTED = (unknown_fields, unknown_numbers, unknown_game, text, positions, challenge, no_options, ordered,
           ordered_defaults, rejected, stale, batches, disqualified, no_such_match, void)
