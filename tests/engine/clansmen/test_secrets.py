"""Hidden facts changed, nothing that others are shown or asked changes with them."""

from __future__ import annotations

from bisect import insort
from itertools import islice

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.clansmen.actions.pray import Foresee
from lawspeaker_engine.games.clansmen.cards.deck import DrawTales
from lawspeaker_engine.games.clansmen.state import NO_EVENT, Land, State
from lawspeaker_engine.model import PUBLIC, Chance
from tests.sample_sizes import first_quick, seeds

from .positions import GAME
from .random_games import positions

SPECTATOR = -1
DRAWN_BY_ONE = {"tales.draw", "event.foresee"}


def with_other_secrets(state: State, seat: int) -> tuple[State, list[str]]:
    """The same position as far as `seat` may know, with all changed that is hidden from it; and what has changed."""
    other = state.copy()
    others = [number for number in range(len(state.players)) if number != seat]
    changed = ["hand" for number in others if _swap_hand(other, number)]
    if _permute_land(other):
        changed.append("land")
    if seat not in other.seers and _change_event(other):
        changed.append("event")
    other.question = other.seen = None
    return other, changed


def _swap_hand(state: State, seat: int) -> bool:
    """Another hand of the same size: cards of hand and deck trade places as far as they can."""
    hand = state.players[seat].hand
    before = hand[:]
    for i in range(min(len(hand), len(state.tales))):
        card, other = hand.pop(0), state.tales.pop(-1 - i)
        insort(hand, other)
        insort(state.tales, card)
    return hand != before


def _permute_land(state: State) -> bool:
    """The terrains of all unrevealed hexes in another order."""
    hidden = [tile for tile, known in enumerate(state.revealed) if not known]
    terrain = list(state.land.terrain)
    for tile, other in zip(hidden, reversed(hidden), strict=True):
        terrain[tile] = state.land.terrain[other]
    changed = tuple(terrain) != state.land.terrain
    state.land = Land(tuple(terrain))
    return changed


def _change_event(state: State) -> bool:
    """Another event lies ready for the next season."""
    if state.foreseen == NO_EVENT:
        return False
    other = next(event for event in state.events if event != state.foreseen)
    state.events.remove(other)
    insort(state.events, state.foreseen)
    state.foreseen = other
    return True


def shown(state: State, seat: int) -> bytes:
    """Return what the seat, or a spectator, sees and is asked, and whom it sees asked what, or what it sees drawn."""
    asked = GAME.pending(state)
    if isinstance(asked, Chance):
        question = ([asked.prompt, asked.stream, asked.count],)
    else:
        question = [each for each in asked if each.seat == seat], [(each.seat, each.prompt) for each in asked]
    return canon.encode((GAME.view(state, None if seat == SPECTATOR else seat), *question))


def often(games):
    """Positions in which a seat is asked or something is drawn: all of events and raids, and every third other one."""
    for step, (state, _) in enumerate(games):
        if step % 3 == 0 or state.phase in {"event", "raiders"}:
            yield state


def assert_kept(state: State, found: set[str]) -> None:
    """Whoever looks is shown the same, whatever others hide."""
    for seat in range(SPECTATOR, len(state.players)):
        other, changed = with_other_secrets(state, seat)
        found.update(changed)
        if changed:
            assert shown(other, seat) == shown(state, seat), (seat, changed)


@pytest.mark.parametrize("players", first_quick(1, [3, 2, 5]))
@seeds(1, 2)
def test_CL_TALES_01_CL_MAP_01_CL_RAID_03_CL_RAID_04_CL_T75_CL_ACTION_11_nothing_depends_on_what_is_hidden(
    players, seeds,
):
    found: set[str] = set()
    for seed in seeds:
        for state in often(positions(players, seed, eager=seed % 2 == 0)):
            assert_kept(state, found)
    assert found >= {"hand", "land"}


@pytest.mark.parametrize("options", first_quick(1, [
    {"valor": "roll"}, {"fences": "farmer", "blessing_die": "own"}, {"promises": False, "paved": "actions"},
    {"cards": "before"},
]))
@seeds(1, 2)
def test_CL_TALES_01_AMB_CL_35_by_other_readings_nothing_depends_on_what_is_hidden_either(options, seeds):
    found: set[str] = set()
    for seed in seeds:
        for state in often(positions(3, seed, eager=True, **options)):
            assert_kept(state, found)
    assert found >= {"hand", "land"}


@seeds(2, 6)
def test_CL_ACTION_11_only_those_who_looked_know_the_next_event(seeds):
    foreseen = set()
    for seed in seeds:
        for state, _ in positions(3, seed, eager=True, shrines=True):
            if state.foreseen == NO_EVENT:
                continue
            assert_kept(state, foreseen)
            for seat in range(SPECTATOR, 3):
                view = GAME.view(state, None if seat == SPECTATOR else seat)
                assert view.next_event == (state.foreseen if seat in state.seers else NO_EVENT)
    assert "event" in foreseen


def test_CL_TALES_01_CL_SETUP_05_hands_are_shown_to_their_owners_only_and_their_sizes_to_all():
    for state, _ in islice(positions(3, 1, eager=True), 0, None, 3):
        for seat in range(SPECTATOR, 3):
            view = GAME.view(state, None if seat == SPECTATOR else seat)
            for number, player in enumerate(view.players):
                assert player.hand == (state.players[number].hand if number == seat else [])
                assert player.hand_size == len(state.players[number].hand)
        full = GAME.full_view(state)
        assert [player.hand for player in full.players] == [player.hand for player in state.players]
        assert full.next_event == state.foreseen


def test_CL_MAP_01_CL_MAP_10_unrevealed_hexes_show_nothing():
    for state, _ in positions(3, 2, eager=True):
        seen = GAME.view(state, 0).map.terrain
        assert all((terrain > 0) == bool(known) for terrain, known in zip(seen, state.revealed, strict=True))


def test_CL_TALES_01_CL_RAID_04_CL_ACTION_11_draws_and_answers_reach_those_who_may_see_them():
    audiences: dict[str, set[bool]] = {}
    for seed in range(8):
        for state, question in positions(2 + seed % 5, seed, eager=True, shrines=True):
            for each in (question,) if isinstance(question, Chance) else question:
                audiences.setdefault(each.prompt, set()).add(each.seen_by is PUBLIC)
                if each.prompt in DRAWN_BY_ONE:
                    assert each.seen_by == (_drawer(state),)
    assert audiences["setup.wilds"] == {False}
    for prompt in DRAWN_BY_ONE:
        assert audiences[prompt] == {False}
    hidden = {prompt for prompt, public in audiences.items() if False in public}
    assert hidden == {"setup.wilds", *DRAWN_BY_ONE}


def _drawer(state: State) -> int:
    """The seat for which the frame on top draws."""
    frame = state.agenda[-1]
    assert isinstance(frame, DrawTales | Foresee)
    return frame.seat
