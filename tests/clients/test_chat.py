"""The bot that asks a model over HTTP: what it sends, what it tries again, and what it says of its stand-ins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, MatchOver, MatchStarted
from lawspeaker_bot import ANSWER_SCHEMA, AnswerOrigin, Decision, Match, Result
from lawspeaker_bot.chat import PATIENCE, ChatBot, first_messages
from lawspeaker_bot.chat_budget import SpendingLimits
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_bot.chat_memory import Memory, Remembering
from lawspeaker_bot.chat_reply import ProviderFailed, Reply
from tests.clients.fake_endpoint import (
    FAILURES,
    HOPELESS,
    IN_A_FENCE,
    IN_ANOTHER_LANGUAGE,
    IN_PROSE,
    WITH_A_LONG_REASON,
    FakeEndpoint,
    Request,
    endpoint,
    fails,
    filters,
    plays,
    refuses,
    resets,
    says,
    sends,
    streams,
)

SECOND = '{"reason": "it is best", "picks": [1]}'


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now, self.slept = 1000.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def decision(time_left_ms: int = 0, options: int = 3, number: int = 1, match: str = "m") -> Decision:
    lines = [f"option {index}" for index in range(options)]
    text = DecisionText(question=f"Which, at {number}?", options=lines, view="The board.\n")
    request = DecisionRequest(match_id=match, decision_id=number, prompt="turn.action", least=1, most=1, text=text,
                              option_count=options, default_picks=[2], time_left_ms=time_left_ms)
    return Decision(request, Match(MatchStarted(match_id=match, text="How it is played.\n")))


def bot(asked: FakeEndpoint, *, time: Time | None = None, patience: float = PATIENCE,
        config: dict[str, Any] | None = None, transcripts: Path | None = None, **options: Any) -> ChatBot:
    time = time or Time()
    return ChatBot(ChatConfig(Endpoint(asked.url, "small", **options), **(config or {})), patience=patience,
                   transcripts=transcripts, now=lambda: time.now, sleep=time.sleep)


# --- what is sent ---


def test_the_start_is_the_systems_message_the_decision_the_users_and_reason_and_tokens_are_kept():
    asked = decision()
    with endpoint(says(SECOND)) as fake:
        assert list(bot(fake, key="secret", schema=True, body={"temperature": 0.5, "seed": 7},
                        headers={"X-Title": "law"}).decide(asked)) == [1]
    [request], [headers] = fake.asked, fake.headers
    assert (request["model"], request["temperature"], request["seed"]) == ("small", 0.5, 7)
    assert request["messages"][0] == {"role": "system", "content": "How it is played.\n"}
    assert str(asked.text) in request["messages"][1]["content"]
    assert request["response_format"]["json_schema"]["schema"] == ANSWER_SCHEMA
    assert (headers["path"], headers["Authorization"], headers["X-Title"]) == (
        "/v1/chat/completions", "Bearer secret", "law")
    assert (asked.annotation, asked.tokens, asked.origin) == ("it is best", (100, 7), AnswerOrigin.OWN)


@pytest.mark.parametrize("behaviour", [
    plays(), IN_A_FENCE, IN_PROSE, IN_ANOTHER_LANGUAGE, WITH_A_LONG_REASON, streams('{"picks"', ": [0]", "}")])
def test_an_answer_is_found_in_whatever_is_around_it(behaviour):
    asked = decision()
    with endpoint(behaviour) as fake:
        assert list(bot(fake).decide(asked)) == [0]
    assert (asked.origin, asked.tokens, len(fake.asked)) == (AnswerOrigin.OWN, (100, 7), 1)
    assert "Authorization" not in fake.headers[0], "a local endpoint needs no key"


# --- bad answers ---


def test_what_is_no_answer_is_told_to_the_model_once():
    asked = decision()
    with endpoint(says("I take the second"), says(SECOND)) as fake:
        assert list(bot(fake).decide(asked)) == [1]
    assert [each["role"] for each in fake.asked[1]["messages"]] == ["system", "user", "assistant", "user"]
    assert "There is no JSON object" in fake.asked[1]["messages"][-1]["content"]
    assert (asked.tokens, asked.origin) == ((200, 14), AnswerOrigin.OWN)


@pytest.mark.parametrize(("said", "why"), [
    ("no idea", "There is no JSON object in the answer 'no idea'."), ('{"picks": [9]}', "There is no option 9"),
    ('{"move": 1}', "must be a list of whole numbers"), ("я не знаю", "There is no JSON object"),
    ("x" * (64 << 10), "There is no JSON object")])
def test_a_second_bad_answer_is_the_last_and_the_stand_in_says_so(said, why, caplog):
    asked, time = decision(), Time()
    with endpoint(says(said)) as fake:
        assert list(bot(fake, time=time).decide(asked)) == [2]
    assert len(fake.asked) == 2 and not time.slept
    assert asked.origin == AnswerOrigin.UNPARSABLE
    assert asked.annotation.startswith("a stand-in: ") and why in asked.annotation
    assert [record.message for record in caplog.records] == [
        f"m, turn.action: a stand-in answers: {asked.annotation.removeprefix('a stand-in: ')}"]


@pytest.mark.parametrize("behaviour", [refuses, filters])
def test_a_refusal_is_not_asked_again(behaviour):
    asked = decision()
    with endpoint(behaviour) as fake:
        assert list(bot(fake).decide(asked)) == [2]
    assert (asked.origin, len(fake.asked)) == (AnswerOrigin.REFUSAL, 1)


# --- failures of the provider ---


@pytest.mark.parametrize(("behaviour", "why"), FAILURES)
def test_a_failure_is_tried_again_until_the_model_answers(behaviour, why):
    asked, time = decision(), Time()
    with endpoint(behaviour, behaviour, says("I take it"), behaviour, says(SECOND)) as fake:
        # Two answers must come within the same time, also on a busy machine.
        assert list(bot(fake, time=time, timeout=2.0 if "within" in why else 30.0).decide(asked)) == [1]
    assert (len(fake.asked), asked.origin) == (5, AnswerOrigin.OWN)
    assert [len(each["messages"]) for each in fake.asked] == [2, 2, 2, 4, 4], "failures are no bad answers"
    assert [0.5 <= 2 * each / base <= 1 or each / base <= 1 for each, base in zip(
        time.slept, (0.5, 1.0, 0.5), strict=True)] == [True] * 3


@pytest.mark.parametrize(("behaviour", "why"), FAILURES)
def test_a_provider_that_goes_on_failing_is_given_up_when_patience_ends(behaviour, why):
    asked, time = decision(), Time()
    with endpoint(behaviour) as fake:
        assert list(bot(fake, time=time, patience=5.0, timeout=0.2 if "within" in why else 30.0).decide(asked)) == [2]
    assert asked.origin == AnswerOrigin.PROVIDER_FAILURE and asked.annotation.startswith(f"a stand-in: {why}")
    assert 3 < len(fake.asked) <= 10 and sum(time.slept) < 5.0


@pytest.mark.parametrize(("behaviour", "why"), HOPELESS)
def test_what_no_other_try_would_change_is_not_tried_again(behaviour, why):
    asked = decision()
    with endpoint(behaviour) as fake:
        assert list(bot(fake).decide(asked)) == [2]
    assert (asked.origin, len(fake.asked)) == (AnswerOrigin.PROVIDER_FAILURE, 1)
    assert asked.annotation.startswith(f"a stand-in: {why}")


def test_an_endpoint_that_is_not_there_is_a_failure_as_well():
    with endpoint(says("")) as fake:
        pass
    asked, time = decision(), Time()
    assert list(bot(fake, time=time, patience=2.0).decide(asked)) == [2]
    assert asked.annotation.startswith("a stand-in: the endpoint cannot be asked: ")
    assert asked.origin == AnswerOrigin.PROVIDER_FAILURE and time.slept


def test_the_endpoint_says_when_it_wants_to_be_asked_again():
    asked, time = decision(), Time()
    with endpoint(fails(429, retry_after="17"), fails(503, retry_after="soon"), says(SECOND)) as fake:
        assert list(bot(fake, time=time).decide(asked)) == [1]
    assert time.slept[0] == 17.0 and time.slept[1] <= 1.0


def test_tries_and_pauses_end_within_the_decisions_clock():
    with endpoint(fails(429)) as fake:
        time = Time()
        asked = decision(time_left_ms=10_000)
        assert list(bot(fake, time=time).decide(asked)) == [2]
        assert len(time.slept) > 2 and sum(time.slept) < 9.5
        late, waits = decision(time_left_ms=100), Time()
        assert list(bot(fake, time=waits).decide(late)) == [2]
        assert late.annotation == "a stand-in: no time is left to ask the model" and not waits.slept
    with endpoint(fails(429, retry_after="60"), says(SECOND)) as fake:
        time, asked = Time(), decision(time_left_ms=30_000)
        assert list(bot(fake, time=time).decide(asked)) == [2]
        assert not time.slept and asked.origin == AnswerOrigin.PROVIDER_FAILURE, "it would be too late"


def test_what_was_never_sent_is_no_request(tmp_path):
    late = decision(time_left_ms=100)
    with endpoint(says(SECOND)) as fake:
        bot(fake, config={"spent": tmp_path / "spent.jsonl"}, transcripts=tmp_path / "said").decide(late)
    assert late.origin == AnswerOrigin.PROVIDER_FAILURE and not fake.asked
    assert not (tmp_path / "spent.jsonl").read_text() and not list((tmp_path / "said").iterdir())


def test_a_request_in_which_the_bot_fails_is_counted_as_one_that_failed(tmp_path):
    class Broken:
        def body(self, messages, schema):
            return {}

        def ask(self, body, within):
            raise RecursionError

    spent = tmp_path / "one.jsonl"
    with pytest.raises(RecursionError):
        ChatBot(ChatConfig(Endpoint("", "m"), spent=spent), model=Broken()).decide(decision())
    assert json.loads(spent.read_text())["error"] == "the bot has failed"


def waits(player, time, decisions):
    """How long each of these decisions takes."""
    found = []
    for each in decisions:
        before = time.now
        player.decide(each)
        found.append(time.now - before)
    return found


@pytest.mark.parametrize("answer", [says(SECOND), refuses])
def test_a_provider_that_fails_whole_decisions_is_waited_for_less_each_time_and_in_full_after_it_answered(answer):
    time = Time()
    with endpoint(fails(500)) as fake:
        player = bot(fake, time=time, patience=64.0)
        waited = waits(player, time, [decision(number=number) for number in range(4)])
        assert waited[0] > waited[1] > waited[2] > waited[3] and waited[3] < 8.0
        fake._behaviours = iter([answer, *[resets] * 50])
        player.decide(decision(number=5))
        assert waits(player, time, [decision(number=6)])[0] > waited[1]


def test_a_provider_that_is_down_is_waited_for_less_in_the_next_match_too():
    time = Time()
    with endpoint(fails(500)) as fake:
        player = bot(fake, time=time, patience=64.0)
        waited = waits(player, time, [decision(match=f"position-{number}") for number in range(4)])
    assert waited[0] > waited[1] > waited[2] > waited[3] and waited[3] < 8.0


def test_what_no_other_try_would_change_does_not_make_the_bot_wait_less_for_what_it_would():
    time = Time()
    with endpoint(*[fails(400)] * 30, fails(500), says(SECOND)) as fake:
        player = bot(fake, time=time)
        for number in range(30):
            player.decide(decision(number=number))
        assert list(player.decide(decision(number=31))) == [1]


class Down:
    """A model whose provider is down, beside others that are asked meanwhile."""

    def __init__(self):
        self.meanwhile = lambda: None

    def body(self, messages, schema):
        return {}

    def ask(self, body, within):
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        raise ProviderFailed("down")


def test_decisions_that_wait_at_the_same_time_are_one_failure_and_any_number_of_them_ends_no_bot():
    time, model = Time(), Down()
    player = ChatBot(ChatConfig(Endpoint("", "m")), patience=64.0, now=lambda: time.now, sleep=time.sleep, model=model)
    model.meanwhile = lambda: player.decide(decision(match="other"))
    player.decide(decision())
    before = time.now
    player.decide(decision(number=2))
    assert 16.0 < time.now - before <= 32.0, "one failed before"
    for number in range(1100):
        assert list(player.decide(decision(number=number))) == [2]


def test_what_leaves_no_choice_is_not_asked():
    with endpoint(says(SECOND)) as fake:
        only = decision(options=1)
        assert list(bot(fake).decide(only)) == [2]
        assert not only.annotation and only.origin == AnswerOrigin.OWN and not fake.asked


# --- budgets ---


def over(player: ChatBot, match: str) -> None:
    player.over(Result(MatchOver(match_id=match), Match(MatchStarted(match_id=match))))


def test_a_spent_budget_of_a_match_ends_its_questions_and_no_other_matchs():
    with endpoint(says(SECOND)) as fake:
        player = bot(fake, config={"budget": SpendingLimits(match_tokens=200)})
        origins = []
        for number in range(4):
            asked = decision(number=number)
            player.decide(asked)
            origins.append(asked.origin)
        assert origins == [AnswerOrigin.OWN] * 2 + [AnswerOrigin.BUDGET] * 2 and len(fake.asked) == 2
        assert asked.annotation == "a stand-in: the match's budget of 200 tokens is spent"
        other = decision(match="n")
        assert list(player.decide(other)) == [1] and other.origin == AnswerOrigin.OWN
        over(player, "m")
        assert list(player.decide(decision())) == [1], "a match that comes again begins anew"


def test_a_budget_of_money_is_that_of_all_processes_that_share_a_file(tmp_path):
    spent = tmp_path / "spent.jsonl"
    shared = {"budget": SpendingLimits(money=0.0025), "spent": spent}
    with endpoint(says(SECOND)) as fake:
        prices = {"input_price": 10.0, "output_price": 0.0}  # 0.001 a request
        players = [bot(fake, config=shared, **prices) for _ in range(2)]
        origins = []
        for number in range(4):
            asked = decision(number=number, match=f"m{number}")
            players[number % 2].decide(asked)
            origins.append(asked.origin)
        assert origins == [AnswerOrigin.OWN] * 3 + [AnswerOrigin.BUDGET]
        later = decision()
        bot(fake, config=shared, **prices).decide(later)
        assert later.origin == AnswerOrigin.BUDGET and "0.0025 in money" in later.annotation
    assert sum(json.loads(line)["money"] for line in spent.read_text().splitlines()) == pytest.approx(0.003)


def test_a_line_without_its_end_in_the_file_of_requests_ends_no_bot(tmp_path):
    spent = tmp_path / "spent.jsonl"
    spent.write_text('{"match": "m", "tok')
    with endpoint(says(SECOND)) as fake:
        player = bot(fake, config={"budget": SpendingLimits(tokens=200), "spent": spent})
        asked = [decision(number=number) for number in range(3)]
        assert [list(player.decide(each)) for each in asked] == [[1], [1], [2]]
    assert asked[2].origin == AnswerOrigin.BUDGET


def test_tokens_that_the_endpoint_does_not_count_are_estimated_for_the_budget_and_not_told():
    with endpoint(says(SECOND, tokens=None)) as fake:
        player = bot(fake, config={"budget": SpendingLimits(match_tokens=10)})
        first, second = decision(), decision(number=2)
        player.decide(first)
        player.decide(second)
    assert (first.tokens, first.origin, second.origin) == ((0, 0), AnswerOrigin.OWN, AnswerOrigin.BUDGET)


# --- memory ---


def test_without_memory_every_decision_is_a_request_of_its_own():
    with endpoint(says(SECOND)) as fake:
        player = bot(fake)
        for number in (1, 2):
            player.decide(decision(number=number))
    assert [len(each["messages"]) for each in fake.asked] == [2, 2]


def test_the_last_turns_are_repeated_with_what_the_model_said():
    with endpoint(says(SECOND)) as fake:
        player = bot(fake, config={"remembering": Remembering("turns", turns=2)})
        for number in range(4):
            player.decide(decision(number=number))
        player.decide(decision(number=9, match="n"))
    last, other = fake.asked[3]["messages"], fake.asked[4]["messages"]
    assert [each["role"] for each in last] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert "Which, at 1?" in last[1]["content"] and "Answer with one JSON" not in last[1]["content"]
    assert last[2]["content"] == SECOND and "Which, at 3?" in last[5]["content"]
    assert len(other) == 2, "another match is another memory"


@pytest.mark.parametrize(("status", "said"), [
    (400, {"error": {"code": "context_length_exceeded", "message": "No."}}), (413, {}),
    (400, {"error": {"type": "invalid_request_error", "message": "prompt is too long: 9 tokens > 8 maximum"}}),
    (400, {"object": "error", "message": "This model's maximum context length is 8 tokens."}),
    (400, {"error": {"message": "The input token count (9) exceeds the maximum number of tokens allowed (8)."}}),
    (200, {"error": {"message": "Input is too long for requested model."}})])
def test_turns_that_do_not_fit_into_the_models_context_are_never_sent_again(status, said):
    def answer(request: Request) -> None:
        too_long = len(request.body["messages"]) > 6
        (fails(status, json.dumps(said).encode()) if too_long else says(SECOND))(request)

    with endpoint(answer) as fake:
        time = Time()
        player = bot(fake, time=time, config={"remembering": Remembering("turns", turns=4)})
        asked = [decision(number=number) for number in range(7)]
        assert [list(player.decide(each)) for each in asked] == [[1]] * 7
    assert [len(each["messages"]) for each in fake.asked] == [2, 4, 6, 8, 4, 4, 4, 4]
    assert "Which, at 2?" in fake.asked[4]["messages"][1]["content"] and not time.slept


def test_a_decision_that_alone_is_too_long_is_asked_once_and_a_bad_answer_that_is_stays_one():
    alone, babbled = decision(), decision(number=2)
    with endpoint(fails(413), says("and so on " * 5000), fails(413)) as fake:
        player = bot(fake, config={"remembering": Remembering("turns")})
        assert list(player.decide(alone)) == list(player.decide(babbled)) == [2]
    assert (len(fake.asked), alone.origin, babbled.origin) == (
        3, AnswerOrigin.PROVIDER_FAILURE, AnswerOrigin.UNPARSABLE)


def test_the_model_is_told_its_own_notes_until_it_writes_others():
    said = [says(json.dumps({"picks": [1], "notes": "promised wood to seat 2 " + "ä" * 50})), says('{"picks": [1]}'),
            says('{"picks": [1], "notes": "paid"}'), says('{"picks": [1], "notes": ""}'), says('{"picks": [1]}')]
    with endpoint(*said) as fake:
        player = bot(fake, schema=True, config={"remembering": Remembering("notes", bytes=40)})
        for number in range(5):
            assert list(player.decide(decision(number=number))) == [1]
    told = [each["messages"][1]["content"] for each in fake.asked]
    assert not told[0].startswith("Your notes") and 'third field, "notes"' in told[0] and "at most 40 bytes" in told[0]
    kept = "promised wood to seat 2 " + "ä" * 8
    assert [each.startswith(f"Your notes:\n{kept}\n\n") for each in told[1:3]] == [True, True]
    assert told[3].startswith("Your notes:\npaid\n\n") and not told[4].startswith("Your notes")
    assert fake.asked[0]["response_format"]["json_schema"]["schema"] == Remembering(
        "notes").with_notes(ANSWER_SCHEMA)


# --- transcripts ---


def test_every_request_is_kept_by_match_and_decision_and_no_key_is(tmp_path):
    with endpoint(fails(500, b"no"), says("what?"), says(SECOND)) as fake:
        player = bot(fake, key="secret", transcripts=tmp_path / "said", headers={"X-Title": "law"})
        player.decide(decision(number=5, match="cup/1/2"))
    [file] = (tmp_path / "said").iterdir()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert file.name == "cup-1-2.chat.jsonl" and "secret" not in file.read_text()
    assert {(line["match"], line["decision"], line["seat"], line["prompt"]) for line in lines} == {
        ("cup/1/2", 5, 0, "turn.action")}
    assert [line["request"] for line in lines] == fake.asked
    assert [line["error"] for line in lines] == ["the endpoint answered 500: 'no'", "", ""]
    assert json.loads(lines[2]["response"])["choices"][0]["message"]["content"] == SECOND
    assert [line["input_tokens"] for line in lines] == [0, 100, 100]


@pytest.mark.parametrize("behaviour", [fails(401, b"no key 'sk-1234567890' here"), sends(b"sk-1234567890 is no JSON"),
                                       says("I was sent sk-1234567890")])
def test_a_key_that_the_endpoint_repeats_is_in_no_log_no_record_and_no_transcript(behaviour, tmp_path, caplog):
    asked = decision()
    with endpoint(behaviour) as fake:
        bot(fake, key="sk-1234567890", patience=0, transcripts=tmp_path).decide(asked)
    kept = (tmp_path / "m.chat.jsonl").read_text()
    assert fake.headers[0]["Authorization"] == "Bearer sk-1234567890"
    assert "sk-1234567890" not in kept + caplog.text + asked.annotation
    assert "(the key)" in kept and "(the key)" in asked.annotation


def test_half_a_character_in_a_response_can_be_kept(tmp_path):
    with endpoint(sends(b'{"choices": [{"message": {"content": "\\ud800 {\\"picks\\": [1]}"}}]}')) as fake:
        assert list(bot(fake, transcripts=tmp_path).decide(decision())) == [1]
    assert len((tmp_path / "m.chat.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize("memory", ["none", "turns", "notes"])
def test_another_model_in_the_place_of_an_endpoint_is_sent_the_same_and_read_alike(memory):
    said = [SECOND, "I pass.", '{"picks": [0], "notes": "much"}', '{"picks": [2]}']

    class Elsewhere:
        def __init__(self):
            self.sent = []

        def body(self, messages, schema):
            return {"messages": list(messages), "schema": schema, "settings": object()}

        def ask(self, body, within):
            self.sent.append(body["messages"])
            return Reply(said[len(self.sent) - 1], (100, 7), "")

    def answers(asking):
        asked = [decision(number=number) for number in (1, 2, 3)]
        return [(asking.decide(each), each.annotation, each.tokens, each.origin) for each in asked]

    elsewhere = Elsewhere()
    found = answers(ChatBot(ChatConfig(Endpoint("", "m"), remembering=Remembering(memory)), model=elsewhere))
    with endpoint(*map(says, said)) as fake:
        assert answers(bot(fake, config={"remembering": Remembering(memory)})) == found
    assert [body["messages"] for body in fake.asked] == elsewhere.sent
    assert first_messages(decision(), Memory(Remembering(memory))) == elsewhere.sent[0]
