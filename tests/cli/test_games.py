import json


def test_json_gives_editions_player_counts_and_options_with_types_defaults_and_values(run):
    games = {game["name"]: game for game in json.loads(run("games", "--json").out)["games"]}
    parley = games["parley"]
    assert (parley["title"], parley["version"], parley["editions"]) == ("Parley", 1, ["test"])
    assert parley["players"] == [2, 3, 4]
    assert parley["options"] == [
        {"name": "rounds", "type": "int", "default": 2, "values": [1, 2, 3], "doc": "how many rounds"},
        {"name": "fancy", "type": "bool", "default": False, "values": [False, True], "doc": "nothing at all"},
    ]


def test_text_spells_options_as_play_takes_them(run):
    text = run("games").out
    assert "parley: Parley, rules version 1" in text
    assert "--option rounds  1|2|3 (default 2): how many rounds" in text
    assert "--option fancy   false|true (default false)" in text
