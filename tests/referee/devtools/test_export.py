"""Exported decisions are those of the matches: what each bot was sent, what it answered, and how it ended for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from google.protobuf.json_format import MessageToDict

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_bot.messages import unpack_options
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Decision
from lawspeaker_referee.codec.game_codec import parse_setup, snake_case
from lawspeaker_referee.devtools.export import parquet, tables
from lawspeaker_referee.devtools.export.columns import COLUMNS, SCHEMA
from lawspeaker_referee.devtools.export.jsonl import JsonLines
from lawspeaker_referee.devtools.export.npz import Npz
from lawspeaker_referee.devtools.export.parquet import METADATA, Parquet
from lawspeaker_referee.devtools.export.rows import CannotExport, Selection, export_record
from lawspeaker_referee.devtools.gym import raw_env
from lawspeaker_referee.devtools.gym.encoding import Encoding
from lawspeaker_referee.devtools.gym.position import PartialAnswer, RunningGame
from lawspeaker_referee.match.events import BotInfo, Joined, Tick
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.version import build_version
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import first_quick

GOLDEN = Path(__file__).parents[2] / "golden"
ALL = Selection()
SMALL = [GOLDEN / f"{name}.lsr" for name in ("northgard-2", "clansmen-2", "pax_viking-3")]
AUTOMA = GOLDEN / "northgard-2-automa.lsr"
LARGE = [GOLDEN / f"{name}.lsr"
         for name in ("northgard-5-sea-everything", "clansmen-6", "pax_viking-6")]

records = pytest.mark.parametrize(
    "path", first_quick(1, [*SMALL, AUTOMA, *LARGE]), ids=lambda path: path.stem)


@pytest.fixture(scope="module", autouse=True)
def let_go() -> Iterator[None]:
    """Keep rows and observations no longer than these tests run."""
    yield
    exported.cache_clear()
    replayed.cache_clear()


@cache
def exported(path: Path, form: Any, selection: Selection = ALL) -> tuple[int, Any]:
    """The number of decisions of a record, and its rows."""
    done = export_record(path, form, selection)
    assert done.problem == ""
    return done.count, done.rows


def lines(path: Path, selection: Selection = ALL) -> list[dict[str, Any]]:
    count, rows = exported(path, JsonLines(), selection)
    found = [json.loads(line) for line in rows.splitlines()]
    assert len(found) == count
    return found


def written(form: Any, paths: list[Path], file: Path) -> Path:
    """The records as a file of the format."""
    with file.open("wb") as out, closing(form.writer(out)) as writer:
        for path in paths:
            writer.add(exported(path, form)[1])
        writer.finish()
    return file


def metadata_of(file: Path) -> dict[str, Any]:
    """Return the metadata in a Parquet file."""
    return json.loads(pq.read_metadata(file).metadata[METADATA.encode()])


@cache
def replayed(path: Path) -> list[tuple[int, Decision, dict[str, Any], tuple[int, ...], Any]]:
    """Step, decision, view, picks and observation of each decision, as an environment has them."""
    record = read_record(path)
    game, setup = parse_setup(record.header.setup)
    writer = raw_env(game.name, setup.players).encoding.writer()
    assert record.footer is not None
    position, found = RunningGame(game, setup, record.footer.seed), []
    for number, step in enumerate(record.steps, 1):
        for act in step.acts if step.acts[0].seat >= 0 else ():
            decision = position.decision
            assert decision is not None
            view = position.view(decision.seat)
            seen = writer.observation(view, PartialAnswer(decision))
            found.append((number, decision, asdict(view), tuple(act.picks), seen))
            position.answer(act.picks)
    assert position.outcome is not None
    return found


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@records
def test_a_line_has_what_the_seat_saw_and_took_by_the_names_of_fields(path):
    record, rows = read_record(path), lines(path)
    header, outcome = record.header, record.footer.outcome
    assert len(rows) == len(replayed(path))
    for row, (step, decision, view, picks, _) in zip(rows, replayed(path), strict=True):
        seat = decision.seat
        assert (row["step"], row["seat"], row["prompt"]) == (step, seat, decision.prompt)
        assert row["view"] == as_json(view)
        assert row["options"] == [{snake_case(type(each).__name__): as_json(asdict(each))}
                                  for each in decision.options]
        assert row["picks"] == list(picks)
        assert row["picked_kinds"] == [type(decision.options[pick]).__name__ for pick in picks]
        assert (row["least"], row["most"], row["ordered"], row["reaction"]) == (
            decision.least, decision.most, decision.ordered, decision.reaction)
        assert (row["rank"], row["score"], row["reason"]) == (outcome.ranks[seat], outcome.scores[seat], outcome.reason)
        assert (row["match"], row["game"], row["players"]) == (header.match_id, header.setup.game, header.setup.players)
        assert (row["bots"], row["bot"]) == ([each.bot for each in header.seats], header.seats[seat].bot)
        assert (row["schema"], row["record"]) == (SCHEMA, str(path))


@pytest.mark.slow
@records
def test_parquet_has_the_features_and_options_that_environments_give_to_agents(path, tmp_path):
    """As another library reads them than the one that writes them."""
    import polars as pl

    table = pl.read_parquet(written(Parquet(), [path], tmp_path / "decisions.parquet"))
    assert table.columns == list(COLUMNS)
    assert table.height == len(replayed(path))
    for row, (step, decision, _, picks, seen) in zip(table.iter_rows(named=True), replayed(path), strict=True):
        assert (row["step"], row["seat"], row["prompt"]) == (step, decision.seat, decision.prompt)
        assert row["features"] == seen["observation"].tolist()
        assert row["options"] == seen["options"][:len(decision.options)].tolist()
        assert row["picks"] == list(picks)


@records
def test_all_formats_say_the_same_and_their_metadata_decode_every_feature(path, tmp_path):
    """A view that is looked up by the names of the features has the numbers that the features are."""
    rows, file = lines(path), written(Parquet(), [path], tmp_path / "decisions.parquet")
    metadata = metadata_of(file)
    assert (metadata["schema"], metadata["columns"], metadata["lawspeaker"]) == (SCHEMA, COLUMNS, build_version())
    (layout,) = metadata["layouts"].values()
    names, texts = layout["features"], layout["texts"]
    table = pq.read_table(file).to_pylist()
    assert len(table) == len(rows)
    for index in range(0, len(rows), len(rows) // 16):
        row, line = table[index], rows[index]
        assert {name: row[name] for name in COLUMNS if name not in {"features", "options"}} == {
            name: line[name] for name in COLUMNS if name not in {"features", "options"}}
        assert row["features"] == [number_of(line, name, texts) for name in names]
        for numbers, option in zip(row["options"], line["options"], strict=True):
            (verb, fields), = option.items()
            kind = list(layout["options"])[numbers[0] - 1]
            assert snake_case(kind) == verb
            for number, name in zip(numbers, layout["options"][kind], strict=False):
                assert name in {"kind", "taken"} or number == number_in(fields, f"option.{kind}", name, texts)


def number_of(line: dict[str, Any], name: str, texts: dict[str, list[str]]) -> int:
    """The number that a feature of this name is, by a line of JSON."""
    if name == "prompt":
        return texts["prompt"].index(line["prompt"]) + 1
    if name == "options":
        return len(line["options"])
    if name == "taken":
        return 0
    path, _, rest = name.partition(".")
    return number_in(line["view"], path, rest, texts) if path == "view" else int(line[name])


def number_in(value: Any, path: str, name: str, texts: dict[str, list[str]]) -> int:
    for part in name.split("."):
        if part == "given":
            return int(value is not None)
        if value is None:
            return 0
        if part == "count":
            return len(value)
        if part.isdigit():
            if int(part) >= len(value):
                return 0
            value = value[int(part)]
        else:
            value, path = value[part], f"{path}.{part}"
    return texts[path].index(value) + 1 if isinstance(value, str) else int(value or 0)


@records
def test_npz_has_the_same_as_parquet(path, tmp_path):
    table = pq.read_table(written(Parquet(), [path], tmp_path / "decisions.parquet"))
    arrays = np.load(written(Npz(), [path], tmp_path / "decisions.npz"))
    assert set(arrays) == {*COLUMNS, "options_offsets", "picks_offsets", "metadata"}
    entries = {"options": "options_offsets", "picks": "picks_offsets", "picked": "picks_offsets",
               "picked_kinds": "picks_offsets"}
    for name in COLUMNS:
        found = arrays[name].tolist()
        if name in entries:
            ends = arrays[entries[name]].tolist()
            found = [found[start:end] for start, end in pairwise(ends)]
        missing = {"fault": "", "origin": "", "think_us": -1}.get(name)
        assert found == [missing if each is None else each for each in table[name].to_pylist()], name
    metadata = json.loads(str(arrays["metadata"]))
    assert metadata == metadata_of(tmp_path / "decisions.parquet")


# --- what bots were sent ---


@pytest.fixture(scope="module", params=first_quick(1, GAMES))
def drive(request):
    return Drive(3, game=GAMES[request.param], match_id="cup/1").play(by_decision)


def test_a_row_has_the_view_and_the_options_that_the_bot_was_sent_and_nothing_else(drive, tmp_path):
    """So no row of a seat has a secret of another one."""
    record = drive.record(tmp_path)
    rows = lines(tmp_path / "match.lsr")
    timed = [timing.think_us for step in record.steps for timing in step.timing]
    assert [row["think_us"] for row in rows] == timed
    assert 10_000 in timed
    for seat in range(3):
        own = [row for row in rows if row["seat"] == seat]
        for row, request in zip(own, drive.requests(seat), strict=True):
            view = plain(request.view)
            assert given(row["view"]) == {name: each for name, each in view.items() if name != "@type"}
            assert row["options"] == [{snake_case(each.DESCRIPTOR.name): plain(each)}
                                      for each in unpack_options(request.options)]


def plain(message: Any) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def given(value: Any) -> Any:
    """A view without the fields that are null, which are absent in messages."""
    if isinstance(value, list):
        return [given(each) for each in value]
    return {name: given(each) for name, each in value.items() if each is not None} if isinstance(value, dict) else value


def test_of_a_decision_that_the_referee_answered_the_row_has_the_fault(tmp_path):
    drive = Drive(2, move_time=2.0)
    late = drive.match.open_decisions.waiting[0].decision
    drive.tell(Tick(), after=3.0)
    drive.play(by_decision)
    record = drive.record(tmp_path)
    faults = [(number, act.seat) for number, step in enumerate(record.steps, 1) for act in step.acts if act.fault]
    assert record.steps[faults[0][0] - 1].acts[0].fault == Fault.FAULT_TIMEOUT
    rows = lines(tmp_path / "match.lsr")
    assert [(row["step"], row["seat"]) for row in rows if row["fault"]] == faults
    assert {row["fault"] for row in rows} == {None, "timeout"}
    first = next(row for row in rows if row["seat"] == late.seat)
    assert (first["fault"], first["picks"]) == ("timeout", list(late.default))


# --- selections ---


def test_a_selection_narrows_games_players_seats_and_bots():
    path = SMALL[0]
    everything = lines(path)
    assert {row["seat"] for row in everything} == {0, 1}
    assert lines(path, Selection(seats=(1, 2))) == [row for row in everything if row["seat"] == 1]
    bots = everything[0]["bots"]
    assert lines(path, Selection(bots=(bots[0],))) == [row for row in everything if row["bot"] == bots[0]]
    for other in (Selection(games=("clansmen",)), Selection(players=(3, 4)), Selection(bots=("nobody",)),
                  Selection(seats=(2,))):
        assert exported(path, JsonLines(), other) == (0, None)
    assert lines(path, Selection(games=("clansmen", "northgard"), players=(2, 3))) == everything


def test_a_bot_has_the_name_of_its_token_or_else_the_one_it_gave_itself(tmp_path):
    drive = Drive(2, start=False)
    drive.tell(Joined(0, BotInfo("eager", "1", "test", identity="ann")))
    drive.tell(Joined(1, BotInfo("eager", "1", "test")))
    drive.play(by_decision).record(tmp_path)
    path = tmp_path / "match.lsr"
    assert {tuple(row["bots"]) for row in lines(path)} == {("ann", "eager")}
    assert {row["seat"] for row in lines(path, Selection(bots=("ann",)))} == {0}
    assert {row["seat"] for row in lines(path, Selection(bots=("eager",)))} == {1}


def test_people_are_whom_the_referee_seated_as_such_and_not_who_says_so(tmp_path):
    drive = Drive(3, start=False)
    for seat, person in enumerate((False, True, False)):
        drive.tell(Joined(seat, BotInfo("human", "1", "test", person=person)))
    drive.play(by_decision).record(tmp_path)
    path = tmp_path / "match.lsr"
    everything = lines(path)
    assert {row["seat"] for row in everything if row["person"]} == {1}
    assert lines(path, Selection(people=True)) == [row for row in everything if row["seat"] == 1]
    assert exported(SMALL[0], JsonLines(), Selection(people=True)) == (0, None)


def test_a_seat_that_the_rules_play_has_no_decisions():
    path = AUTOMA
    assert {row["seat"] for row in lines(path)} < {0, 1}
    assert exported(path, Npz(), Selection(bots=("automa",)))[0] == 0


# --- several records ---


@pytest.mark.slow
def test_one_parquet_file_holds_all_games_in_the_order_of_the_records(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "GROUP_NUMBERS", 1 << 18)
    file = written(Parquet(), SMALL, tmp_path / "decisions.parquet")
    import polars as pl

    table = pl.read_parquet(file)
    assert table["record"].unique(maintain_order=True).to_list() == list(map(str, SMALL))
    assert table.height == sum(len(replayed(path)) for path in SMALL)
    layouts = metadata_of(file)["layouts"]
    for (game, players), rows in table.group_by("game", "players"):
        assert rows["features"].list.len().unique().to_list() == [len(layouts[f"{game}/{players}"]["features"])]


def test_a_group_of_rows_is_written_as_soon_as_it_is_full(tmp_path, monkeypatch):
    count, rows = exported(SMALL[0], Parquet())
    monkeypatch.setattr(parquet, "GROUP_NUMBERS", 2 * rows.features.size)
    file = BytesIO()
    with closing(Parquet().writer(file)) as writer:
        for _ in range(5):
            writer.add(rows)
        writer.finish()
    metadata = pq.ParquetFile(file).metadata
    assert [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)] == [2 * count, 2 * count, count]


def test_an_npz_file_holds_one_game_with_one_number_of_players(tmp_path):
    with pytest.raises(CannotExport, match=r"northgard with 2 and of clansmen with 2; choose with --game and --play"):
        written(Npz(), [SMALL[0], AUTOMA, SMALL[1]], tmp_path / "decisions.npz")


def test_a_text_that_is_not_known_is_named_with_a_format_that_has_it(monkeypatch):
    real = tables.encoding_of

    def silent(game, players):
        sizes = real(game, players).sizes
        return Encoding(game, players, replace(sizes, words={**sizes.words, "prompt": ()}))

    tables.layout_of.cache_clear()
    monkeypatch.setattr(tables, "encoding_of", silent)
    assert export_record(SMALL[0], Parquet(), Selection()).problem.endswith("; --to jsonl has room for all texts")
    tables.layout_of.cache_clear()


@pytest.mark.slow
def test_a_game_that_outgrows_the_room_is_named_and_fits_with_more(monkeypatch):
    real, layout_of = tables.encoding_of, tables.layout_of
    layout_of.cache_clear()
    monkeypatch.setattr(tables, "encoding_of", lambda game, players: Encoding(
        game, players, real(game, players).sizes.widened(0.5)))
    tight = export_record(SMALL[0], Parquet(), Selection())
    assert tight.problem.startswith(f"{SMALL[0]}: step ")
    assert tight.problem.endswith("; with --widen 2 there is twice the room")
    wider = export_record(SMALL[0], Parquet(widen=1.05), Selection())
    assert wider.problem.endswith("; with --widen 2.1 there is twice the room")
    assert exported(SMALL[0], Parquet(widen=4))[0] == len(replayed(SMALL[0]))
    layout_of.cache_clear()
