"""A sentence for what each printed piece does, made from its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lawspeaker_engine.games.pax_viking.abilities import verbs
from lawspeaker_engine.games.pax_viking.abilities.ability import Ability
from lawspeaker_engine.games.pax_viking.board import DUCHIES, FIRST_DUCHY, FIRST_POST, HOMES, NOWHERE, POSTS, REGIONS
from lawspeaker_engine.games.pax_viking.rows import JARLS, NO_TYPE, PLACE_ABILITIES, TILES, TYPES, VICTORIES
from lawspeaker_engine.text import counted

WIND_NAMES: Final = ("the North", "the West", "the East", "the South")
_LAST: Final = {"this_region": "in this Region", "this_wind": "in this Wind"}


def tile_text(tile: int) -> str:
    """Return what a tile does."""
    return _ability(TILES[tile].ability)


def jarl_text(jarl: int) -> str:
    """Return what a Jarl can do."""
    return " ".join(map(_ability, JARLS[jarl].abilities))


def place_text(post: int) -> str:
    """Return what a Trade Center or Powerful Ally does; nothing for a circle."""
    return " ".join(map(_ability, PLACE_ABILITIES[post]))


def victory_text(card: int) -> str:
    """Return what a Victory Condition card takes."""
    *most, last = [metric_text(each.count, each.least) for each in VICTORIES[card].all_of]
    return f"Have {', '.join(most)} and {last}." if most else f"Have {last}."


def location_name(tile: int) -> str:
    """Return where a tile can be PLAYED: `Volga`, `the East`, `any post`."""
    row = TILES[tile]
    if row.region != NOWHERE:
        return REGIONS[row.region].name
    return WIND_NAMES[row.wind] if row.wind != NOWHERE else "any post"


def short_location(tile: int) -> str:
    """Return where a tile can be PLAYED, and its Follower: `Volga J`, `East`, `any`."""
    row = TILES[tile]
    where = "any" if (row.region, row.wind) == (NOWHERE, NOWHERE) else location_name(tile).removeprefix("the ")
    return where if row.follower == NO_TYPE else f"{where} {letter(row.follower)}"


def place_name(node: int) -> str:
    """`at Baltic`, `on the Jarlboard`: where a Longship stands."""
    return f"{'on' if node == NOWHERE else 'at'} {node_name(node)}"


def type_name(kind: int) -> str:
    """`Jarldom`."""
    return TYPES[kind].capitalize()


def letter(kind: int) -> str:
    """Return the letter of a type of Follower."""
    return TYPES[kind][0].upper()


def node_name(node: int) -> str:
    """Return the name of a place where Longships stand; `the Jarlboard` for NOWHERE."""
    if node == NOWHERE:
        return "the Jarlboard"
    if node < len(HOMES):
        return f"{HOMES[node].name} (home)"
    if node < FIRST_POST:
        return REGIONS[node - len(HOMES)].name
    if node < FIRST_DUCHY:
        return POSTS[node - FIRST_POST].name
    return f"the home in {REGIONS[DUCHIES[node - FIRST_DUCHY]].name}"


# --- abilities ---


_TRIGGERS: Final = {
    "activate": "Activate: ",
    "establish": "When established: ",
    "always": "",
    "marker": "Action Marker: ",
    "event": "",
    "vote": "Althing: ",
}
_HOOKS: Final = {
    "own_solstice": "In your Solstice: ",
    "own_play": "After you play a tile: ",
    "own_play_event": "After you play an Event: ",
    "own_activate": "After you activate: ",
    "own_journey": "After a journey of yours: ",
    "own_trade": "After you trade: ",
    "own_invest_draw": "After you draw by Invest: ",
    "won_challenge": "After you win a challenge: ",
    "lost_challenge": "After you lose a challenge: ",
    "rival_steps_into": "When a rival's Longship steps into this Region: ",
}


def _ability(ability: Ability) -> str:
    """Return an ability in one or more sentences."""
    when = _HOOKS[ability.hook] if ability.trigger == "hook" else _TRIGGERS[ability.trigger]
    priced = ability.trigger == "hook" and any(isinstance(effect, verbs.Pay) for effect in ability.effects)
    once = " Once a turn." if ability.once else ""
    said = f"{when}{'you may ' if priced else ''}{'; '.join(_effects(ability.effects))}.{once}"
    return said[0].upper() + said[1:]


def _effects(effects: Sequence[Any]) -> list[str]:
    """Return each effect in words; one after what others do says that it is for you again."""
    before = [None, *effects]
    return [
        f"you {_effect(effect)}" if isinstance(last, verbs.Each) else _effect(effect)
        for last, effect in zip(before, effects, strict=False)
    ]


def _effect(effect: Any) -> str:
    """Return an effect as something that you do (`gain 2 silver`), or as a sentence about something of yours."""
    return _WORDS[type(effect)](effect)


def _of_its_own(said: str) -> str:
    """Return what you do, or have, as what another player does: `of its own` in place of `of yours`."""
    return said.replace(" of yours", " of its own").replace("your ", "its ").replace("you ", "it ")


# --- money and tiles ---


_COUNTED: Final = {
    "own_ventures_this_wind": "Venture of yours in this Wind",
    "own_jarldom": "established Jarldom Follower of yours",
    "own_sweden": "established Sweden Follower of yours",
    "own_theocracy": "established Theocracy Follower of yours",
    "own_rus": "established Rus Follower of yours",
    "own_duchies": "Duchy of yours",
}


def _silver(effect: verbs.Silver) -> str:
    if effect.each:
        return f"gain {effect.amount} silver for each {_COUNTED[effect.each]}, at most {effect.most}"
    return f"gain {effect.amount} silver"


def _lose(effect: verbs.LoseSilver) -> str:
    if effect.half:
        return "pay half of your silver, rounded down"
    return f"pay {effect.amount} silver, as far as you can"


def _take_silver(effect: verbs.TakeSilver) -> str:
    who = "its player" if effect.of == "stepper" else "a rival in the same Region"
    return f"{who} gives you up to {effect.amount} silver"


def _take_tile(effect: verbs.TakeTile) -> str:
    if effect.of == "track":
        return f"take a tile from the track for free, of a space that costs {effect.most_cost} at most"
    kind = " or ".join(each.capitalize() for each in effect.kinds) or "tile"
    return f"take a {kind} from the discard pile"


# --- Longships ---


def _move(effect: verbs.MoveLongship) -> str:
    if effect.whose == "own":
        return f"move a Longship of yours up to {counted(effect.steps, 'step')}"
    return f"move a rival's Longship that is in a sea {counted(effect.steps, 'step')}"


_PLACES: Final = {"here": "here", "same": "where it was", "home_region": "in a Region beside a home of yours"}


def _return_longship(effect: verbs.ReturnLongship) -> str:
    number = counted(effect.count, "Longship")
    if effect.whose == "own":
        return f"return {number} of yours, if at least {effect.if_ships} are on the map"
    then = f", then {_effect(effect.then)}" if effect.then is not None else ""
    return f"return {number} of a rival {_LAST[effect.where]}{then}"


def _unexhaust(effect: verbs.Unexhaust) -> str:
    if effect.which:
        return f"unexhaust the Longship that {'activated' if effect.which == 'activator' else 'sailed'}"
    return f"unexhaust {counted(effect.longships, 'other Longship')} of yours"


def _allies(effect: verbs.Allies) -> str:
    return f"gain up to {effect.most} {effect.of.capitalize()} Longships from stock, here"


# --- Followers ---


def _establish_remote(effect: verbs.EstablishRemote) -> str:
    where = "in the East" if effect.on == "empty_venture_east" else "in this Wind"
    price = {0: "for free", -1: "at the price of its post"}.get(effect.cost, f"for {effect.cost} silver")
    return f"establish {price} on a Venture {where} that has no Follower"


_RETURNED: Final = {
    "venture_this_region": "return a rival's Follower from a Venture in this Region",
    "venture_this_wind": "return a rival's Follower from a Venture in this Wind",
    "advocate": "return the Follower of an Advocate of yours",
}
_ACTING: Final = {
    "here": "your Follower here acts as a Longship",
    "own_trade_centers": "your Followers on Trade Centers act as Longships",
}


def _counts_as(effect: verbs.CountsAs) -> str:
    kind = "this type" if effect.of == "own_type" else "a type that you choose when this is established"
    return f"for Influence Markers you have {counted(effect.followers, 'more Follower')} of {kind}"


# --- permanent ---


def _steps(effect: verbs.MoreSteps) -> str:
    which = "your first journey of a turn has" if effect.first_journey else "your journeys have"
    if effect.if_path:
        which = "a journey of yours that touches this Region has"
    return f"{which} {counted(effect.steps, 'more step')}"


def _strength(effect: verbs.Strength) -> str:
    where = " in this Region" if effect.where else ""
    return f"in challenges{where} you have {counted(effect.ships, 'more Longship')}"


_PRICES: Final = {
    "buy": "buying a tile", "establish": "establishing", "establish_ally": "establishing at a Powerful Ally",
}


def _cost(effect: verbs.Cost) -> str:
    least = f", at least {effect.least}" if effect.least else ""
    return f"{_PRICES[effect.of]} costs you {-effect.by} less{least}"


_DANGERS: Final = {
    "theocracy": "Theocracy",
    "return_follower": "abilities that return Followers",
    "replace_tile": "being replaced",
    "rus": "Rus",
    "event": "Events",
    "jarldom": "Jarldom",
}
_PROTECTED: Final = {
    "here": "your Follower here is",
    "own_advocates": "your Advocates are",
    "own_longships": "your Longships are",
    "own_ventures_this_wind": "your Ventures in this Wind are",
}


def _protect(effect: verbs.Protect) -> str:
    safe = " and ".join(_DANGERS[danger] for danger in effect.of)
    while_ = " while a Longship of yours is here" if effect.while_ else ""
    return f"{_PROTECTED[effect.what]} safe from {safe}{while_}"


# --- several players ---


def _each(effect: verbs.Each) -> str:
    """`each rival gains 2 silver`, `each player may move a Longship of its own`."""
    who = "each rival" if effect.who == "rivals" else "each player"
    if isinstance(effect.effect, verbs.May):
        return f"{who} may {_of_its_own(_effect(effect.effect.effect))}"
    verb, _, what = _effect(effect.effect).partition(" ")
    return f"{who} {verb}s {_of_its_own(what)}"


_WORDS: Final[Mapping[type, Callable[[Any], str]]] = {
    verbs.Silver: _silver,
    verbs.LoseSilver: _lose,
    verbs.TakeSilver: _take_silver,
    verbs.Pay: lambda effect: f"pay {effect.amount} silver to {_effect(effect.paid)}",
    verbs.Draw: lambda effect: f"draw {counted(effect.tiles, 'tile')}",
    verbs.BuyTile: lambda effect: f"buy a tile for {effect.discount} less",
    verbs.TakeTile: _take_tile,
    verbs.SwapWithTrack: lambda _: "exchange a tile of your hand for one of the track",
    verbs.Peek: lambda effect: f"look at the top {effect.tiles} tiles of the pile and put them back in any order",
    verbs.LookAtHand: lambda _: "look at the hand of a rival in the same Region",
    verbs.NewTrack: lambda _: "discard all tiles of the track and refill it",
    verbs.MoveLongship: _move,
    verbs.SendHome: lambda _: "send home all Longships of yours in the seas of this Wind",
    verbs.PlaceLongship: lambda effect: f"place a Longship from your Jarlboard {_PLACES[effect.at]}",
    verbs.ReturnLongship: _return_longship,
    verbs.Exhaust: lambda effect: f"exhaust {counted(effect.longships, 'Longship')} of yours",
    verbs.Unexhaust: _unexhaust,
    verbs.Allies: _allies,
    verbs.EstablishRemote: _establish_remote,
    verbs.ReturnFollower: lambda effect: _RETURNED[effect.on],
    verbs.FollowerIsLongship: lambda effect: _ACTING[effect.where],
    verbs.CountsAs: _counts_as,
    verbs.MakeDuchy: lambda _: "this Region is a Duchy of yours",
    verbs.HandLimit: lambda effect: f"your hand limit is {effect.tiles} higher",
    verbs.MoreSteps: _steps,
    verbs.Strength: _strength,
    verbs.Cost: _cost,
    verbs.VoteWeight: lambda effect: f"your vote counts as {effect.votes}",
    verbs.TradeReach: lambda _: "you may trade with rivals anywhere in the same Wind",
    verbs.Protect: _protect,
    verbs.Each: _each,
    verbs.May: lambda effect: f"you may {_effect(effect.effect)}",
    verbs.ChooseRival: lambda effect: f"you and a rival of your choice in the same Region {_effect(effect.both)} each",
    verbs.MostMarkers: lambda effect: f"those with the most Influence Markers {_effect(effect.effect)} each",
    verbs.Forbid: lambda _: "nobody may challenge until your next turn begins",
    verbs.RevealVictoryCard: lambda _: "a Victory Condition card is turned up",
    verbs.Copy: lambda _: "use a rival's Venture in this Wind as if it were yours and you activated it",
    verbs.Procedure: lambda _: "play a tile of your hand",
}
assert set(_WORDS) == set(verbs.VERBS.verbs.values()), "every verb has its words"


# --- Victory Condition cards ---


_METRICS: Final[Mapping[str, tuple[str, str]]] = {
    "established": ("established Follower", "established Followers"),
    "winds": ("Wind with a Follower of {whose} in a post", "Winds with a Follower of {whose} in a post"),
    "trade_centers": ("Trade Center", "Trade Centers"),
    "key_trade_centers": ("Key Trade Center", "Key Trade Centers"),
    "allies": ("Powerful Ally", "Powerful Allies"),
    "duchies": ("Duchy", "Duchies"),
    "duchies_in_winds": ("Duchy", "Duchies in different Winds"),
    "advocates": ("Advocate", "Advocates"),
    "gods": ("God", "Gods"),
    "silver": ("silver", "silver"),
    "markers": ("Influence Marker", "Influence Markers"),
    "longships": ("Longship on the map", "Longships on the map"),
    "fewest_of_a_type": ("established Follower of each type", "established Followers of each type"),
    "most_of_a_type": ("established Follower of one type", "established Followers of one type"),
}


def metric_text(metric: str, number: int, whose: str = "yours") -> str:
    """Return a number of what Victory Condition cards count: `3 Trade Centers`."""
    one, many = _METRICS[metric]
    return f"{number} {(one if number == 1 else many).format(whose=whose)}"


def listed(names: Sequence[str]) -> str:
    """Return `Market Stalls x2, Skald`, in the order of first appearance; `none`."""
    found = dict.fromkeys(names)
    return ", ".join(f"{name} x{names.count(name)}" if names.count(name) > 1 else name for name in found) or "none"
