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
    RESOURCE_STONE: _ClassVar[Resource]
    RESOURCE_GOODS: _ClassVar[Resource]

class Population(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POPULATION_FARMER: _ClassVar[Population]
    POPULATION_LABORER: _ClassVar[Population]
    POPULATION_CRAFTSMAN: _ClassVar[Population]
    POPULATION_WARRIOR: _ClassVar[Population]

class Season(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEASON_SPRING: _ClassVar[Season]
    SEASON_SUMMER: _ClassVar[Season]
    SEASON_AUTUMN: _ClassVar[Season]
    SEASON_WINTER: _ClassVar[Season]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_EVENT: _ClassVar[Phase]
    PHASE_RAIDERS: _ClassVar[Phase]
    PHASE_ARRIVALS: _ClassVar[Phase]
    PHASE_ACTIONS: _ClassVar[Phase]
    PHASE_HARVEST: _ClassVar[Phase]
    PHASE_RESTORE: _ClassVar[Phase]
    PHASE_FEED: _ClassVar[Phase]
    PHASE_WINTER: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class PromiseKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROMISE_KIND_DEFENDERS: _ClassVar[PromiseKind]
    PROMISE_KIND_TRADE: _ClassVar[PromiseKind]
    PROMISE_KIND_SPECIAL: _ClassVar[PromiseKind]

class DieFate(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIE_FATE_UNSPECIFIED: _ClassVar[DieFate]
    DIE_FATE_BEATS: _ClassVar[DieFate]
    DIE_FATE_UNHURT: _ClassVar[DieFate]
    DIE_FATE_WEAKENED: _ClassVar[DieFate]
RESOURCE_FOOD: Resource
RESOURCE_WOOD: Resource
RESOURCE_STONE: Resource
RESOURCE_GOODS: Resource
POPULATION_FARMER: Population
POPULATION_LABORER: Population
POPULATION_CRAFTSMAN: Population
POPULATION_WARRIOR: Population
SEASON_SPRING: Season
SEASON_SUMMER: Season
SEASON_AUTUMN: Season
SEASON_WINTER: Season
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_EVENT: Phase
PHASE_RAIDERS: Phase
PHASE_ARRIVALS: Phase
PHASE_ACTIONS: Phase
PHASE_HARVEST: Phase
PHASE_RESTORE: Phase
PHASE_FEED: Phase
PHASE_WINTER: Phase
PHASE_OVER: Phase
PROMISE_KIND_DEFENDERS: PromiseKind
PROMISE_KIND_TRADE: PromiseKind
PROMISE_KIND_SPECIAL: PromiseKind
DIE_FATE_UNSPECIFIED: DieFate
DIE_FATE_BEATS: DieFate
DIE_FATE_UNHURT: DieFate
DIE_FATE_WEAKENED: DieFate

class Options(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("settle", "tile", "kind", "play_card", "spend_blessing", "heal", "reorganize", "hunt", "explore", "feast", "build", "idle_hands", "trade", "gifts", "pray_for_sight", "pray_for_health", "pray_for_blessing", "call_for_kin", "festival_of_the_sun", "caravan", "festival_of_lights", "speak", "exchange", "seat", "pile", "accept", "counter", "raider", "reroll_die", "reroll_raider", "turn_die", "gain", "promise_defenders", "promise_trade", "promise_special", "face", "ground", "event", "card")
    SETTLE_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLAY_CARD_FIELD_NUMBER: _ClassVar[int]
    SPEND_BLESSING_FIELD_NUMBER: _ClassVar[int]
    HEAL_FIELD_NUMBER: _ClassVar[int]
    REORGANIZE_FIELD_NUMBER: _ClassVar[int]
    HUNT_FIELD_NUMBER: _ClassVar[int]
    EXPLORE_FIELD_NUMBER: _ClassVar[int]
    FEAST_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    IDLE_HANDS_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    GIFTS_FIELD_NUMBER: _ClassVar[int]
    PRAY_FOR_SIGHT_FIELD_NUMBER: _ClassVar[int]
    PRAY_FOR_HEALTH_FIELD_NUMBER: _ClassVar[int]
    PRAY_FOR_BLESSING_FIELD_NUMBER: _ClassVar[int]
    CALL_FOR_KIN_FIELD_NUMBER: _ClassVar[int]
    FESTIVAL_OF_THE_SUN_FIELD_NUMBER: _ClassVar[int]
    CARAVAN_FIELD_NUMBER: _ClassVar[int]
    FESTIVAL_OF_LIGHTS_FIELD_NUMBER: _ClassVar[int]
    SPEAK_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    COUNTER_FIELD_NUMBER: _ClassVar[int]
    RAIDER_FIELD_NUMBER: _ClassVar[int]
    REROLL_DIE_FIELD_NUMBER: _ClassVar[int]
    REROLL_RAIDER_FIELD_NUMBER: _ClassVar[int]
    TURN_DIE_FIELD_NUMBER: _ClassVar[int]
    YIELD_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    PROMISE_DEFENDERS_FIELD_NUMBER: _ClassVar[int]
    PROMISE_TRADE_FIELD_NUMBER: _ClassVar[int]
    PROMISE_SPECIAL_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    GROUND_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    settle: Settle
    tile: Tile
    kind: Kind
    play_card: PlayCard
    spend_blessing: SpendBlessing
    heal: Heal
    reorganize: Reorganize
    hunt: Hunt
    explore: Explore
    feast: Feast
    build: Build
    idle_hands: IdleHands
    trade: Trade
    gifts: Gifts
    pray_for_sight: PrayForSight
    pray_for_health: PrayForHealth
    pray_for_blessing: PrayForBlessing
    call_for_kin: CallForKin
    festival_of_the_sun: FestivalOfTheSun
    caravan: Caravan
    festival_of_lights: FestivalOfLights
    speak: Speak
    exchange: Exchange
    seat: Seat
    pile: Pile
    accept: Accept
    counter: Counter
    raider: Raider
    reroll_die: RerollDie
    reroll_raider: RerollRaider
    turn_die: TurnDie
    gain: Gain
    promise_defenders: PromiseDefenders
    promise_trade: PromiseTrade
    promise_special: PromiseSpecial
    face: Face
    ground: Ground
    event: Event
    card: Card
    def __init__(self, settle: _Optional[_Union[Settle, _Mapping]] = ..., tile: _Optional[_Union[Tile, _Mapping]] = ..., kind: _Optional[_Union[Kind, _Mapping]] = ..., play_card: _Optional[_Union[PlayCard, _Mapping]] = ..., spend_blessing: _Optional[_Union[SpendBlessing, _Mapping]] = ..., heal: _Optional[_Union[Heal, _Mapping]] = ..., reorganize: _Optional[_Union[Reorganize, _Mapping]] = ..., hunt: _Optional[_Union[Hunt, _Mapping]] = ..., explore: _Optional[_Union[Explore, _Mapping]] = ..., feast: _Optional[_Union[Feast, _Mapping]] = ..., build: _Optional[_Union[Build, _Mapping]] = ..., idle_hands: _Optional[_Union[IdleHands, _Mapping]] = ..., trade: _Optional[_Union[Trade, _Mapping]] = ..., gifts: _Optional[_Union[Gifts, _Mapping]] = ..., pray_for_sight: _Optional[_Union[PrayForSight, _Mapping]] = ..., pray_for_health: _Optional[_Union[PrayForHealth, _Mapping]] = ..., pray_for_blessing: _Optional[_Union[PrayForBlessing, _Mapping]] = ..., call_for_kin: _Optional[_Union[CallForKin, _Mapping]] = ..., festival_of_the_sun: _Optional[_Union[FestivalOfTheSun, _Mapping]] = ..., caravan: _Optional[_Union[Caravan, _Mapping]] = ..., festival_of_lights: _Optional[_Union[FestivalOfLights, _Mapping]] = ..., speak: _Optional[_Union[Speak, _Mapping]] = ..., exchange: _Optional[_Union[Exchange, _Mapping]] = ..., seat: _Optional[_Union[Seat, _Mapping]] = ..., pile: _Optional[_Union[Pile, _Mapping]] = ..., accept: _Optional[_Union[Accept, _Mapping]] = ..., counter: _Optional[_Union[Counter, _Mapping]] = ..., raider: _Optional[_Union[Raider, _Mapping]] = ..., reroll_die: _Optional[_Union[RerollDie, _Mapping]] = ..., reroll_raider: _Optional[_Union[RerollRaider, _Mapping]] = ..., turn_die: _Optional[_Union[TurnDie, _Mapping]] = ..., gain: _Optional[_Union[Gain, _Mapping]] = ..., promise_defenders: _Optional[_Union[PromiseDefenders, _Mapping]] = ..., promise_trade: _Optional[_Union[PromiseTrade, _Mapping]] = ..., promise_special: _Optional[_Union[PromiseSpecial, _Mapping]] = ..., face: _Optional[_Union[Face, _Mapping]] = ..., ground: _Optional[_Union[Ground, _Mapping]] = ..., event: _Optional[_Union[Event, _Mapping]] = ..., card: _Optional[_Union[Card, _Mapping]] = ..., **kwargs) -> None: ...

class Settle(_message.Message):
    __slots__ = ("laborer", "farmer", "other_farmer")
    LABORER_FIELD_NUMBER: _ClassVar[int]
    FARMER_FIELD_NUMBER: _ClassVar[int]
    OTHER_FARMER_FIELD_NUMBER: _ClassVar[int]
    laborer: int
    farmer: int
    other_farmer: int
    def __init__(self, laborer: _Optional[int] = ..., farmer: _Optional[int] = ..., other_farmer: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Kind(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class PlayCard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class SpendBlessing(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Heal(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Reorganize(_message.Message):
    __slots__ = ("tile", "cards")
    TILE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    tile: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Hunt(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Explore(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Feast(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Build(_message.Message):
    __slots__ = ("building",)
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    building: int
    def __init__(self, building: _Optional[int] = ...) -> None: ...

class IdleHands(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Trade(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Gifts(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class PrayForSight(_message.Message):
    __slots__ = ("goods",)
    GOODS_FIELD_NUMBER: _ClassVar[int]
    goods: bool
    def __init__(self, goods: bool = ...) -> None: ...

class PrayForHealth(_message.Message):
    __slots__ = ("tile", "food", "goods")
    TILE_FIELD_NUMBER: _ClassVar[int]
    FOOD_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    tile: int
    food: int
    goods: int
    def __init__(self, tile: _Optional[int] = ..., food: _Optional[int] = ..., goods: _Optional[int] = ...) -> None: ...

class PrayForBlessing(_message.Message):
    __slots__ = ("food", "goods")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    food: int
    goods: int
    def __init__(self, food: _Optional[int] = ..., goods: _Optional[int] = ...) -> None: ...

class CallForKin(_message.Message):
    __slots__ = ("kind", "cards")
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    kind: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, kind: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class FestivalOfTheSun(_message.Message):
    __slots__ = ("renew", "cards")
    RENEW_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    renew: bool
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, renew: bool = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Caravan(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class FestivalOfLights(_message.Message):
    __slots__ = ("goods", "cards")
    GOODS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    goods: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, goods: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Speak(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Exchange(_message.Message):
    __slots__ = ("give", "take")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    give: _containers.RepeatedScalarFieldContainer[int]
    take: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, give: _Optional[_Iterable[int]] = ..., take: _Optional[_Iterable[int]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Pile(_message.Message):
    __slots__ = ("resource", "amount", "number")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    resource: int
    amount: int
    number: int
    def __init__(self, resource: _Optional[int] = ..., amount: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class Accept(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Counter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Raider(_message.Message):
    __slots__ = ("raider",)
    RAIDER_FIELD_NUMBER: _ClassVar[int]
    raider: int
    def __init__(self, raider: _Optional[int] = ...) -> None: ...

class RerollDie(_message.Message):
    __slots__ = ("tile", "blessing")
    TILE_FIELD_NUMBER: _ClassVar[int]
    BLESSING_FIELD_NUMBER: _ClassVar[int]
    tile: int
    blessing: bool
    def __init__(self, tile: _Optional[int] = ..., blessing: bool = ...) -> None: ...

class RerollRaider(_message.Message):
    __slots__ = ("raider", "blessing")
    RAIDER_FIELD_NUMBER: _ClassVar[int]
    BLESSING_FIELD_NUMBER: _ClassVar[int]
    raider: int
    blessing: bool
    def __init__(self, raider: _Optional[int] = ..., blessing: bool = ...) -> None: ...

class TurnDie(_message.Message):
    __slots__ = ("card", "tile")
    CARD_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    card: int
    tile: int
    def __init__(self, card: _Optional[int] = ..., tile: _Optional[int] = ...) -> None: ...

class Yield(_message.Message):
    __slots__ = ("wood", "stone")
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    wood: int
    stone: int
    def __init__(self, wood: _Optional[int] = ..., stone: _Optional[int] = ...) -> None: ...

class Gain(_message.Message):
    __slots__ = ("wood", "stone")
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    wood: int
    stone: int
    def __init__(self, wood: _Optional[int] = ..., stone: _Optional[int] = ...) -> None: ...

class PromiseDefenders(_message.Message):
    __slots__ = ("people",)
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    people: int
    def __init__(self, people: _Optional[int] = ...) -> None: ...

class PromiseTrade(_message.Message):
    __slots__ = ("give", "take")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    give: int
    take: int
    def __init__(self, give: _Optional[int] = ..., take: _Optional[int] = ...) -> None: ...

class PromiseSpecial(_message.Message):
    __slots__ = ("season",)
    SEASON_FIELD_NUMBER: _ClassVar[int]
    season: int
    def __init__(self, season: _Optional[int] = ...) -> None: ...

class Face(_message.Message):
    __slots__ = ("pips",)
    PIPS_FIELD_NUMBER: _ClassVar[int]
    pips: int
    def __init__(self, pips: _Optional[int] = ...) -> None: ...

class Ground(_message.Message):
    __slots__ = ("terrain",)
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    terrain: int
    def __init__(self, terrain: _Optional[int] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: int
    def __init__(self, event: _Optional[int] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Person(_message.Message):
    __slots__ = ("tile", "kind", "weakened")
    TILE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    WEAKENED_FIELD_NUMBER: _ClassVar[int]
    tile: int
    kind: int
    weakened: bool
    def __init__(self, tile: _Optional[int] = ..., kind: _Optional[int] = ..., weakened: bool = ...) -> None: ...

class Structure(_message.Message):
    __slots__ = ("tile", "building")
    TILE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    tile: int
    building: int
    def __init__(self, tile: _Optional[int] = ..., building: _Optional[int] = ...) -> None: ...

class Attached(_message.Message):
    __slots__ = ("card", "tile")
    CARD_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    card: int
    tile: int
    def __init__(self, card: _Optional[int] = ..., tile: _Optional[int] = ...) -> None: ...

class Promise(_message.Message):
    __slots__ = ("seat", "kind", "first", "second")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: int
    first: int
    second: int
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[int] = ..., first: _Optional[int] = ..., second: _Optional[int] = ...) -> None: ...

class MapView(_message.Message):
    __slots__ = ("terrain",)
    TERRAIN_FIELD_NUMBER: _ClassVar[int]
    terrain: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, terrain: _Optional[_Iterable[int]] = ...) -> None: ...

class About(_message.Message):
    __slots__ = ("kind", "tile", "building", "card", "left", "acted", "homeland_only")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    HOMELAND_ONLY_FIELD_NUMBER: _ClassVar[int]
    kind: int
    tile: int
    building: int
    card: int
    left: int
    acted: int
    homeland_only: bool
    def __init__(self, kind: _Optional[int] = ..., tile: _Optional[int] = ..., building: _Optional[int] = ..., card: _Optional[int] = ..., left: _Optional[int] = ..., acted: _Optional[int] = ..., homeland_only: bool = ...) -> None: ...

class DieView(_message.Message):
    __slots__ = ("seat", "tile", "warrior", "raider", "pips", "fate")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    WARRIOR_FIELD_NUMBER: _ClassVar[int]
    RAIDER_FIELD_NUMBER: _ClassVar[int]
    PIPS_FIELD_NUMBER: _ClassVar[int]
    FATE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    warrior: bool
    raider: int
    pips: int
    fate: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., warrior: bool = ..., raider: _Optional[int] = ..., pips: _Optional[int] = ..., fate: _Optional[int] = ...) -> None: ...

class RaidView(_message.Message):
    __slots__ = ("raiders", "opened", "committed", "valor", "dice", "defeated", "own_rerolls", "raider_rerolls")
    RAIDERS_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    VALOR_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    DEFEATED_FIELD_NUMBER: _ClassVar[int]
    OWN_REROLLS_FIELD_NUMBER: _ClassVar[int]
    RAIDER_REROLLS_FIELD_NUMBER: _ClassVar[int]
    raiders: _containers.RepeatedScalarFieldContainer[int]
    opened: bool
    committed: _containers.RepeatedScalarFieldContainer[int]
    valor: _containers.RepeatedScalarFieldContainer[int]
    dice: _containers.RepeatedCompositeFieldContainer[DieView]
    defeated: _containers.RepeatedScalarFieldContainer[int]
    own_rerolls: _containers.RepeatedScalarFieldContainer[int]
    raider_rerolls: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, raiders: _Optional[_Iterable[int]] = ..., opened: bool = ..., committed: _Optional[_Iterable[int]] = ..., valor: _Optional[_Iterable[int]] = ..., dice: _Optional[_Iterable[_Union[DieView, _Mapping]]] = ..., defeated: _Optional[_Iterable[int]] = ..., own_rerolls: _Optional[_Iterable[int]] = ..., raider_rerolls: _Optional[_Iterable[int]] = ...) -> None: ...

class OfferView(_message.Message):
    __slots__ = ("seat", "partner", "give", "want", "countered", "complete", "named", "refused", "proposals")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    COUNTERED_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    PROPOSALS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    partner: int
    give: _containers.RepeatedScalarFieldContainer[int]
    want: _containers.RepeatedScalarFieldContainer[int]
    countered: bool
    complete: bool
    named: _containers.RepeatedScalarFieldContainer[int]
    refused: bool
    proposals: int
    def __init__(self, seat: _Optional[int] = ..., partner: _Optional[int] = ..., give: _Optional[_Iterable[int]] = ..., want: _Optional[_Iterable[int]] = ..., countered: bool = ..., complete: bool = ..., named: _Optional[_Iterable[int]] = ..., refused: bool = ..., proposals: _Optional[int] = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("seat", "home", "food", "wood", "stone", "goods", "respect", "blessings", "people", "built", "structures", "attached", "hand_size", "called", "actions", "used", "allowed", "tempo", "specials", "taken", "idle", "ignores_event", "passed", "hand")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HOME_FIELD_NUMBER: _ClassVar[int]
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    RESPECT_FIELD_NUMBER: _ClassVar[int]
    BLESSINGS_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    BUILT_FIELD_NUMBER: _ClassVar[int]
    STRUCTURES_FIELD_NUMBER: _ClassVar[int]
    ATTACHED_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    CALLED_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    TEMPO_FIELD_NUMBER: _ClassVar[int]
    SPECIALS_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    IDLE_FIELD_NUMBER: _ClassVar[int]
    IGNORES_EVENT_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    home: int
    food: int
    wood: int
    stone: int
    goods: int
    respect: int
    blessings: int
    people: _containers.RepeatedCompositeFieldContainer[Person]
    built: _containers.RepeatedScalarFieldContainer[int]
    structures: _containers.RepeatedCompositeFieldContainer[Structure]
    attached: _containers.RepeatedCompositeFieldContainer[Attached]
    hand_size: int
    called: _containers.RepeatedScalarFieldContainer[int]
    actions: int
    used: _containers.RepeatedScalarFieldContainer[int]
    allowed: _containers.RepeatedScalarFieldContainer[int]
    tempo: int
    specials: int
    taken: _containers.RepeatedScalarFieldContainer[int]
    idle: _containers.RepeatedScalarFieldContainer[int]
    ignores_event: bool
    passed: bool
    hand: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., home: _Optional[int] = ..., food: _Optional[int] = ..., wood: _Optional[int] = ..., stone: _Optional[int] = ..., goods: _Optional[int] = ..., respect: _Optional[int] = ..., blessings: _Optional[int] = ..., people: _Optional[_Iterable[_Union[Person, _Mapping]]] = ..., built: _Optional[_Iterable[int]] = ..., structures: _Optional[_Iterable[_Union[Structure, _Mapping]]] = ..., attached: _Optional[_Iterable[_Union[Attached, _Mapping]]] = ..., hand_size: _Optional[int] = ..., called: _Optional[_Iterable[int]] = ..., actions: _Optional[int] = ..., used: _Optional[_Iterable[int]] = ..., allowed: _Optional[_Iterable[int]] = ..., tempo: _Optional[int] = ..., specials: _Optional[int] = ..., taken: _Optional[_Iterable[int]] = ..., idle: _Optional[_Iterable[int]] = ..., ignores_event: bool = ..., passed: bool = ..., hand: _Optional[_Iterable[int]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "year", "years", "gate", "season", "phase", "start", "counter", "event", "past_events", "next_event", "tales_left", "discard", "batch", "map", "players", "promises", "raid", "offer", "about")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    YEAR_FIELD_NUMBER: _ClassVar[int]
    YEARS_FIELD_NUMBER: _ClassVar[int]
    GATE_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    COUNTER_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    PAST_EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_EVENT_FIELD_NUMBER: _ClassVar[int]
    TALES_LEFT_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    MAP_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    PROMISES_FIELD_NUMBER: _ClassVar[int]
    RAID_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    year: int
    years: int
    gate: int
    season: int
    phase: str
    start: int
    counter: int
    event: int
    past_events: _containers.RepeatedScalarFieldContainer[int]
    next_event: int
    tales_left: int
    discard: _containers.RepeatedScalarFieldContainer[int]
    batch: _containers.RepeatedScalarFieldContainer[int]
    map: MapView
    players: _containers.RepeatedCompositeFieldContainer[PlayerView]
    promises: _containers.RepeatedCompositeFieldContainer[Promise]
    raid: RaidView
    offer: OfferView
    about: About
    def __init__(self, seat: _Optional[int] = ..., year: _Optional[int] = ..., years: _Optional[int] = ..., gate: _Optional[int] = ..., season: _Optional[int] = ..., phase: _Optional[str] = ..., start: _Optional[int] = ..., counter: _Optional[int] = ..., event: _Optional[int] = ..., past_events: _Optional[_Iterable[int]] = ..., next_event: _Optional[int] = ..., tales_left: _Optional[int] = ..., discard: _Optional[_Iterable[int]] = ..., batch: _Optional[_Iterable[int]] = ..., map: _Optional[_Union[MapView, _Mapping]] = ..., players: _Optional[_Iterable[_Union[PlayerView, _Mapping]]] = ..., promises: _Optional[_Iterable[_Union[Promise, _Mapping]]] = ..., raid: _Optional[_Union[RaidView, _Mapping]] = ..., offer: _Optional[_Union[OfferView, _Mapping]] = ..., about: _Optional[_Union[About, _Mapping]] = ...) -> None: ...

class CardInfo(_message.Message):
    __slots__ = ("id", "name", "copies", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    copies: int
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., copies: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class EventInfo(_message.Message):
    __slots__ = ("id", "name", "copies", "text", "ignorable")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    IGNORABLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    copies: int
    text: str
    ignorable: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., copies: _Optional[int] = ..., text: _Optional[str] = ..., ignorable: bool = ...) -> None: ...

class BuildingInfo(_message.Message):
    __slots__ = ("id", "name", "site", "text", "wood", "stone", "goods", "at_once", "requires", "replaces", "needs_replaced", "respect", "worth", "yearly_respect")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SITE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    GOODS_FIELD_NUMBER: _ClassVar[int]
    AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    REQUIRES_FIELD_NUMBER: _ClassVar[int]
    REPLACES_FIELD_NUMBER: _ClassVar[int]
    NEEDS_REPLACED_FIELD_NUMBER: _ClassVar[int]
    RESPECT_FIELD_NUMBER: _ClassVar[int]
    WORTH_FIELD_NUMBER: _ClassVar[int]
    YEARLY_RESPECT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    site: str
    text: str
    wood: int
    stone: int
    goods: int
    at_once: int
    requires: int
    replaces: int
    needs_replaced: bool
    respect: int
    worth: bool
    yearly_respect: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., site: _Optional[str] = ..., text: _Optional[str] = ..., wood: _Optional[int] = ..., stone: _Optional[int] = ..., goods: _Optional[int] = ..., at_once: _Optional[int] = ..., requires: _Optional[int] = ..., replaces: _Optional[int] = ..., needs_replaced: bool = ..., respect: _Optional[int] = ..., worth: bool = ..., yearly_respect: _Optional[int] = ...) -> None: ...

class TerrainInfo(_message.Message):
    __slots__ = ("id", "name", "food", "wood", "stone")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FOOD_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    food: _containers.RepeatedScalarFieldContainer[int]
    wood: int
    stone: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., food: _Optional[_Iterable[int]] = ..., wood: _Optional[int] = ..., stone: _Optional[int] = ...) -> None: ...

class BoardInfo(_message.Message):
    __slots__ = ("players", "q", "r", "settlements", "raiders")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    Q_FIELD_NUMBER: _ClassVar[int]
    R_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENTS_FIELD_NUMBER: _ClassVar[int]
    RAIDERS_FIELD_NUMBER: _ClassVar[int]
    players: int
    q: _containers.RepeatedScalarFieldContainer[int]
    r: _containers.RepeatedScalarFieldContainer[int]
    settlements: _containers.RepeatedScalarFieldContainer[int]
    raiders: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, players: _Optional[int] = ..., q: _Optional[_Iterable[int]] = ..., r: _Optional[_Iterable[int]] = ..., settlements: _Optional[_Iterable[int]] = ..., raiders: _Optional[_Iterable[int]] = ...) -> None: ...

class Rate(_message.Message):
    __slots__ = ("give", "take", "with_card")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    WITH_CARD_FIELD_NUMBER: _ClassVar[int]
    give: _containers.RepeatedScalarFieldContainer[int]
    take: _containers.RepeatedScalarFieldContainer[int]
    with_card: bool
    def __init__(self, give: _Optional[_Iterable[int]] = ..., take: _Optional[_Iterable[int]] = ..., with_card: bool = ...) -> None: ...

class Named(_message.Message):
    __slots__ = ("id", "name", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("cards", "events", "buildings", "terrains", "boards", "rates", "kinds", "resources", "seasons", "regular_actions", "special_actions")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    TERRAINS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    RATES_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    SEASONS_FIELD_NUMBER: _ClassVar[int]
    REGULAR_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[CardInfo]
    events: _containers.RepeatedCompositeFieldContainer[EventInfo]
    buildings: _containers.RepeatedCompositeFieldContainer[BuildingInfo]
    terrains: _containers.RepeatedCompositeFieldContainer[TerrainInfo]
    boards: _containers.RepeatedCompositeFieldContainer[BoardInfo]
    rates: _containers.RepeatedCompositeFieldContainer[Rate]
    kinds: _containers.RepeatedCompositeFieldContainer[Named]
    resources: _containers.RepeatedCompositeFieldContainer[Named]
    seasons: _containers.RepeatedCompositeFieldContainer[Named]
    regular_actions: _containers.RepeatedCompositeFieldContainer[Named]
    special_actions: _containers.RepeatedCompositeFieldContainer[Named]
    def __init__(self, cards: _Optional[_Iterable[_Union[CardInfo, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[EventInfo, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[BuildingInfo, _Mapping]]] = ..., terrains: _Optional[_Iterable[_Union[TerrainInfo, _Mapping]]] = ..., boards: _Optional[_Iterable[_Union[BoardInfo, _Mapping]]] = ..., rates: _Optional[_Iterable[_Union[Rate, _Mapping]]] = ..., kinds: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., resources: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., seasons: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., regular_actions: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., special_actions: _Optional[_Iterable[_Union[Named, _Mapping]]] = ...) -> None: ...
