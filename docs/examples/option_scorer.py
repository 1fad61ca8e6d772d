"""A network for Northgard that scores the options of a decision: by what each one names, and by the position.

It reads what an environment with `actions="index"` shows its agent, by the names of `encoding.columns`, and the printed
catalogue. An option that names a territory or a card is given what the network knows of that territory or card; numbers
of territories, which mean another place in every game, are not read. A tile to be laid is given its neighbours.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import pad, relu

from lawspeaker_referee.devtools.gym import GameEnv

CARD, LAND, HIDDEN, SCALE = 32, 32, 128, 10
BATTLES = 4
"""More are not looked at."""
MOST_AMOUNT = 60
"""Larger amounts of an option share an embedding."""
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Of a tile: what is added to x and y to come to the neighbour."""


class Layout:
    """Where the numbers of an observation are."""

    def __init__(self, env: GameEnv) -> None:
        self.columns = env.encoding.columns
        self.numbers = {column.name: number for number, column in enumerate(self.columns)}

    def at(self, name: str) -> int:
        """Return the number of a column."""
        return self.numbers[name]

    def values(self, name: str) -> int:
        """Return how many values a column has."""
        return self.columns[self.at(name)].values

    def amounts(self, beginning: str) -> list[int]:
        """Return the columns of amounts with this beginning that are in no list."""
        return [number for name, number in self.numbers.items() if name.startswith(beginning)
                and "." not in name[len(beginning):] and not self.columns[number].category]

    def entries(self, path: str) -> tuple[int, int]:
        """Return the column of a list's length, which its entries follow, and the column behind them."""
        end = 1 + self.at(f"{path}.count")
        while end < len(self.columns) and self.columns[end].name == f"{path}.{end - self.at(f'{path}.count') - 1}":
            end += 1
        return self.at(f"{path}.count"), end

    def lists(self, beginning: str, category: str) -> list[tuple[int, int]]:
        """Return the `entries` of all lists with this beginning whose entries are of a category."""
        paths = [name.removesuffix(".count") for name in self.numbers
                 if name.startswith(beginning) and name.endswith(".count")]
        return [self.entries(path) for path in paths
                if f"{path}.0" in self.numbers and self.columns[self.at(f"{path}.0")].category == category]


def entries(rows: Tensor, length: int, end: int) -> tuple[Tensor, Tensor]:
    """Return the entries of a list, as many as the longest one of the rows has, and which of them there are."""
    count = rows[:, length]
    most = max(1, min(int(count.max()), end - length - 1))
    return rows[:, length + 1:length + 1 + most], torch.arange(most)[None] < count[:, None]


def added(places: Tensor, what: Tensor, count: int) -> Tensor:
    """Return by row what is added up at each of `count` places and at one more."""
    sums = torch.zeros(len(places), count + 1, what.shape[-1])
    return sums.scatter_add(1, places[..., None].expand_as(what), what)


class Lands(nn.Module):
    """What the network knows of each territory: its own numbers, and by one step over the borders its neighbours'."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.territory = length, end = layout.entries("view.layout.territory")
        self.territories = layout.values("view.kaija")  # also the number of what is no territory
        self.owner = layout.at("view.board.owner.0")
        self.amounts = [first + 1 for part in ("layout", "board") for first, last in layout.lists(f"view.{part}.", "")
                        if last - first == end - length]
        self.units = self.amounts.index(layout.at("view.board.units.0"))
        self.borders = [layout.entries(f"view.layout.border_{part}") for part in ("from", "to", "kind")]
        self.buildings = [layout.entries(f"view.board.building{part}") for part in ("_territory", "")]
        self.kinds = layout.values("view.board.building.0")
        self.battles = [[layout.at(f"view.battles.{number}.{part}") for number in range(BATTLES)]
                        for part in ("territory", "units", "kaija")]
        numbers = len(self.amounts) + 9 + self.kinds
        self.width = numbers + LAND
        self.own, self.both = nn.Linear(numbers, LAND), nn.Linear(numbers + 4 * LAND, LAND)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return by row the vectors of the territories; the place of each number of a territory, which is one behind
        the last vector for what is none; and whose they are: the seat's, the other's, nobody's.
        """
        ids, there = entries(rows, *self.territory)
        most = ids.shape[1]
        ids = torch.where(there, ids, self.territories)
        place = torch.full((len(rows), self.territories + 1), most)
        place.scatter_(1, ids, torch.arange(most).expand_as(ids))
        place[:, self.territories] = most
        owner, seat = rows[:, self.owner:self.owner + most], rows[:, self.layout.at("view.seat"), None]
        whose = torch.stack([owner == seat, owner == 1 - seat, owner < 0], 2) & there[..., None]
        numbers = self.numbers(rows, ids, place, whose) * there[..., None]
        own = relu(self.own(numbers))
        (start, real), (end, _), (kind, _) = (entries(rows, *border) for border in self.borders)
        start, end = place.gather(1, start.clamp(0)), place.gather(1, end.clamp(0))
        told = pad(own, (0, 0, 0, 1)).gather(1, start[..., None].expand(-1, -1, LAND))
        near = [added(end, told * (real & (kind == each))[..., None], most)[:, :most] for each in (1, 2, 3)]
        both = relu(self.both(torch.cat([numbers, own, *near], 2))) * there[..., None]
        return torch.cat([numbers, both], 2), place, whose

    def numbers(self, rows: Tensor, ids: Tensor, place: Tensor, whose: Tensor) -> Tensor:
        """Return what an observation says of each territory."""
        most, at = ids.shape[1], self.layout.at
        amounts = torch.stack([rows[:, first:first + most] for first in self.amounts], 2) / 3
        kaija = ids == rows[:, at("view.kaija"), None]
        fought = (ids == rows[:, at("view.combat.territory"), None]) & (rows[:, at("view.combat.given"), None] > 0)
        strength = (amounts[..., self.units] + kaija * 2 / 3)[..., None] * whose[..., :2]
        (where, real), (kind, _) = (entries(rows, *each) for each in self.buildings)
        one_hot = torch.nn.functional.one_hot(kind.clamp(0, self.kinds - 1), self.kinds) * real[..., None].float()
        built = added(place.gather(1, where.clamp(0)), one_hot, most)[:, :most]
        attacked, *attackers = (rows[:, columns] for columns in self.battles)
        fighting = (torch.arange(attacked.shape[1]) < rows[:, at("view.battles.count"), None])[..., None]
        attack = added(place.gather(1, attacked.clamp(0)), torch.stack(attackers, 2) / 3 * fighting, most)[:, :most]
        return torch.cat([amounts, whose, torch.stack([kaija, fought], 2), strength, built, attack], 2)


class Situation(nn.Module):
    """The position and the question as one vector."""

    def __init__(self, layout: Layout, cards: nn.Embedding, land: int) -> None:
        super().__init__()
        self.layout, self.cards = layout, cards
        self.common = [*layout.amounts(""), *layout.amounts("view."), *layout.amounts("view.combat.")]
        self.players = [layout.amounts(f"view.players.{seat}.") for seat in range(2)]
        self.zones = [layout.lists(f"view.players.{seat}.", "cards") for seat in range(2)]
        self.piles = [layout.entries(f"view.{pile}") for pile in ("display", "achievements")]
        self.words = [(layout.at(name), nn.Embedding(layout.values(name), 16)) for name in ("prompt", "view.phase")]
        self.embeddings = nn.ModuleList(embedding for _, embedding in self.words)
        numbers = len(self.common) + 2 * len(self.players[0]) + 2 + 2 * 16 + 4 * land
        numbers += CARD * (2 * len(self.zones[0]) + len(self.piles))
        self.first, self.second = nn.Linear(numbers, 2 * HIDDEN), nn.Linear(2 * HIDDEN, HIDDEN)

    def pile(self, rows: Tensor, length: int, end: int) -> Tensor:
        """Return the sum of what the cards of a list are."""
        cards, there = entries(rows, length, end)
        return (self.cards(cards + 1) * there[..., None]).sum(1)

    def forward(self, rows: Tensor, lands: Tensor, whose: Tensor, fought: Tensor) -> Tensor:
        """Return a vector a row, the agent's own things first; `fought` is the land that is fought for."""
        at, seat = self.layout.at, rows[:, self.layout.at("view.seat")]
        of_seats = [torch.cat([rows[:, amounts] / SCALE, *(self.pile(rows, *zone) for zone in zones)], 1)
                    for amounts, zones in zip(self.players, self.zones, strict=True)]
        mine = (seat == 0)[:, None]
        own, other = torch.where(mine, *of_seats), torch.where(mine, *reversed(of_seats))
        turns = torch.stack([rows[:, at(name)] == seat for name in ("view.first", "view.combat.attacker")], 1)
        told = [rows[:, self.common] / SCALE, own, other, turns, *(self.pile(rows, *pile) for pile in self.piles),
                *(embedding(rows[:, column]) for column, embedding in self.words),
                *((lands * whose[..., [kind]]).sum(1) / 5 for kind in range(3)), fought]
        return relu(self.second(relu(self.first(torch.cat(told, 1)))))


class Tiles(nn.Module):
    """What laying a tile joins: by side the area of the tile and the territory of the neighbour."""

    def __init__(self, env: GameEnv, layout: Layout, land: int) -> None:
        super().__init__()
        tiles = env.game.catalogue.tiles
        self.kind = 1 + list(env.encoding.option_columns).index("PlaceTile")
        names = [column.name for column in env.encoding.option_columns["PlaceTile"]]
        self.fields = [names.index(name) for name in ("tile", "x", "y", "rotation")]
        self.lists = [layout.entries(f"view.layout.{part}") for part in ("tile", "x", "y", "rotation")]
        self.areas = layout.entries("view.layout.area_territory")
        self.register_buffer("sides", torch.tensor([tile.sides for tile in tiles]))
        self.register_buffer("counts", torch.tensor([len(tile.areas) for tile in tiles]))
        brings = torch.zeros(len(tiles), int(self.counts.max()), 7)
        for number, tile in enumerate(tiles):
            brings[number, :len(tile.areas)] = torch.tensor([
                [area.food, area.wood, area.lore, area.small, area.carved, area.large, area.lairs]
                for area in tile.areas])
        self.register_buffer("brings", brings)
        self.side = nn.Linear(land + 7 + 2, 2 * CARD)

    def forward(self, rows: Tensor, options: Tensor, index: Tensor, lands: Tensor, place: Tensor) -> Tensor:
        """Return a vector an option, zeros for those that lay no tile. `lands` have one more, for none."""
        found = torch.zeros(len(options), 2 * CARD)
        which = (options[:, 0] == self.kind).nonzero()[:, 0]
        if not len(which):
            return found
        row, index = rows[index[which]], index[which]
        tile, x, y, rotation = options[which][:, self.fields].T
        (laid, there), (xs, _), (ys, _), (turned, _) = (entries(row, *each) for each in self.lists)
        counts = self.counts[laid.clamp(0)] * there
        first = counts.cumsum(1) - counts
        sums: Tensor | float = 0.0
        for side, (right, up) in enumerate(SIDES):
            beside = there & (xs == (x + right)[:, None]) & (ys == (y + up)[:, None])
            some, neighbour = beside.any(1), beside.float().argmax(1, keepdim=True)
            facing = self.sides[laid.gather(1, neighbour), (side + 2 - turned.gather(1, neighbour)) % 4]
            area = self.areas[0] + 1 + first.gather(1, neighbour) + facing
            territory = row.gather(1, area.clamp(max=self.areas[1] - 1))
            joined = torch.where(some, place[index].gather(1, territory)[:, 0], lands.shape[1] - 1)
            own = self.sides[tile, (side - rotation) % 4]
            sums = sums + relu(self.side(torch.cat(
                [lands[index, joined], self.brings[tile, own], some[:, None], own[:, None]], 1)))
        return found.index_copy(0, which, sums)


class OptionScorer(nn.Module):
    """Scores options: the higher, the better."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__()
        layout = Layout(env)
        self.cards = nn.Embedding(1 + env.encoding.tables["cards"], CARD)
        self.lands = Lands(layout)
        self.situation = Situation(layout, self.cards, self.lands.width)
        self.tiles = Tiles(env, layout, self.lands.width)
        self.fight = layout.at("view.combat.given"), layout.at("view.combat.territory")
        self.width = env.observation_space("seat_0")["options"].shape[1]
        self.meanings(env)
        self.option = nn.Linear(5 * CARD + 2 * self.lands.width + self.width, HIDDEN)
        self.by, self.last, self.score = nn.Linear(HIDDEN, HIDDEN), nn.Linear(3 * HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)

    def meanings(self, env: GameEnv) -> None:
        """Note by kind of option and column what a number means; kind 0 is the end of an answer."""
        kinds = [(), *env.encoding.option_columns.values()]
        names = ("low", "high", "first", "land", "card")
        table = {name: torch.zeros(len(kinds), self.width, dtype=torch.long) for name in names}
        count = 0
        for kind, columns in enumerate(kinds):
            for place, column in enumerate(columns):
                land, card = column.category == "territories", column.category == "cards"
                high = column.low if land else column.high if column.category else min(column.high, MOST_AMOUNT)
                for name, value in zip(names, (column.low, high, count, land, card), strict=True):
                    table[name][kind, place] = value
                count += high - column.low + 1
        for name, values in table.items():
            self.register_buffer(name, values)
        self.parts = nn.EmbeddingBag(count, 2 * CARD, mode="sum")

    def forward(self, rows: Tensor, options: Tensor, index: Tensor) -> Tensor:
        """Return a score an option, by the rows of observations and the row that each option belongs to."""
        lands, place, whose = self.lands(rows)
        lands = pad(lands, (0, 0, 0, 1))
        given, territory = (rows[:, column] for column in self.fight)
        fought = place.gather(1, torch.where(given > 0, territory, self.lands.territories)[:, None])[:, 0]
        situation = self.situation(rows, lands[:, :-1], whose, lands[torch.arange(len(rows)), fought])
        kind = options[:, 0]
        low, high, land = self.low[kind], self.high[kind], self.land[kind]
        parts = self.parts(self.first[kind] + options.clamp(low, high) - low)
        card = self.card[kind]
        cards = (self.cards((options * card).clamp(-1) + 1) * card[..., None]).sum(1)
        number = land.cumsum(1) * land  # a move has two territories
        named = [torch.where((number == nth).any(1), (options * (number == nth)).sum(1), self.lands.territories)
                 for nth in (1, 2)]
        places = [lands[index, place[index].gather(1, each[:, None])[:, 0]] for each in named]
        tiles = self.tiles(rows, options, index, lands, place)
        amounts = (options * (1 - land)).clamp(-20, 20) / SCALE
        option = relu(self.option(torch.cat([parts, tiles, cards, *places, amounts], 1)))
        where = situation[index]
        return self.score(relu(self.last(torch.cat([where, option, self.by(where) * option], 1))))[:, 0]
