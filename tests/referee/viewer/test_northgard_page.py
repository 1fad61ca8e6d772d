"""The page of a Northgard match says what the engine's views say."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.viewer.document import ALL, document
from tests.referee.viewer.pages import check_page, opened, shown, written

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = [GOLDEN / f"northgard-{name}.lsr" for name in (
    "2", "2-automa-creatures", "2-lake", "2-prototype", "3-environment", "4-den", "4-jarl-teams", "5-sea-everything",
    "5-volcano")]
"""Together they have all that can lie on the map and all lists beside it."""
SELECTORS = (
    "[data-territory]", "[data-area]", ".ng-seat", ".ng-table", "[data-combat]", "[data-victory]", "[data-now]",
    "[data-creatures]", "[data-ports]", "[data-features]", "[data-automa-played]")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_picture_says_what_the_view_says(browser, tmp_path, path):
    check_page(browser, path, tmp_path, SELECTORS, told)


def test_the_end_shows_what_each_score_came_from_beside_the_fame_tokens_that_were_there_before(browser, tmp_path):
    record = read_record(GOLDEN / "northgard-2.lsr")
    outcome = document(record, (ALL,))["outcome"]
    opened(browser, written(record, tmp_path))
    steps = (record.step_count - 1, record.step_count)
    before, last = shown(browser, ALL, steps, (".outcome tbody tr", ".outcome [data-part]", ".ng-seat"))
    assert before[:2] == [[], []]
    assert [row["seat"] for row in last[0]] == [str(outcome["ranks"].index(rank)) for rank in (1, 2)]
    assert [each["part"] for each in last[1][:5]] == list(outcome["parts"][0])
    for seat in (0, 1):
        cells = browser.find_elements("css selector", f".outcome tr[data-seat='{seat}'] td[data-part]")
        assert [int(each.text) for each in cells] == list(outcome["parts"][seat].values())
        assert sum(int(each.text) for each in cells) == outcome["scores"][seat]
    fame = [parts["fame tokens"] for parts in outcome["parts"]]
    assert [int(each["fame"]) for each in before[2]] == [int(each["fame"]) for each in last[2]] == fame
    scores = [each.text for each in browser.find_elements("css selector", ".seat .score")]
    assert scores == [f"{each} fame tokens" for each in fame]
    result = browser.find_element("css selector", ".seat-1 .result").text
    assert result == f"rank 2, score {outcome['scores'][1]}: fame tokens 3, Development cards 2, Unrest -15"


def told(view):
    return [territories(view), [{"area": i, "of": each} for i, each in enumerate(view.layout.area_territory)],
            [seat(player) for player in view.players],
            [{"year": view.year, "phase": view.phase, "display": view.display, "achievements": view.achievements,
              "stock": view.stock, "pile": view.pile_left, "unrest": view.unrest_left}],
            combat(view.combat),
            [{"victory": view.victory.cards, "counts": view.victory.counts}] if view.victory else [],
            [{"now": view.events.now, "next": view.events.next}] if view.events else [],
            *modules(view)]


def modules(view):
    """Return what lists beside the map have to say of creatures, the sea, features of tiles and the Automa."""
    creatures, sea, automa = view.creatures, view.sea, view.automa
    features = [f"{each.feature}:{','.join(map(str, each.territories))}" for each in view.features]
    return [
        [{"creatures": [f"{each.number}:{each.creature}:{each.territory}" for each in creatures.line],
          "creaturePile": creatures.top_left + creatures.rest_left,
          "defeated": creatures.defeated}] if creatures else [],
        [{"ports": [f"{each.territory}:{each.card}:{each.seat}:{each.units}:{each.year}" for each in sea.ports],
          "raids": sea.raids_left}] if sea else [],
        [{"features": features}] if features else [],
        [{"automaPlayed": automa.played, "automaKept": automa.kept}] if automa else [],
    ]


def territories(view):
    board = view.board
    found = []
    for i, territory in enumerate(view.layout.territory):
        found.append({
            "territory": territory, "owner": board.owner[i], "units": board.units[i],
            "buildings": [kind for kind, at in zip(board.building, board.building_territory, strict=True)
                          if at == territory],
            "figures": [each.figure for each in view.figures if each.territory == territory],
            "tokens": [each.token for each in view.tokens if each.territory == territory],
            "beasts": [each.number for each in view.creatures.line if each.territory == territory]
                      if view.creatures else [],
            "small": board.small[i], "carved": board.carved[i], "large": board.large[i],
        })
    return found


def seat(player):
    return {
        "food": player.food, "wood": player.wood, "lore": player.lore, "fame": player.fame, "reserve": player.reserve,
        "hand": player.hand, "handSize": player.hand_size, "drawSize": player.draw_size, "active": player.active,
        "known": player.known, "knownTop": player.known_top,
        "discard": player.discard, "passed": player.passed,
    }


def combat(fight):
    if fight is None:
        return []
    return [{
        "combat": fight.territory, "attacker": fight.attacker, "defender": fight.defender,
        "attackerPoints": fight.attacker_points, "defenderPoints": fight.defender_points,
        "attackerFace": fight.attacker_face, "defenderFace": fight.defender_face, "stage": fight.stage,
        "creature": fight.creature,
    }]
