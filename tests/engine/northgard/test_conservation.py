"""Nothing appears or vanishes: models, tokens and cards of random games, counted after every step."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.state import UNITS, State
from lawspeaker_engine.model import Chance, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from tests.sample_sizes import first_quick, seeds

GAME = GAMES["northgard"]


def random_game(players: int, seed: int, **options: bool | int | str) -> list[State]:
    """Copies of every tenth position and the last one of a random game."""
    random, dice = Random(seed), Dice(match_seed(bytes(32), f"count-{seed}"))
    state = GAME.setup(make_setup(GAME, players, options))
    seen = []
    step = 0
    while question := GAME.pending(state):
        if step % 10 == 0:
            seen.append(state.copy())
        step += 1
        GAME.apply(state, random_answer(random, dice, question))
    return [*seen, state]


def random_answer(random: Random, dice: Dice, question: Question) -> tuple[Picks]:
    """Dice for chance, anything legal for a seat."""
    if isinstance(question, Chance):
        return (dice.answer(question),)
    (decision,) = question
    picks = random.sample(range(len(decision.options)), random.randint(decision.least, decision.most))
    return (check(decision, picks),)


def units_of(state: State, seat: int) -> int:
    """Units of a player on the map, attackers included."""
    board = state.board
    standing = sum(board.units[t] for t in board.territories if board.owner[t] == seat)
    return standing + sum(battle.units for battle in state.battles if battle.attacker == seat)


def cards_of(state: State) -> Counter[int]:
    """Every card in play, wherever it lies."""
    zones = [state.early, state.advanced, state.achievements, state.display]
    for player in state.players:
        zones += [player.hand, player.draw, player.top, player.drawn, player.active, player.discard, player.boxed]
        zones += [player.upgrades]
    return Counter(card for zone in zones for card in zone)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("years", first_quick(1, [7, 10]))
@seeds(1, 4)
def test_NG_COMP_01_NG_COMP_02_NG_COMP_05_models_and_tokens_are_conserved(
    players: int, years: int, seeds: range,
) -> None:
    """14 units a player, 7 tokens a building type, 35 tiles, no negative resource, owners where figures are."""
    for seed in seeds:
        for state in random_game(players, seed, years=years):
            board = state.board
            for seat, player in enumerate(state.players):
                assert player.reserve >= 0
                assert player.reserve + units_of(state, seat) == UNITS
                assert min(player.resources) >= 0
                assert player.fame >= 0
                assert player.hand == sorted(player.hand)
                assert player.draw == sorted(player.draw)
            built = Counter(code >> 2 for t in board.territories for code in board.buildings[t])
            assert [built[i] + left for i, left in enumerate(state.stock)] == [7] * 8
            for t in board.territories:
                assert board.units[t] >= 0
                assert min(board.small[t], board.carved[t], board.large[t], board.open_sides[t]) >= 0
                assert (board.owner[t] >= 0) == (state.figure_count(t) > 0)
            laid = Counter(tile for tile, *_ in board.laid)
            tiles = laid + Counter(state.pile) + Counter(state.bottom)
            for player in state.players:
                tiles += Counter(player.tiles)
            assert max(tiles.values()) == 1
            assert len(tiles) <= len(state.table.tiles)
            if not state.agenda or state.phase not in ("setup", "actions", "end"):
                assert len(tiles) == len(state.table.tiles)


@pytest.mark.parametrize("players", first_quick(1, [2, 3, 4, 5]))
@seeds(1, 3)
def test_what_a_board_keeps_is_what_it_would_make_afresh(players: int, seeds: range) -> None:
    """Whoever changes the map says so: kept layouts and views are never out of date."""
    for seed in seeds:
        state = GAME.setup(make_setup(GAME, players))
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"kept-{seed}"))
        while question := GAME.pending(state):
            kept = canon.encode(state)
            fresh = state.copy()
            fresh.board.kept_layout = fresh.board.kept_view = None
            assert canon.encode(fresh) == kept
            GAME.apply(state, random_answer(random, dice, question))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@seeds(1, 4)
def test_NG_COMP_04_every_card_is_somewhere_exactly_once(players: int, seeds: range) -> None:
    """Starting decks are complete, unique cards unique, and Unrest counted against its stack."""
    for seed in seeds:
        states = random_game(players, seed)
        starting = Counter(card for state in states[-1:] for card in cards_of(state).elements()
                           if CARDS[card].set == "starting")
        assert sum(starting.values()) == 6 * players
        for state in states:
            cards = cards_of(state)
            for card, count in cards.items():
                if CARDS[card].set == "unrest":
                    assert count == 10 - state.unrest
                elif CARDS[card].set != "starting":
                    assert count == 1, CARDS[card].id
