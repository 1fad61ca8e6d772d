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
    __slots__ = ("move", "claim", "opening")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    move: Move
    claim: Claim
    opening: Opening
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., claim: _Optional[_Union[Claim, _Mapping]] = ..., opening: _Optional[_Union[Opening, _Mapping]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("uci",)
    UCI_FIELD_NUMBER: _ClassVar[int]
    uci: str
    def __init__(self, uci: _Optional[str] = ...) -> None: ...

class Claim(_message.Message):
    __slots__ = ("uci", "reason")
    UCI_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    uci: str
    reason: str
    def __init__(self, uci: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "to_move", "fen", "start", "moves", "opening", "chess960", "check")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    FEN_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    CHESS960_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to_move: int
    fen: str
    start: str
    moves: _containers.RepeatedScalarFieldContainer[str]
    opening: str
    chess960: bool
    check: bool
    def __init__(self, seat: _Optional[int] = ..., to_move: _Optional[int] = ..., fen: _Optional[str] = ..., start: _Optional[str] = ..., moves: _Optional[_Iterable[str]] = ..., opening: _Optional[str] = ..., chess960: bool = ..., check: bool = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("reasons",)
    REASONS_FIELD_NUMBER: _ClassVar[int]
    reasons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, reasons: _Optional[_Iterable[str]] = ...) -> None: ...
