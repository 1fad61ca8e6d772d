"""The questions and the options of Northgard in plain English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.actions.groups import GROUP
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.state import RESERVE
from lawspeaker_engine.games.northgard.text.brief import make_brief
from lawspeaker_engine.games.northgard.text.laid_tiles import laid, place_tile
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts, OptionLine
from lawspeaker_engine.games.northgard.text.story import ACTS, DRAWS, OPTIONS, standing
from lawspeaker_engine.games.northgard.text.views import (
    POWERS,
    RESOURCES,
    card_name,
    card_text,
    clan_name,
    holder,
    view_lines,
)
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import CombatView, View
from lawspeaker_engine.model import Option
from lawspeaker_engine.text import GameText, StoryText, amounts, counted

QUESTIONS: Final = {
    "automa.copy": "Which card of the Automa do you copy? You do its first action.",
    "automa.rob": "Which two resources do you take from the Automa? Yes means that its next card is discarded instead.",
    "automa.tie": "The Automa's criteria leave a tie: which one does it choose?",
    "build.place": "Which building do you put up, and where?",
    "build.replace": "Which building do you exchange for another one of the same size, if any?",
    "card.add": "Into which of your territories does the added unit come?",
    "card.before": "Do you want the card's extra effect before its main one? Otherwise it may follow.",
    "card.bribe": "Where do the bribed enemy units go?",
    "card.collect": "Which of these resources do you collect?",
    "card.copy": "Which card do you resolve again?",
    "card.discard": "Which card of your hand do you discard?",
    "card.display": "Which displayed card do you put on top of your draw pile?",
    "card.exchange": "Do you exchange resources with the bank? Taking nothing ends it.",
    "card.from": "From which territory shall units be moved, if any?",
    "card.give": "Which resources do you give to the opponent whose card asks for them?",
    "card.lead": "Which creature do you lead where? After its first move you may lead it once more; then it acts.",
    "card.march": "How many of your figures make the march?",
    "card.may": "Do you want the card's optional effect?",
    "card.mode": "Which of the card's effects do you choose?",
    "card.opponent": "Which opponent does your card concern?",
    "card.pay": "What do you pay for the card's extra effect, if anything?",
    "card.pick": "You see an opponent's hand: which of its cards do you pick?",
    "card.ransom": "An opponent has picked a card of your hand: do you discard it, or what do you give to keep it?",
    "card.raze": "Which building in an attacked territory do you remove before the combats, if any?",
    "card.react": "An enemy has played a card: do you discard a card of yours to prevent it?",
    "card.remove": "Which figure is removed?",
    "card.take": "Which card of your discard pile do you take into your hand?",
    "card.target": "At which territory do you shoot?",
    "card.territory": "In which of your territories do you use the card's effect?",
    "card.to": "To which territory do they march?",
    "card.use_up": "Which small building do you use up? It leaves the map.",
    "combat.casualties": "Which of your figures do you take off as casualties?",
    "combat.declare": "Do you put Scorched Earth into the territory of the combat?",
    "combat.die": "The die shows a point or a casualty: which do you take?",
    "combat.equipment": "Which equipment do you use in this combat, if any?",
    "combat.food": "How much food do you spend for as many points in this combat?",
    "combat.hunt": "Do you attack a creature in this territory?",
    "combat.order": "Which combat is fought next?",
    "combat.push": "Do you push a defending unit out of the territory before the combat, and whereto?",
    "combat.reinforce": "Do you bring a unit into the combat, and from where?",
    "combat.reroll": "Do you roll your die again? The second roll counts.",
    "combat.retreat": "You have lost the combat: which group of your figures retreats, and whereto?",
    "creatures.appear": "Do you let a creature appear, and where?",
    "creatures.loss": "A creature takes one of your figures: which one?",
    "creatures.move": "The creature's priorities leave a tie: where does it go?",
    "dragon.bonus": "Which resource do you collect before your harvest, and from which territory?",
    "dragon.pyre": "Which unit of the Pyre do you sacrifice, or from which territory do you put one of yours on it?",
    "dragon.sacrifice": "Which units of the Pyre do you sacrifice, if any?",
    "draw.discard": "Which of the cards that you have drawn do you discard? The last one named lies on top.",
    "draw.show": "Do you show a card with Flash that you have drawn, to draw more?",
    "draw.top": "Which of the cards that you have drawn do you put on top of your draw pile? The last one named is "
                "drawn first.",
    "event.choose": "What do you take of this year's event, if anything?",
    "event.loss": "What do you lose by this year's event? If a territory and a figure in it are both offered, the "
                  "territory means that it yields less at Harvest.",
    "event.unrest": "From where does an Unrest card of yours leave the game?",
    "explore.place": "Where do you lay the tile, and how is it turned?",
    "harvest.camp": "Do you exchange something at the Kobold Camp? Once for each of your territories beside it.",
    "harvest.exchange": "What do you offer your teammate in exchange, if anything?",
    "harvest.exchange_reply": "Do you accept the exchange that your teammate offers?",
    "harvest.steal": "Which resource do you take from the territory with Scorched Earth, if any?",
    "harvest.swap": "Do you exchange food and wood with the Kobold?",
    "harvest.trade": "Do you trade three resources for one? You are asked again until you take nothing.",
    "kraken.token": "Where do you put a High Tide token, if anywhere?",
    "lynx.move": "Where do Brundr and Kaelinn go, and with how many units, if anywhere?",
    "move.figures": "Which special figures go with this group?",
    "move.step": "Which figures do you move next? Where you may take nothing, that ends the movement.",
    "ox.place": "On which small space of the tile does the next token of equipment come?",
    "ox.take": "Which token of equipment do you take, if any?",
    "pass.card": "You have passed: which displayed card do you take?",
    "raid.inherit": "A Raid card of another player lies at your Port: keep it (effect 1), or put it under the deck "
                    "(effect 2)?",
    "raid.launch": "Do you launch a Raid from this Port? You draw two cards and keep one.",
    "raid.pick": "Which of these Raids do you launch? Nobody else sees the other one.",
    "raid.resolve": "Is the Raid over (effect 1), or does it go on for a second year (effect 2)?",
    "raid.reward": "What does the Raid bring: what its card gains (effect 1), or its action (effect 2)?",
    "raid.units": "How many units of the Port go on the Raid?",
    "raid.any": "Which resource of your choice do you collect for the Raid?",
    "raid.arrange": "Which units do you bring from one of your territories to another? You are asked again until "
                    "you take nothing.",
    "raid.box": "Which of your cards leaves the game?",
    "raid.levy": "From which enemy territory do you collect?",
    "raid.raze": "Which building of an enemy do you remove?",
    "raid.sell": "How much of this resource do you give for 1 fame each, if any?",
    "raid.settle": "Into which neutral territory does the unit come?",
    "raid.upgrade": "Which upgrade of your clan do you put on top of your draw pile?",
    "recruit.place": "Where do you place the next recruited figure?",
    "second_chance.draw": "You have no figures on the map and all land is taken: do you draw a tile to make some?",
    "second_chance.group": "You have no figures on the map: where does a new group of three come in, if at all?",
    "second_chance.tile": "Where do you lay the tile that makes land for your new group?",
    "setup.clan": "Which clan do you play?",
    "setup.group": "Setup: where on the tile just laid do you put a group of three figures?",
    "setup.tile": "Setup: which tile of your hand do you lay, and where?",
    "snake.token": "Where do you put Scorched Earth, if anywhere?",
    "turn.action": "It is your turn: what do you do?",
    "turn.flash": "Do you play a further card in this turn? Taking nothing ends the turn.",
    "vedrfolnir.draw": "Do you draw a tile for Vedrfolnir, to lay it beside any open territory?",
    "vedrfolnir.tile": "Where do you lay the tile for Vedrfolnir, and how is it turned?",
    "volcano.loss": "The Volcano takes one of your figures: which one?",
    "volcano.target": "The Volcano erupts: whom does the die concern? Points are fame, casualties are lost figures.",
    "winter.store": "Winter is paid: of which resource do you take one more?",
}
"""By prompt; questions to chance need none."""


def option_line(option: Option, view: View | None) -> str:
    """Return an option of the base game in one line; with a view, also who holds its territories and what its tile
    joins.
    """
    return _LINES[type(option)](option, view)


def _figures(units: int, *, kaija: bool, others: Sequence[int] = ()) -> str:
    names = ["Kaija"] * kaija + [FIGURES[figure].name for figure in others]
    return " and ".join([counted(units, "unit")] * bool(units) + names) or "nobody"


def _figure(option: options.Recruit | options.Figure, view: View | None) -> str:
    name = "Kaija" if option.kaija else FIGURES[option.figure].name if option.figure else "a unit"
    return f"{name} in {in_territory(option.territory, view)}"


def _group(option: options.PlaceGroup, view: View | None) -> str:
    units = GROUP - option.kaija - len(option.figures)
    return f"{_figures(units, kaija=option.kaija, others=option.figures)} in {in_territory(option.territory, view)}"


def in_territory(territory: int, view: View | None) -> str:
    """Return a territory, with a view also who holds it."""
    return f"territory {territory}{holder(territory, view)}"


def _clan(option: options.ChooseClan, _view: View | None) -> str:
    clan = CLANS[option.clan]
    initial = CARDS[number_of(clan.cards[0])]
    return f"the {clan.name}: {POWERS[clan.id]} Its card {initial.name}: {initial.text}"


def _upgrade(option: options.Upgrade, _view: View | None) -> str:
    away = " (out of the game)" if option.out_of_game else ""
    return (f"give up {card_name(option.card)}{away}, pay 3 lore, "
            f"take the clan upgrade {card_name(option.upgrade)} into hand")


def _opponent(option: options.Opponent, view: View | None) -> str:
    clan = f" ({clan_name(view.players[option.seat].clan)})" if view else ""
    return f"seat {option.seat}{clan}"


def _build(option: options.Build, view: View | None) -> str:
    carved = ", on a space with the Carved Stone symbol" if option.carved else ""
    return f"{BUILDINGS[option.building].name} in {in_territory(option.territory, view)}{carved}"


def _space(option: options.Space, view: View | None) -> str:
    carved = " with the Carved Stone symbol" if option.carved else ""
    return f"a small space{carved} in {in_territory(option.territory, view)}"


def _replace(option: options.ReplaceBuilding, view: View | None) -> str:
    carved = " on the space with the Carved Stone symbol" if option.carved else ""
    old, new = BUILDINGS[option.old].name, BUILDINGS[option.new].name
    return f"{old}{carved} in {in_territory(option.territory, view)} becomes {new}"


def _move(option: options.Move, view: View | None) -> str:
    who = _figures(option.units, kaija=option.kaija)
    return f"{who} from territory {option.source} to {option.target}{holder(option.target, view)}"


def _die(option: options.DieFace, _view: View | None) -> str:
    both = [counted(option.points, "point")] * bool(option.points) + (
        [f"{option.casualties} casualt{'y' if option.casualties == 1 else 'ies'}"] * bool(option.casualties))
    return (" or " if option.either else " and ").join(both) or "nothing"


_LINES: Final[dict[type, OptionLine]] = {
    options.ChooseClan: _clan,
    options.PlaceTile: place_tile,
    options.PlaceGroup: _group,
    options.PlayCard: lambda option, _: f"play {card_name(option.card)}",
    options.Wait: lambda option, _: f"put {card_name(option.card)} down without effect",
    options.Replace: lambda option, _: f"put {card_name(option.card)} down without effect, pay 1 lore, draw a card",
    options.Remove: lambda option, _: f"take {card_name(option.card)} out of the game, pay 2 lore, draw two cards",
    options.Upgrade: _upgrade,
    options.Pass: lambda _option, _view: "pass for the rest of the year",
    options.Card: lambda option, view: card_text(option.card) if view else card_name(option.card),
    options.Tile: lambda option, _: f"tile {TILES[option.tile].id}",
    options.Action: lambda option, _: f"effect {option.action + 1} of the card, in the order of its text",
    options.Accept: lambda _option, _view: "yes",
    options.Recruit: _figure,
    options.Build: _build,
    options.ReplaceBuilding: _replace,
    options.Move: _move,
    options.Raiders: lambda option, _: counted(option.units, "unit"),
    options.Cell: lambda option, _: f"the cell at ({option.x}, {option.y})",
    options.Fight: lambda option, view: f"the combat in {in_territory(option.territory, view)}",
    options.SpendFood: lambda option, _: f"spend {option.food} food",
    options.DieFace: _die,
    options.Lose: lambda option, _: f"lose {_figures(option.units, kaija=option.kaija, others=option.figures)}",
    options.Trade: lambda option, _: (
        f"give {amounts((option.food, option.wood, option.lore), RESOURCES)} for 1 {RESOURCES[option.resource]}"),
    options.Pay: lambda option, _: f"pay {amounts((option.food, option.wood, option.lore), RESOURCES)}",
    options.Collect: lambda option, _: f"1 {RESOURCES[option.resource]}",
    options.Territory: lambda option, view: in_territory(option.territory, view),
    options.Space: _space,
    options.Opponent: _opponent,
    options.Figure: _figure,
    options.CollectIn: lambda option, view: (
        f"1 {RESOURCES[option.resource]} from {in_territory(option.territory, view)}"),
    options.ExchangeOne: lambda option, _: f"1 {RESOURCES[option.give]} for 1 {(*RESOURCES, 'fame')[option.take]}",
    options.Exchange: lambda option, _: (
        f"{option.count} {RESOURCES[option.give]} for {option.count} {RESOURCES[option.take]}"),
}


def _changes(words: ModuleTexts, before: View, after: View) -> Iterator[str]:
    """Yield who lost figures, who holds a territory after a combat, and what modules tell."""
    combat = before.combat
    where = f" in territory {combat.territory}" if combat else ""
    for was, player in zip(before.players, after.players, strict=True):
        kaija = before.kaija >= 0 and after.kaija == RESERVE and _owns_kaija(player.clan)
        units = player.reserve - was.reserve
        if units > 0 or kaija:
            yield f"Seat {was.seat} loses {_figures(max(units, 0), kaija=kaija)}{where}"
    if combat and after.combat is None:
        owner = after.board.owner[after.layout.territory.index(combat.territory)]
        points = f"{combat.attacker_points} to {combat.defender_points} points"
        ends = {combat.attacker: f"takes it from seat {combat.defender}",
                combat.defender: f"holds it against seat {combat.attacker}"}
        result = f"seat {owner} {ends[owner]}" if owner in ends else "nobody is left"
        if combat.creature:
            result = _against_creature(words, combat, before, after)
        yield f"Combat{where}, {points}: {result}"
    yield from words.changes(before, after)


def _against_creature(words: ModuleTexts, combat: CombatView, before: View, after: View) -> str:
    name = words.fighter(combat.creature, before)
    line = after.creatures.line if after.creatures is not None else ()
    beaten = not any((each.number, each.territory) == (combat.creature, combat.territory) for each in line)
    return f"seat {combat.attacker} beats {name}" if beaten else f"{name} stays"


def _owns_kaija(clan: int) -> bool:
    return clan >= 0 and "bear" in (CLANS[clan].id, CLANS[clan].base)


_IN_OWN_LAND: Final = (options.Recruit, options.Build, options.ReplaceBuilding, options.PlaceGroup, options.Figure)
"""Options whose territory need not be said to be the seat's, with its units."""


def make_text(words: ModuleTexts) -> GameText:
    """Return the text of the game, with what modules say."""
    lines = _LINES | words.options
    story = StoryText(
        ACTS, DRAWS, OPTIONS | {options.PlaceTile: laid} | {
            kind: lambda option, _: option_line(option, None) for kind in _IN_OWN_LAND},
        standing=partial(standing, words), unanswered=words.unanswered,
    )
    return GameText(
        QUESTIONS, partial(view_lines, words), lambda option, view: lines[type(option)](option, view),
        partial(_changes, words), story, words.options_of, make_brief(words),
    )
