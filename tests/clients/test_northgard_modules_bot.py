"""The greedy bot's rules of thumb for what modules bring to Northgard: a position for each thing on the table."""

from __future__ import annotations

import pytest

from lawspeaker.northgard.v1 import northgard_pb2 as pb
from lawspeaker_bots.greedy.northgard.effects import WORTH
from lawspeaker_bots.greedy.northgard.goals import OF_LAND
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.modules.event_effects import EachChooses
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.victory import COUNTS, VICTORY_CARDS
from tests.clients.northgard_positions import FORTRESS, OTHER, OWN, SILO, THIRD, TOWER, number, picked


def row(rows, name):
    return next(i for i, each in enumerate(rows) if each.id == name)


# Warchiefs.

WOLFS, GOATS = row(FIGURES, "warchief_wolf"), row(FIGURES, "warchief_goat")


def test_a_warchief_is_put_down_before_a_unit():
    groups = [pb.Option(place_group=pb.PlaceGroup(territory=OWN, figures=figures)) for figures in ([], [GOATS])]
    assert list(picked("setup.group", groups, owners=(-1, -1, -1), year=0, least=1)[0].place_group.figures) == [GOATS]
    recruits = [pb.Option(recruit=pb.Recruit(territory=OWN, figure=figure)) for figure in (0, GOATS)]
    assert picked("recruit.place", recruits, units=(2, 0, 0), least=1)[0].recruit.figure == GOATS


def test_a_warchief_is_taken_off_after_a_unit():
    losses = [pb.Option(lose=pb.Lose(units=0, figures=[GOATS])), pb.Option(lose=pb.Lose(units=1))]
    assert picked("combat.casualties", losses, units=(3, 0, 0), least=1)[0].lose.units == 1


def attacking(figure):
    """Return how many of four units attack three, with this Warchief beside them, and whether it goes along."""
    there = {"units": (4, 3, 0), "figures": [pb.FigureView(figure=figure, seat=0, territory=OWN)]}
    steps = [pb.Option(move=pb.Move(source=OWN, target=OTHER, units=units)) for units in range(1, 5)]
    goes = picked("move.figures", [pb.Option(figure=pb.Figure(territory=OWN, figure=figure))], **there)
    return picked("move.step", steps, **there)[0].move.units, bool(goes)


def test_a_warchief_goes_along_in_place_of_units_by_the_points_of_its_power():
    assert attacking(GOATS) == (3, True)
    assert attacking(WOLFS) == (2, True)  # three points when it attacks


# Victory cards.

def victory(*names, counts=()):
    cards = [row(VICTORY_CARDS, name) for name in names]
    return pb.VictoryView(mode="thane", cards=cards, counts=counts or [0] * 2 * len(cards))


def built(goals):
    """Return what is built with a small and a large space free, and so many large buildings wanted."""
    options = [pb.Option(build=pb.Build(building=building, territory=OWN)) for building in (SILO, FORTRESS)]
    return picked("build.place", options, units=(3, 0, 0), year=5, least=1, victory=goals)[0].build.building


def test_a_large_building_is_built_for_the_card_that_counts_it():
    assert built(None) == SILO
    assert built(victory("two_larger_territories", "production")) == SILO
    assert built(victory("vast_territory", "large_buildings")) == SILO  # none of four is there
    three = {"owners": (0, 0, -1), "buildings": [FORTRESS] * 3}
    options = [pb.Option(build=pb.Build(building=building, territory=OWN)) for building in (SILO, FORTRESS)]
    wanted = victory("large_buildings", "architecture", counts=[0, 5, 0, 0])
    assert picked("build.place", options, year=7, least=1, units=(3, 3, 0), victory=wanted, **three
                  )[0].build.building == FORTRESS


def test_trades_are_made_for_the_card_that_counts_them():
    trade = [pb.Option(trade=pb.Trade(lore=3, resource=0))]
    rich = {"units": (3, 0, 0), "me": {"food": 3, "lore": 6}}
    assert not picked("harvest.trade", trade, **rich)
    last = victory("spreading", "trading", counts=[0, 5, 0, 0])
    near = victory("vast_territory", "trading", counts=[0, 5, 0, 0])
    assert picked("harvest.trade", trade, victory=near, **rich)
    assert not picked("harvest.trade", trade, victory=last, **rich)  # seven territories are missing, too


def test_a_card_leaves_the_game_for_the_card_that_counts_it():
    options = [pb.Option(remove=pb.Remove(card=number("explore"))), pb.Option(**{"pass": pb.Pass()})]
    poor = {"units": (1, 0, 0), "me": {"lore": 2}, "least": 1}
    assert picked("turn.action", options, **poor)[0].HasField("pass")
    near = victory("vast_territory", "refinement", counts=[0, 3, 0, 0])
    assert picked("turn.action", options, victory=near, **poor)[0].HasField("remove")


def test_all_that_victory_cards_count_in_territories_is_known():
    of_players = {"upgrades", "fame_tokens", "reserve", "least_resource"}
    assert set(OF_LAND) | of_players == set(COUNTS)


# Creatures.

WYVERN, WOLF = row(CREATURES, "wyvern"), row(CREATURES, "wolf")


def entered(units, creature=WYVERN, **others):
    """Return whether any of these units move into free land with a creature."""
    beast = pb.CreatureView(number=1, creature=creature, territory=OTHER)
    steps = [pb.Option(move=pb.Move(source=OWN, target=OTHER, units=count)) for count in range(1, units + 1)]
    return bool(picked("move.step", steps, owners=(0, -1, -1), units=(units, 0, 0), wood=(0, 3, 0),
                       creatures=[beast], **others))


def test_the_wyvern_is_attacked_only_by_who_can_beat_it():
    assert not entered(5)
    assert not entered(7)
    assert entered(12)
    assert entered(8, me={"food": 4})


def test_land_with_a_creature_that_shares_it_is_settled_as_other_land():
    assert entered(2, creature=WOLF)


def test_no_move_card_is_played_while_the_wyvern_would_take_the_den():
    def plays(creatures):
        options = [pb.Option(play_card=pb.PlayCard(card=number("move"))), pb.Option(**{"pass": pb.Pass()})]
        return picked("turn.action", options, owners=(0, -1, -1), units=(3, 0, 0), wood=(3, 1, 0), least=1,
                      creatures=creatures)[0].HasField("play_card")

    assert plays([])
    assert not plays([pb.CreatureView(number=1, creature=WYVERN, territory=OWN)])


@pytest.mark.parametrize("prompt", ["creatures.move", "creatures.appear"])
def test_creatures_are_sent_to_an_enemy(prompt):
    options = [pb.Option(territory=pb.Territory(territory=territory)) for territory in (OWN, OTHER, THIRD)]
    assert picked(prompt, options, units=(3, 1, 0), wood=(3, 0, 3))[0].territory.territory == OTHER


def test_no_creature_is_let_appear_in_own_land():
    options = [pb.Option(territory=pb.Territory(territory=territory)) for territory in (OWN, THIRD)]
    assert not picked("creatures.appear", options, units=(3, 0, 0))


# Raids.

def port(name, **raid):
    return pb.SeaView(ports=[pb.PortView(**({"territory": OWN, "card": row(RAIDS, name) if name else -1, "seat": -1}
                                            | raid))])


def acts(prompt, sea, **position):
    """Return the number of the action that is chosen at a Port."""
    options = [pb.Option(action=pb.Action(action=action)) for action in (0, 1)]
    return picked(prompt, options, sea=sea, least=1, **({"units": (3, 0, 0)} | position))[0].action.action


def test_no_raid_is_launched_in_the_last_year():
    accept = [pb.Option(accept=pb.Accept())]
    assert picked("raid.launch", accept, units=(3, 0, 0), sea=port(""))
    assert not picked("raid.launch", accept, units=(3, 0, 0), sea=port(""), year=7)


def test_two_units_go_where_nobody_threatens_the_port():
    options = [pb.Option(raiders=pb.Raiders(units=units)) for units in (1, 2)]
    raid = {"sea": port("raiders_reward"), "least": 1}
    assert picked("raid.units", options, units=(3, 0, 0), **raid)[0].raiders.units == 2
    assert picked("raid.units", options, units=(4, 4, 0), wood=(20, 0, 0), **raid)[0].raiders.units == 1


def test_a_raid_goes_on_if_two_years_bring_more_than_another_raid():
    out = {"seat": 0, "units": 2, "year": 1}
    assert acts("raid.resolve", port("valors_reward", **out)) == 0
    assert acts("raid.resolve", port("bold_maneuver", **out)) == 1
    assert acts("raid.resolve", port("bold_maneuver", **out), year=7) == 0


def test_the_action_of_a_raid_is_chosen_where_it_brings_more_than_the_gain():
    home = {"seat": 0, "units": 2, "year": 1}
    assert acts("raid.reward", port("predators_pride", **home)) == 0
    assert acts("raid.reward", port("outpost_establishment", **home), me={"reserve": 9, "food": 5}) == 1


def test_a_poor_raid_of_another_player_is_replaced():
    assert acts("raid.inherit", port("valors_reward")) == 0
    assert acts("raid.inherit", port("fame_for_fortune"), year=6) == 1


def test_the_better_of_two_raids_is_picked():
    options = [pb.Option(raid=pb.Raid(raid=row(RAIDS, name))) for name in ("fame_for_fortune", "valors_reward")]
    assert picked("raid.pick", options, units=(3, 0, 0), least=1)[0].raid.raid == row(RAIDS, "valors_reward")


def test_all_that_raids_and_events_do_has_a_worth():
    effects = [effect for raid in RAIDS for effect in (raid.one_action, raid.two_action) if effect is not None]
    effects += [effect for event in EVENTS if isinstance(event.effect, EachChooses) for effect in event.effect.among]
    assert {type(effect).__name__ for effect in effects} == set(WORTH)


# Events and eruptions.

def test_three_fame_are_taken_rather_than_a_lore():
    options = [pb.Option(action=pb.Action(action=action)) for action in (0, 1)]
    now = pb.EventsView(now=row(EVENTS, "gods_favor"))
    assert picked("event.choose", options, events=now, least=1)[0].action.action == 1


def test_the_resource_is_taken_that_winter_lacks():
    options = [pb.Option(action=pb.Action(action=action)) for action in (0, 1)]
    now = pb.EventsView(now=row(EVENTS, "early_spring"))
    assert picked("event.choose", options, events=now, units=(7, 0, 0))[0].action.action == 0
    assert picked("event.choose", options, events=now, units=(7, 0, 0), me={"food": 2})[0].action.action == 1


def test_the_worst_building_is_lost():
    options = [pb.Option(build=pb.Build(building=building, territory=OTHER)) for building in (SILO, TOWER)]
    assert picked("event.loss", options, owners=(0, 0, -1), units=(1, 1, 0), buildings=[SILO, TOWER], least=1,
                  )[0].build.building == TOWER


def test_the_territory_that_yields_least_loses_its_yield():
    options = [pb.Option(territory=pb.Territory(territory=territory)) for territory in (OWN, OTHER)]
    options.append(pb.Option(figure=pb.Figure(territory=OWN)))
    poor = {"owners": (0, 0, -1), "units": (1, 1, 0), "least": 1}
    assert picked("event.loss", options, wood=(3, 2, 0), **poor)[0].territory.territory == OTHER


def test_the_volcano_strikes_an_enemy():
    options = [pb.Option(opponent=pb.Opponent(seat=seat)) for seat in (0, 1)]
    assert picked("volcano.target", options, units=(3, 1, 0), wood=(5, 0, 0), least=1)[0].opponent.seat == 1


# Exchanges.

def test_food_that_winter_needs_is_not_exchanged_for_fame():
    option = [pb.Option(exchange_one=pb.ExchangeOne(give=0, take=3))]
    assert picked("harvest.camp", option, units=(7, 0, 0), me={"food": 3})
    assert not picked("harvest.camp", option, units=(7, 0, 0), me={"food": 2})


def test_wood_and_food_are_exchanged_only_for_what_winter_lacks():
    option = [pb.Option(exchange_one=pb.ExchangeOne(give=1, take=0))]
    assert picked("harvest.swap", option, units=(7, 0, 0), me={"food": 1, "wood": 1})
    assert not picked("harvest.swap", option, units=(7, 0, 0), me={"food": 2, "wood": 1})


# The prototype.

def test_kaija_counts_for_one_and_cards_for_nothing_in_the_prototype():
    options = [pb.Option(move=pb.Move(source=OWN, target=OTHER, units=4))]
    fight = {"units": (5, 2, 0), "kaija": OTHER}
    assert not picked("move.step", options, **fight)
    assert picked("move.step", options, edition="prototype", **fight)
    taken = [pb.Option(card=pb.Card(card=number(name))) for name in ("enemy_secrets", "defensive_strategy")]
    assert picked("pass.card", taken, least=1)[0].card.card == number("defensive_strategy")
    assert picked("pass.card", taken, least=1, edition="prototype")[0].card.card == number("enemy_secrets")
