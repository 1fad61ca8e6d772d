from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Resource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESOURCE_FOOD: _ClassVar[Resource]
    RESOURCE_WOOD: _ClassVar[Resource]
    RESOURCE_LORE: _ClassVar[Resource]
    RESOURCE_FAME: _ClassVar[Resource]

class BorderKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BORDER_KIND_UNSPECIFIED: _ClassVar[BorderKind]
    BORDER_KIND_REGULAR: _ClassVar[BorderKind]
    BORDER_KIND_ROUGH: _ClassVar[BorderKind]
    BORDER_KIND_IMPASSABLE: _ClassVar[BorderKind]

class SpaceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPACE_KIND_SMALL: _ClassVar[SpaceKind]
    SPACE_KIND_CARVED: _ClassVar[SpaceKind]
    SPACE_KIND_LARGE: _ClassVar[SpaceKind]
    SPACE_KIND_NONE: _ClassVar[SpaceKind]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_START: _ClassVar[Phase]
    PHASE_ACTIONS: _ClassVar[Phase]
    PHASE_RAIDS: _ClassVar[Phase]
    PHASE_CREATURES: _ClassVar[Phase]
    PHASE_HARVEST: _ClassVar[Phase]
    PHASE_WINTER: _ClassVar[Phase]
    PHASE_END: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class CombatStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMBAT_STEP_PUSH: _ClassVar[CombatStep]
    COMBAT_STEP_DECLARE: _ClassVar[CombatStep]
    COMBAT_STEP_FORCES: _ClassVar[CombatStep]
    COMBAT_STEP_FOOD: _ClassVar[CombatStep]
    COMBAT_STEP_ROLL: _ClassVar[CombatStep]
    COMBAT_STEP_REROLL: _ClassVar[CombatStep]
    COMBAT_STEP_DIE: _ClassVar[CombatStep]
    COMBAT_STEP_BONUS: _ClassVar[CombatStep]
    COMBAT_STEP_SUFFERED: _ClassVar[CombatStep]
    COMBAT_STEP_WINNER: _ClassVar[CombatStep]
    COMBAT_STEP_CASUALTIES: _ClassVar[CombatStep]
    COMBAT_STEP_RETREAT: _ClassVar[CombatStep]
    COMBAT_STEP_SETTLE: _ClassVar[CombatStep]

class DieSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIE_SIDE_UNSPECIFIED: _ClassVar[DieSide]
    DIE_SIDE_TWO_POINTS: _ClassVar[DieSide]
    DIE_SIDE_THREE_POINTS: _ClassVar[DieSide]
    DIE_SIDE_POINT_OR_CASUALTY: _ClassVar[DieSide]
    DIE_SIDE_TWO_POINTS_AND_CASUALTY: _ClassVar[DieSide]
    DIE_SIDE_TWO_CASUALTIES: _ClassVar[DieSide]
    DIE_SIDE_POINT_AND_CASUALTY: _ClassVar[DieSide]

class TokenKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_KIND_SCORCHED_EARTH: _ClassVar[TokenKind]
    TOKEN_KIND_HIGH_TIDE: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_1: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_2: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_3: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_4: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_5: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_6: _ClassVar[TokenKind]
    TOKEN_KIND_EQUIPMENT_7: _ClassVar[TokenKind]

class TileSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_SIDE_UNSPECIFIED: _ClassVar[TileSide]
    TILE_SIDE_NORTH: _ClassVar[TileSide]
    TILE_SIDE_EAST: _ClassVar[TileSide]
    TILE_SIDE_SOUTH: _ClassVar[TileSide]
    TILE_SIDE_WEST: _ClassVar[TileSide]
RESOURCE_FOOD: Resource
RESOURCE_WOOD: Resource
RESOURCE_LORE: Resource
RESOURCE_FAME: Resource
BORDER_KIND_UNSPECIFIED: BorderKind
BORDER_KIND_REGULAR: BorderKind
BORDER_KIND_ROUGH: BorderKind
BORDER_KIND_IMPASSABLE: BorderKind
SPACE_KIND_SMALL: SpaceKind
SPACE_KIND_CARVED: SpaceKind
SPACE_KIND_LARGE: SpaceKind
SPACE_KIND_NONE: SpaceKind
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_START: Phase
PHASE_ACTIONS: Phase
PHASE_RAIDS: Phase
PHASE_CREATURES: Phase
PHASE_HARVEST: Phase
PHASE_WINTER: Phase
PHASE_END: Phase
PHASE_OVER: Phase
COMBAT_STEP_PUSH: CombatStep
COMBAT_STEP_DECLARE: CombatStep
COMBAT_STEP_FORCES: CombatStep
COMBAT_STEP_FOOD: CombatStep
COMBAT_STEP_ROLL: CombatStep
COMBAT_STEP_REROLL: CombatStep
COMBAT_STEP_DIE: CombatStep
COMBAT_STEP_BONUS: CombatStep
COMBAT_STEP_SUFFERED: CombatStep
COMBAT_STEP_WINNER: CombatStep
COMBAT_STEP_CASUALTIES: CombatStep
COMBAT_STEP_RETREAT: CombatStep
COMBAT_STEP_SETTLE: CombatStep
DIE_SIDE_UNSPECIFIED: DieSide
DIE_SIDE_TWO_POINTS: DieSide
DIE_SIDE_THREE_POINTS: DieSide
DIE_SIDE_POINT_OR_CASUALTY: DieSide
DIE_SIDE_TWO_POINTS_AND_CASUALTY: DieSide
DIE_SIDE_TWO_CASUALTIES: DieSide
DIE_SIDE_POINT_AND_CASUALTY: DieSide
TOKEN_KIND_SCORCHED_EARTH: TokenKind
TOKEN_KIND_HIGH_TIDE: TokenKind
TOKEN_KIND_EQUIPMENT_1: TokenKind
TOKEN_KIND_EQUIPMENT_2: TokenKind
TOKEN_KIND_EQUIPMENT_3: TokenKind
TOKEN_KIND_EQUIPMENT_4: TokenKind
TOKEN_KIND_EQUIPMENT_5: TokenKind
TOKEN_KIND_EQUIPMENT_6: TokenKind
TOKEN_KIND_EQUIPMENT_7: TokenKind
TILE_SIDE_UNSPECIFIED: TileSide
TILE_SIDE_NORTH: TileSide
TILE_SIDE_EAST: TileSide
TILE_SIDE_SOUTH: TileSide
TILE_SIDE_WEST: TileSide

class Options(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("choose_clan", "place_tile", "place_group", "play_card", "wait", "replace", "remove", "upgrade", "card", "tile", "action", "accept", "recruit", "build", "replace_building", "move", "fight", "spend_food", "die_face", "lose", "trade", "pay", "collect", "territory", "opponent", "figure", "exchange", "collect_in", "exchange_one", "equipment", "hunt", "raid", "cell", "space", "raiders")
    CHOOSE_CLAN_FIELD_NUMBER: _ClassVar[int]
    PLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    PLACE_GROUP_FIELD_NUMBER: _ClassVar[int]
    PLAY_CARD_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    REPLACE_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIELD_NUMBER: _ClassVar[int]
    UPGRADE_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    RECRUIT_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    REPLACE_BUILDING_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    FIGHT_FIELD_NUMBER: _ClassVar[int]
    SPEND_FOOD_FIELD_NUMBER: _ClassVar[int]
    DIE_FACE_FIELD_NUMBER: _ClassVar[int]
    LOSE_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    PAY_FIELD_NUMBER: _ClassVar[int]
    COLLECT_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    COLLECT_IN_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_ONE_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    HUNT_FIELD_NUMBER: _ClassVar[int]
    RAID_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    RAIDERS_FIELD_NUMBER: _ClassVar[int]
    choose_clan: ChooseClan
    place_tile: PlaceTile
    place_group: PlaceGroup
    play_card: PlayCard
    wait: Wait
    replace: Replace
    remove: Remove
    upgrade: Upgrade
    card: Card
    tile: Tile
    action: Action
    accept: Accept
    recruit: Recruit
    build: Build
    replace_building: ReplaceBuilding
    move: Move
    fight: Fight
    spend_food: SpendFood
    die_face: DieFace
    lose: Lose
    trade: Trade
    pay: Pay
    collect: Collect
    territory: Territory
    opponent: Opponent
    figure: Figure
    exchange: Exchange
    collect_in: CollectIn
    exchange_one: ExchangeOne
    equipment: Equipment
    hunt: Hunt
    raid: Raid
    cell: Cell
    space: Space
    raiders: Raiders
    def __init__(self, choose_clan: _Optional[_Union[ChooseClan, _Mapping]] = ..., place_tile: _Optional[_Union[PlaceTile, _Mapping]] = ..., place_group: _Optional[_Union[PlaceGroup, _Mapping]] = ..., play_card: _Optional[_Union[PlayCard, _Mapping]] = ..., wait: _Optional[_Union[Wait, _Mapping]] = ..., replace: _Optional[_Union[Replace, _Mapping]] = ..., remove: _Optional[_Union[Remove, _Mapping]] = ..., upgrade: _Optional[_Union[Upgrade, _Mapping]] = ..., card: _Optional[_Union[Card, _Mapping]] = ..., tile: _Optional[_Union[Tile, _Mapping]] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., accept: _Optional[_Union[Accept, _Mapping]] = ..., recruit: _Optional[_Union[Recruit, _Mapping]] = ..., build: _Optional[_Union[Build, _Mapping]] = ..., replace_building: _Optional[_Union[ReplaceBuilding, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., fight: _Optional[_Union[Fight, _Mapping]] = ..., spend_food: _Optional[_Union[SpendFood, _Mapping]] = ..., die_face: _Optional[_Union[DieFace, _Mapping]] = ..., lose: _Optional[_Union[Lose, _Mapping]] = ..., trade: _Optional[_Union[Trade, _Mapping]] = ..., pay: _Optional[_Union[Pay, _Mapping]] = ..., collect: _Optional[_Union[Collect, _Mapping]] = ..., territory: _Optional[_Union[Territory, _Mapping]] = ..., opponent: _Optional[_Union[Opponent, _Mapping]] = ..., figure: _Optional[_Union[Figure, _Mapping]] = ..., exchange: _Optional[_Union[Exchange, _Mapping]] = ..., collect_in: _Optional[_Union[CollectIn, _Mapping]] = ..., exchange_one: _Optional[_Union[ExchangeOne, _Mapping]] = ..., equipment: _Optional[_Union[Equipment, _Mapping]] = ..., hunt: _Optional[_Union[Hunt, _Mapping]] = ..., raid: _Optional[_Union[Raid, _Mapping]] = ..., cell: _Optional[_Union[Cell, _Mapping]] = ..., space: _Optional[_Union[Space, _Mapping]] = ..., raiders: _Optional[_Union[Raiders, _Mapping]] = ..., **kwargs) -> None: ...

class ChooseClan(_message.Message):
    __slots__ = ("clan",)
    CLAN_FIELD_NUMBER: _ClassVar[int]
    clan: int
    def __init__(self, clan: _Optional[int] = ...) -> None: ...

class PlaceTile(_message.Message):
    __slots__ = ("tile", "x", "y", "rotation")
    TILE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    tile: int
    x: int
    y: int
    rotation: int
    def __init__(self, tile: _Optional[int] = ..., x: _Optional[int] = ..., y: _Optional[int] = ..., rotation: _Optional[int] = ...) -> None: ...

class PlaceGroup(_message.Message):
    __slots__ = ("territory", "kaija", "figures")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    territory: int
    kaija: bool
    figures: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, territory: _Optional[int] = ..., kaija: bool = ..., figures: _Optional[_Iterable[int]] = ...) -> None: ...

class PlayCard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Wait(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Replace(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Remove(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Upgrade(_message.Message):
    __slots__ = ("card", "upgrade", "out_of_game")
    CARD_FIELD_NUMBER: _ClassVar[int]
    UPGRADE_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_GAME_FIELD_NUMBER: _ClassVar[int]
    card: int
    upgrade: int
    out_of_game: bool
    def __init__(self, card: _Optional[int] = ..., upgrade: _Optional[int] = ..., out_of_game: bool = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Card(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("action", "card")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    action: int
    card: int
    def __init__(self, action: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Accept(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Recruit(_message.Message):
    __slots__ = ("territory", "kaija", "figure")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    territory: int
    kaija: bool
    figure: int
    def __init__(self, territory: _Optional[int] = ..., kaija: bool = ..., figure: _Optional[int] = ...) -> None: ...

class Build(_message.Message):
    __slots__ = ("building", "territory", "carved")
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    building: int
    territory: int
    carved: bool
    def __init__(self, building: _Optional[int] = ..., territory: _Optional[int] = ..., carved: bool = ...) -> None: ...

class ReplaceBuilding(_message.Message):
    __slots__ = ("territory", "old", "carved", "new")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    OLD_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    NEW_FIELD_NUMBER: _ClassVar[int]
    territory: int
    old: int
    carved: bool
    new: int
    def __init__(self, territory: _Optional[int] = ..., old: _Optional[int] = ..., carved: bool = ..., new: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("source", "target", "units", "kaija")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    source: int
    target: int
    units: int
    kaija: bool
    def __init__(self, source: _Optional[int] = ..., target: _Optional[int] = ..., units: _Optional[int] = ..., kaija: bool = ...) -> None: ...

class Fight(_message.Message):
    __slots__ = ("territory",)
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    territory: int
    def __init__(self, territory: _Optional[int] = ...) -> None: ...

class SpendFood(_message.Message):
    __slots__ = ("food",)
    FOOD_FIELD_NUMBER: _ClassVar[int]
    food: int
    def __init__(self, food: _Optional[int] = ...) -> None: ...

class DieFace(_message.Message):
    __slots__ = ("points", "casualties", "either")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    EITHER_FIELD_NUMBER: _ClassVar[int]
    points: int
    casualties: int
    either: bool
    def __init__(self, points: _Optional[int] = ..., casualties: _Optional[int] = ..., either: bool = ...) -> None: ...

class Lose(_message.Message):
    __slots__ = ("units", "kaija", "figures")
    UNITS_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    units: int
    kaija: bool
    figures: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, units: _Optional[int] = ..., kaija: bool = ..., figures: _Optional[_Iterable[int]] = ...) -> None: ...

class Trade(_message.Message):
    __slots__ = ("food", "wood", "lore", "resource")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    LORE_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    food: int
    wood: int
    lore: int
    resource: int
    def __init__(self, food: _Optional[int] = ..., wood: _Optional[int] = ..., lore: _Optional[int] = ..., resource: _Optional[int] = ...) -> None: ...

class Pay(_message.Message):
    __slots__ = ("food", "wood", "lore")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    LORE_FIELD_NUMBER: _ClassVar[int]
    food: int
    wood: int
    lore: int
    def __init__(self, food: _Optional[int] = ..., wood: _Optional[int] = ..., lore: _Optional[int] = ...) -> None: ...

class Collect(_message.Message):
    __slots__ = ("resource",)
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    resource: int
    def __init__(self, resource: _Optional[int] = ...) -> None: ...

class Territory(_message.Message):
    __slots__ = ("territory",)
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    territory: int
    def __init__(self, territory: _Optional[int] = ...) -> None: ...

class Opponent(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Figure(_message.Message):
    __slots__ = ("territory", "kaija", "figure")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    territory: int
    kaija: bool
    figure: int
    def __init__(self, territory: _Optional[int] = ..., kaija: bool = ..., figure: _Optional[int] = ...) -> None: ...

class ExchangeOne(_message.Message):
    __slots__ = ("give", "take")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    give: int
    take: int
    def __init__(self, give: _Optional[int] = ..., take: _Optional[int] = ...) -> None: ...

class Equipment(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Hunt(_message.Message):
    __slots__ = ("creature", "territory")
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    creature: int
    territory: int
    def __init__(self, creature: _Optional[int] = ..., territory: _Optional[int] = ...) -> None: ...

class Raid(_message.Message):
    __slots__ = ("raid",)
    RAID_FIELD_NUMBER: _ClassVar[int]
    raid: int
    def __init__(self, raid: _Optional[int] = ...) -> None: ...

class Raiders(_message.Message):
    __slots__ = ("units",)
    UNITS_FIELD_NUMBER: _ClassVar[int]
    units: int
    def __init__(self, units: _Optional[int] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("territory", "carved")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    territory: int
    carved: bool
    def __init__(self, territory: _Optional[int] = ..., carved: bool = ...) -> None: ...

class CollectIn(_message.Message):
    __slots__ = ("resource", "territory")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    resource: int
    territory: int
    def __init__(self, resource: _Optional[int] = ..., territory: _Optional[int] = ...) -> None: ...

class Exchange(_message.Message):
    __slots__ = ("give", "take", "count")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    give: int
    take: int
    count: int
    def __init__(self, give: _Optional[int] = ..., take: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("seat", "clan", "food", "wood", "lore", "fame", "reserve", "passed", "awakened", "conqueror", "pick_taken", "hand_size", "draw_size", "active", "discard", "boxed", "upgrades", "hand", "draw", "top", "drawn", "tiles", "away", "pyre", "upgrades_taken", "known", "known_top", "kept_raids")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLAN_FIELD_NUMBER: _ClassVar[int]
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    LORE_FIELD_NUMBER: _ClassVar[int]
    FAME_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    AWAKENED_FIELD_NUMBER: _ClassVar[int]
    CONQUEROR_FIELD_NUMBER: _ClassVar[int]
    PICK_TAKEN_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    DRAW_SIZE_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    BOXED_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    AWAY_FIELD_NUMBER: _ClassVar[int]
    PYRE_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_TAKEN_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    KNOWN_TOP_FIELD_NUMBER: _ClassVar[int]
    KEPT_RAIDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    clan: int
    food: int
    wood: int
    lore: int
    fame: int
    reserve: int
    passed: bool
    awakened: bool
    conqueror: bool
    pick_taken: bool
    hand_size: int
    draw_size: int
    active: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    boxed: _containers.RepeatedScalarFieldContainer[int]
    upgrades: _containers.RepeatedScalarFieldContainer[int]
    hand: _containers.RepeatedScalarFieldContainer[int]
    draw: _containers.RepeatedScalarFieldContainer[int]
    top: _containers.RepeatedScalarFieldContainer[int]
    drawn: _containers.RepeatedScalarFieldContainer[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    away: int
    pyre: _containers.RepeatedScalarFieldContainer[int]
    upgrades_taken: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedScalarFieldContainer[int]
    known_top: _containers.RepeatedScalarFieldContainer[int]
    kept_raids: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., clan: _Optional[int] = ..., food: _Optional[int] = ..., wood: _Optional[int] = ..., lore: _Optional[int] = ..., fame: _Optional[int] = ..., reserve: _Optional[int] = ..., passed: bool = ..., awakened: bool = ..., conqueror: bool = ..., pick_taken: bool = ..., hand_size: _Optional[int] = ..., draw_size: _Optional[int] = ..., active: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ..., boxed: _Optional[_Iterable[int]] = ..., upgrades: _Optional[_Iterable[int]] = ..., hand: _Optional[_Iterable[int]] = ..., draw: _Optional[_Iterable[int]] = ..., top: _Optional[_Iterable[int]] = ..., drawn: _Optional[_Iterable[int]] = ..., tiles: _Optional[_Iterable[int]] = ..., away: _Optional[int] = ..., pyre: _Optional[_Iterable[int]] = ..., upgrades_taken: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[int]] = ..., known_top: _Optional[_Iterable[int]] = ..., kept_raids: _Optional[_Iterable[int]] = ...) -> None: ...

class Layout(_message.Message):
    __slots__ = ("tile", "x", "y", "rotation", "area_territory", "territory", "food", "wood", "lore", "lairs", "size", "open_sides", "border_from", "border_to", "border_kind")
    TILE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    AREA_TERRITORY_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    LORE_FIELD_NUMBER: _ClassVar[int]
    LAIRS_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    OPEN_SIDES_FIELD_NUMBER: _ClassVar[int]
    BORDER_FROM_FIELD_NUMBER: _ClassVar[int]
    BORDER_TO_FIELD_NUMBER: _ClassVar[int]
    BORDER_KIND_FIELD_NUMBER: _ClassVar[int]
    tile: _containers.RepeatedScalarFieldContainer[int]
    x: _containers.RepeatedScalarFieldContainer[int]
    y: _containers.RepeatedScalarFieldContainer[int]
    rotation: _containers.RepeatedScalarFieldContainer[int]
    area_territory: _containers.RepeatedScalarFieldContainer[int]
    territory: _containers.RepeatedScalarFieldContainer[int]
    food: _containers.RepeatedScalarFieldContainer[int]
    wood: _containers.RepeatedScalarFieldContainer[int]
    lore: _containers.RepeatedScalarFieldContainer[int]
    lairs: _containers.RepeatedScalarFieldContainer[int]
    size: _containers.RepeatedScalarFieldContainer[int]
    open_sides: _containers.RepeatedScalarFieldContainer[int]
    border_from: _containers.RepeatedScalarFieldContainer[int]
    border_to: _containers.RepeatedScalarFieldContainer[int]
    border_kind: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile: _Optional[_Iterable[int]] = ..., x: _Optional[_Iterable[int]] = ..., y: _Optional[_Iterable[int]] = ..., rotation: _Optional[_Iterable[int]] = ..., area_territory: _Optional[_Iterable[int]] = ..., territory: _Optional[_Iterable[int]] = ..., food: _Optional[_Iterable[int]] = ..., wood: _Optional[_Iterable[int]] = ..., lore: _Optional[_Iterable[int]] = ..., lairs: _Optional[_Iterable[int]] = ..., size: _Optional[_Iterable[int]] = ..., open_sides: _Optional[_Iterable[int]] = ..., border_from: _Optional[_Iterable[int]] = ..., border_to: _Optional[_Iterable[int]] = ..., border_kind: _Optional[_Iterable[int]] = ...) -> None: ...

class BoardView(_message.Message):
    __slots__ = ("owner", "units", "small", "carved", "large", "building", "building_territory", "building_space")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    SMALL_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    LARGE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    BUILDING_TERRITORY_FIELD_NUMBER: _ClassVar[int]
    BUILDING_SPACE_FIELD_NUMBER: _ClassVar[int]
    owner: _containers.RepeatedScalarFieldContainer[int]
    units: _containers.RepeatedScalarFieldContainer[int]
    small: _containers.RepeatedScalarFieldContainer[int]
    carved: _containers.RepeatedScalarFieldContainer[int]
    large: _containers.RepeatedScalarFieldContainer[int]
    building: _containers.RepeatedScalarFieldContainer[int]
    building_territory: _containers.RepeatedScalarFieldContainer[int]
    building_space: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, owner: _Optional[_Iterable[int]] = ..., units: _Optional[_Iterable[int]] = ..., small: _Optional[_Iterable[int]] = ..., carved: _Optional[_Iterable[int]] = ..., large: _Optional[_Iterable[int]] = ..., building: _Optional[_Iterable[int]] = ..., building_territory: _Optional[_Iterable[int]] = ..., building_space: _Optional[_Iterable[int]] = ...) -> None: ...

class BattleView(_message.Message):
    __slots__ = ("territory", "attacker", "defender", "units", "kaija", "figures", "creature")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    territory: int
    attacker: int
    defender: int
    units: int
    kaija: bool
    figures: _containers.RepeatedScalarFieldContainer[int]
    creature: int
    def __init__(self, territory: _Optional[int] = ..., attacker: _Optional[int] = ..., defender: _Optional[int] = ..., units: _Optional[int] = ..., kaija: bool = ..., figures: _Optional[_Iterable[int]] = ..., creature: _Optional[int] = ...) -> None: ...

class CombatView(_message.Message):
    __slots__ = ("territory", "attacker", "defender", "attacker_points", "defender_points", "attacker_food", "defender_food", "attacker_casualties", "defender_casualties", "attacker_face", "defender_face", "stage", "creature", "creature_attacks")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_POINTS_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_POINTS_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FOOD_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FOOD_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FACE_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FACE_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    CREATURE_ATTACKS_FIELD_NUMBER: _ClassVar[int]
    territory: int
    attacker: int
    defender: int
    attacker_points: int
    defender_points: int
    attacker_food: int
    defender_food: int
    attacker_casualties: int
    defender_casualties: int
    attacker_face: int
    defender_face: int
    stage: int
    creature: int
    creature_attacks: bool
    def __init__(self, territory: _Optional[int] = ..., attacker: _Optional[int] = ..., defender: _Optional[int] = ..., attacker_points: _Optional[int] = ..., defender_points: _Optional[int] = ..., attacker_food: _Optional[int] = ..., defender_food: _Optional[int] = ..., attacker_casualties: _Optional[int] = ..., defender_casualties: _Optional[int] = ..., attacker_face: _Optional[int] = ..., defender_face: _Optional[int] = ..., stage: _Optional[int] = ..., creature: _Optional[int] = ..., creature_attacks: bool = ...) -> None: ...

class FigureView(_message.Message):
    __slots__ = ("figure", "seat", "territory")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    figure: int
    seat: int
    territory: int
    def __init__(self, figure: _Optional[int] = ..., seat: _Optional[int] = ..., territory: _Optional[int] = ...) -> None: ...

class TokenView(_message.Message):
    __slots__ = ("token", "seat", "territory", "space", "up")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    token: int
    seat: int
    territory: int
    space: int
    up: bool
    def __init__(self, token: _Optional[int] = ..., seat: _Optional[int] = ..., territory: _Optional[int] = ..., space: _Optional[int] = ..., up: bool = ...) -> None: ...

class EventsView(_message.Message):
    __slots__ = ("now", "next", "left")
    NOW_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    now: int
    next: int
    left: int
    def __init__(self, now: _Optional[int] = ..., next: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class VictoryView(_message.Message):
    __slots__ = ("mode", "cards", "counts")
    MODE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    mode: str
    cards: _containers.RepeatedScalarFieldContainer[int]
    counts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, mode: _Optional[str] = ..., cards: _Optional[_Iterable[int]] = ..., counts: _Optional[_Iterable[int]] = ...) -> None: ...

class PortView(_message.Message):
    __slots__ = ("territory", "card", "seat", "units", "year")
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    YEAR_FIELD_NUMBER: _ClassVar[int]
    territory: int
    card: int
    seat: int
    units: int
    year: int
    def __init__(self, territory: _Optional[int] = ..., card: _Optional[int] = ..., seat: _Optional[int] = ..., units: _Optional[int] = ..., year: _Optional[int] = ...) -> None: ...

class SeaView(_message.Message):
    __slots__ = ("ports", "raids_left")
    PORTS_FIELD_NUMBER: _ClassVar[int]
    RAIDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    ports: _containers.RepeatedCompositeFieldContainer[PortView]
    raids_left: int
    def __init__(self, ports: _Optional[_Iterable[_Union[PortView, _Mapping]]] = ..., raids_left: _Optional[int] = ...) -> None: ...

class CreatureView(_message.Message):
    __slots__ = ("number", "creature", "territory")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    TERRITORY_FIELD_NUMBER: _ClassVar[int]
    number: int
    creature: int
    territory: int
    def __init__(self, number: _Optional[int] = ..., creature: _Optional[int] = ..., territory: _Optional[int] = ...) -> None: ...

class CreaturesView(_message.Message):
    __slots__ = ("line", "top_left", "rest_left", "defeated")
    LINE_FIELD_NUMBER: _ClassVar[int]
    TOP_LEFT_FIELD_NUMBER: _ClassVar[int]
    REST_LEFT_FIELD_NUMBER: _ClassVar[int]
    DEFEATED_FIELD_NUMBER: _ClassVar[int]
    line: _containers.RepeatedCompositeFieldContainer[CreatureView]
    top_left: int
    rest_left: int
    defeated: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, line: _Optional[_Iterable[_Union[CreatureView, _Mapping]]] = ..., top_left: _Optional[int] = ..., rest_left: _Optional[int] = ..., defeated: _Optional[_Iterable[int]] = ...) -> None: ...

class FeatureView(_message.Message):
    __slots__ = ("feature", "territories", "wood")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    TERRITORIES_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    feature: int
    territories: _containers.RepeatedScalarFieldContainer[int]
    wood: int
    def __init__(self, feature: _Optional[int] = ..., territories: _Optional[_Iterable[int]] = ..., wood: _Optional[int] = ...) -> None: ...

class AutomaView(_message.Message):
    __slots__ = ("level", "actions_left", "deck_left", "played", "discard", "kept")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    level: int
    actions_left: int
    deck_left: int
    played: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    kept: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, level: _Optional[int] = ..., actions_left: _Optional[int] = ..., deck_left: _Optional[int] = ..., played: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ..., kept: _Optional[_Iterable[int]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "year", "years", "phase", "first", "teams", "display", "achievements", "early_left", "advanced_left", "pile_left", "unrest_left", "stock", "kaija", "scorched", "layout", "board", "players", "battles", "combat", "edition", "modules", "figures", "tokens", "events", "victory", "creatures", "sea", "features", "automa")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    YEAR_FIELD_NUMBER: _ClassVar[int]
    YEARS_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    ACHIEVEMENTS_FIELD_NUMBER: _ClassVar[int]
    EARLY_LEFT_FIELD_NUMBER: _ClassVar[int]
    ADVANCED_LEFT_FIELD_NUMBER: _ClassVar[int]
    PILE_LEFT_FIELD_NUMBER: _ClassVar[int]
    UNREST_LEFT_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    KAIJA_FIELD_NUMBER: _ClassVar[int]
    SCORCHED_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    BATTLES_FIELD_NUMBER: _ClassVar[int]
    COMBAT_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    VICTORY_FIELD_NUMBER: _ClassVar[int]
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    SEA_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    AUTOMA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    year: int
    years: int
    phase: str
    first: int
    teams: bool
    display: _containers.RepeatedScalarFieldContainer[int]
    achievements: _containers.RepeatedScalarFieldContainer[int]
    early_left: int
    advanced_left: int
    pile_left: int
    unrest_left: int
    stock: _containers.RepeatedScalarFieldContainer[int]
    kaija: int
    scorched: int
    layout: Layout
    board: BoardView
    players: _containers.RepeatedCompositeFieldContainer[PlayerView]
    battles: _containers.RepeatedCompositeFieldContainer[BattleView]
    combat: CombatView
    edition: str
    modules: _containers.RepeatedScalarFieldContainer[str]
    figures: _containers.RepeatedCompositeFieldContainer[FigureView]
    tokens: _containers.RepeatedCompositeFieldContainer[TokenView]
    events: EventsView
    victory: VictoryView
    creatures: CreaturesView
    sea: SeaView
    features: _containers.RepeatedCompositeFieldContainer[FeatureView]
    automa: AutomaView
    def __init__(self, seat: _Optional[int] = ..., year: _Optional[int] = ..., years: _Optional[int] = ..., phase: _Optional[str] = ..., first: _Optional[int] = ..., teams: bool = ..., display: _Optional[_Iterable[int]] = ..., achievements: _Optional[_Iterable[int]] = ..., early_left: _Optional[int] = ..., advanced_left: _Optional[int] = ..., pile_left: _Optional[int] = ..., unrest_left: _Optional[int] = ..., stock: _Optional[_Iterable[int]] = ..., kaija: _Optional[int] = ..., scorched: _Optional[int] = ..., layout: _Optional[_Union[Layout, _Mapping]] = ..., board: _Optional[_Union[BoardView, _Mapping]] = ..., players: _Optional[_Iterable[_Union[PlayerView, _Mapping]]] = ..., battles: _Optional[_Iterable[_Union[BattleView, _Mapping]]] = ..., combat: _Optional[_Union[CombatView, _Mapping]] = ..., edition: _Optional[str] = ..., modules: _Optional[_Iterable[str]] = ..., figures: _Optional[_Iterable[_Union[FigureView, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[TokenView, _Mapping]]] = ..., events: _Optional[_Union[EventsView, _Mapping]] = ..., victory: _Optional[_Union[VictoryView, _Mapping]] = ..., creatures: _Optional[_Union[CreaturesView, _Mapping]] = ..., sea: _Optional[_Union[SeaView, _Mapping]] = ..., features: _Optional[_Iterable[_Union[FeatureView, _Mapping]]] = ..., automa: _Optional[_Union[AutomaView, _Mapping]] = ...) -> None: ...

class CardInfo(_message.Message):
    __slots__ = ("id", "name", "set", "clan", "flash", "fame", "text", "module")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    CLAN_FIELD_NUMBER: _ClassVar[int]
    FLASH_FIELD_NUMBER: _ClassVar[int]
    FAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    set: str
    clan: str
    flash: bool
    fame: int
    text: str
    module: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., set: _Optional[str] = ..., clan: _Optional[str] = ..., flash: bool = ..., fame: _Optional[int] = ..., text: _Optional[str] = ..., module: _Optional[str] = ...) -> None: ...

class AreaInfo(_message.Message):
    __slots__ = ("food", "wood", "lore", "small", "carved", "large", "lairs")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    LORE_FIELD_NUMBER: _ClassVar[int]
    SMALL_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    LARGE_FIELD_NUMBER: _ClassVar[int]
    LAIRS_FIELD_NUMBER: _ClassVar[int]
    food: int
    wood: int
    lore: int
    small: int
    carved: int
    large: int
    lairs: int
    def __init__(self, food: _Optional[int] = ..., wood: _Optional[int] = ..., lore: _Optional[int] = ..., small: _Optional[int] = ..., carved: _Optional[int] = ..., large: _Optional[int] = ..., lairs: _Optional[int] = ...) -> None: ...

class BorderInfo(_message.Message):
    __slots__ = ("first", "second", "kind")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    first: int
    second: int
    kind: int
    def __init__(self, first: _Optional[int] = ..., second: _Optional[int] = ..., kind: _Optional[int] = ...) -> None: ...

class TileFeature(_message.Message):
    __slots__ = ("feature", "areas", "core")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    AREAS_FIELD_NUMBER: _ClassVar[int]
    CORE_FIELD_NUMBER: _ClassVar[int]
    feature: int
    areas: _containers.RepeatedScalarFieldContainer[int]
    core: bool
    def __init__(self, feature: _Optional[int] = ..., areas: _Optional[_Iterable[int]] = ..., core: bool = ...) -> None: ...

class TileInfo(_message.Message):
    __slots__ = ("id", "sides", "areas", "borders", "set", "sea", "features")
    ID_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    AREAS_FIELD_NUMBER: _ClassVar[int]
    BORDERS_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    SEA_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    id: str
    sides: _containers.RepeatedScalarFieldContainer[int]
    areas: _containers.RepeatedCompositeFieldContainer[AreaInfo]
    borders: _containers.RepeatedCompositeFieldContainer[BorderInfo]
    set: str
    sea: int
    features: _containers.RepeatedCompositeFieldContainer[TileFeature]
    def __init__(self, id: _Optional[str] = ..., sides: _Optional[_Iterable[int]] = ..., areas: _Optional[_Iterable[_Union[AreaInfo, _Mapping]]] = ..., borders: _Optional[_Iterable[_Union[BorderInfo, _Mapping]]] = ..., set: _Optional[str] = ..., sea: _Optional[int] = ..., features: _Optional[_Iterable[_Union[TileFeature, _Mapping]]] = ...) -> None: ...

class BuildingInfo(_message.Message):
    __slots__ = ("id", "name", "large", "wood", "carved", "harvest_food", "harvest_wood", "harvest_lore", "harvest_fame", "defence_points", "defence_casualties", "recruits", "cards", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LARGE_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    CARVED_FIELD_NUMBER: _ClassVar[int]
    HARVEST_FOOD_FIELD_NUMBER: _ClassVar[int]
    HARVEST_WOOD_FIELD_NUMBER: _ClassVar[int]
    HARVEST_LORE_FIELD_NUMBER: _ClassVar[int]
    HARVEST_FAME_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_POINTS_FIELD_NUMBER: _ClassVar[int]
    DEFENCE_CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    RECRUITS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    large: bool
    wood: int
    carved: bool
    harvest_food: int
    harvest_wood: int
    harvest_lore: int
    harvest_fame: int
    defence_points: int
    defence_casualties: int
    recruits: int
    cards: int
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., large: bool = ..., wood: _Optional[int] = ..., carved: bool = ..., harvest_food: _Optional[int] = ..., harvest_wood: _Optional[int] = ..., harvest_lore: _Optional[int] = ..., harvest_fame: _Optional[int] = ..., defence_points: _Optional[int] = ..., defence_casualties: _Optional[int] = ..., recruits: _Optional[int] = ..., cards: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class ClanInfo(_message.Message):
    __slots__ = ("id", "name", "initial", "upgrades", "text", "module", "edition")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    INITIAL_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    initial: int
    upgrades: _containers.RepeatedScalarFieldContainer[int]
    text: str
    module: str
    edition: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., initial: _Optional[int] = ..., upgrades: _Optional[_Iterable[int]] = ..., text: _Optional[str] = ..., module: _Optional[str] = ..., edition: _Optional[str] = ...) -> None: ...

class FigureInfo(_message.Message):
    __slots__ = ("id", "name", "clan", "points", "winter", "module", "text", "prototype_text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLAN_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    WINTER_FIELD_NUMBER: _ClassVar[int]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PROTOTYPE_TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    clan: str
    points: int
    winter: bool
    module: str
    text: str
    prototype_text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., clan: _Optional[str] = ..., points: _Optional[int] = ..., winter: bool = ..., module: _Optional[str] = ..., text: _Optional[str] = ..., prototype_text: _Optional[str] = ...) -> None: ...

class EventInfo(_message.Message):
    __slots__ = ("id", "name", "when", "negative", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    WHEN_FIELD_NUMBER: _ClassVar[int]
    NEGATIVE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    when: str
    negative: bool
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., when: _Optional[str] = ..., negative: bool = ..., text: _Optional[str] = ...) -> None: ...

class VictoryInfo(_message.Message):
    __slots__ = ("id", "name", "kind", "need", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    kind: str
    need: int
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[str] = ..., need: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class RaidInfo(_message.Message):
    __slots__ = ("id", "name", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class CreatureInfo(_message.Message):
    __slots__ = ("id", "name", "set", "copies", "points", "fame", "shares", "priorities", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FAME_FIELD_NUMBER: _ClassVar[int]
    SHARES_FIELD_NUMBER: _ClassVar[int]
    PRIORITIES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    set: str
    copies: int
    points: int
    fame: int
    shares: bool
    priorities: _containers.RepeatedScalarFieldContainer[str]
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., set: _Optional[str] = ..., copies: _Optional[int] = ..., points: _Optional[int] = ..., fame: _Optional[int] = ..., shares: bool = ..., priorities: _Optional[_Iterable[str]] = ..., text: _Optional[str] = ...) -> None: ...

class FeatureInfo(_message.Message):
    __slots__ = ("id", "name", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class AutomaInfo(_message.Message):
    __slots__ = ("id", "flash", "passes", "text", "actions", "picks")
    ID_FIELD_NUMBER: _ClassVar[int]
    FLASH_FIELD_NUMBER: _ClassVar[int]
    PASSES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    id: str
    flash: bool
    passes: bool
    text: str
    actions: _containers.RepeatedCompositeFieldContainer[AutomaActionInfo]
    picks: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., flash: bool = ..., passes: bool = ..., text: _Optional[str] = ..., actions: _Optional[_Iterable[_Union[AutomaActionInfo, _Mapping]]] = ..., picks: _Optional[_Iterable[str]] = ...) -> None: ...

class AutomaActionInfo(_message.Message):
    __slots__ = ("kind", "leader", "figures", "needs", "building", "source", "target", "if_wood_at_least_food")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    NEEDS_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    IF_WOOD_AT_LEAST_FOOD_FIELD_NUMBER: _ClassVar[int]
    kind: str
    leader: int
    figures: int
    needs: int
    building: str
    source: _containers.RepeatedScalarFieldContainer[str]
    target: _containers.RepeatedScalarFieldContainer[str]
    if_wood_at_least_food: bool
    def __init__(self, kind: _Optional[str] = ..., leader: _Optional[int] = ..., figures: _Optional[int] = ..., needs: _Optional[int] = ..., building: _Optional[str] = ..., source: _Optional[_Iterable[str]] = ..., target: _Optional[_Iterable[str]] = ..., if_wood_at_least_food: bool = ...) -> None: ...

class EquipmentInfo(_message.Message):
    __slots__ = ("number", "text")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    text: str
    def __init__(self, number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class DieFaceInfo(_message.Message):
    __slots__ = ("points", "casualties", "either", "text")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CASUALTIES_FIELD_NUMBER: _ClassVar[int]
    EITHER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    points: int
    casualties: int
    either: bool
    text: str
    def __init__(self, points: _Optional[int] = ..., casualties: _Optional[int] = ..., either: bool = ..., text: _Optional[str] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("cards", "tiles", "buildings", "clans", "figures", "creatures", "events", "raids", "victory", "features", "automa", "equipment", "faces")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    CLANS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    RAIDS_FIELD_NUMBER: _ClassVar[int]
    VICTORY_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    AUTOMA_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[CardInfo]
    tiles: _containers.RepeatedCompositeFieldContainer[TileInfo]
    buildings: _containers.RepeatedCompositeFieldContainer[BuildingInfo]
    clans: _containers.RepeatedCompositeFieldContainer[ClanInfo]
    figures: _containers.RepeatedCompositeFieldContainer[FigureInfo]
    creatures: _containers.RepeatedCompositeFieldContainer[CreatureInfo]
    events: _containers.RepeatedCompositeFieldContainer[EventInfo]
    raids: _containers.RepeatedCompositeFieldContainer[RaidInfo]
    victory: _containers.RepeatedCompositeFieldContainer[VictoryInfo]
    features: _containers.RepeatedCompositeFieldContainer[FeatureInfo]
    automa: _containers.RepeatedCompositeFieldContainer[AutomaInfo]
    equipment: _containers.RepeatedCompositeFieldContainer[EquipmentInfo]
    faces: _containers.RepeatedCompositeFieldContainer[DieFaceInfo]
    def __init__(self, cards: _Optional[_Iterable[_Union[CardInfo, _Mapping]]] = ..., tiles: _Optional[_Iterable[_Union[TileInfo, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[BuildingInfo, _Mapping]]] = ..., clans: _Optional[_Iterable[_Union[ClanInfo, _Mapping]]] = ..., figures: _Optional[_Iterable[_Union[FigureInfo, _Mapping]]] = ..., creatures: _Optional[_Iterable[_Union[CreatureInfo, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[EventInfo, _Mapping]]] = ..., raids: _Optional[_Iterable[_Union[RaidInfo, _Mapping]]] = ..., victory: _Optional[_Iterable[_Union[VictoryInfo, _Mapping]]] = ..., features: _Optional[_Iterable[_Union[FeatureInfo, _Mapping]]] = ..., automa: _Optional[_Iterable[_Union[AutomaInfo, _Mapping]]] = ..., equipment: _Optional[_Iterable[_Union[EquipmentInfo, _Mapping]]] = ..., faces: _Optional[_Iterable[_Union[DieFaceInfo, _Mapping]]] = ...) -> None: ...
