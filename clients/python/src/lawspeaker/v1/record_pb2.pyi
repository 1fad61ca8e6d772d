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
    __slots__ = ("format", "match_id", "setup", "engine_version", "seats", "seed_commitment", "move_time_ms", "started_unix_ms", "clock", "policy")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    MOVE_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    STARTED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    format: int
    match_id: str
    setup: _match_pb2.GameSetup
    engine_version: str
    seats: _containers.RepeatedCompositeFieldContainer[RecordSeat]
    seed_commitment: bytes
    move_time_ms: int
    started_unix_ms: int
    clock: _match_pb2.ClockSettings
    policy: _match_pb2.FaultPolicy
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., setup: _Optional[_Union[_match_pb2.GameSetup, _Mapping]] = ..., engine_version: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[RecordSeat, _Mapping]]] = ..., seed_commitment: _Optional[bytes] = ..., move_time_ms: _Optional[int] = ..., started_unix_ms: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.ClockSettings, _Mapping]] = ..., policy: _Optional[_Union[_match_pb2.FaultPolicy, _Mapping]] = ...) -> None: ...

class RecordSeat(_message.Message):
    __slots__ = ("bot", "version", "sdk", "identity")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    sdk: str
    identity: str
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., sdk: _Optional[str] = ..., identity: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("think_us", "annotation", "rejections", "lag_us", "charged_us", "transport_us", "compensated_us", "bank_left_us", "evidence")
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_US_FIELD_NUMBER: _ClassVar[int]
    COMPENSATED_US_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_US_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    think_us: int
    annotation: str
    rejections: int
    lag_us: int
    charged_us: int
    transport_us: int
    compensated_us: int
    bank_left_us: int
    evidence: str
    def __init__(self, think_us: _Optional[int] = ..., annotation: _Optional[str] = ..., rejections: _Optional[int] = ..., lag_us: _Optional[int] = ..., charged_us: _Optional[int] = ..., transport_us: _Optional[int] = ..., compensated_us: _Optional[int] = ..., bank_left_us: _Optional[int] = ..., evidence: _Optional[str] = ...) -> None: ...

class Forfeit(_message.Message):
    __slots__ = ("seat", "fault", "evidence")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    fault: _match_pb2.Fault
    evidence: str
    def __init__(self, seat: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., evidence: _Optional[str] = ...) -> None: ...

class RecordFooter(_message.Message):
    __slots__ = ("outcome", "seed", "digest", "steps", "ended_unix_ms", "public_key", "signature", "forfeits")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    ENDED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    seed: bytes
    digest: bytes
    steps: int
    ended_unix_ms: int
    public_key: bytes
    signature: bytes
    forfeits: _containers.RepeatedCompositeFieldContainer[Forfeit]
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ..., digest: _Optional[bytes] = ..., steps: _Optional[int] = ..., ended_unix_ms: _Optional[int] = ..., public_key: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., forfeits: _Optional[_Iterable[_Union[Forfeit, _Mapping]]] = ...) -> None: ...
