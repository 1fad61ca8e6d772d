"""The sentences that tell what seats and chance did in Northgard, for those who read a game afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.views import RESOURCES, card_name, clan_name
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.text import amounts, counted

ACTS: Final = {
    "automa.copy": ("copies {what}", "copies no card of the Automa"),
    "automa.rob": ("robs the Automa: {what}", "robs nothing"),
    "automa.tie": ("decides for the Automa: {what}", ""),
    "build.place": ("builds {what}", "builds nothing"),
    "build.replace": ("exchanges a building: {what}", "exchanges no building"),
    "card.add": ("adds {what}", "adds nothing"),
    "card.before": ("takes the card's extra effect first", "leaves the card's extra effect for later"),
    "card.bribe": ("sends away the bribed: {what}", "sends nobody away"),
    "card.collect": ("collects {what}", "collects nothing"),
    "card.copy": ("resolves {what} again", "resolves no card again"),
    "card.discard": ("discards {what}", "discards nothing"),
    "card.display": ("puts {what} on top of its draw pile", "takes no displayed card"),
    "card.exchange": ("exchanges {what} with the bank", "exchanges no more"),
    "card.from": ("moves from {what}", "moves from nowhere"),
    "card.give": ("gives {what}", "gives nothing"),
    "card.lead": ("leads {what}", "leads it no further"),
    "card.march": ("marches: {what}", "does not march"),
    "card.may": ("takes the card's optional effect", "leaves the card's optional effect"),
    "card.mode": ("chooses {what}", "chooses no effect"),
    "card.opponent": ("chooses {what}", "chooses no opponent"),
    "card.pay": ("pays {what} for the extra effect", "does not pay for the extra effect"),
    "card.pick": ("picks {what} of the hand that it sees", "picks no card"),
    "card.ransom": ("answers the picked card: {what}", "gives nothing"),
    "card.raze": ("razes {what}", "razes nothing"),
    "card.react": ("prevents it by discarding {what}", "does not prevent it"),
    "card.remove": ("removes {what}", "removes nobody"),
    "card.take": ("takes {what} back from the discard pile", "takes no card back"),
    "card.target": ("shoots at {what}", "does not shoot"),
    "card.territory": ("uses it in {what}", "uses it nowhere"),
    "card.to": ("marches to {what}", "marches nowhere"),
    "card.use_up": ("uses up {what}", "uses up nothing"),
    "combat.casualties": ("loses {what}", "has no casualties to take"),
    "combat.declare": ("puts Scorched Earth into the territory of the combat", "puts no Scorched Earth there"),
    "combat.die": ("takes {what} of the die", "takes nothing of the die"),
    "combat.equipment": ("uses {what}", "uses no equipment"),
    "combat.food": ("spends {what}", "spends no food"),
    "combat.hunt": ("attacks {what}", "attacks no creature"),
    "combat.order": ("fights {what} next", "fights nothing"),
    "combat.push": ("pushes {what}", "pushes nobody"),
    "combat.reinforce": ("brings a unit: {what}", "brings no unit"),
    "combat.reroll": ("rolls the die again", "does not roll the die again"),
    "combat.retreat": ("retreats: {what}", "does not retreat"),
    "creatures.appear": ("lets a creature appear in {what}", "lets no creature appear"),
    "creatures.loss": ("loses {what} to a creature", ""),
    "creatures.move": ("leads a creature to {what}", ""),
    "dragon.bonus": ("collects {what}", "collects nothing"),
    "dragon.pyre": ("feeds the Pyre: {what}", "does not feed the Pyre"),
    "dragon.sacrifice": ("sacrifices on the Pyre: {what}", "sacrifices nobody"),
    "draw.discard": ("discards of what it drew: {what}", "discards nothing of what it drew"),
    "draw.show": ("shows {what} to draw more", "shows no card"),
    "draw.top": ("puts back on top of its draw pile: {what}", "puts nothing back"),
    "event.choose": ("chooses {what}", "takes nothing of the year's event"),
    "event.unrest": ("takes an Unrest card out of the game from {what}", ""),
    "event.loss": ("loses by the year's event: {what}", "loses nothing by the year's event"),
    "explore.place": ("explores: lays {what}", "lays no tile"),
    "harvest.camp": ("exchanges at the Kobold Camp: {what}", ""),
    "harvest.exchange": ("offers its teammate {what}", ""),
    "harvest.exchange_reply": ("accepts its teammate's exchange", "declines its teammate's exchange"),
    "harvest.steal": ("takes {what} of the harvest under Scorched Earth", "takes nothing under Scorched Earth"),
    "harvest.swap": ("exchanges with the Kobold: {what}", ""),
    "harvest.trade": ("trades {what}", ""),
    "kraken.token": ("puts High Tide into {what}", ""),
    "lynx.move": ("moves Brundr and Kaelinn: {what}", ""),
    "move.figures": ("takes along {what}", "takes no special figure along"),
    "move.step": ("moves {what}", "moves no further"),
    "ox.place": ("puts a token of equipment on {what}", "puts no equipment down"),
    "ox.take": ("takes {what}", "takes no equipment"),
    "pass.card": ("takes the displayed {what} for passing", "takes no displayed card for passing"),
    "raid.inherit": ("{what}", ""),
    "raid.launch": ("launches a Raid", "launches no Raid"),
    "raid.pick": ("chooses the Raid {what}", ""),
    "raid.resolve": ("{what}", ""),
    "raid.reward": ("{what}", ""),
    "raid.units": ("sends {what}", "sends nobody"),
    "raid.any": ("collects {what}", ""),
    "raid.arrange": ("arranges its units: {what}", "arranges its units no further"),
    "raid.box": ("takes {what} out of the game", ""),
    "raid.levy": ("collects from {what}", "collects from nobody"),
    "raid.raze": ("razes {what}", "razes nothing"),
    "raid.sell": ("gives {what} for fame", "gives nothing for fame"),
    "raid.settle": ("settles: {what}", "settles nowhere"),
    "raid.upgrade": ("puts the upgrade {what} on top of its draw pile", ""),
    "recruit.place": ("recruits {what}", "recruits nobody"),
    "second_chance.draw": ("draws a tile for a new start", "draws no tile for a new start"),
    "second_chance.group": ("comes back with {what}", "does not come back"),
    "second_chance.tile": ("lays {what}", "lays no tile"),
    "setup.clan": ("plays {what}", ""),
    "setup.group": ("puts {what}", ""),
    "setup.tile": ("lays {what}", ""),
    "snake.token": ("puts Scorched Earth into {what}", "leaves Scorched Earth where it is"),
    "turn.action": ("{what}", "does nothing"),
    "turn.flash": ("also {what}", ""),
    "vedrfolnir.draw": ("draws a tile for Vedrfolnir", "draws no tile for Vedrfolnir"),
    "vedrfolnir.tile": ("lays {what}", "lays no tile"),
    "volcano.loss": ("loses to the Volcano: {what}", "loses nothing to the Volcano"),
    "volcano.target": ("turns the Volcano on {what}", "turns the Volcano on nobody"),
    "winter.store": ("stores {what}", "stores nothing"),
}
"""By prompt: what a seat did."""

DRAWS: Final[dict[str, str | Callable[[Sequence[str]], str]]] = {
    "automa.draw": "The Automa's cards of the year: {what}",
    "automa.reveal": "The Automa turns up: {what}",
    "card.shoot": "The shot: {what}.",
    "combat.roll": lambda stream: f"The die of the {stream[-1]}: {{what}}.",
    "creatures.draw": "A creature appears: {what}",
    "deck.draw": lambda stream: f"Seat {stream[1]} draws {{what}}.",
    "display.reveal": "Displayed: {what}.",
    "events.draw": "The next event: {what}",
    "raids.draw": "Drawn from the Raid deck: {what}.",
    "setup.achievements": "Achievements of the last year: {what}.",
    "setup.advanced": "Advanced cards, in the order of their pile: {what}.",
    "setup.central": "In the centre: {what}.",
    "setup.clans": "Clans: {what}.",
    "setup.early": "Early cards, in the order of their pile: {what}.",
    "setup.first_player": "Dice for the first player: {what}.",
    "setup.prototype": "Cards, in the order of their pile: {what}.",
    "setup.tiles": "Drawn for the setup: {what}.",
    "setup.victory": "Victory: {what}",
    "tiles.draw": "Drawn from the pile: {what}.",
    "volcano.roll": "The die of the Volcano: {what}.",
}
"""By prompt of chance."""

UNREST_ZONES: Final = ("the top of the draw pile", "the draw pile", "the discard pile", "the hand")
"""By Action at `event.unrest`: where an Unrest card may be."""

OPTIONS: Final[dict[type | tuple[str, type], Callable[[Any, View | None], str]]] = {
    options.ChooseClan: lambda option, _: f"the {CLANS[option.clan].name}",
    options.PlayCard: lambda option, _: f"plays {card_name(option.card)}",
    options.Wait: lambda option, _: f"puts {card_name(option.card)} down without effect",
    options.Replace: lambda option, _: f"puts {card_name(option.card)} down without effect and pays 1 lore for a card",
    options.Remove: lambda option, _: f"takes {card_name(option.card)} out of the game and pays 2 lore for two cards",
    options.Upgrade: lambda option, _: (
        f"gives up {card_name(option.card)} and pays 3 lore for the clan upgrade {card_name(option.upgrade)}"),
    options.Pass: lambda _option, _view: "passes for the rest of the year",
    options.Card: lambda option, _: card_name(option.card),
    options.Action: lambda option, _: f"effect {option.action + 1} of the card",
    options.SpendFood: lambda option, _: f"{option.food} food" if option.food else "no food",
    options.Trade: lambda option, _: f"{_resources(option)} for 1 {RESOURCES[option.resource]}",
    options.Pay: lambda option, _: _resources(option),
    ("event.unrest", options.Action): lambda option, _: UNREST_ZONES[option.action],
}
"""By class of options: its words in a sentence."""


def _resources(option: options.Trade | options.Pay) -> str:
    return amounts((option.food, option.wood, option.lore), RESOURCES)


def standing(words: ModuleTexts, view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    for player in view.players:
        name = clan_name(player.clan) if player.clan >= 0 else words.player(player, view)
        if not name:
            continue
        held = [at for at, owner in enumerate(view.board.owner) if owner == player.seat]
        land = {view.layout.territory[at] for at in held}
        units = sum(view.board.units[at] for at in held)
        closed = sum(not view.layout.open_sides[at] for at in held)
        built = sum(territory in land for territory in view.board.building_territory)
        said = [
            f"{player.fame} fame" if player.fame >= 0 else "",
            amounts((player.food, player.wood, player.lore), RESOURCES).replace("nothing", "no resources"),
            f"{len(held)} territor{'y' if len(held) == 1 else 'ies'} ({closed} closed)",
            counted(built, "building"), counted(units, "unit"),
        ]
        yield f"Seat {player.seat} ({name}): {', '.join(filter(None, said))}"
