import json
import tomllib

import pytest

from lawspeaker_engine.model import GameOption
from tests.games.parley import PARLEY


@pytest.fixture
def many_options(monkeypatch):
    """Parley with eleven options, one of which has much to say."""
    doc = "What is said of the axes in AXE-01 and of the oars in OAR-02, " * 3
    options = tuple(GameOption(f"axes_{i}", "oars", doc, ("oars", "axes")) for i in range(11))
    monkeypatch.setattr(type(PARLEY), "options", options)


def test_json_gives_editions_player_counts_and_options_with_types_defaults_and_values(run):
    games = {game["name"]: game for game in json.loads(run("games", "--json").out)["games"]}
    parley = games["parley"]
    assert (parley["title"], parley["version"], parley["editions"]) == ("Parley", 1, ["test"])
    assert parley["players"] == [2, 3, 4]
    assert parley["options"] == [
        {"name": "rounds", "type": "int", "default": 2, "values": [1, 2, 3], "doc": "how many rounds"},
        {"name": "fancy", "type": "bool", "default": False, "values": [False, True], "doc": "nothing at all"},
    ]


def test_json_gives_the_hash_of_the_rows_that_the_default_setup_of_the_fewest_players_can_use(run, monkeypatch):
    monkeypatch.setattr(type(PARLEY), "content", lambda _game, setup: f"{setup.players} {dict(setup.options)}")
    (parley,) = json.loads(run("games", "parley", "--json").out)["games"]
    assert parley["content_hash"] == "2 {'rounds': 2, 'fancy': False}"


def test_text_spells_options_as_play_takes_them(run):
    text = run("games").out
    assert "parley: Parley, rules version 1" in text
    assert "  --option rounds  1|2|3 (default 2)\n      how many rounds\n" in text
    assert "  --option fancy   false|true (default false)\n      nothing at all\n" in text


def test_one_game_may_be_asked_for_in_text_and_in_json(run):
    whole = json.loads(run("games", "--json").out)["games"]
    text = run("games", "parley").out
    assert text.startswith("parley: Parley, rules version 1\n")
    assert "northgard" not in text
    assert json.loads(run("games", "parley", "--json").out) == {"games": [whole[-1]]}


def test_an_unknown_game_is_refused_with_the_nearest_one(run):
    done = run("games", "parly")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "did you mean 'parley'?" in done.err


def test_many_options_are_counted_in_the_list_and_told_where_their_game_is_asked_for(run, many_options):
    assert run("games").out.endswith("  players   2, 3, 4\n  11 options: lawspeaker games parley\n")
    assert len(json.loads(run("games", "--json").out)["games"][-1]["options"]) == 11
    assert run("games", "parley").out.count("--option axes_") == 11


@pytest.mark.parametrize(("columns", "widest"), [(60, 60), (80, 80), (120, 120), (300, 120)])
def test_what_options_mean_is_wrapped_to_the_terminal_and_rules_ids_stay_whole(
        run, monkeypatch, many_options, columns, widest):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("games", "parley").out.splitlines()
    assert widest - 12 < max(map(len, lines)) <= widest
    assert " ".join(" ".join(lines).split()).count("AXE-01 and of the oars in OAR-02") == 33


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_of_any_games_options_is_wider_than_the_terminal(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for game in ("northgard", "clansmen", "pax_viking"):
        assert max(map(len, run("games", game).out.splitlines())) <= columns


@pytest.mark.parametrize(("game", "rules", "card", "prompt"), [
    ("northgard", "NG-GOAL-02", "| Altar of Kings | large | 3 | +3 fame |", "| `turn.flash` |"),
    ("clansmen", "CL-GOAL-02", "| 0 | Valor | x4 |", "| `raid.commit` |"),
    ("pax_viking", "SG-WIN-01", "| Two of every type | standard |", "| `journey.step` |"),
])
def test_what_there_is_to_read_about_a_game_is_printed_as_markdown(run, game, rules, card, prompt):
    assert rules in run("games", game, "--rules").out
    assert card in run("games", game, "--cards").out
    assert prompt in run("games", game, "--prompts").out


@pytest.mark.parametrize("page", ["--rules", "--cards", "--prompts"])
@pytest.mark.parametrize(("arguments", "says"), [
    ([], "name one of northgard"),
    (["northgard", "--json"], "leave --json or"),
    (["parley"], "there is nothing to read about parley"),
    (["nortgard"], "did you mean 'northgard'?"),
])
def test_a_page_is_refused_without_its_game_and_as_json(run, page, arguments, says):
    done = run("games", *arguments, page)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert says in done.err


def test_a_page_tells_what_is_played_with_the_options_that_are_given(run):
    """The prototype's Unrest costs 3 fame, the game with Raids has their prompts, and five players play so."""
    assert "each Unrest costs 5 fame" in run("games", "northgard", "--rules").out
    assert "each Unrest costs 3 fame" in run("games", "northgard", "--rules", "--option", "edition=prototype").out
    assert "`raid.launch`" not in run("games", "northgard", "--prompts").out
    assert "`raid.launch`" in run("games", "northgard", "--prompts", "--option", "sea=true").out
    assert run("games", "northgard", "--rules", "--players", "5").out.splitlines()[2].startswith("5 players lead")


def test_without_players_a_page_is_for_the_fewest_with_whom_the_options_go(run):
    assert run("games", "northgard", "--rules", "--option", "teams=true").out.splitlines()[2].startswith("4 players")


@pytest.mark.parametrize(("arguments", "says"), [
    (["--rules", "--option", "year=7"], "no option 'year' (did you mean 'years'?)"),
    (["--rules", "--option", "edition=prototype", "--option", "sea=true"], "goes with the option warchiefs alone"),
    (["--rules", "--players", "9"], "is played by"),
    (["--rules", "--cards"], "--rules and --cards are two texts; give one of them"),
    (["--other-names", "--prompts"], "--other-names and --prompts are two texts; give one of them"),
    (["--option", "years=10"], "add --rules, --cards or --prompts"),
])
def test_options_that_there_are_not_are_refused_in_one_line(run, arguments, says):
    done = run("games", "northgard", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert says in done.err


def test_a_terminal_gets_a_page_formatted(run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    text = run("games", "clansmen", "--cards").out
    assert "Granary" in text
    assert "| --- |" not in text


def test_other_names_are_toml_and_another_seed_has_others(run):
    first, again, other = (run("games", "northgard", "--other-names", *more) for more in ((), (), ("--seed", "x")))
    names = tomllib.loads(first.out)["northgard"]
    assert names["lore"] == "ink" and first.out == again.out
    assert tomllib.loads(other.out)["northgard"].keys() == names.keys()
    assert other.out != first.out


@pytest.mark.parametrize(("arguments", "words"), [
    (("--other-names",), "--other-names is about one game; name one of"),
    (("northgard", "--other-names", "--json"), "--other-names is TOML"),
    (("northgard", "--seed", "x"), "--seed is for --other-names")])
def test_what_does_not_go_with_other_names_is_one_line(run, arguments, words):
    done = run("games", *arguments)
    assert (done.code, words in done.err, done.err.count("\n")) == (2, True, 1)
