"""The responses of endpoints, in all forms that there are: what the model said, what it cost, and never the key."""

from __future__ import annotations

import gzip
import json
import ssl
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_bot import AnswerOrigin
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import ChatClient, Endpoint
from lawspeaker_bot.chat_reply import ModelRefused, ProviderFailed, Reply, reply_in
from tests.clients.fake_endpoint import (
    Behaviour,
    Request,
    completion,
    drips,
    drips_an_error,
    drips_headers,
    endpoint,
    fails,
    refuses,
    says,
    sends,
    streams,
)
from tests.clients.test_chat import SECOND, Time, bot, decision
from tests.referee.server.certificates import make


def answered(behaviour: Behaviour, key: str = "") -> Reply:
    with endpoint(behaviour) as fake:
        return ChatClient(Endpoint(fake.url, "m", key=key)).ask({}, 30.0)


def failed(behaviour: Behaviour, key: str = "") -> ProviderFailed:
    with pytest.raises(ProviderFailed) as error:
        answered(behaviour, key)
    return error.value


def with_headers(data: bytes, status: int = 200, **headers: str) -> Behaviour:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda request: request.answer(status, data, named)


def used(**usage: Any) -> tuple[int, int]:
    body = {"choices": [{"message": {"content": "I"}}], "usage": usage}
    return reply_in(json.dumps(body)).tokens


# --- forms of an answer ---


@pytest.mark.parametrize("content", [
    [{"type": "thinking", "thinking": [{"type": "text", "text": "[0]?"}]}, {"type": "text", "text": SECOND}],
    [{"type": "text", "text": SECOND[:5]}, {"type": "text", "text": SECOND[5:]}]])
def test_an_answer_may_come_in_parts_beside_thoughts(content):
    asked = decision()
    with endpoint(sends(completion(content))) as fake:
        assert list(bot(fake).decide(asked)) == [1]
    assert (asked.origin, len(fake.asked)) == (AnswerOrigin.OWN, 1)


@pytest.mark.parametrize("message", [
    {"finish_reason": "length", "reasoning_content": "Let me see"}, {"finish_reason": "tool_calls", "tool_calls": [{}]},
    {"finish_reason": "stop"}])
def test_a_message_without_text_is_an_answer_if_its_model_has_written_something(message):
    asked, time = decision(), Time()
    with endpoint(sends(completion(None, **message))) as fake:
        assert list(bot(fake, time=time).decide(asked)) == [2]
    assert (asked.origin, len(fake.asked), asked.tokens) == (AnswerOrigin.UNPARSABLE, 2, (200, 14))
    assert not time.slept, "the provider has not failed"
    assert fake.asked[1]["messages"][-2] == {"role": "assistant", "content": "(nothing)"}, "some refuse empty ones"


def test_an_answer_that_was_cut_off_is_told_so():
    asked = decision()
    with endpoint(sends(completion('{"reason": "a long', finish_reason="length"))) as fake:
        bot(fake).decide(asked)
    assert asked.annotation.endswith("The answer was cut off where it became too long.")
    assert "The answer was cut off" in fake.asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize("separator", ["\u2028", "\u0085"])
def test_a_stream_is_split_at_ends_of_lines_alone(separator):
    piece = {"choices": [{"delta": {"content": f"a{separator}b"}, "finish_reason": "stop"}]}
    raw = f"data: {json.dumps(piece, ensure_ascii=False)}\r\n\r\n"
    assert reply_in(raw).said == f"a{separator}b"


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/event-stream"])
def test_the_form_of_a_response_is_read_from_itself_and_not_from_its_type(kind):
    assert answered(with_headers(completion("I"), Content_Type=kind)).said == "I"
    data = b': ping\n\ndata: {"choices": [{"delta": {"content": "I"}}]}\n\ndata: [DONE]\n\n'
    assert answered(with_headers(data, Content_Type=kind)).said == "I"


def test_a_stream_may_have_pieces_without_choices_or_words_and_tells_of_its_error():
    def lines(*pieces: dict[str, Any]) -> str:
        return "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces)

    said = {"choices": [{"delta": {"content": "I"}}]}
    end = {"choices": [{"delta": None, "finish_reason": "stop"}]}
    usage = {"choices": None, "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    assert reply_in(lines(said, end, usage)) == Reply("I", (5, 2), lines(said, end, usage))
    with pytest.raises(ProviderFailed, match="is an error: 'died'") as error:
        reply_in(lines(said, {"error": {"message": "died"}, "usage": usage["usage"]}))
    assert error.value.tokens == (5, 2)


@pytest.mark.parametrize(("coding", "packed"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_what_was_compressed_unasked_is_unpacked_and_not_without_end(coding, packed):
    assert answered(with_headers(packed(completion("I")), Content_Encoding=coding)).said == "I"
    assert "400: 'too long'" in str(failed(with_headers(packed(b"too long"), 400, Content_Encoding=coding)))
    assert "longer than 1 MiB" in str(failed(with_headers(packed(bytes(9 << 20)), Content_Encoding=coding)))
    assert f"only the beginning of a {coding}" in str(
        failed(with_headers(packed(completion("I"))[:20], Content_Encoding=coding)))
    assert f"is no {coding}" in str(failed(with_headers(completion("I"), Content_Encoding=coding)))


def test_half_a_character_is_no_failure():
    assert answered(sends(b'\xef\xbb\xbf{"choices": [{"message": {"content": "\xe4 I"}}]}')).said == "\ufffd I"


# --- tokens ---


def test_tokens_are_read_in_all_forms_in_which_they_are_told():
    assert used(prompt_tokens="100", completion_tokens=7.0) == (100, 7)
    assert used(prompt_tokens=100, completion_tokens=7, total_tokens=1107) == (100, 1007), "thoughts, counted apart"
    assert used(prompt_tokens=100, completion_tokens=7, total_tokens=107) == (100, 7)
    assert used(prompt_tokens=10**30, completion_tokens=True) == (0, 0)
    assert used(prompt_tokens=-1) == used(total_tokens=9) == (0, 0)
    assert used(prompt_tokens="9" * 5000, completion_tokens=None) == used(prompt_tokens=float("nan")) == (0, 0)


def spent(folder: Path, behaviour: Behaviour, **prices: float) -> list[dict[str, Any]]:
    file = folder / f"{len(list(folder.iterdir()))}.jsonl"
    with endpoint(behaviour) as fake:
        bot(fake, patience=0, config={"spent": file}, input_price=1.0, output_price=2.0, **prices).decide(decision())
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("behaviour", [
    refuses, sends(b'{"error": "full", "usage": {"prompt_tokens": 100, "completion_tokens": 7}}')])
def test_what_was_counted_of_a_refusal_or_a_failure_has_cost_something(behaviour, tmp_path):
    [line] = spent(tmp_path, behaviour)
    assert line["error"] and (line["input_tokens"], line["output_tokens"], line["tokens"]) == (100, 7, 107)
    assert line["money"] == pytest.approx(0.000114)


@pytest.mark.parametrize("told", [
    {"prompt_tokens_details": {"cached_tokens": 60}}, {"cache_read_input_tokens": 60}, {"prompt_cache_hit_tokens": 60},
    {"prompt_tokens": 30, "cache_read_input_tokens": 60, "cache_creation_input_tokens": 10},
    {"prompt_tokens": None, "input_tokens": 30, "output_tokens": 7, "cache_read_input_tokens": 60,
     "cache_creation_input_tokens": 10}])
def test_what_was_read_from_the_endpoints_cache_is_counted_and_has_its_price(told, tmp_path):
    usage = {"prompt_tokens": 100, "completion_tokens": 7} | told
    usage = {name: number for name, number in usage.items() if number is not None}
    said = sends(json.dumps({"choices": [{"message": {"content": SECOND}}], "usage": usage}).encode())
    for price, money in (({}, 0.000114), ({"cached_input_price": 0.1}, 0.00006), ({"cached_input_price": 0.0}, 5.4e-5)):
        [line] = spent(tmp_path, said, **price)
        assert (line["input_tokens"], line["cached_tokens"], line["output_tokens"]) == (100, 60, 7)
        assert line["money"] == pytest.approx(money)


@pytest.mark.parametrize("told", [
    {}, {"prompt_tokens_details": None}, {"prompt_tokens_details": {"cached_tokens": None}},
    {"prompt_tokens_details": {"cached_tokens": -5}}, {"prompt_tokens_details": [60]}])
def test_where_no_cache_is_told_of_nothing_comes_from_it(told, tmp_path):
    said = json.dumps({"choices": [{"message": {"content": SECOND}}], "usage": {"prompt_tokens": 100} | told})
    [line] = spent(tmp_path, sends(said.encode()), cached_input_price=0.0)
    assert (line["input_tokens"], line["cached_tokens"]) == (100, 0)


def test_each_number_that_is_not_told_is_estimated(tmp_path):
    half = {"choices": [{"message": {"content": SECOND}}], "usage": {"prompt_tokens": 100}}
    [line] = spent(tmp_path, sends(json.dumps(half).encode()))
    assert (line["input_tokens"], line["output_tokens"]) == (100, -(-len(SECOND) // 4))
    [refused] = spent(tmp_path, fails(400, b'{"error": {"code": "content_filter"}}'))
    assert refused["input_tokens"] > 0 == refused["output_tokens"], "a refusal has been read"


@pytest.mark.parametrize(("status", "refused"), [(401, True), (402, True), (404, True), (400, None), (500, None)])
def test_a_request_for_which_key_or_model_is_refused_says_so(status, refused, tmp_path):
    [line] = spent(tmp_path, fails(status))
    assert line.get("refused") == refused
    [filtered] = spent(tmp_path, fails(status, b'{"error": "Your input was flagged."}'))
    assert filtered.get("refused") == refused, "some endpoints have the status of a key for a prompt"


# --- failures ---


@pytest.mark.parametrize(("behaviour", "why"), [
    (drips, "the endpoint did not answer within 0.2 s"), (drips_headers, "the endpoint did not answer within 0.2 s"),
    (drips_an_error, "the endpoint answered 500: ''")])
def test_a_response_has_one_time_though_each_of_its_bytes_is_in_time(behaviour, why):
    with endpoint(behaviour) as fake, pytest.raises(ProviderFailed) as error:
        ChatClient(Endpoint(fake.url, "m")).ask({}, 0.2)
    assert str(error.value) == why and error.value.again


def test_over_tls_a_response_has_one_time_too_and_a_certificate_of_a_stranger_is_asked_once(tmp_path, monkeypatch):
    authority = make(tmp_path, "authority")
    own, context = make(tmp_path, "endpoint", authority), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own.cert, own.key)
    with endpoint(says(SECOND), drips_headers, tls=context) as fake:
        with pytest.raises(ProviderFailed, match="certificate verify failed") as stranger:
            ChatClient(Endpoint(fake.url, "m")).ask({}, 30.0)
        assert not stranger.value.again and not fake.asked
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.cert))
        client = ChatClient(Endpoint(fake.url, "m"))
        assert client.ask({}, 30.0).said == SECOND
        with pytest.raises(ProviderFailed, match=r"the endpoint did not answer within 0\.5 s"):
            client.ask({}, 0.5)


@pytest.mark.parametrize(("status", "error"), [
    (400, {"code": "content_filter", "message": "No."}), (400, {"code": "invalid_prompt", "message": "No."}),
    (400, {"type": "data_inspection_failed"}), (403, "Content violates usage guidelines. Failed check: BIO"),
    (403, {"code": 403, "message": 'small requires moderation on us. Your input was flagged for "violence".'}),
    (200, {"code": 403, "message": "Your input was flagged."}), (200, {"code": "content_filter"}),
    (400, {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"})])
def test_a_request_that_a_filter_stops_is_refused_and_the_model_is_not(status, error, tmp_path):
    asked = decision()
    with endpoint(fails(status, json.dumps({"error": error}).encode())) as fake:
        bot(fake, config={"spent": tmp_path / "spent.jsonl"}).decide(asked)
    assert (asked.origin, len(fake.asked)) == (AnswerOrigin.REFUSAL, 1)
    assert asked.annotation.startswith("a stand-in: the model refuses to answer: ")


def test_other_errors_are_no_refusals_of_a_prompt():
    for error in (b'{"error": {"code": "forbidden"}}', b'{"error": "no key"}', b"<html>", b'["a"]'):
        assert failed(fails(403, error)).refused and not failed(fails(403, error)).again
    assert failed(fails(429, b"your prompt is blocked, as there are too many")).again


@pytest.mark.parametrize(("said", "too_long"), [
    ("The request took too long", False), ("request_too_large", True), ("Request too large for model", True),
    ("prompt is too long: 9 tokens > 8 maximum", True), ("input length and `max_tokens` exceed context limit", True),
    ("Prompt contains 9 tokens, too large for model with 8 maximum context length", True), ("try again", False)])
def test_what_does_not_fit_into_the_context_is_told_from_what_took_too_long(said, too_long):
    error = failed(sends(json.dumps({"error": {"message": said}}).encode()))
    assert (error.too_long, error.again) == (too_long, not too_long)


@pytest.mark.parametrize("code", ["insufficient_quota", "billing_not_active"])
def test_a_key_that_has_run_out_is_refused_also_where_it_is_told_as_too_many_requests(code):
    error = failed(fails(429, json.dumps({"error": {"code": code, "type": code, "message": "Pay."}}).encode()))
    assert (error.again, error.busy, error.refused) == (False, False, True)


@pytest.mark.parametrize(("code", "again", "refused"), [
    (401, False, True), ("402", False, True), (400, False, False), (429, True, False), (502, True, False),
    (1301, True, False), ("overloaded", True, False), (None, True, False)])
def test_an_error_in_a_response_is_as_its_code_says(code, again, refused):
    error = failed(sends(json.dumps({"error": {"code": code, "message": "No."}}).encode()))
    assert (error.again, error.refused, str(error)) == (again, refused, "the endpoint's response is an error: 'No.'")


def test_when_to_ask_again_is_a_number_or_a_date():
    def wait(said: str) -> float:
        return failed(fails(429, retry_after=said)).wait

    then = datetime.now(UTC) + timedelta(hours=1)
    assert wait("7.5") == 7.5 and wait("-3") == wait("nan") == wait("inf") == wait("soon") == wait("1e999") == 0.0
    for form in ("%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y"):
        assert 3000 < wait(then.strftime(form)) <= 3600
    assert wait((then - timedelta(hours=2)).strftime("%a, %d %b %Y %H:%M:%S GMT")) == 0.0


def test_a_redirect_is_told_and_not_followed():
    with endpoint(says(SECOND)) as other:
        error = failed(with_headers(b"", 307, Location=f"{other.url}?key=sk-1234567890"), "sk-1234567890")
        assert f"307 and names '{other.url}?key=(the key)' in its place" in str(error) and not other.asked


# --- the key ---


@pytest.mark.parametrize(("header", "value"), [
    ("api-key", "sk-1234567890"), ("authorization", "Bearer sk-1234567890")])
def test_a_key_stands_in_the_header_that_the_endpoint_wants(header, value):
    with endpoint(fails(401, b"no sk-1234567890")) as fake, pytest.raises(ProviderFailed) as error:
        ChatClient(Endpoint(fake.url, "m", key="sk-1234567890", key_header=header)).ask({}, 30.0)
    [headers] = fake.headers
    assert {name.lower(): said for name, said in headers.items() if "sk-" in said} == {header: value}
    assert str(error.value) == "the endpoint answered 401: 'no (the key)'"


def line_without_http(request: Request) -> None:
    request.wfile.write(b"SSH sk-12+34/56 " + b"x" * 5000 + b"\r\n")


@pytest.mark.parametrize("behaviour", [
    fails(401, b"sk-12+34/56"), fails(401, rb"sk-12\u002B34\/56"), fails(401, b"sk-12%2b34%2F56 sk-12&#43;34&#x2f;56"),
    with_headers(gzip.compress(b"sk-12+34/56"), 500, Content_Encoding="gzip"), line_without_http,
    sends(rb'{"error": {"message": "sk-12\u002b34\/56"}}'), with_headers(b"", 301, Location="/sk-12+34/56"),
    sends(b"sk-12+34/56"), sends(completion(None, refusal="sk-12+34/56"))])
def test_a_key_is_hidden_however_it_is_written(behaviour):
    with pytest.raises((ProviderFailed, ModelRefused)) as error:
        answered(behaviour, "sk-12+34/56")
    said = str(error.value)
    assert "(the key)" in said and "34" not in said and len(said) < 500


def test_a_key_that_comes_in_pieces_is_in_no_answer_and_no_transcript(tmp_path):
    asked = decision()
    with endpoint(streams('{"reason": "sk-1234', '567890", "picks": [1]}')) as fake:
        assert list(bot(fake, key="sk-1234567890", transcripts=tmp_path).decide(asked)) == [1]
    kept = (tmp_path / "m.chat.jsonl").read_text()
    assert asked.annotation == "(the key)" and "567890" not in kept
    assert reply_in(json.loads(kept)["response"]).said == '{"reason": "(the key)", "picks": [1]}'


@pytest.mark.parametrize(("key", "said", "shown"), [
    ("abc-12", "no key abc-12.", "no key (the key)."), ("none", "none of nonesuch", "(the key) of nonesuch"),
    ("1", "1 of 12", "(the key) of 12")])
def test_a_short_key_is_hidden_where_it_stands_by_itself(key, said, shown):
    assert str(failed(fails(401, said.encode()), key)) == f"the endpoint answered 401: '{shown}'"
    assert repr(shown) in str(failed(sends(said.encode()), key))


@pytest.mark.parametrize(("key", "kept"), [("none", "none 1 k2"), ("1", "none 1 k2"), ("k2", "none 1 (the key)")])
def test_a_short_key_that_is_a_word_or_a_number_stays_in_answers(key, kept):
    asked = decision()
    with endpoint(says('{"reason": "none 1 k2", "picks": [1]}')) as fake:
        assert list(bot(fake, key=key).decide(asked)) == [1]
    assert (asked.annotation, asked.origin) == (kept, AnswerOrigin.OWN)


def test_without_a_key_nothing_is_hidden():
    assert str(failed(fails(400, b"a b"))) == "the endpoint answered 400: 'a b'"
    assert ChatConfig(Endpoint("u", "m")).endpoint.key == ""
