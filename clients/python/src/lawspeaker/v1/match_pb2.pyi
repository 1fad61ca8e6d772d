from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Fault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_UNSPECIFIED: _ClassVar[Fault]
    FAULT_TIMEOUT: _ClassVar[Fault]
    FAULT_DISCONNECTED: _ClassVar[Fault]
    FAULT_ILLEGAL: _ClassVar[Fault]
FAULT_UNSPECIFIED: Fault
FAULT_TIMEOUT: Fault
FAULT_DISCONNECTED: Fault
FAULT_ILLEGAL: Fault

class GameSetup(_message.Message):
    __slots__ = ("game", "game_version", "content_hash", "players", "options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_VERSION_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: str
    game_version: int
    content_hash: str
    players: int
    options: _containers.RepeatedCompositeFieldContainer[GameOptionValue]
    def __init__(self, game: _Optional[str] = ..., game_version: _Optional[int] = ..., content_hash: _Optional[str] = ..., players: _Optional[int] = ..., options: _Optional[_Iterable[_Union[GameOptionValue, _Mapping]]] = ...) -> None: ...

class GameOptionValue(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Act(_message.Message):
    __slots__ = ("seat", "prompt", "hidden", "picks", "chosen", "fault", "stream")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    prompt: str
    hidden: bool
    picks: _containers.RepeatedScalarFieldContainer[int]
    chosen: _any_pb2.Any
    fault: Fault
    stream: str
    def __init__(self, seat: _Optional[int] = ..., prompt: _Optional[str] = ..., hidden: bool = ..., picks: _Optional[_Iterable[int]] = ..., chosen: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., fault: _Optional[_Union[Fault, str]] = ..., stream: _Optional[str] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("ranks", "scores", "reason")
    RANKS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    def __init__(self, ranks: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ...) -> None: ...
