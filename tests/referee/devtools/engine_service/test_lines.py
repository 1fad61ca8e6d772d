"""A session by lines of JSON."""

from __future__ import annotations

import json
from base64 import b64encode

from lawspeaker_engine.position import Position
from lawspeaker_referee.devtools.engine_service.lines import answered_lines
from lawspeaker_referee.devtools.engine_service.session import EngineSession


def answers(*lines):
    return [json.loads(line) for line in answered_lines(EngineSession(10), lines)]


def said(request) -> bytes:
    return json.dumps(request).encode() + b"\n"


def test_a_program_without_protobuf_loads_answers_and_plays_out_positions():
    data = b64encode(Position.start("northgard", 2).dump()).decode()
    loaded, described, applied, played, released = answers(
        said({"load": {"positions": [data], "seed": 1}}),
        said({"describe": {"positions": [1], "options": True, "viewsOf": [0]}}),
        b"\n",
        said({"apply": {"answers": [{"position": 1, "decisions": [{"picks": [0]}]}], "seed": 2}}),
        said({"playouts": {"positions": [1], "count": 2, "dealAnewFor": 0, "seed": 3}}),
        said({"release": {}}),
    )
    state, = loaded["positions"]["positions"]
    assert (state["position"], state["decisions"][0]["prompt"]) == (1, "setup.clan")
    described, = described["positions"]["positions"]
    options = described["decisions"][0]["options"]
    assert options["@type"].endswith("lawspeaker.northgard.v1.Options") and len(options["options"]) > 1
    assert described["views"][0]["@type"].endswith("lawspeaker.northgard.v1.View")
    assert applied["positions"]["positions"][0]["decisions"]
    sums, = played["playouts"]["positions"]
    assert (sums["playouts"], len(sums["rankSums"])) == (2, 2)
    assert released == {"released": {"count": 1}}


def test_a_line_that_is_no_request_is_answered_by_an_error_and_the_next_one_is_read():
    wrong, unknown, not_text, empty, right = answers(
        b"hello\n", said({"laod": {}}), b"\xff\n", b"{}\n", said({"release": {}}))
    for each in (wrong, unknown, not_text, empty):
        assert each["error"]["reason"] == "ENGINE_ERROR_REASON_BAD_REQUEST"
    assert "one looks like" in wrong["error"]["message"] and "laod" in unknown["error"]["message"]
    assert right == {"released": {"count": 0}}
