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
    __slots__ = ("move", "event", "turn")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    move: Move
    event: Event
    turn: Turn
    def __init__(self, move: _Optional[_Union[Move, _Mapping]] = ..., event: _Optional[_Union[Event, _Mapping]] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("action", "name")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    action: int
    name: str
    def __init__(self, action: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("action", "name")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    action: int
    name: str
    def __init__(self, action: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "to_move", "information", "observation", "position")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_MOVE_FIELD_NUMBER: _ClassVar[int]
    INFORMATION_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to_move: _containers.RepeatedScalarFieldContainer[int]
    information: str
    observation: str
    position: str
    def __init__(self, seat: _Optional[int] = ..., to_move: _Optional[_Iterable[int]] = ..., information: _Optional[str] = ..., observation: _Optional[str] = ..., position: _Optional[str] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("game", "library", "scales")
    GAME_FIELD_NUMBER: _ClassVar[int]
    LIBRARY_FIELD_NUMBER: _ClassVar[int]
    SCALES_FIELD_NUMBER: _ClassVar[int]
    game: str
    library: str
    scales: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[str] = ..., library: _Optional[str] = ..., scales: _Optional[_Iterable[int]] = ...) -> None: ...
