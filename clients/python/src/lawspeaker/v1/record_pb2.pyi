from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RecordEntry(_message.Message):
    __slots__ = ("header", "step", "footer")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    FOOTER_FIELD_NUMBER: _ClassVar[int]
    header: RecordHeader
    step: RecordStep
    footer: RecordFooter
    def __init__(self, header: _Optional[_Union[RecordHeader, _Mapping]] = ..., step: _Optional[_Union[RecordStep, _Mapping]] = ..., footer: _Optional[_Union[RecordFooter, _Mapping]] = ...) -> None: ...

class RecordHeader(_message.Message):
    __slots__ = ("format", "match_id", "setup", "engine_version", "seats", "seed_commitment", "move_time_ms", "started_unix_ms")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    MOVE_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    STARTED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    format: int
    match_id: str
    setup: _match_pb2.GameSetup
    engine_version: str
    seats: _containers.RepeatedCompositeFieldContainer[RecordSeat]
    seed_commitment: bytes
    move_time_ms: int
    started_unix_ms: int
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., setup: _Optional[_Union[_match_pb2.GameSetup, _Mapping]] = ..., engine_version: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[RecordSeat, _Mapping]]] = ..., seed_commitment: _Optional[bytes] = ..., move_time_ms: _Optional[int] = ..., started_unix_ms: _Optional[int] = ...) -> None: ...

class RecordSeat(_message.Message):
    __slots__ = ("bot", "version", "sdk")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    sdk: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., sdk: _Optional[str] = ...) -> None: ...

class RecordStep(_message.Message):
    __slots__ = ("acts", "digest", "timing")
    ACTS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    TIMING_FIELD_NUMBER: _ClassVar[int]
    acts: _containers.RepeatedCompositeFieldContainer[_match_pb2.Act]
    digest: bytes
    timing: _containers.RepeatedCompositeFieldContainer[Timing]
    def __init__(self, acts: _Optional[_Iterable[_Union[_match_pb2.Act, _Mapping]]] = ..., digest: _Optional[bytes] = ..., timing: _Optional[_Iterable[_Union[Timing, _Mapping]]] = ...) -> None: ...

class Timing(_message.Message):
    __slots__ = ("think_us", "annotation", "rejections", "lag_us")
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    think_us: int
    annotation: str
    rejections: int
    lag_us: int
    def __init__(self, think_us: _Optional[int] = ..., annotation: _Optional[str] = ..., rejections: _Optional[int] = ..., lag_us: _Optional[int] = ...) -> None: ...

class RecordFooter(_message.Message):
    __slots__ = ("outcome", "seed", "digest", "steps", "ended_unix_ms")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    ENDED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    seed: bytes
    digest: bytes
    steps: int
    ended_unix_ms: int
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ..., digest: _Optional[bytes] = ..., steps: _Optional[int] = ..., ended_unix_ms: _Optional[int] = ...) -> None: ...
