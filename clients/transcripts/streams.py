"""The transcripts of how streams begin, break and end, written by hand.

Nothing that the bot must have noticed is said last on a stream that breaks: it may get lost with it.
"""

from __future__ import annotations

from script import Script

from lawspeaker.v1.referee_service_pb2 import Goodbye, GoodbyeReason, PlayResponse

RESOURCE_EXHAUSTED, ALREADY_EXISTS, FAILED_PRECONDITION, INTERNAL, UNAVAILABLE, UNAUTHENTICATED = 8, 6, 9, 13, 14, 16


def _begun(about: str | None, *, max_matches: int = 1) -> Script:
    """A random bot that has answered the first decision of match `m`."""
    script = Script(str(about), conduct="RANDOM", max_matches=max_matches, seed="13")
    return script.dial().welcome().start().ask(1).answer()


def _finish(script: Script) -> bytes:
    """One more decision of match `m`, and a friendly end."""
    return script.ask(9).answer().over().goodbye().done()


def reconnect_new_decision() -> bytes:
    """An answer is lost and its default taken meanwhile: what is asked now is decided, and the lost answer is over."""
    return _finish(_begun(reconnect_new_decision.__doc__).cut().dial().welcome().start().ask(2).answer())


def reconnect_question_changed() -> bytes:
    """After a loss of data the referee asks something else under the same id: the bot decides anew."""
    script = _begun(reconnect_question_changed.__doc__).cut().dial().welcome().start()
    return _finish(script.ask(1, prompt="test.other", option_count=9).answer())


def reconnect_twice() -> bytes:
    """The stream breaks again before the answer that was sent again arrives: a third time it is the same."""
    script = _begun(reconnect_twice.__doc__)
    for _ in range(2):
        script.cut().dial().welcome().start().ask(1).answer()
    return _finish(script)


def reconnect_rejected() -> bytes:
    """The default that answered a refusal is lost: asked again, the bot says the default again."""
    script = _begun(reconnect_rejected.__doc__).reject(1, "MALFORMED").answer(default=True)
    return _finish(script.cut().dial().welcome().start().ask(1).answer(default=True))


def reconnect_match_gone() -> bytes:
    """A match does not come back and another one takes its only place: the first is over, with nobody knowing how."""
    script = _begun(reconnect_match_gone.__doc__).cut().dial().welcome().lost().start("next")
    return script.ask(1, "next").answer("next").over("next").goodbye().done()


def reconnect_match_replaced() -> bytes:
    """Another match comes back under the same id: the first is over, and the new one begins."""
    script = _begun(reconnect_match_replaced.__doc__).cut().dial().welcome().lost()
    return _finish(script.start(seed_commitment=b"another").ask(1, option_count=7).answer())


def reconnect_goodbye() -> bytes:
    """The bot comes back and the referee has nothing more for it: the match is over, with nobody knowing how."""
    return _begun(reconnect_goodbye.__doc__).cut().dial().welcome().lost().goodbye().done()


def match_over_on_new_stream() -> bytes:
    """A match ended while the connection was lost: its end comes on the new stream without a MatchStarted."""
    script = _begun(match_over_on_new_stream.__doc__).cut().dial().welcome().over().start("next")
    return script.ask(1, "next").answer("next").over("next").goodbye().done()


def two_matches_reconnect() -> bytes:
    """Two matches are on a lost stream: one is asked again and the other one is over."""
    script = _begun(two_matches_reconnect.__doc__, max_matches=2).start("n").ask(1, "n").answer("n")
    script.cut().dial().welcome().over("n").start().ask(1).answer()
    return _finish(script)


def closed_without_goodbye() -> bytes:
    """The stream ends with OK but without a goodbye: the bot comes back."""
    return _finish(_begun(closed_without_goodbye.__doc__).ends().dial().welcome().start().ask(1).answer())


def draining() -> bytes:
    """A referee that shuts down says goodbye to an unfinished match: the bot dials again and plays on."""
    script = _begun(draining.__doc__).goodbye("DRAINING", "back soon")
    return _finish(script.dial().welcome().start().ask(2).answer())


def draining_idle() -> bytes:
    """A referee that shuts down says goodbye when every match is over: the run is done."""
    return _begun(draining_idle.__doc__).over().goodbye("DRAINING", "back soon").done()


def no_place_then_place() -> bytes:
    """A bot that comes back finds no place at first, in three ways, and tries again."""
    script = _begun(no_place_then_place.__doc__)
    script.cut().dial().ends(RESOURCE_EXHAUSTED, "all 2 places are taken")
    script.dial().ends(ALREADY_EXISTS, "this token's seat is taken")
    script.dial().goodbye("DRAINING", "the referee is shutting down")
    return _finish(script.dial().welcome().start().ask(1).answer())


def no_place_at_first() -> bytes:
    """The first time that a bot dials there is no place: it does not try again."""
    script = Script(str(no_place_at_first.__doc__)).dial()
    return script.ends(RESOURCE_EXHAUSTED, "all 2 places are taken").done("REFUSED")


def wrong_token() -> bytes:
    """The token is not known: the bot does not try again."""
    return Script(str(wrong_token.__doc__)).dial().ends(UNAUTHENTICATED, "this token is not known here").done("REFUSED")


def unknown_protocol() -> bytes:
    """The referee speaks another protocol: the bot does not try again."""
    script = Script(str(unknown_protocol.__doc__)).dial()
    return script.ends(FAILED_PRECONDITION, "this referee speaks protocol 2, not 1").done("REFUSED")


def reconnect_refused() -> bytes:
    """The token was revoked while the connection was lost: the bot does not try again."""
    script = _begun(reconnect_refused.__doc__).cut().dial()
    return script.ends(UNAUTHENTICATED, "this token is not known here").done("REFUSED")


def no_welcome() -> bytes:
    """Something else than Welcome comes first: this is no referee."""
    return Script(str(no_welcome.__doc__)).dial().start().ends().done("REFUSED")


def lost_at_hello() -> bytes:
    """The very first stream breaks before Welcome: the run ends, for nothing has begun that could go on."""
    return Script(str(lost_at_hello.__doc__)).dial().cut().done("LOST")


def goodbye_done() -> bytes:
    """The referee has nothing for the bot: a run without a match is a good one."""
    return Script(str(goodbye_done.__doc__)).dial().welcome().goodbye().done()


def goodbye_then_error() -> bytes:
    """After a goodbye it does not matter how the stream ends."""
    script = _begun(goodbye_then_error.__doc__).over()
    goodbye = Goodbye(reason=GoodbyeReason.GOODBYE_REASON_DONE, message="thank you")
    return script.say(PlayResponse(goodbye=goodbye)).ends(INTERNAL, "an answer crossed the goodbye").done()


def goodbye_flooding() -> bytes:
    """A goodbye that blames the bot ends the run."""
    return _begun(goodbye_flooding.__doc__).goodbye("FLOODING", "too many messages").done("REFUSED")


def goodbye_revoked() -> bytes:
    """The bot's token was revoked while it played: the run ends."""
    return _begun(goodbye_revoked.__doc__).goodbye("REVOKED", "the token was revoked").done("REFUSED")


def goodbye_unknown_reason() -> bytes:
    """A goodbye for a reason that no SDK knows blames the bot."""
    return _begun(goodbye_unknown_reason.__doc__).goodbye(99, "for a reason of later days").done("REFUSED")


STREAMS = (
    reconnect_new_decision, reconnect_question_changed, reconnect_twice, reconnect_rejected, reconnect_match_gone,
    reconnect_match_replaced, reconnect_goodbye, match_over_on_new_stream, two_matches_reconnect,
    closed_without_goodbye, draining, draining_idle, no_place_then_place, no_place_at_first, wrong_token,
    unknown_protocol, reconnect_refused, no_welcome, lost_at_hello, goodbye_done, goodbye_then_error, goodbye_flooding,
    goodbye_revoked, goodbye_unknown_reason,
)
