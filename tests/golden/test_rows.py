"""No row of a game has ever moved: its number means in an old record what it means today."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from tests.golden.rows import check_added, file_of, format_tables, parse, tables_of


@pytest.mark.parametrize("name", list(GAMES))
def test_every_row_has_the_number_it_always_had_and_new_ones_are_listed(name):
    listed, tables = parse(file_of(name).read_text(encoding="utf-8")), tables_of(GAMES[name])
    check_added(listed, tables)
    assert listed == tables, "python -m tests.golden.rows lists the new ones"
    assert len(listed["cards"]) > 10


LISTED = {"cards": ("recruit", "move"), "tiles": ("t1",)}


@pytest.mark.parametrize("tables", [
    LISTED,
    {"cards": ("recruit", "move", "build"), "tiles": ("t1", "t2")},
    {"events": ("calm",), "tiles": ("t1",), "cards": ("recruit", "move")},
])
def test_rows_may_follow_the_last_of_their_table_and_tables_may_come(tables):
    check_added(LISTED, tables)
    assert parse(format_tables(tables)) == tables


@pytest.mark.parametrize(("tables", "wrong"), [
    ({"cards": ("move", "recruit"), "tiles": ("t1",)}, "row 0 of cards is move, was recruit"),
    ({"cards": ("recruit", "build", "move"), "tiles": ("t1",)}, "row 1 of cards is build, was move"),
    ({"cards": ("recruit",), "tiles": ("t1",)}, "row 1 of cards is missing, was move"),
    ({"cards": ("recruit", "march"), "tiles": ("t1",)}, "row 1 of cards is march, was move"),
    ({"cards": ("recruit", "move")}, "row 0 of tiles is missing, was t1"),
])
def test_a_row_that_moved_went_or_got_another_id_is_refused(tables, wrong):
    with pytest.raises(ValueError, match=wrong):
        check_added(LISTED, tables)
