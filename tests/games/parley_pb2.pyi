from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Options(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("bid", "steal", "keep", "card", "face")
    BID_FIELD_NUMBER: _ClassVar[int]
    STEAL_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    bid: Bid
    steal: Steal
    keep: Keep
    card: Card
    face: Face
    def __init__(self, bid: _Optional[_Union[Bid, _Mapping]] = ..., steal: _Optional[_Union[Steal, _Mapping]] = ..., keep: _Optional[_Union[Keep, _Mapping]] = ..., card: _Optional[_Union[Card, _Mapping]] = ..., face: _Optional[_Union[Face, _Mapping]] = ..., **kwargs) -> None: ...

class Bid(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Steal(_message.Message):
    __slots__ = ("victim", "amount")
    VICTIM_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    victim: int
    amount: int
    def __init__(self, victim: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class Keep(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Face(_message.Message):
    __slots__ = ("pips",)
    PIPS_FIELD_NUMBER: _ClassVar[int]
    pips: int
    def __init__(self, pips: _Optional[int] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "round", "die", "points", "hand", "rivals", "last_round", "phase")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    RIVALS_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    round: int
    die: int
    points: _containers.RepeatedScalarFieldContainer[int]
    hand: _containers.RepeatedScalarFieldContainer[int]
    rivals: _containers.RepeatedCompositeFieldContainer[Rival]
    last_round: bool
    phase: str
    def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ..., die: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., hand: _Optional[_Iterable[int]] = ..., rivals: _Optional[_Iterable[_Union[Rival, _Mapping]]] = ..., last_round: bool = ..., phase: _Optional[str] = ...) -> None: ...

class Rival(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: int
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[int] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("suits", "values")
    SUITS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    suits: _containers.RepeatedScalarFieldContainer[str]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, suits: _Optional[_Iterable[str]] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...
