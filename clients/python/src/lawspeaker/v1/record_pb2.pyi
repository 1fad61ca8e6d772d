from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RecordEntry(_message.Message):
    __slots__ = ("header", "step", "footer", "columns")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    FOOTER_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    header: RecordHeader
    step: RecordStep
    footer: RecordFooter
    columns: RecordColumns
    def __init__(self, header: _Optional[_Union[RecordHeader, _Mapping]] = ..., step: _Optional[_Union[RecordStep, _Mapping]] = ..., footer: _Optional[_Union[RecordFooter, _Mapping]] = ..., columns: _Optional[_Union[RecordColumns, _Mapping]] = ...) -> None: ...

class RecordHeader(_message.Message):
    __slots__ = ("format", "match_id", "setup", "engine_version", "seats", "seed_commitment", "move_time_ms", "started_unix_ms", "clock", "policy", "digest", "build", "challenger")
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
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    CHALLENGER_FIELD_NUMBER: _ClassVar[int]
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
    digest: bytes
    build: str
    challenger: str
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., setup: _Optional[_Union[_match_pb2.GameSetup, _Mapping]] = ..., engine_version: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[RecordSeat, _Mapping]]] = ..., seed_commitment: _Optional[bytes] = ..., move_time_ms: _Optional[int] = ..., started_unix_ms: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.ClockSettings, _Mapping]] = ..., policy: _Optional[_Union[_match_pb2.FaultPolicy, _Mapping]] = ..., digest: _Optional[bytes] = ..., build: _Optional[str] = ..., challenger: _Optional[str] = ...) -> None: ...

class RecordSeat(_message.Message):
    __slots__ = ("bot", "version", "sdk", "identity", "files", "in_process", "clock", "person")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    IN_PROCESS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    sdk: str
    identity: str
    files: bytes
    in_process: bool
    clock: _match_pb2.ClockSettings
    person: bool
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., sdk: _Optional[str] = ..., identity: _Optional[str] = ..., files: _Optional[bytes] = ..., in_process: bool = ..., clock: _Optional[_Union[_match_pb2.ClockSettings, _Mapping]] = ..., person: bool = ...) -> None: ...

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
    __slots__ = ("think_us", "annotation", "rejections", "lag_us", "charged_us", "transport_us", "compensated_us", "bank_left_us", "evidence", "input_tokens", "output_tokens", "origin")
    THINK_US_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_US_FIELD_NUMBER: _ClassVar[int]
    COMPENSATED_US_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_US_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    think_us: int
    annotation: str
    rejections: int
    lag_us: int
    charged_us: int
    transport_us: int
    compensated_us: int
    bank_left_us: int
    evidence: str
    input_tokens: int
    output_tokens: int
    origin: _match_pb2.AnswerOrigin
    def __init__(self, think_us: _Optional[int] = ..., annotation: _Optional[str] = ..., rejections: _Optional[int] = ..., lag_us: _Optional[int] = ..., charged_us: _Optional[int] = ..., transport_us: _Optional[int] = ..., compensated_us: _Optional[int] = ..., bank_left_us: _Optional[int] = ..., evidence: _Optional[str] = ..., input_tokens: _Optional[int] = ..., output_tokens: _Optional[int] = ..., origin: _Optional[_Union[_match_pb2.AnswerOrigin, str]] = ...) -> None: ...

class RecordColumns(_message.Message):
    __slots__ = ("options_url", "prompts", "streams", "options_kept", "options_added", "options", "prompt_options", "prompt_fixed", "prompt_count", "option_picks", "questions", "acts", "asked", "seat", "count", "taken", "picks", "untimed_steps", "think_high_us", "lag_us", "charged_more_us", "transport_more_us", "compensated_us", "bank_change_us", "remarks", "think_low_us", "digests")
    OPTIONS_URL_FIELD_NUMBER: _ClassVar[int]
    PROMPTS_FIELD_NUMBER: _ClassVar[int]
    STREAMS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_KEPT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_ADDED_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIXED_FIELD_NUMBER: _ClassVar[int]
    PROMPT_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPTION_PICKS_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    ACTS_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    UNTIMED_STEPS_FIELD_NUMBER: _ClassVar[int]
    THINK_HIGH_US_FIELD_NUMBER: _ClassVar[int]
    LAG_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_MORE_US_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_MORE_US_FIELD_NUMBER: _ClassVar[int]
    COMPENSATED_US_FIELD_NUMBER: _ClassVar[int]
    BANK_CHANGE_US_FIELD_NUMBER: _ClassVar[int]
    REMARKS_FIELD_NUMBER: _ClassVar[int]
    THINK_LOW_US_FIELD_NUMBER: _ClassVar[int]
    DIGESTS_FIELD_NUMBER: _ClassVar[int]
    options_url: str
    prompts: _containers.RepeatedScalarFieldContainer[str]
    streams: _containers.RepeatedScalarFieldContainer[str]
    options_kept: _containers.RepeatedScalarFieldContainer[int]
    options_added: _containers.RepeatedScalarFieldContainer[int]
    options: _containers.RepeatedScalarFieldContainer[bytes]
    prompt_options: _containers.RepeatedScalarFieldContainer[int]
    prompt_fixed: _containers.RepeatedScalarFieldContainer[int]
    prompt_count: _containers.RepeatedScalarFieldContainer[int]
    option_picks: _containers.RepeatedScalarFieldContainer[int]
    questions: _containers.RepeatedScalarFieldContainer[int]
    acts: _containers.RepeatedScalarFieldContainer[int]
    asked: _containers.RepeatedScalarFieldContainer[int]
    seat: _containers.RepeatedScalarFieldContainer[int]
    count: _containers.RepeatedScalarFieldContainer[int]
    taken: _containers.RepeatedScalarFieldContainer[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    untimed_steps: _containers.RepeatedScalarFieldContainer[int]
    think_high_us: _containers.RepeatedScalarFieldContainer[int]
    lag_us: _containers.RepeatedScalarFieldContainer[int]
    charged_more_us: _containers.RepeatedScalarFieldContainer[int]
    transport_more_us: _containers.RepeatedScalarFieldContainer[int]
    compensated_us: _containers.RepeatedScalarFieldContainer[int]
    bank_change_us: _containers.RepeatedScalarFieldContainer[int]
    remarks: _containers.RepeatedCompositeFieldContainer[RecordRemark]
    think_low_us: _containers.RepeatedScalarFieldContainer[bytes]
    digests: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, options_url: _Optional[str] = ..., prompts: _Optional[_Iterable[str]] = ..., streams: _Optional[_Iterable[str]] = ..., options_kept: _Optional[_Iterable[int]] = ..., options_added: _Optional[_Iterable[int]] = ..., options: _Optional[_Iterable[bytes]] = ..., prompt_options: _Optional[_Iterable[int]] = ..., prompt_fixed: _Optional[_Iterable[int]] = ..., prompt_count: _Optional[_Iterable[int]] = ..., option_picks: _Optional[_Iterable[int]] = ..., questions: _Optional[_Iterable[int]] = ..., acts: _Optional[_Iterable[int]] = ..., asked: _Optional[_Iterable[int]] = ..., seat: _Optional[_Iterable[int]] = ..., count: _Optional[_Iterable[int]] = ..., taken: _Optional[_Iterable[int]] = ..., picks: _Optional[_Iterable[int]] = ..., untimed_steps: _Optional[_Iterable[int]] = ..., think_high_us: _Optional[_Iterable[int]] = ..., lag_us: _Optional[_Iterable[int]] = ..., charged_more_us: _Optional[_Iterable[int]] = ..., transport_more_us: _Optional[_Iterable[int]] = ..., compensated_us: _Optional[_Iterable[int]] = ..., bank_change_us: _Optional[_Iterable[int]] = ..., remarks: _Optional[_Iterable[_Union[RecordRemark, _Mapping]]] = ..., think_low_us: _Optional[_Iterable[bytes]] = ..., digests: _Optional[_Iterable[bytes]] = ...) -> None: ...

class RecordRemark(_message.Message):
    __slots__ = ("acts", "fault", "rejections", "annotation", "evidence", "input_tokens", "output_tokens", "origin")
    ACTS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    acts: int
    fault: _match_pb2.Fault
    rejections: int
    annotation: str
    evidence: str
    input_tokens: int
    output_tokens: int
    origin: _match_pb2.AnswerOrigin
    def __init__(self, acts: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., rejections: _Optional[int] = ..., annotation: _Optional[str] = ..., evidence: _Optional[str] = ..., input_tokens: _Optional[int] = ..., output_tokens: _Optional[int] = ..., origin: _Optional[_Union[_match_pb2.AnswerOrigin, str]] = ...) -> None: ...

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
    __slots__ = ("outcome", "seed", "digest", "steps", "ended_unix_ms", "public_key", "signature", "forfeits", "substituted", "stood_in", "resigned")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    ENDED_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    SUBSTITUTED_FIELD_NUMBER: _ClassVar[int]
    STOOD_IN_FIELD_NUMBER: _ClassVar[int]
    RESIGNED_FIELD_NUMBER: _ClassVar[int]
    outcome: _match_pb2.Outcome
    seed: bytes
    digest: bytes
    steps: int
    ended_unix_ms: int
    public_key: bytes
    signature: bytes
    forfeits: _containers.RepeatedCompositeFieldContainer[Forfeit]
    substituted: _containers.RepeatedScalarFieldContainer[int]
    stood_in: _containers.RepeatedScalarFieldContainer[int]
    resigned: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ..., digest: _Optional[bytes] = ..., steps: _Optional[int] = ..., ended_unix_ms: _Optional[int] = ..., public_key: _Optional[bytes] = ..., signature: _Optional[bytes] = ..., forfeits: _Optional[_Iterable[_Union[Forfeit, _Mapping]]] = ..., substituted: _Optional[_Iterable[int]] = ..., stood_in: _Optional[_Iterable[int]] = ..., resigned: _Optional[_Iterable[int]] = ...) -> None: ...
