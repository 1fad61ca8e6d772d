"""Requests and acts are filled as the game's values say."""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Act, Fault
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, PlayResponse
from lawspeaker_engine.model import CHANCE, PUBLIC, Decision
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec
from tests.games.parley import PARLEY, Bid, Pass, Steal

URL = "type.googleapis.com/lawspeaker.parley.v1."
VIEW = PARLEY.view(PARLEY.setup(make_setup(PARLEY, 2)), 0)

small = st.integers(0, 300)
large = st.integers(0, 2**40)
texts = st.text(min_size=1, max_size=12)
picks = st.lists(small, max_size=6).map(tuple)
seats = st.integers(CHANCE, 9)
options = st.lists(st.builds(Bid, small) | st.builds(Steal, small, st.integers(-9, 9)) | st.just(Pass()), max_size=5)
words = st.builds(DecisionText, question=texts, options=st.lists(texts, max_size=4))


def packed(chosen: list[object]) -> AnyMessage:
    return AnyMessage(type_url=URL + "Options", value=codec(PARLEY).options(chosen))


@given(seats, texts, picks, options, st.text(max_size=12))
def test_an_act_holds_the_picks_and_the_options_that_they_mean(seat, prompt, taken, chosen, stream):
    act = codec(PARLEY).act(seat, prompt, taken, chosen, stream)
    assert act == Act(seat=seat, prompt=prompt, picks=taken, chosen=packed(chosen), stream=stream)
    assert list(codec(PARLEY).read_options(act.chosen)) == chosen


@given(seats, texts, picks, options, st.text(max_size=12), st.sampled_from(Fault.values()))
def test_an_encoded_act_leaves_out_what_others_may_not_see(seat, prompt, taken, chosen, stream, fault):
    act = codec(PARLEY).encode_act(seat, prompt, taken, chosen, stream, fault)
    known = {"seat": seat, "prompt": prompt, "stream": stream}
    sent = [act.full, act.seen, act.hidden]
    assert [Act.FromString(each) for each in sent] == [
        Act(**known, picks=taken, chosen=packed(chosen), fault=fault),
        Act(**known, chosen=packed(chosen), fault=fault),
        Act(**known, hidden=True)]
    assert sent == [Act.FromString(each).SerializeToString() for each in sent]


@given(
    texts, st.integers(1, 2**40), texts, small, small, st.booleans(), picks, options,
    st.lists(st.builds(Act, seat=seats, prompt=texts), max_size=4), large, small, large, st.none() | words,
)
def test_a_request_holds_every_part_of_its_decision(
    match_id, decision_id, prompt, least, most, ordered, default, offered, events, charged, left, bank, text,
):
    decision = Decision(0, prompt, offered, least, most, default, PUBLIC, ordered=ordered)
    data = codec(PARLEY).request(match_id, decision_id, decision, VIEW, [act.SerializeToString() for act in events],
                                    time_left_ms=left, last_charged_us=charged, bank_left_ms=bank, text=text)
    assert data == PlayResponse(decision_request=DecisionRequest(
        match_id=match_id, decision_id=decision_id, prompt=prompt, least=least, most=most, ordered=ordered,
        default_picks=default, option_count=len(offered), options=packed(offered),
        view=AnyMessage(type_url=URL + "View", value=codec(PARLEY).view(VIEW)), events=events, time_left_ms=left,
        last_charged_us=charged, bank_left_ms=bank, text=text,
    )).SerializeToString()
