"""Reports tell what the ledger holds, and no more than that."""

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.kept_ratings import RatedMoment, as_kept, keep
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.rating_values import interval
from lawspeaker_referee.competition.report import (
    NotOver,
    bot_matches,
    bot_pages,
    collect_facts,
    collection,
    html,
    text,
    with_json_names,
)
from lawspeaker_referee.competition.report import matrix as matrix_module
from lawspeaker_referee.competition.report import page as page_module
from lawspeaker_referee.competition.report.bot_pages import entrants_by_name, versions_of
from lawspeaker_referee.competition.report.page import bot_file
from lawspeaker_referee.competition.report.text import likely
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, SeatDetails
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.competition.tournament.state import state_of
from lawspeaker_referee.competition.tournament.status import plain, status_of
from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.config.formatting import format_elo, format_percent
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.match.seat_marks import SeatMarks
from lawspeaker_referee.web.matches import match_link
from lawspeaker_referee.web.page import search_script
from measure.drawn_tournament import NAME
from measure.synthetic_results import synthetic_ledger
from tests.referee.competition.html_page import Page
from tests.referee.competition.planted_results import BOTS, SECRET, failure, ladder_of, ledger_of
from tests.referee.competition.simulated_field import terms_of
from tests.referee.competition.small_ledger import details, played
from tests.sample_sizes import first_quick

EVIL = '<script>alert("x")</script>&'
NOTHING = "\N{EN DASH}"
LISTED = 70
"""The number of matches that a report lists. A tournament of 81 has a few more, so that some are left out."""
MARKS = {"forfeited": "forfeit", "substituted": "substitute", "stood_in": "lost by stand-ins", "resigned": "resigned"}
STOP = {"bot": "greedy", "against": "mine", "elo0": 0.0, "elo1": 20.0}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    opened = ledger_of(tmp_path_factory.mktemp("report") / "ledger.db", rounds=4, most=-3, stop=STOP)
    failure(opened)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def facts(ledger):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collection, "MOST_LISTED", LISTED)
        return collect_facts(ledger, "cup")


@pytest.fixture(scope="module")
def page(facts):
    return Page.of(html(facts))


# --- the page is well made ---


def test_every_tag_is_closed_every_id_is_there_once_and_every_link_leads_somewhere(page):
    assert page.left_open == [] and page.closed_wrongly == []
    assert len(page.ids) == len(set(page.ids))
    inner, matches = _links(page)
    assert inner and inner <= set(page.ids)
    assert matches, "they lead somewhere under `lawspeaker watch`"


def _links(page):
    """Return what links within the page point at, and the links to matches; there are no others."""
    inner = {link[1:] for link in page.links if link.startswith("#")}
    matches = {link for link in page.links if link.startswith("match/")}
    assert len(inner) + len(matches) == len(set(page.links))
    return inner, matches


def test_all_tables_have_captions_and_all_pictures_have_words(page):
    assert len(page.tables) >= 11
    assert all(table.caption for table in page.tables)
    pictures = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(pictures) > 30
    assert all(attributes.get("aria-label") or attributes.get("aria-hidden") == "true" for attributes in pictures)
    assert all(attributes.get("scope") in {"row", "col"} for tag, attributes in page.tags if tag == "th")


def test_the_page_loads_nothing_and_runs_nothing(page):
    assert not {"script", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
    assert not [name for _, attributes in page.tags for name in attributes if name == "src" or name.startswith("on")]
    assert [attributes["href"] for tag, attributes in page.tags if tag == "link"] == ["data:,"]


@pytest.mark.slow
def test_equal_facts_make_equal_bytes_in_any_process(ledger, facts):
    code = ("from lawspeaker_referee.competition.ledger import Ledger\n"
            "from lawspeaker_referee.competition.report import collect_facts, collection, html, text\n"
            f"collection.MOST_LISTED = {LISTED}\n"
            f"facts = collect_facts(Ledger.open({str(ledger._database.engine.url)!r}), 'cup')\n"
            "print(html(facts) + text(facts), end='')")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                          env=os.environ | {"PYTHONHASHSEED": "7", "PYTHONUTF8": "1", "TZ": "Asia/Tokyo"})
    assert done.stdout.decode() == html(facts) + text(facts)


# --- its numbers are those of the facts ---


def test_the_page_tells_the_ratings(facts, page):
    own_answers = facts.own_answers
    assert own_answers["greedy"] == 1.0 and own_answers["sleepy"] < 1.0 and own_answers["mine"] == 57 / 60
    assert page.table("ratings-table").rows == [
        [f"{place} {each.bot}", format_elo(each.elo), interval(each), format_percent(each.points / each.matches),
         format_percent(own_answers[each.bot]), *map(str, facts.results[each.bot]), str(each.matches), str(each.blocks)]
        for place, each in enumerate(facts.ratings.bots, 1)]
    assert [each.bot for each in facts.ratings.bots][:2] == ["greedy", "careful"]


def test_the_page_tells_who_is_better_and_who_met_whom(facts, page):
    better, met = (table for table in page.tables if table.kind == "matrix")
    for i, one in enumerate(facts.ratings.bots):
        assert better.rows[i][1:] == [NOTHING if i == j else likely(share)
                                      for j, share in enumerate(facts.ratings.superiority[i])]
        for j, other in enumerate(facts.ratings.bots):
            if i != j:
                meeting = facts.meetings[one.bot][other.bot]
                assert met.rows[i][j + 1] == (f"{format_percent(meeting.points / meeting.matches)}{meeting.points:g} / "
                                              f"{meeting.matches}")


def test_the_page_tells_seats_scores_and_faults(facts, page):
    assert [row[1:3] for row in page.table("seats-table").rows] == [
        [format_elo(each.elo, signed=True), interval(each, signed=True)] for each in facts.ratings.seats]
    assert [row[1:] for row in page.table("scores-table").rows] == [
        [f"{each.mean:.1f}", *map(str, each.quartiles)] for each in facts.scores]
    assert page.table("faults-table").rows[-1] == [
        "sleepy", str(facts.fault_summaries[-1].decisions), str(facts.fault_summaries[-1].faults["illegal"]),
        str(facts.fault_summaries[-1].faults["timeout"]), str(facts.fault_summaries[-1].refused), *["0"] * 7]
    matches = next(each.matches for each in facts.fault_summaries if each.bot == "mine")
    for row in page.table("faults-table").rows[:-1]:
        told = [str(3 * matches), str(matches)] if row[0] == "mine" else ["0", "0"]
        assert row[2:] == [*["0"] * 8, *told]


def test_the_page_tells_calibration_and_the_test(facts, page):
    assert [[int(row[1]), *row[2:4]] for row in page.table("calibration-table").rows] == [
        [each.seats, format_percent(each.predicted), format_percent(each.observed)] for each in facts.calibration.bins]
    assert page.told("brier") == f"{facts.calibration.brier:.4f}"
    assert page.table("test-table").rows[0][:2] == [facts.test.verdict, f"{facts.test.llr:.2f}"]
    assert "has ended the tournament" in page.told("stopped")
    assert facts.verdict and facts.verdict in page.told("verdict") and facts.verdict in text(facts).replace("\n", " ")


def test_blocks_that_the_test_left_out_are_told_everywhere(facts, page):
    assert facts.test.left_out > 0
    assert page.table("test-table").rows[0][-1] == str(facts.test.left_out)
    assert f"; {facts.test.left_out} left out" in text(facts)
    assert plain(facts)["test"]["left_out"] == facts.test.left_out


def test_the_summary_and_the_void_matches_are_those_of_the_ledger(facts, page, ledger):
    assert [page.told(each) for each in ("counted", "scheduled", "blocks", "rounds", "bots", "void-attempts")] == [
        "81", "84", "21 (20 whole)", "4", "6", "5"]
    assert facts.counted == len(ledger.results("cup"))
    assert [row[1:] for row in page.table("voids-table").rows] == [
        ["1", "the disk was full", "counted later"], ["3", "a bot <b>did not join</b>", "given up"],
        ["1", "seat 0 had the fault crashed, which voids this match", "to be played again"]]


def test_a_void_match_is_a_link_if_it_was_counted_later(facts):
    shown = html(facts)
    section = shown[shown.index('<table id="voids-table"'):shown.index('id="calibration"')]
    assert Page.of(section).links == [match_link(each.match_id.replace("/", "-")) for each in facts.void_matches
                                      if each.outcome == "counted later"]


def test_a_void_match_leads_to_its_record_wherever_that_lies(tmp_path):
    """Records of many matches are in folders, and that of a later attempt has another name."""
    terms = parse_config({
        "name": "cup", "game": "northgard", "players": 2, "format": {"kind": "round-robin", "rounds": 1},
        "bots": [{"name": "ada", "spec": "random"}, {"name": "bo", "spec": "random"}]}, "cup.toml")
    with closing(Ledger.open(f"sqlite:///{tmp_path / 'ledger.db'}")) as opened:
        opened.begin("cup", terms.as_dict(), SECRET)
        entry, *_ = every = list(entries(terms))
        opened.schedule("cup", every)
        opened.void("cup", entry.match_id, "the disk was full", "")
        opened.count("cup", played(entry), f"{terms.records}/07/3/cup-1.2.lsr", details())
        facts = collect_facts(opened, "cup")
    assert [each.record for each in facts.void_matches] == ["07/3/cup-1.2.lsr"]
    shown = html(facts)
    assert f'<a href="match/07/3/cup-1.2"><code>{entry.match_id}</code></a>' in (
        shown[shown.index('<table id="voids-table"'):])


def test_remarkable_matches_are_the_extremes_of_the_ledger(facts, ledger):
    counted = {each.played.match_id: each for each in ledger.counted("cup")}
    found = {each.why: counted[each.match_id] for each in facts.remarkable}
    assert list(found) == ["Greatest surprise", "Highest score", "Widest margin", "Longest match", "Most faults",
                           "Slowest answer"]
    assert max(found["Highest score"].played.scores) == max(max(each.played.scores) for each in counted.values())
    assert found["Longest match"].details.steps == max(each.details.steps for each in counted.values())
    assert all(each.record == f"{each.match_id.replace('/', '-')}.lsr" for each in facts.remarkable)


def test_the_table_of_matches_holds_the_notable_ones_and_then_the_newest(facts, page, ledger):
    counted = {each.played.match_id: each for each in ledger.counted("cup")}
    assert len(facts.matches) == LISTED < len(counted)
    ends = [counted[each.played.match_id].details.ended_unix_ms for each in facts.matches]
    assert ends == sorted(ends, reverse=True)
    faulty = {name for name, each in counted.items() if sum(each.played.faults)}
    shown = {each.played.match_id: each for each in facts.matches}
    notable = {name for name, each in shown.items() if each.note}
    assert faulty and len(faulty) < LISTED and faulty <= notable
    left_out = [each for name, each in counted.items() if name not in shown]
    plain_ends = [counted[name].details.ended_unix_ms for name in shown.keys() - notable]
    assert max(each.details.ended_unix_ms for each in left_out) <= min(plain_ends)
    surprise, = (each for each in facts.remarkable if each.why == "Greatest surprise")
    assert "won with a chance of" in shown[surprise.match_id].note
    rows = page.table("matches-table").rows
    assert [row[0] for row in rows] == list(shown)
    first = facts.matches[0].played
    best = first.order[0]
    assert rows[0][1].startswith(f"1. {first.seats[best]} {first.scores[best]}, ")
    assert f"{LISTED} of 81 matches" in page.table("matches-table").caption
    assert match_link(facts.matches[0].record.removesuffix(".lsr")) in page.links


def test_the_terminal_tells_the_same_ratings_and_nothing_that_moves_a_cursor(facts):
    lines = text(facts, width=120).splitlines()
    for place, each in enumerate(facts.ratings.bots, 1):
        assert any(line.split()[:6] == [str(place), each.bot, format_elo(each.elo), *interval(each).split()]
                   for line in lines)
    mine = next(each for each in facts.fault_summaries if each.bot == "mine")
    assert any(line.startswith(f"mine: {3 * mine.matches} stand-ins in place of its own answers") for line in lines)
    assert all(line.isprintable() for line in text(renamed(facts, "mine", "a\x1b[2Jb")).splitlines())


def test_each_bot_has_a_page_with_its_opponents_faults_and_last_matches(facts, ledger):
    found = {name: Page.of(shown) for name, shown in bot_pages(ledger, facts, "report.html")}
    assert list(found) == [bot_file(each.bot) for each in facts.times]
    counted = [each for each in ledger.counted("cup") if "sleepy" in each.played.seats]
    page = found["sleepy.html"]
    assert page.left_open == [] and page.closed_wrongly == []
    assert page.told("results") == "-".join(map(str, facts.results["sleepy"]))
    assert [row[0] for row in page.table("opponents-table").rows] == sorted(set(BOTS) - {"sleepy"})
    won, drawn, lost, matches = (sum(int(row[place]) for row in page.table("opponents-table").rows)
                                 for place in range(2, 6))
    assert won + drawn + lost == matches == 3 * len(counted)
    newest = max(counted, key=lambda each: each.details.ended_unix_ms).played.match_id
    assert page.table("matches-table").rows[0][0] == newest
    assert f"../{match_link(newest.replace('/', '-'))}/record" in page.links and "../report.html" in page.links
    assert all(row[3] for row in page.table("matches-table").rows), "it has faults in each"
    assert not {"script", "img"} & {tag for tag, _ in page.tags}


def test_the_pages_of_bots_are_the_same_however_many_bots_are_read_at_once(facts, ledger, monkeypatch):
    pages = list(bot_pages(ledger, facts, "report.html"))
    numbers = list[int]()
    listed = ledger.listed_results
    monkeypatch.setattr(ledger, "listed_results", lambda name, some: numbers.extend(some) or listed(name, some))
    monkeypatch.setattr(bot_matches, "BOTS_AT_ONCE", 1)
    assert list(bot_pages(ledger, facts, "report.html")) == pages
    assert len(numbers) == len(set(numbers)) == facts.counted, "a match of several bots is read once"


@pytest.mark.parametrize(("kind", "words"), MARKS.items())
def test_seats_whose_bots_did_not_play_to_the_end_are_marked(facts, page, kind, words):
    first = facts.matches[0]
    lost = first.played.order[-1]
    marked = replace(facts, matches=(replace(first, marks=SeatMarks(**{kind: (lost,)})), *facts.matches[1:]))
    rows = Page.of(html(marked)).table("matches-table").rows
    assert rows[0][1].endswith(f"{first.played.seats[lost]} {first.played.scores[lost]} ({words})")
    assert rows[1:] == page.table("matches-table").rows[1:]


def test_the_page_of_a_bot_draws_the_ratings_of_its_other_versions(facts):
    as_versions = renamed(renamed(facts, "mine", "mine@2"), "sleepy", "mine@1")
    history = [RatedMoment(matches, {"mine@1": 1400.0 + matches, "mine@2": 1500.0}) for matches in (10, 20)]
    named = entrants_by_name(as_versions)
    (other, curve), = versions_of(named, history, "mine@2")
    assert other == "mine@1" and curve is not None and len(curve.points) == 2
    assert versions_of(named, history, "greedy") == []


def test_the_report_leads_to_the_pages_of_bots_where_there_are_some(facts):
    links = Page.of(html(facts, "cup-bots")).links
    assert {f"cup-bots/{bot_file(bot)}" for bot in BOTS} <= set(links)


def test_files_of_bots_have_names_of_their_own_without_anything_that_leads_elsewhere():
    names = ["a", "A", "a/b", "a_2f_b", "..", "a#2", "a@2.0", "\N{GREEK SMALL LETTER ALPHA}"]
    assert len({bot_file(name) for name in names}) == len(names)
    assert bot_file("greedy-2") == "greedy-2.html" and "/" not in bot_file("../x")
    long = [bot_file(entrant_of("mine", "%" * 63 + last)) for last in "ab"]  # as a bot of a ladder may call itself
    assert len(set(long)) == 2 and max(map(len, long)) < 220, "a disk has names of 255 bytes"


def test_many_bots_are_folded_and_can_be_searched(facts, monkeypatch):
    monkeypatch.setattr(page_module, "SHOWN", 2)
    monkeypatch.setattr(matrix_module, "MOST_CROSSED", 3)
    page = Page.of(html(facts))
    assert [tag for tag, _ in page.tags].count("details") == 4
    assert len(page.table("ratings-table").rows) == 2
    assert [row[0] for row in page.table("ratings-table-more").rows] == [
        f"{place} {each.bot}" for place, each in enumerate(facts.ratings.bots[2:], 3)]
    assert {len(table.rows) for table in page.tables if table.kind == "matrix"} == {3}
    assert [tag for tag, _ in page.tags].count("script") == 1
    policy = next(attributes["content"] for tag, attributes in page.tags
                  if attributes.get("http-equiv") == "Content-Security-Policy")
    assert f"script-src 'sha256-{b64encode(sha256(search_script().encode()).digest()).decode()}'" in policy


# --- what nobody may see ---


def test_the_json_of_a_report_keeps_its_names_and_their_order(facts):
    data = with_json_names(plain(facts))
    assert list(data) == [
        "name", "ladder", "terms", "entered", "bots", "scheduled", "counted", "voids", "blocks", "whole_blocks",
        "rounds", "began_unix_ms", "ended_unix_ms", "commitment", "secret", "digests", "over", "paused", "out",
        "organiser", "stop",
        "stopped", "test", "verdict", "standings", "stages", "results", "ratings", "kept", "silent", "unrated",
        "meetings", "scores", "times", "conduct", "void_matches", "calibration", "remarkable", "automa",
        "fit"]
    assert [each["bot"] for each in data["conduct"]] == [each.bot for each in facts.fault_summaries]
    assert [list(each) for each in data["void_matches"]] == [
        ["match_id", "reasons", "fate", "record"]] * len(facts.void_matches)
    assert [each["fate"] for each in data["void_matches"]] == [each.outcome for each in facts.void_matches] != []


def test_names_and_reasons_of_strangers_are_text_and_never_markup(facts):
    page = Page.of(html(renamed(facts, "mine", EVIL)))
    assert "script" not in {tag for tag, _ in page.tags}
    assert [row[0] for row in page.table("ratings-table").rows].count(f"4 {EVIL}") == 1
    assert page.left_open == [] and page.closed_wrongly == []


def test_commands_of_bots_what_they_printed_paths_and_evidence_stay_in_the_ledger(ledger, facts):
    written = json.dumps(with_json_names(plain(facts)))
    for report in (html(facts), text(facts), written, *(page for _, page in bot_pages(ledger, facts, "cup.html"))):
        assert "hush" not in report and "/srv" not in report and "cmd:" not in report
    for report in (html(facts), text(facts), written):
        assert "it does not join" in report
    assert "seat 0 had the fault crashed, which voids this match" in html(facts)


def test_control_the_organiser_sees_the_command_and_what_the_bot_printed(ledger):
    state = state_of(ledger.decisions("cup"))
    assert "cmd:run --key=hush-5" in state.out["sleepy"] and "/srv: hush!" in state.out["sleepy"]


@pytest.mark.slow
def test_the_secret_is_told_when_it_is_asked_for_and_not_otherwise(ledger, facts):
    told = collect_facts(ledger, "cup", reveal=True)
    assert SECRET.hex() in html(told) and SECRET.hex() in text(told)
    assert SECRET.hex() not in html(facts) + text(facts) + repr(facts)
    assert facts.commitment in html(facts) and facts.commitment in text(facts)


def test_the_digests_of_bots_files_are_told(facts):
    digest = "5d" * 32
    told = replace(facts, digests={"sleepy": digest})
    assert f"Files of sleepy: SHA-256 {digest}" in text(told)
    assert f"files of sleepy, SHA-256</th><td><code>{digest}</code>" in html(told)


def test_the_secret_of_a_tournament_that_goes_on_is_refused(tmp_path):
    ledger = ledger_of(tmp_path / "ledger.db", rounds=1, most=3)
    with pytest.raises(NotOver, match="'cup' is not over"):
        collect_facts(ledger, "cup", reveal=True)


# --- tournaments of which little is known ---


def test_a_tournament_without_a_match_has_a_report(tmp_path):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", rounds=1, most=0), "cup")
    assert facts.ratings is None and not facts.over
    assert "no matches to rate" in html(facts) and "No ratings: there are no matches" in text(facts)
    assert Page.of(html(facts)).left_open == []


@pytest.mark.slow
def test_a_single_block_has_ratings_without_intervals_and_no_calibration(tmp_path):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", rounds=1, most=4), "cup")
    assert facts.calibration is None
    assert {row[2] for row in Page.of(html(facts)).table("ratings-table").rows} == {"unknown"}
    assert "unknown" in text(facts)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "form"), [("swiss", {"rounds": 3}), ("knockout", {})])
def test_formats_with_an_order_of_their_own_show_it(tmp_path, kind, form):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", kind=kind, **form), "cup")
    assert facts.over
    assert len(facts.standings) == 6
    assert Page.of(html(facts)).table("standings-table").rows == [
        [f"{each.place} {each.name}", f"{each.points:.1f}", *([f"{each.buchholz:.1f}"] if kind == "swiss" else []),
         str(each.rounds), each.told] for each in facts.standings]
    won = facts.standings[0]
    assert won.won and not any(each.won for each in facts.standings[1:])
    assert f"Winner: {won.name}" in text(facts) and won.name in Page.of(html(facts)).told("winner")
    lines = text(facts)
    assert lines.index("Standings") < lines.index("Ratings")
    assert ("Rounds" in lines) == (kind == "knockout")


@pytest.mark.slow
def test_a_knockout_tells_who_met_whom_and_the_seeding(tmp_path):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", kind="knockout"), "cup")
    rows = Page.of(html(facts)).table("rounds-table").rows
    assert [(row[0], row[2].split(" (")[0]) for row in rows if row[1] != "byes"] == [
        (stage.name, ", ".join(table.through)) for stage in facts.stages for table in stage.tables]
    assert rows[-1][0] == "the final" and rows[-1][2].startswith(facts.standings[0].name)
    assert facts.entered == tuple(BOTS)
    assert f"order of the file: {', '.join(BOTS)}" in text(facts, 200)


@pytest.mark.slow
def test_where_all_matches_are_ties_nothing_is_called_known(tmp_path):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", rounds=4, level=True), "cup")
    page = Page.of(html(facts))
    assert {row[2] for row in page.table("ratings-table").rows} == {"unknown"}
    assert {cell for row in page.tables[1].rows for cell in row[1:]} == {"?", NOTHING}
    assert "nobody was ever placed before another" in text(facts) and "compare their scores" in html(facts)
    assert "1500 to 1500" not in text(facts) + html(facts)


@pytest.mark.slow
def test_blocks_that_were_begun_are_told_apart_from_whole_ones(tmp_path):
    facts = collect_facts(ledger_of(tmp_path / "ledger.db", rounds=2, most=10), "cup")
    assert (facts.blocks, facts.whole_blocks) == (3, 2)
    assert "3 seed blocks, 2 of them whole" in text(facts)
    assert Page.of(html(facts)).told("blocks") == "3 (2 whole)"


@pytest.mark.slow
def test_a_bot_that_never_answered_is_marked_and_crashes_are_counted_by_match(tmp_path):
    ledger = ledger_of(tmp_path / "ledger.db", rounds=2, silent="mine")
    facts = collect_facts(ledger, "cup")
    mine = next(each for each in facts.fault_summaries if each.bot == "mine")
    assert facts.silent == ("mine",)
    assert mine.lost == mine.matches == sum("mine" in each.seats for each in ledger.results("cup"))
    assert mine.faults["crashed"] > mine.lost
    for told in (text(facts, 200), html(facts)):
        assert "mine answered nothing itself" in told


def test_a_bot_that_never_came_answered_nothing_itself_and_its_opponents_did(tmp_path):
    """A match of two ends before anybody is asked if a bot did not come."""
    ledger, terms = Ledger.open(f"sqlite:///{tmp_path}/ledger.db"), terms_of(3, 2, "round-robin")
    begin(ledger, terms)
    schedule = list(entries(terms, [], ()))
    ledger.schedule("cup", schedule)
    came = SeatDetails(0, 0, {}, 0, 0, False, "", 0, 0, 0, {}, 0)
    for entry in schedule:
        away = tuple(replace(came, forfeit="disconnected" if bot == "b2" else "") for bot in entry.seats)
        answered = tuple(replace(came, decisions=5, answered=5) for _ in entry.seats)
        seats = away if "b2" in entry.seats else answered
        ranks = tuple(2 if bot == "b2" else 1 for bot in entry.seats)
        ledger.count("cup", PlayedMatch(entry.match_id, entry.block, 1, entry.seats, ranks, (0, 0), (), (0, 0), "00"),
                     "x.lsr", MatchDetails(9, "forfeit", 0, 1, seats))
    facts = collect_facts(ledger, "cup")
    assert facts.silent == ("b2",)
    for told in (text(facts, 200), html(facts), status_of(ledger, "cup").text()):
        assert "b2 answered nothing itself: it forfeited its matches" in told


def test_the_page_tells_options_faults_and_limits_in_full(facts, page):
    agreed = {row[0]: row[1] for row in page.table("terms-table").rows}
    assert "as by default" not in " ".join(agreed.values())
    assert "disqualify_after 50" in agreed["faults"] and "memory 2G" in agreed["sandbox"]
    assert "env" not in agreed["sandbox"] and "read" not in agreed["sandbox"], "what lies where is nobody's business"
    assert "=" in agreed["options"] and agreed["bots, in the order of the file"] == ", ".join(BOTS)


def test_the_page_says_that_bots_are_in_the_referees_process():
    bots = [{"name": name, "spec": "random"} for name in "ab"]
    terms = parse_config({"name": "near", "game": "parley", "players": 2, "in_process": True, "bots": bots,
                          "format": {"kind": "round-robin"}}, "near.toml")
    assert collection._in_words(terms)["sandbox"] == "none: bots are objects of the referee's process"


@pytest.mark.parametrize("matches", first_quick(1, [1, 0, 60]))
def test_a_ladder_has_a_report_that_speaks_of_no_tournament_and_of_no_end(tmp_path, matches):
    ledger = ladder_of(tmp_path / "ledger.db", matches)
    facts = collect_facts(ledger, "cup")
    page, told = Page.of(html(facts)), text(facts)
    assert page.left_open == [] and page.closed_wrongly == []
    inner, linked = _links(page)
    assert inner <= set(page.ids)
    assert linked == {f"match/{each.record.removesuffix('.lsr')}" for each in facts.matches}
    assert (page.told("counted"), facts.counted) == (str(matches), matches)
    assert ("match counted" if matches == 1 else "matches counted") in told
    for words in ("tournament", "cheduled", "seed block", "Rounds", "not over", "complete", "Early stop", "Void"):
        assert words not in html(facts) + told
    with pytest.raises(NotOver, match="ladder"):
        collect_facts(ledger, "cup", reveal=True)


def renamed(value, old, new):
    """The same facts with another name wherever it stands."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, tuple):
        return tuple(renamed(each, old, new) for each in value)
    if isinstance(value, Mapping):
        return {renamed(key, old, new): renamed(each, old, new) for key, each in value.items()}
    if is_dataclass(value):
        return replace(value, **{each.name: renamed(getattr(value, each.name), old, new) for each in fields(value)})
    return value


@pytest.mark.parametrize(("bots", "limit"), first_quick(1, [(4, "MOST_RATED"), (101, "MOST_RATED_OF_MANY")]))
def test_a_report_of_too_many_matches_shows_the_ratings_that_were_kept(tmp_path, monkeypatch, bots, limit):
    ledger = synthetic_ledger(tmp_path / "ledger.db", bots, 2 * bots)
    matches = ledger.sums(NAME).matches
    monkeypatch.setattr(collection, limit, matches - 1)
    unrated = collect_facts(ledger, NAME)
    assert (unrated.ratings, unrated.kept) == (None, None) and unrated.unrated.startswith(f"{matches} matches are more")
    monkeypatch.setattr(collection, limit, matches)
    rated = collect_facts(ledger, NAME)
    assert rated.ratings.matches == matches
    keep(ledger, NAME, as_kept(rated.ratings, rated.fit))
    monkeypatch.setattr(collection, limit, matches - 1)
    shown = collect_facts(ledger, NAME)
    assert (shown.ratings, shown.unrated) == (None, "") and shown.kept.matches == matches
    ledger.close()
