"""The command that measures places gives the same result for the same seed, and writes it into the game's page."""

from __future__ import annotations

from argparse import Namespace

import pytest

from measure import places


def test_a_game_is_the_same_every_time_and_names_the_cards_that_lay_out():
    first, second = (places.play("pax_viking", 2, {"standard_cards": "0", "novice_cards": "3"}, "greedy", 3)
                     for _ in range(2))
    assert first == second
    assert len(first.cards) == 3
    assert first.turns > 0
    assert any(met for _, met in first.cards)


@pytest.mark.parametrize("game", ["northgard", "clansmen"])
def test_other_games_have_places_but_no_cards(game):
    result = places.play(game, 2, {}, "greedy", 0)
    assert result.winner in (-1, 0, 1)
    assert result.cards == ()


def test_the_table_is_put_between_its_marks(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "ROOT", tmp_path)
    page = tmp_path / "docs" / "pax-viking.md"
    page.parent.mkdir()
    page.write_text("# Page\n\nText.\n", encoding="utf-8")
    rows = [places.row(2, [places.Result(0, 9, ()), places.Result(1, 9, ()), places.Result(-1, 9, ())])]
    text = places.table(rows, Namespace(
        game="pax_viking", players=[2], games=[3], bot="greedy", option=["later_silver=4"]))
    with pytest.raises(SystemExit, match="add them"):
        places.write("pax_viking", text)
    begin = places.BEGIN.format(game="pax_viking")
    page.write_text(f"# Page\n\n{begin}\nold\n{places.END}\n\nText.\n", encoding="utf-8")
    places.write("pax_viking", text)
    said = page.read_text(encoding="utf-8")
    assert said == f"# Page\n\n{begin}\n{text}\n{places.END}\n\nText.\n"
    assert "| 2 | 3 | 50.0% | 33.3% (" in said
    assert "--players 2 --games 3 --option later_silver=4" in said
