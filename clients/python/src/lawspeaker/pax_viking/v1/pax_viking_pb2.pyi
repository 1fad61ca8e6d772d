from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InfluenceType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INFLUENCE_TYPE_JARLDOM: _ClassVar[InfluenceType]
    INFLUENCE_TYPE_THEOCRACY: _ClassVar[InfluenceType]
    INFLUENCE_TYPE_SWEDEN: _ClassVar[InfluenceType]
    INFLUENCE_TYPE_RUS: _ClassVar[InfluenceType]

class SagaTileKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SAGA_TILE_KIND_VENTURE: _ClassVar[SagaTileKind]
    SAGA_TILE_KIND_EVENT: _ClassVar[SagaTileKind]
    SAGA_TILE_KIND_ADVOCATE: _ClassVar[SagaTileKind]
    SAGA_TILE_KIND_GOD: _ClassVar[SagaTileKind]
    SAGA_TILE_KIND_ANY: _ClassVar[SagaTileKind]

class Wind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WIND_NORTH: _ClassVar[Wind]
    WIND_WEST: _ClassVar[Wind]
    WIND_EAST: _ClassVar[Wind]
    WIND_SOUTH: _ClassVar[Wind]

class LongshipKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LONGSHIP_KIND_OWN: _ClassVar[LongshipKind]
    LONGSHIP_KIND_DUBLIN: _ClassVar[LongshipKind]
    LONGSHIP_KIND_FAROE: _ClassVar[LongshipKind]
    LONGSHIP_KIND_ICELAND: _ClassVar[LongshipKind]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_INFLUENCE: _ClassVar[Phase]
    PHASE_ACTIONS: _ClassVar[Phase]
    PHASE_SOLSTICE: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class PromiseKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROMISE_KIND_VOTE: _ClassVar[PromiseKind]
    PROMISE_KIND_NO_CHALLENGE: _ClassVar[PromiseKind]
    PROMISE_KIND_NO_PARLEY: _ClassVar[PromiseKind]
    PROMISE_KIND_SILVER: _ClassVar[PromiseKind]
    PROMISE_KIND_PASSAGE: _ClassVar[PromiseKind]
    PROMISE_KIND_VETO: _ClassVar[PromiseKind]

class PromiseResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROMISE_RESULT_RUNNING: _ClassVar[PromiseResult]
    PROMISE_RESULT_KEPT: _ClassVar[PromiseResult]
    PROMISE_RESULT_BROKEN: _ClassVar[PromiseResult]
    PROMISE_RESULT_UNTESTED: _ClassVar[PromiseResult]
INFLUENCE_TYPE_JARLDOM: InfluenceType
INFLUENCE_TYPE_THEOCRACY: InfluenceType
INFLUENCE_TYPE_SWEDEN: InfluenceType
INFLUENCE_TYPE_RUS: InfluenceType
SAGA_TILE_KIND_VENTURE: SagaTileKind
SAGA_TILE_KIND_EVENT: SagaTileKind
SAGA_TILE_KIND_ADVOCATE: SagaTileKind
SAGA_TILE_KIND_GOD: SagaTileKind
SAGA_TILE_KIND_ANY: SagaTileKind
WIND_NORTH: Wind
WIND_WEST: Wind
WIND_EAST: Wind
WIND_SOUTH: Wind
LONGSHIP_KIND_OWN: LongshipKind
LONGSHIP_KIND_DUBLIN: LongshipKind
LONGSHIP_KIND_FAROE: LongshipKind
LONGSHIP_KIND_ICELAND: LongshipKind
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_INFLUENCE: Phase
PHASE_ACTIONS: Phase
PHASE_SOLSTICE: Phase
PHASE_OVER: Phase
PROMISE_KIND_VOTE: PromiseKind
PROMISE_KIND_NO_CHALLENGE: PromiseKind
PROMISE_KIND_NO_PARLEY: PromiseKind
PROMISE_KIND_SILVER: PromiseKind
PROMISE_KIND_PASSAGE: PromiseKind
PROMISE_KIND_VETO: PromiseKind
PROMISE_RESULT_RUNNING: PromiseResult
PROMISE_RESULT_KEPT: PromiseResult
PROMISE_RESULT_BROKEN: PromiseResult
PROMISE_RESULT_UNTESTED: PromiseResult

class Options(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("invest_draw", "buy", "sail", "play", "activate", "parley", "jarldom", "sweden", "theocracy", "rus", "use_tile", "speak", "marker", "step", "bargain", "post", "space", "follower_type", "seat", "ship", "tile", "track_space", "accept", "counter", "vote", "silver", "tile_kind", "post_follower", "promise_vote", "promise_no_challenge", "promise_no_parley", "promise_silver", "promise_passage", "promise_veto", "jarl", "card", "action_marker")
    INVEST_DRAW_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    SAIL_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    ACTIVATE_FIELD_NUMBER: _ClassVar[int]
    PARLEY_FIELD_NUMBER: _ClassVar[int]
    JARLDOM_FIELD_NUMBER: _ClassVar[int]
    SWEDEN_FIELD_NUMBER: _ClassVar[int]
    THEOCRACY_FIELD_NUMBER: _ClassVar[int]
    RUS_FIELD_NUMBER: _ClassVar[int]
    USE_TILE_FIELD_NUMBER: _ClassVar[int]
    SPEAK_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    BARGAIN_FIELD_NUMBER: _ClassVar[int]
    POST_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    FOLLOWER_TYPE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SHIP_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    TRACK_SPACE_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    COUNTER_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    TILE_KIND_FIELD_NUMBER: _ClassVar[int]
    POST_FOLLOWER_FIELD_NUMBER: _ClassVar[int]
    PROMISE_VOTE_FIELD_NUMBER: _ClassVar[int]
    PROMISE_NO_CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    PROMISE_NO_PARLEY_FIELD_NUMBER: _ClassVar[int]
    PROMISE_SILVER_FIELD_NUMBER: _ClassVar[int]
    PROMISE_PASSAGE_FIELD_NUMBER: _ClassVar[int]
    PROMISE_VETO_FIELD_NUMBER: _ClassVar[int]
    JARL_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    ACTION_MARKER_FIELD_NUMBER: _ClassVar[int]
    invest_draw: InvestDraw
    buy: Buy
    sail: Sail
    play: Play
    activate: Activate
    parley: Parley
    jarldom: Jarldom
    sweden: Sweden
    theocracy: Theocracy
    rus: Rus
    use_tile: UseTile
    speak: Speak
    marker: Marker
    step: Step
    bargain: Bargain
    post: Post
    space: Space
    follower_type: FollowerType
    seat: Seat
    ship: Ship
    tile: Tile
    track_space: TrackSpace
    accept: Accept
    counter: Counter
    vote: Vote
    silver: Silver
    tile_kind: TileKind
    post_follower: PostFollower
    promise_vote: PromiseVote
    promise_no_challenge: PromiseNoChallenge
    promise_no_parley: PromiseNoParley
    promise_silver: PromiseSilver
    promise_passage: PromisePassage
    promise_veto: PromiseVeto
    jarl: Jarl
    card: Card
    action_marker: ActionMarker
    def __init__(self, invest_draw: _Optional[_Union[InvestDraw, _Mapping]] = ..., buy: _Optional[_Union[Buy, _Mapping]] = ..., sail: _Optional[_Union[Sail, _Mapping]] = ..., play: _Optional[_Union[Play, _Mapping]] = ..., activate: _Optional[_Union[Activate, _Mapping]] = ..., parley: _Optional[_Union[Parley, _Mapping]] = ..., jarldom: _Optional[_Union[Jarldom, _Mapping]] = ..., sweden: _Optional[_Union[Sweden, _Mapping]] = ..., theocracy: _Optional[_Union[Theocracy, _Mapping]] = ..., rus: _Optional[_Union[Rus, _Mapping]] = ..., use_tile: _Optional[_Union[UseTile, _Mapping]] = ..., speak: _Optional[_Union[Speak, _Mapping]] = ..., marker: _Optional[_Union[Marker, _Mapping]] = ..., step: _Optional[_Union[Step, _Mapping]] = ..., bargain: _Optional[_Union[Bargain, _Mapping]] = ..., post: _Optional[_Union[Post, _Mapping]] = ..., space: _Optional[_Union[Space, _Mapping]] = ..., follower_type: _Optional[_Union[FollowerType, _Mapping]] = ..., seat: _Optional[_Union[Seat, _Mapping]] = ..., ship: _Optional[_Union[Ship, _Mapping]] = ..., tile: _Optional[_Union[Tile, _Mapping]] = ..., track_space: _Optional[_Union[TrackSpace, _Mapping]] = ..., accept: _Optional[_Union[Accept, _Mapping]] = ..., counter: _Optional[_Union[Counter, _Mapping]] = ..., vote: _Optional[_Union[Vote, _Mapping]] = ..., silver: _Optional[_Union[Silver, _Mapping]] = ..., tile_kind: _Optional[_Union[TileKind, _Mapping]] = ..., post_follower: _Optional[_Union[PostFollower, _Mapping]] = ..., promise_vote: _Optional[_Union[PromiseVote, _Mapping]] = ..., promise_no_challenge: _Optional[_Union[PromiseNoChallenge, _Mapping]] = ..., promise_no_parley: _Optional[_Union[PromiseNoParley, _Mapping]] = ..., promise_silver: _Optional[_Union[PromiseSilver, _Mapping]] = ..., promise_passage: _Optional[_Union[PromisePassage, _Mapping]] = ..., promise_veto: _Optional[_Union[PromiseVeto, _Mapping]] = ..., jarl: _Optional[_Union[Jarl, _Mapping]] = ..., card: _Optional[_Union[Card, _Mapping]] = ..., action_marker: _Optional[_Union[ActionMarker, _Mapping]] = ..., **kwargs) -> None: ...

class InvestDraw(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Buy(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class Sail(_message.Message):
    __slots__ = ("longship",)
    LONGSHIP_FIELD_NUMBER: _ClassVar[int]
    longship: int
    def __init__(self, longship: _Optional[int] = ...) -> None: ...

class Play(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Activate(_message.Message):
    __slots__ = ("post", "longship")
    POST_FIELD_NUMBER: _ClassVar[int]
    LONGSHIP_FIELD_NUMBER: _ClassVar[int]
    post: int
    longship: int
    def __init__(self, post: _Optional[int] = ..., longship: _Optional[int] = ...) -> None: ...

class Parley(_message.Message):
    __slots__ = ("post",)
    POST_FIELD_NUMBER: _ClassVar[int]
    post: int
    def __init__(self, post: _Optional[int] = ...) -> None: ...

class Jarldom(_message.Message):
    __slots__ = ("longship", "post")
    LONGSHIP_FIELD_NUMBER: _ClassVar[int]
    POST_FIELD_NUMBER: _ClassVar[int]
    longship: int
    post: int
    def __init__(self, longship: _Optional[int] = ..., post: _Optional[int] = ...) -> None: ...

class Sweden(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Theocracy(_message.Message):
    __slots__ = ("post",)
    POST_FIELD_NUMBER: _ClassVar[int]
    post: int
    def __init__(self, post: _Optional[int] = ...) -> None: ...

class Rus(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class UseTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class Speak(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Marker(_message.Message):
    __slots__ = ("type",)
    TYPE_FIELD_NUMBER: _ClassVar[int]
    type: int
    def __init__(self, type: _Optional[int] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("node",)
    NODE_FIELD_NUMBER: _ClassVar[int]
    node: int
    def __init__(self, node: _Optional[int] = ...) -> None: ...

class Bargain(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Post(_message.Message):
    __slots__ = ("post",)
    POST_FIELD_NUMBER: _ClassVar[int]
    post: int
    def __init__(self, post: _Optional[int] = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class FollowerType(_message.Message):
    __slots__ = ("type",)
    TYPE_FIELD_NUMBER: _ClassVar[int]
    type: int
    def __init__(self, type: _Optional[int] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Ship(_message.Message):
    __slots__ = ("longship",)
    LONGSHIP_FIELD_NUMBER: _ClassVar[int]
    longship: int
    def __init__(self, longship: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class TrackSpace(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class Accept(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Counter(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Vote(_message.Message):
    __slots__ = ("yes",)
    YES_FIELD_NUMBER: _ClassVar[int]
    yes: bool
    def __init__(self, yes: bool = ...) -> None: ...

class Silver(_message.Message):
    __slots__ = ("amount", "number")
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    amount: int
    number: int
    def __init__(self, amount: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class TileKind(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: int
    def __init__(self, kind: _Optional[int] = ...) -> None: ...

class PostFollower(_message.Message):
    __slots__ = ("post",)
    POST_FIELD_NUMBER: _ClassVar[int]
    post: int
    def __init__(self, post: _Optional[int] = ...) -> None: ...

class PromiseVote(_message.Message):
    __slots__ = ("yes",)
    YES_FIELD_NUMBER: _ClassVar[int]
    yes: bool
    def __init__(self, yes: bool = ...) -> None: ...

class PromiseNoChallenge(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PromiseNoParley(_message.Message):
    __slots__ = ("post",)
    POST_FIELD_NUMBER: _ClassVar[int]
    post: int
    def __init__(self, post: _Optional[int] = ...) -> None: ...

class PromiseSilver(_message.Message):
    __slots__ = ("amount",)
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    amount: int
    def __init__(self, amount: _Optional[int] = ...) -> None: ...

class PromisePassage(_message.Message):
    __slots__ = ("region",)
    REGION_FIELD_NUMBER: _ClassVar[int]
    region: int
    def __init__(self, region: _Optional[int] = ...) -> None: ...

class PromiseVeto(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Jarl(_message.Message):
    __slots__ = ("jarl",)
    JARL_FIELD_NUMBER: _ClassVar[int]
    jarl: int
    def __init__(self, jarl: _Optional[int] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class ActionMarker(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "turn", "phase", "active", "first", "players", "tiles", "owners", "followers", "longships", "pile", "top", "track", "discard", "removed", "influence", "markers", "influence_spent", "journeys", "offers", "face_up", "face_down", "taken", "peace", "looks", "promises", "event", "althing", "offer", "about")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    FOLLOWERS_FIELD_NUMBER: _ClassVar[int]
    LONGSHIPS_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_SPENT_FIELD_NUMBER: _ClassVar[int]
    JOURNEYS_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    PEACE_FIELD_NUMBER: _ClassVar[int]
    LOOKS_FIELD_NUMBER: _ClassVar[int]
    PROMISES_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ALTHING_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    phase: str
    active: int
    first: int
    players: _containers.RepeatedCompositeFieldContainer[PlayerView]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    owners: _containers.RepeatedScalarFieldContainer[int]
    followers: _containers.RepeatedScalarFieldContainer[int]
    longships: _containers.RepeatedCompositeFieldContainer[Longship]
    pile: int
    top: _containers.RepeatedScalarFieldContainer[int]
    track: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    removed: _containers.RepeatedScalarFieldContainer[int]
    influence: _containers.RepeatedScalarFieldContainer[int]
    markers: int
    influence_spent: _containers.RepeatedScalarFieldContainer[int]
    journeys: int
    offers: int
    face_up: _containers.RepeatedScalarFieldContainer[int]
    face_down: int
    taken: bool
    peace: _containers.RepeatedScalarFieldContainer[int]
    looks: _containers.RepeatedCompositeFieldContainer[Look]
    promises: _containers.RepeatedCompositeFieldContainer[Promise]
    event: int
    althing: Althing
    offer: OfferView
    about: About
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., phase: _Optional[str] = ..., active: _Optional[int] = ..., first: _Optional[int] = ..., players: _Optional[_Iterable[_Union[PlayerView, _Mapping]]] = ..., tiles: _Optional[_Iterable[int]] = ..., owners: _Optional[_Iterable[int]] = ..., followers: _Optional[_Iterable[int]] = ..., longships: _Optional[_Iterable[_Union[Longship, _Mapping]]] = ..., pile: _Optional[int] = ..., top: _Optional[_Iterable[int]] = ..., track: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ..., removed: _Optional[_Iterable[int]] = ..., influence: _Optional[_Iterable[int]] = ..., markers: _Optional[int] = ..., influence_spent: _Optional[_Iterable[int]] = ..., journeys: _Optional[int] = ..., offers: _Optional[int] = ..., face_up: _Optional[_Iterable[int]] = ..., face_down: _Optional[int] = ..., taken: bool = ..., peace: _Optional[_Iterable[int]] = ..., looks: _Optional[_Iterable[_Union[Look, _Mapping]]] = ..., promises: _Optional[_Iterable[_Union[Promise, _Mapping]]] = ..., event: _Optional[int] = ..., althing: _Optional[_Union[Althing, _Mapping]] = ..., offer: _Optional[_Union[OfferView, _Mapping]] = ..., about: _Optional[_Union[About, _Mapping]] = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("seat", "jarl", "silver", "hand_size", "hand_limit", "supply", "influence", "advocates", "gods", "duchies", "hand", "known")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    JARL_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    HAND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    INFLUENCE_FIELD_NUMBER: _ClassVar[int]
    ADVOCATES_FIELD_NUMBER: _ClassVar[int]
    GODS_FIELD_NUMBER: _ClassVar[int]
    DUCHIES_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    jarl: int
    silver: int
    hand_size: int
    hand_limit: int
    supply: _containers.RepeatedScalarFieldContainer[int]
    influence: _containers.RepeatedScalarFieldContainer[int]
    advocates: _containers.RepeatedCompositeFieldContainer[BoardTile]
    gods: _containers.RepeatedCompositeFieldContainer[BoardTile]
    duchies: _containers.RepeatedScalarFieldContainer[int]
    hand: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., jarl: _Optional[int] = ..., silver: _Optional[int] = ..., hand_size: _Optional[int] = ..., hand_limit: _Optional[int] = ..., supply: _Optional[_Iterable[int]] = ..., influence: _Optional[_Iterable[int]] = ..., advocates: _Optional[_Iterable[_Union[BoardTile, _Mapping]]] = ..., gods: _Optional[_Iterable[_Union[BoardTile, _Mapping]]] = ..., duchies: _Optional[_Iterable[int]] = ..., hand: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[int]] = ...) -> None: ...

class BoardTile(_message.Message):
    __slots__ = ("tile", "established", "counts_as")
    TILE_FIELD_NUMBER: _ClassVar[int]
    ESTABLISHED_FIELD_NUMBER: _ClassVar[int]
    COUNTS_AS_FIELD_NUMBER: _ClassVar[int]
    tile: int
    established: bool
    counts_as: int
    def __init__(self, tile: _Optional[int] = ..., established: bool = ..., counts_as: _Optional[int] = ...) -> None: ...

class Longship(_message.Message):
    __slots__ = ("seat", "kind", "node", "exhausted")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    EXHAUSTED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: int
    node: int
    exhausted: bool
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[int] = ..., node: _Optional[int] = ..., exhausted: bool = ...) -> None: ...

class Look(_message.Message):
    __slots__ = ("seat", "rival", "tiles")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RIVAL_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    rival: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., rival: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class Promise(_message.Message):
    __slots__ = ("seat", "to", "kind", "value", "turns", "result")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to: int
    kind: int
    value: int
    turns: int
    result: int
    def __init__(self, seat: _Optional[int] = ..., to: _Optional[int] = ..., kind: _Optional[int] = ..., value: _Optional[int] = ..., turns: _Optional[int] = ..., result: _Optional[int] = ...) -> None: ...

class Althing(_message.Message):
    __slots__ = ("tile", "first", "votes")
    TILE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    VOTES_FIELD_NUMBER: _ClassVar[int]
    tile: int
    first: int
    votes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile: _Optional[int] = ..., first: _Optional[int] = ..., votes: _Optional[_Iterable[int]] = ...) -> None: ...

class OfferView(_message.Message):
    __slots__ = ("seat", "partner", "proposals", "give", "want", "named", "countered", "complete")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    PROPOSALS_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    COUNTERED_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    partner: int
    proposals: int
    give: BundleView
    want: BundleView
    named: BundleView
    countered: bool
    complete: bool
    def __init__(self, seat: _Optional[int] = ..., partner: _Optional[int] = ..., proposals: _Optional[int] = ..., give: _Optional[_Union[BundleView, _Mapping]] = ..., want: _Optional[_Union[BundleView, _Mapping]] = ..., named: _Optional[_Union[BundleView, _Mapping]] = ..., countered: bool = ..., complete: bool = ...) -> None: ...

class BundleView(_message.Message):
    __slots__ = ("silver", "tiles", "kinds", "posts", "longships", "promises")
    SILVER_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    POSTS_FIELD_NUMBER: _ClassVar[int]
    LONGSHIPS_FIELD_NUMBER: _ClassVar[int]
    PROMISES_FIELD_NUMBER: _ClassVar[int]
    silver: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    kinds: _containers.RepeatedScalarFieldContainer[int]
    posts: _containers.RepeatedScalarFieldContainer[int]
    longships: _containers.RepeatedScalarFieldContainer[int]
    promises: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, silver: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ..., kinds: _Optional[_Iterable[int]] = ..., posts: _Optional[_Iterable[int]] = ..., longships: _Optional[_Iterable[int]] = ..., promises: _Optional[_Iterable[int]] = ...) -> None: ...

class About(_message.Message):
    __slots__ = ("longship", "left", "tile", "post", "discount")
    LONGSHIP_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    POST_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_FIELD_NUMBER: _ClassVar[int]
    longship: int
    left: int
    tile: int
    post: int
    discount: int
    def __init__(self, longship: _Optional[int] = ..., left: _Optional[int] = ..., tile: _Optional[int] = ..., post: _Optional[int] = ..., discount: _Optional[int] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("tiles", "jarls", "regions", "posts", "nodes", "cards", "types", "kinds", "winds", "ship_kinds")
    TILES_FIELD_NUMBER: _ClassVar[int]
    JARLS_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    POSTS_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    WINDS_FIELD_NUMBER: _ClassVar[int]
    SHIP_KINDS_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[TileInfo]
    jarls: _containers.RepeatedCompositeFieldContainer[JarlInfo]
    regions: _containers.RepeatedCompositeFieldContainer[RegionInfo]
    posts: _containers.RepeatedCompositeFieldContainer[PostInfo]
    nodes: _containers.RepeatedCompositeFieldContainer[NodeInfo]
    cards: _containers.RepeatedCompositeFieldContainer[VictoryInfo]
    types: _containers.RepeatedCompositeFieldContainer[Named]
    kinds: _containers.RepeatedCompositeFieldContainer[Named]
    winds: _containers.RepeatedCompositeFieldContainer[Named]
    ship_kinds: _containers.RepeatedCompositeFieldContainer[ShipKind]
    def __init__(self, tiles: _Optional[_Iterable[_Union[TileInfo, _Mapping]]] = ..., jarls: _Optional[_Iterable[_Union[JarlInfo, _Mapping]]] = ..., regions: _Optional[_Iterable[_Union[RegionInfo, _Mapping]]] = ..., posts: _Optional[_Iterable[_Union[PostInfo, _Mapping]]] = ..., nodes: _Optional[_Iterable[_Union[NodeInfo, _Mapping]]] = ..., cards: _Optional[_Iterable[_Union[VictoryInfo, _Mapping]]] = ..., types: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., kinds: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., winds: _Optional[_Iterable[_Union[Named, _Mapping]]] = ..., ship_kinds: _Optional[_Iterable[_Union[ShipKind, _Mapping]]] = ...) -> None: ...

class TileInfo(_message.Message):
    __slots__ = ("id", "archetype", "name", "kind", "region", "wind", "follower", "vote", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    ARCHETYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    WIND_FIELD_NUMBER: _ClassVar[int]
    FOLLOWER_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    archetype: str
    name: str
    kind: int
    region: int
    wind: int
    follower: int
    vote: bool
    text: str
    def __init__(self, id: _Optional[str] = ..., archetype: _Optional[str] = ..., name: _Optional[str] = ..., kind: _Optional[int] = ..., region: _Optional[int] = ..., wind: _Optional[int] = ..., follower: _Optional[int] = ..., vote: bool = ..., text: _Optional[str] = ...) -> None: ...

class JarlInfo(_message.Message):
    __slots__ = ("id", "name", "home", "silver", "advocates", "gods", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    HOME_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    ADVOCATES_FIELD_NUMBER: _ClassVar[int]
    GODS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    home: int
    silver: int
    advocates: int
    gods: int
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., home: _Optional[int] = ..., silver: _Optional[int] = ..., advocates: _Optional[int] = ..., gods: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class RegionInfo(_message.Message):
    __slots__ = ("id", "name", "wind", "kind")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    WIND_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    wind: int
    kind: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., wind: _Optional[int] = ..., kind: _Optional[str] = ...) -> None: ...

class PostInfo(_message.Message):
    __slots__ = ("id", "name", "region", "kind", "gate", "cost", "key", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GATE_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    region: int
    kind: str
    gate: int
    cost: int
    key: bool
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., region: _Optional[int] = ..., kind: _Optional[str] = ..., gate: _Optional[int] = ..., cost: _Optional[int] = ..., key: bool = ..., text: _Optional[str] = ...) -> None: ...

class NodeInfo(_message.Message):
    __slots__ = ("name", "region", "post", "beside", "home")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    POST_FIELD_NUMBER: _ClassVar[int]
    BESIDE_FIELD_NUMBER: _ClassVar[int]
    HOME_FIELD_NUMBER: _ClassVar[int]
    name: str
    region: int
    post: int
    beside: _containers.RepeatedScalarFieldContainer[int]
    home: bool
    def __init__(self, name: _Optional[str] = ..., region: _Optional[int] = ..., post: _Optional[int] = ..., beside: _Optional[_Iterable[int]] = ..., home: bool = ...) -> None: ...

class VictoryInfo(_message.Message):
    __slots__ = ("id", "name", "difficulty", "counts", "least", "text")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    difficulty: str
    counts: _containers.RepeatedScalarFieldContainer[str]
    least: _containers.RepeatedScalarFieldContainer[int]
    text: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., difficulty: _Optional[str] = ..., counts: _Optional[_Iterable[str]] = ..., least: _Optional[_Iterable[int]] = ..., text: _Optional[str] = ...) -> None: ...

class Named(_message.Message):
    __slots__ = ("id", "name")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class ShipKind(_message.Message):
    __slots__ = ("id", "name", "ships")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHIPS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    ships: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., ships: _Optional[int] = ...) -> None: ...
