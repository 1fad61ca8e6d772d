"""Lines of chat: what a model is asked and what it answered, of the seat's own texts, from records or transcripts."""

from __future__ import annotations

import json

import pytest

from lawspeaker_bot.chat import ChatBot, first_messages, leaves_a_choice
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_bot.chat_memory import Memory, Remembering
from lawspeaker_bot.chat_reply import reply_in
from lawspeaker_bot.decision import AnswerOrigin
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.export.chat import ChatLines
from lawspeaker_referee.devtools.export.columns import COLUMNS
from lawspeaker_referee.devtools.export.rows import Selection, export_record
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.host.stepped_match import SteppedMatch
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE
from tests.sample_sizes import first_quick

SEED = bytes([7]) * 32
ALL = Selection()
CASES = [*((name, {}) for name in GAMES), ("northgard", {"automa": 1})]


def lines(path, selection=ALL, transcripts=None):
    done = export_record(path, ChatLines(transcripts), selection)
    assert done.problem == ""
    found = [json.loads(line) for line in (done.rows or b"").splitlines()]
    assert len(found) == done.count
    return found


def played(path, game, options, answer):
    """Play a match; `answer` gets each decision and returns its picks. Return the messages of those with a choice."""
    rules = GAMES[game]
    setup = make_setup(rules, rules.players[0] if options else rules.players[1], options)
    match = Match(rules, setup, f"{game}/1", SEED, Clock(None), engine_version=RELEASE, started_unix_ms=0)
    stepped, asked = SteppedMatch(match, RecordWriter(path)), []
    while (decision := stepped.decision) is not None:
        picks = answer(decision)
        if picks is None:
            stepped.stand_in(decision, "nothing was said")
            continue
        if leaves_a_choice(decision):
            messages = first_messages(decision, Memory(Remembering()))
            said = json.dumps({"reason": decision.annotation, "picks": sorted(picks)}, ensure_ascii=False)
            asked.append((decision.seat, decision.decision_id, decision.prompt,
                          [*messages, {"role": "assistant", "content": said}]))
        stepped.answer(decision, picks)
    return asked


def first(decision):
    decision.annotation = f"the plan of seat {decision.seat}: „first“"
    decision.tokens = (decision.decision_id, decision.seat)
    return list(range(decision.least))


@pytest.mark.parametrize(("game", "options"), first_quick(1, CASES))
def test_the_messages_are_those_that_a_chat_bot_sends_in_the_match_and_the_answer_that_it_asks_for(
        game, options, tmp_path):
    path = tmp_path / "one.lsr"
    asked = played(path, game, options, first)
    found = lines(path)
    assert [(row["seat"], row["decision"], row["prompt"], row["messages"]) for row in found] == asked
    assert len(found) > 20
    for row in found:
        assert set(row) == {"schema", "messages", "messages_from", *COLUMNS} - {"features", "options"}
        assert (row["messages_from"], row["annotation"]) == ("record", f"the plan of seat {row['seat']}: „first“")
        assert (row["input_tokens"], row["output_tokens"]) == (row["decision"], row["seat"])
        assert {row["reason"], row["game"]} == {found[0]["reason"], game}
        assert 1 <= row["rank"] <= 3


def test_lines_of_a_seat_hold_nothing_that_others_remarked_or_were_told(tmp_path):
    path = tmp_path / "one.lsr"
    played(path, "clansmen", {}, first)
    for seat in range(3):
        mine = lines(path, Selection(seats=(seat,)))
        assert {row["seat"] for row in mine} == {seat}
        text = json.dumps([row["messages"] for row in mine], ensure_ascii=False)
        assert f"the plan of seat {seat}" in text
        for other in {0, 1, 2} - {seat}:
            assert f"the plan of seat {other}" not in text
            assert f"You are seat {other};" not in text


def test_stand_ins_answers_of_the_referee_and_decisions_without_a_choice_have_no_lines(tmp_path):
    path, silent = tmp_path / "one.lsr", []

    def answer(decision):
        if decision.seat == 1 and decision.decision_id % 2:
            silent.append(decision.decision_id)
            return None
        return first(decision)

    asked = played(path, "clansmen", {}, answer)
    found = lines(path)
    assert silent
    assert not {row["decision"] for row in found} & set(silent)
    assert [row["decision"] for row in found] == [number for _, number, _, _ in asked]
    assert {row["origin"] for row in found} == {row["fault"] for row in found} == {None}


def test_the_answers_of_a_bot_that_has_left_have_no_lines(tmp_path):
    class Leaves(ChatBot):
        def decide(self, decision):
            if decision.decision_id > 30:
                raise RuntimeError
            return decision.default

    rules = GAMES["clansmen"]
    bots = [Leaves(ChatConfig(Endpoint("", "m"))) for _ in range(2)]
    play_match(rules, make_setup(rules, 2), bots, seed=SEED, match_id="left", record_path=tmp_path / "one.lsr",
               in_process=True)
    found = lines(tmp_path / "one.lsr")
    assert found
    assert max(row["decision"] for row in found) <= 30


# --- transcripts ---


class Scripted:
    """A model that says what its script says, first something that is no answer."""

    def __init__(self, *, stream=False):
        self.said, self.sent, self._stream = [], [], stream

    def body(self, messages, schema):
        return {"messages": list(messages)}

    def ask(self, body, within):
        again = body["messages"][-1]["content"].startswith("There is no JSON")
        said = 'Well: {"reason": "so", "picks": [0], "notes": "n"}' if again else "Let me think."
        self.sent.append(body["messages"])
        self.said.append(said)
        chunk = {"choices": [{"delta": {"content": said}}]}
        return reply_in(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n" if self._stream
                        else json.dumps({"choices": [{"message": {"content": said}}]}))


@pytest.mark.parametrize("stream", first_quick(1, [True, False]))
def test_of_a_transcript_the_line_has_what_was_sent_and_said(stream, tmp_path):
    model = Scripted(stream=stream)
    bot = ChatBot(ChatConfig(Endpoint("", "m"), remembering=Remembering("notes")), model=model,
                  transcripts=tmp_path / "transcripts")
    path, own = tmp_path / "one.lsr", []

    def answer(decision):
        if decision.seat:
            return first(decision)
        picks = list(bot.decide(decision))
        own.append((decision.decision_id, decision.origin))
        return picks if decision.origin == AnswerOrigin.OWN else None

    played(path, "clansmen", {}, answer)
    found = lines(path, transcripts=tmp_path / "transcripts")
    mine = [row for row in found if row["seat"] == 0]
    from_transcript = [row for row in mine if row["messages_from"] == "transcript"]
    assert len(from_transcript) == len(mine) > 5
    for row in from_transcript:
        *sent, reply = row["messages"]
        assert sent in model.sent
        assert [each["role"] for each in sent] == ["system", "user", "assistant", "user"]
        assert reply == {"role": "assistant", "content": 'Well: {"reason": "so", "picks": [0], "notes": "n"}'}
    assert any("Your notes:\nn" in row["messages"][1]["content"] for row in from_transcript)
    assert {row["messages_from"] for row in found if row["seat"]} == {"record"}
    assert [{**row, "messages": 0, "messages_from": 0} for row in found] == [
        {**row, "messages": 0, "messages_from": 0} for row in lines(path)]


def line(number, seat, said, match="clansmen/1"):
    return json.dumps({"match": match, "seat": seat, "decision": number, "prompt": "", "error": "", "request": {
        "messages": [{"role": "user", "content": f"asked {number}"}]}, "response": None if said is None else json.dumps(
            {"choices": [{"message": {"content": said}}]})}) + "\n"


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    path = tmp_path_factory.mktemp("match") / "one.lsr"
    played(path, "clansmen", {}, first)
    return path, lines(path)[0]


@pytest.fixture
def one(match, tmp_path):
    """A match, and its first line; there is a folder for transcripts."""
    (tmp_path / "kept").mkdir()
    return match


@pytest.mark.parametrize(("said", "seats", "source"), [
    (["SAME"], 0, "transcript"), (["SAME", '{"picks": [98]}'], 0, "transcript"), (["SAME", None], 0, "transcript"),
    (["OTHER"], 0, "record"), (["nothing"], 0, "record"), ([None], 0, "record"), (["SAME"], 1, "record"),
    ([], 0, "record"),
])
def test_only_a_reply_of_this_seat_that_became_the_answer_is_taken(said, seats, source, one, tmp_path):
    path, row = one
    other = next(number for number in range(9) if [number] != row["picks"])
    same = json.dumps({"picks": row["picks"]})
    written = [{"SAME": same, "OTHER": json.dumps({"picks": [other]})}.get(each, each) for each in said]
    text = "".join(line(row["decision"], (row["seat"] + seats) % 3, each) for each in written)
    (tmp_path / "kept/clansmen-1.chat.jsonl").write_text(text + '{"cut off')
    found = lines(path, transcripts=tmp_path / "kept")[0]
    assert found["messages_from"] == source
    if source == "transcript":
        assert [each["content"] for each in found["messages"]] == [f"asked {row['decision']}", same]


def test_lines_of_another_match_with_the_same_file_are_not_taken(one, tmp_path):
    path, row = one
    same = json.dumps({"picks": row["picks"]})
    (tmp_path / "kept/clansmen-1.chat.jsonl").write_text(line(row["decision"], row["seat"], same, match="clansmen-1"))
    assert {each["messages_from"] for each in lines(path, transcripts=tmp_path / "kept")} == {"record"}


def test_moves_in_words_are_the_answer_that_they_mean(one, tmp_path):
    path, row = one
    option = next(text.partition(": ")[2] for text in row["messages"][1]["content"].splitlines()
                  if text.startswith(f"{row['picks'][0]}: "))
    said = json.dumps({"reason": "", "moves": [option]})
    (tmp_path / "kept/clansmen-1.chat.jsonl").write_text(line(row["decision"], row["seat"], said))
    assert lines(path, transcripts=tmp_path / "kept")[0]["messages"][-1]["content"] == said


@pytest.mark.parametrize("damage", ["not JSON\n", '{"match": "clansmen/1"}\n', "[]\n"])
def test_a_file_that_is_no_transcript_is_named(damage, one, tmp_path):
    path, _ = one
    (tmp_path / "kept/clansmen-1.chat.jsonl").write_text(damage)
    problem = export_record(path, ChatLines(tmp_path / "kept"), ALL).problem
    assert "clansmen-1.chat.jsonl cannot be read as a transcript" in problem
    assert "\n" not in problem
