"""The drawing of a knockout, for any field and at any time."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from lawspeaker_referee.competition.formats import entries, stages
from lawspeaker_referee.competition.pages.bracket import LINE, WIDTH, bracket_of
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.tournament import parse_config


def knockout(bots: int, players: int):
    return parse_config({
        "name": "cup", "game": "northgard", "players": players, "format": {"kind": "knockout", "tiebreaks": 1},
        "bots": [{"name": f"b{number}", "spec": "random"} for number in range(bots)]}, "cup.toml")


def times(terms, rng):
    """The results and the design at each moment of a knockout."""
    played = []
    while True:
        yield list(played)
        done = {each.match_id for each in played}
        left = [each for each in entries(terms, played) if each.match_id not in done]
        if not left:
            return
        for each in left:
            ranks = tuple((rng.permutation(len(each.seats)) + 1).tolist())
            played.append(PlayedMatch(each.match_id, each.block, each.round, each.seats, ranks, ranks, (),
                                      (0,) * len(ranks), ""))


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (8, 2), (13, 2), (9, 3), (16, 4)])
def test_boxes_stand_apart_and_lines_lead_from_each_bot_that_goes_on_to_its_next_table(bots, players):
    terms = knockout(bots, players)
    moments = list(times(terms, np.random.default_rng(bots)))
    last = len(stages(terms, moments[-1], ()))
    for played in moments:
        drawn = bracket_of(terms, played, ())
        assert len(drawn.columns) == last, "rounds to come are drawn from the start"
        for (_, x, boxes), (_, further, _) in pairwise(drawn.columns):
            assert further > x + WIDTH
            assert all(box.x == x for box in boxes)
        for _, _, boxes in drawn.columns:
            assert all(lower.y > upper.y + upper.height for upper, lower in pairwise(boxes))
            assert all(box.y + box.height <= drawn.height for box in boxes)
        known = stages(terms, played, ())
        went_on = [(bot, number) for number, (_, after) in enumerate(pairwise(known))
                   for bot in (*(bot for table in after.tables for bot in table.bots), *after.byes)]
        ends = {(box.x, box.row(bot)) for _, _, boxes in drawn.columns for box in boxes for bot in box.bots if bot}
        assert len(drawn.lines) == len(went_on)
        assert all({(line.x - WIDTH, line.y), (line.end_x, line.end_y)} <= ends for line in drawn.lines)


def test_what_is_not_decided_names_nobody_and_gives_no_points():
    terms = knockout(4, 2)
    drawn = bracket_of(terms, [], ())
    (_, _, first), (name, _, final) = drawn.columns
    assert name == "The final"
    assert [box.bots for box in final] == [("", "")]
    assert all(box.points == () and box.through == () and box.height == 2 * LINE for box in first)
