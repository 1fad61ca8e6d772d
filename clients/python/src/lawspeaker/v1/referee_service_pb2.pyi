from google.protobuf import any_pb2 as _any_pb2
from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RejectReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REJECT_REASON_UNSPECIFIED: _ClassVar[RejectReason]
    REJECT_REASON_UNKNOWN_MATCH: _ClassVar[RejectReason]
    REJECT_REASON_STALE: _ClassVar[RejectReason]
    REJECT_REASON_UNKNOWN_DECISION: _ClassVar[RejectReason]
    REJECT_REASON_WRONG_COUNT: _ClassVar[RejectReason]
    REJECT_REASON_OUT_OF_RANGE: _ClassVar[RejectReason]
    REJECT_REASON_DUPLICATE_PICK: _ClassVar[RejectReason]
    REJECT_REASON_MALFORMED: _ClassVar[RejectReason]
    REJECT_REASON_DISQUALIFIED: _ClassVar[RejectReason]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_DRAINING: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_PROTOCOL: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_DONE: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_REVOKED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FLOODING: _ClassVar[GoodbyeReason]
REJECT_REASON_UNSPECIFIED: RejectReason
REJECT_REASON_UNKNOWN_MATCH: RejectReason
REJECT_REASON_STALE: RejectReason
REJECT_REASON_UNKNOWN_DECISION: RejectReason
REJECT_REASON_WRONG_COUNT: RejectReason
REJECT_REASON_OUT_OF_RANGE: RejectReason
REJECT_REASON_DUPLICATE_PICK: RejectReason
REJECT_REASON_MALFORMED: RejectReason
REJECT_REASON_DISQUALIFIED: RejectReason
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_DRAINING: GoodbyeReason
GOODBYE_REASON_PROTOCOL: GoodbyeReason
GOODBYE_REASON_DONE: GoodbyeReason
GOODBYE_REASON_REVOKED: GoodbyeReason
GOODBYE_REASON_FLOODING: GoodbyeReason

class PlayRequest(_message.Message):
    __slots__ = ("hello", "answer", "answer_batch")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ANSWER_BATCH_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answer: Answer
    answer_batch: AnswerBatch
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., answer_batch: _Optional[_Union[AnswerBatch, _Mapping]] = ...) -> None: ...

class AnswerBatch(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "match_started", "decision_request", "answer_rejected", "match_over", "goodbye", "batch")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    DECISION_REQUEST_FIELD_NUMBER: _ClassVar[int]
    ANSWER_REJECTED_FIELD_NUMBER: _ClassVar[int]
    MATCH_OVER_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    match_started: MatchStarted
    decision_request: DecisionRequest
    answer_rejected: AnswerRejected
    match_over: MatchOver
    goodbye: Goodbye
    batch: PlayResponseBatch
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., match_started: _Optional[_Union[MatchStarted, _Mapping]] = ..., decision_request: _Optional[_Union[DecisionRequest, _Mapping]] = ..., answer_rejected: _Optional[_Union[AnswerRejected, _Mapping]] = ..., match_over: _Optional[_Union[MatchOver, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ..., batch: _Optional[_Union[PlayResponseBatch, _Mapping]] = ...) -> None: ...

class PlayResponseBatch(_message.Message):
    __slots__ = ("responses",)
    RESPONSES_FIELD_NUMBER: _ClassVar[int]
    responses: _containers.RepeatedCompositeFieldContainer[PlayResponse]
    def __init__(self, responses: _Optional[_Iterable[_Union[PlayResponse, _Mapping]]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol", "token", "bot", "version", "sdk", "games", "max_matches", "text", "batches", "positions", "text_in_full", "challengers")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    TEXT_IN_FULL_FIELD_NUMBER: _ClassVar[int]
    CHALLENGERS_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    token: str
    bot: str
    version: str
    sdk: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_matches: int
    text: bool
    batches: bool
    positions: bool
    text_in_full: bool
    challengers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, protocol: _Optional[int] = ..., token: _Optional[str] = ..., bot: _Optional[str] = ..., version: _Optional[str] = ..., sdk: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_matches: _Optional[int] = ..., text: bool = ..., batches: bool = ..., positions: bool = ..., text_in_full: bool = ..., challengers: _Optional[_Iterable[str]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol", "referee_version", "batches")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    BATCHES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    referee_version: str
    batches: bool
    def __init__(self, protocol: _Optional[int] = ..., referee_version: _Optional[str] = ..., batches: bool = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("match_id", "seat", "setup", "bots", "seed_commitment", "move_time_ms", "catalogue", "clock", "text", "clocks", "limit_decisions", "limit_time_ms", "unrated")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    MOVE_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_DECISIONS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    setup: _match_pb2.GameSetup
    bots: _containers.RepeatedScalarFieldContainer[str]
    seed_commitment: bytes
    move_time_ms: int
    catalogue: _any_pb2.Any
    clock: _match_pb2.ClockSettings
    text: str
    clocks: _containers.RepeatedCompositeFieldContainer[_match_pb2.ClockSettings]
    limit_decisions: int
    limit_time_ms: int
    unrated: bool
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., setup: _Optional[_Union[_match_pb2.GameSetup, _Mapping]] = ..., bots: _Optional[_Iterable[str]] = ..., seed_commitment: _Optional[bytes] = ..., move_time_ms: _Optional[int] = ..., catalogue: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., clock: _Optional[_Union[_match_pb2.ClockSettings, _Mapping]] = ..., text: _Optional[str] = ..., clocks: _Optional[_Iterable[_Union[_match_pb2.ClockSettings, _Mapping]]] = ..., limit_decisions: _Optional[int] = ..., limit_time_ms: _Optional[int] = ..., unrated: bool = ...) -> None: ...

class DecisionRequest(_message.Message):
    __slots__ = ("match_id", "decision_id", "prompt", "least", "most", "ordered", "default_picks", "option_count", "options", "view", "events", "time_left_ms", "last_charged_us", "bank_left_ms", "text", "position")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_PICKS_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    LAST_CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    prompt: str
    least: int
    most: int
    ordered: bool
    default_picks: _containers.RepeatedScalarFieldContainer[int]
    option_count: int
    options: _any_pb2.Any
    view: _any_pb2.Any
    events: _containers.RepeatedCompositeFieldContainer[_match_pb2.Act]
    time_left_ms: int
    last_charged_us: int
    bank_left_ms: int
    text: DecisionText
    position: bytes
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., prompt: _Optional[str] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., ordered: bool = ..., default_picks: _Optional[_Iterable[int]] = ..., option_count: _Optional[int] = ..., options: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., view: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_match_pb2.Act, _Mapping]]] = ..., time_left_ms: _Optional[int] = ..., last_charged_us: _Optional[int] = ..., bank_left_ms: _Optional[int] = ..., text: _Optional[_Union[DecisionText, _Mapping]] = ..., position: _Optional[bytes] = ...) -> None: ...

class DecisionText(_message.Message):
    __slots__ = ("question", "options", "view", "events")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    question: str
    options: _containers.RepeatedScalarFieldContainer[str]
    view: str
    events: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, question: _Optional[str] = ..., options: _Optional[_Iterable[str]] = ..., view: _Optional[str] = ..., events: _Optional[_Iterable[str]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("match_id", "decision_id", "picks", "annotation", "input_tokens", "output_tokens", "origin", "resign")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    ANNOTATION_FIELD_NUMBER: _ClassVar[int]
    INPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    picks: _containers.RepeatedScalarFieldContainer[int]
    annotation: str
    input_tokens: int
    output_tokens: int
    origin: _match_pb2.AnswerOrigin
    resign: bool
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., picks: _Optional[_Iterable[int]] = ..., annotation: _Optional[str] = ..., input_tokens: _Optional[int] = ..., output_tokens: _Optional[int] = ..., origin: _Optional[_Union[_match_pb2.AnswerOrigin, str]] = ..., resign: bool = ...) -> None: ...

class AnswerRejected(_message.Message):
    __slots__ = ("match_id", "decision_id", "reason", "message")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    reason: RejectReason
    message: str
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., reason: _Optional[_Union[RejectReason, str]] = ..., message: _Optional[str] = ...) -> None: ...

class MatchOver(_message.Message):
    __slots__ = ("match_id", "outcome", "seed", "digest", "void_reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _match_pb2.Outcome
    seed: bytes
    digest: bytes
    void_reason: str
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ..., digest: _Optional[bytes] = ..., void_reason: _Optional[str] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    message: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., message: _Optional[str] = ...) -> None: ...
