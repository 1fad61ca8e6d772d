"""What is written straight to the wire is what the protobuf library would have written."""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Act, Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordStep, Timing
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, PlayResponse
from lawspeaker_engine.model import PUBLIC, Decision
from lawspeaker_referee.codec import packing

small = st.integers(0, 300)
large = st.integers(0, 2**40)
texts = st.text(max_size=12)
picks = st.lists(small, max_size=6).map(tuple)
seats = st.integers(-1, 9)
faults = st.sampled_from([int(fault) for fault in Fault.values()])
told = st.builds(DecisionText, question=st.text(min_size=1), options=st.lists(texts, max_size=4))
anys = st.builds(AnyMessage, type_url=texts, value=st.binary(max_size=200))


@given(seats, texts, picks, anys, faults, texts)
def test_acts_are_written_as_the_library_writes_them(seat, prompt, taken, chosen, fault, stream):
    """In full, as seen without the indices, and hidden without anything that was taken."""
    data = chosen.SerializeToString()
    full = Act(seat=seat, prompt=prompt, picks=taken, chosen=chosen, fault=fault, stream=stream)
    seen = Act(seat=seat, prompt=prompt, chosen=chosen, fault=fault, stream=stream)
    hidden = Act(seat=seat, prompt=prompt, hidden=True, stream=stream)
    assert Act.FromString(packing.full_act(seat, prompt, taken, data, fault=fault, stream=stream)) == full
    assert Act.FromString(packing.seen_act(seat, prompt, data, fault=fault, stream=stream)) == seen
    assert Act.FromString(packing.hidden_act(seat, prompt, stream)) == hidden
    if prompt:  # the library leaves out empty text, which no prompt is
        assert packing.full_act(seat, prompt, taken, data, fault=fault, stream=stream) == full.SerializeToString()
        assert packing.seen_act(seat, prompt, data, fault=fault, stream=stream) == seen.SerializeToString()
        assert packing.hidden_act(seat, prompt, stream) == hidden.SerializeToString()


@given(st.lists(st.builds(Act, seat=seats, prompt=texts, stream=texts), max_size=4), st.binary(min_size=1, max_size=16),
       st.lists(st.tuples(large, texts, small, large, large, large, large, large, texts), max_size=4))
def test_steps_are_written_as_the_library_writes_them(acts, digest, timings):
    """With all acts, the digest, and how each answer came about."""
    right = RecordEntry(step=RecordStep(acts=acts, digest=digest, timing=[
        Timing(think_us=think, annotation=text, rejections=refused, lag_us=lag, charged_us=charged, transport_us=trip,
               compensated_us=back, bank_left_us=bank, evidence=evidence)
        for think, text, refused, lag, charged, trip, back, bank, evidence in timings
    ]))
    data = packing.step_entry(
        [act.SerializeToString() for act in acts], digest, [
            packing.timing(think, text, refused, lag, charged_us=charged, transport_us=trip, compensated_us=back,
                           bank_left_us=bank, evidence=evidence)
            for think, text, refused, lag, charged, trip, back, bank, evidence in timings])
    assert data == right.SerializeToString()


@given(
    st.text(min_size=1, max_size=12), small, st.integers(1, 2**40), st.text(min_size=1, max_size=12), small, small,
    st.booleans(), picks, st.integers(0, 5), anys, anys, st.lists(st.builds(Act, seat=seats, prompt=texts), max_size=4),
    large, st.none() | small, large, st.none() | told,
)
def test_requests_are_written_as_the_library_writes_them(
    match_id, move_time, decision_id, prompt, least, most, ordered, default, count, options, view, events, charged,
    left, bank, text,
):
    """Every field, those that are 0 or empty left out."""
    decision = Decision(0, prompt, [None] * count, least, most, default, PUBLIC, ordered=ordered)
    right = PlayResponse(decision_request=DecisionRequest(
        match_id=match_id, decision_id=decision_id, prompt=prompt, least=least, most=most, ordered=ordered,
        default_picks=default, option_count=count, options=options, view=view, events=events,
        time_left_ms=move_time if left is None else left, last_charged_us=charged, bank_left_ms=bank,
        text=text or None,
    ))
    data = packing.RequestWriter(match_id, move_time).request(
        decision_id, decision, options.SerializeToString(), view.SerializeToString(),
        [packing.event(act.SerializeToString()) for act in events], last_charged_us=charged,
        time_left_ms=left, bank_left_ms=bank, text=text.SerializeToString() if text else b"")
    assert data == right.SerializeToString()
