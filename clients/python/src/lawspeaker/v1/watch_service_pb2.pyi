from google.protobuf import any_pb2 as _any_pb2
from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListMatchesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "delay_ms")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[RunningMatch]
    delay_ms: int
    def __init__(self, matches: _Optional[_Iterable[_Union[RunningMatch, _Mapping]]] = ..., delay_ms: _Optional[int] = ...) -> None: ...

class RunningMatch(_message.Message):
    __slots__ = ("match_id", "game", "bots", "steps")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    steps: int
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., steps: _Optional[int] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ("match_id", "from_step")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    FROM_STEP_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    from_step: int
    def __init__(self, match_id: _Optional[str] = ..., from_step: _Optional[int] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("start", "step", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: MatchSetup
    step: WatchedStep
    end: WatchEnd
    def __init__(self, start: _Optional[_Union[MatchSetup, _Mapping]] = ..., step: _Optional[_Union[WatchedStep, _Mapping]] = ..., end: _Optional[_Union[WatchEnd, _Mapping]] = ...) -> None: ...

class MatchSetup(_message.Message):
    __slots__ = ("match_id", "setup", "bots", "catalogue", "delay_ms", "steps", "view")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    setup: _match_pb2.GameSetup
    bots: _containers.RepeatedScalarFieldContainer[str]
    catalogue: _any_pb2.Any
    delay_ms: int
    steps: int
    view: _any_pb2.Any
    def __init__(self, match_id: _Optional[str] = ..., setup: _Optional[_Union[_match_pb2.GameSetup, _Mapping]] = ..., bots: _Optional[_Iterable[str]] = ..., catalogue: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., delay_ms: _Optional[int] = ..., steps: _Optional[int] = ..., view: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class WatchedStep(_message.Message):
    __slots__ = ("number", "acts", "view")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ACTS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    number: int
    acts: _containers.RepeatedCompositeFieldContainer[_match_pb2.Act]
    view: _any_pb2.Any
    def __init__(self, number: _Optional[int] = ..., acts: _Optional[_Iterable[_Union[_match_pb2.Act, _Mapping]]] = ..., view: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class WatchEnd(_message.Message):
    __slots__ = ("outcome", "void_reason")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    void_reason: str
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., void_reason: _Optional[str] = ...) -> None: ...
