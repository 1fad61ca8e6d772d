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
    FAULT_MALFORMED: _ClassVar[Fault]
    FAULT_CRASHED: _ClassVar[Fault]
    FAULT_OVERSIZED: _ClassVar[Fault]
    FAULT_NETWORK: _ClassVar[Fault]
    FAULT_REFEREE: _ClassVar[Fault]
    FAULT_DISQUALIFIED: _ClassVar[Fault]
    FAULT_RESIGNED: _ClassVar[Fault]

class AnswerOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER_ORIGIN_UNSPECIFIED: _ClassVar[AnswerOrigin]
    ANSWER_ORIGIN_PROVIDER_FAILURE: _ClassVar[AnswerOrigin]
    ANSWER_ORIGIN_REFUSAL: _ClassVar[AnswerOrigin]
    ANSWER_ORIGIN_UNPARSABLE: _ClassVar[AnswerOrigin]
    ANSWER_ORIGIN_BUDGET: _ClassVar[AnswerOrigin]
    ANSWER_ORIGIN_OTHER: _ClassVar[AnswerOrigin]

class FaultAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_ACTION_UNSPECIFIED: _ClassVar[FaultAction]
    FAULT_ACTION_DEFAULT: _ClassVar[FaultAction]
    FAULT_ACTION_RANDOM: _ClassVar[FaultAction]
    FAULT_ACTION_RETRY: _ClassVar[FaultAction]
    FAULT_ACTION_FORFEIT_SEAT: _ClassVar[FaultAction]
    FAULT_ACTION_FORFEIT_MATCH: _ClassVar[FaultAction]
    FAULT_ACTION_VOID: _ClassVar[FaultAction]

class LimitResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LIMIT_RESULT_UNSPECIFIED: _ClassVar[LimitResult]
    LIMIT_RESULT_SCORES: _ClassVar[LimitResult]
    LIMIT_RESULT_SHARED: _ClassVar[LimitResult]
    LIMIT_RESULT_VOID: _ClassVar[LimitResult]

class LostSeat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOST_SEAT_UNSPECIFIED: _ClassVar[LostSeat]
    LOST_SEAT_GAME: _ClassVar[LostSeat]
    LOST_SEAT_LAST: _ClassVar[LostSeat]
    LOST_SEAT_FORFEIT: _ClassVar[LostSeat]
FAULT_UNSPECIFIED: Fault
FAULT_TIMEOUT: Fault
FAULT_DISCONNECTED: Fault
FAULT_ILLEGAL: Fault
FAULT_MALFORMED: Fault
FAULT_CRASHED: Fault
FAULT_OVERSIZED: Fault
FAULT_NETWORK: Fault
FAULT_REFEREE: Fault
FAULT_DISQUALIFIED: Fault
FAULT_RESIGNED: Fault
ANSWER_ORIGIN_UNSPECIFIED: AnswerOrigin
ANSWER_ORIGIN_PROVIDER_FAILURE: AnswerOrigin
ANSWER_ORIGIN_REFUSAL: AnswerOrigin
ANSWER_ORIGIN_UNPARSABLE: AnswerOrigin
ANSWER_ORIGIN_BUDGET: AnswerOrigin
ANSWER_ORIGIN_OTHER: AnswerOrigin
FAULT_ACTION_UNSPECIFIED: FaultAction
FAULT_ACTION_DEFAULT: FaultAction
FAULT_ACTION_RANDOM: FaultAction
FAULT_ACTION_RETRY: FaultAction
FAULT_ACTION_FORFEIT_SEAT: FaultAction
FAULT_ACTION_FORFEIT_MATCH: FaultAction
FAULT_ACTION_VOID: FaultAction
LIMIT_RESULT_UNSPECIFIED: LimitResult
LIMIT_RESULT_SCORES: LimitResult
LIMIT_RESULT_SHARED: LimitResult
LIMIT_RESULT_VOID: LimitResult
LOST_SEAT_UNSPECIFIED: LostSeat
LOST_SEAT_GAME: LostSeat
LOST_SEAT_LAST: LostSeat
LOST_SEAT_FORFEIT: LostSeat

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

class FaultPolicy(_message.Message):
    __slots__ = ("rules", "most_refusals", "disqualify_after", "disqualify_permille", "disqualify_minimum", "lost_seat", "stand_in_permille", "resign", "limit_decisions", "limit_time_ms", "limit_result")
    RULES_FIELD_NUMBER: _ClassVar[int]
    MOST_REFUSALS_FIELD_NUMBER: _ClassVar[int]
    DISQUALIFY_AFTER_FIELD_NUMBER: _ClassVar[int]
    DISQUALIFY_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    DISQUALIFY_MINIMUM_FIELD_NUMBER: _ClassVar[int]
    LOST_SEAT_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    LIMIT_DECISIONS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_TIME_MS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_RESULT_FIELD_NUMBER: _ClassVar[int]
    rules: _containers.RepeatedCompositeFieldContainer[FaultRule]
    most_refusals: int
    disqualify_after: int
    disqualify_permille: int
    disqualify_minimum: int
    lost_seat: LostSeat
    stand_in_permille: int
    resign: bool
    limit_decisions: int
    limit_time_ms: int
    limit_result: LimitResult
    def __init__(self, rules: _Optional[_Iterable[_Union[FaultRule, _Mapping]]] = ..., most_refusals: _Optional[int] = ..., disqualify_after: _Optional[int] = ..., disqualify_permille: _Optional[int] = ..., disqualify_minimum: _Optional[int] = ..., lost_seat: _Optional[_Union[LostSeat, str]] = ..., stand_in_permille: _Optional[int] = ..., resign: bool = ..., limit_decisions: _Optional[int] = ..., limit_time_ms: _Optional[int] = ..., limit_result: _Optional[_Union[LimitResult, str]] = ...) -> None: ...

class FaultRule(_message.Message):
    __slots__ = ("fault", "action", "strikes")
    FAULT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    fault: Fault
    action: FaultAction
    strikes: int
    def __init__(self, fault: _Optional[_Union[Fault, str]] = ..., action: _Optional[_Union[FaultAction, str]] = ..., strikes: _Optional[int] = ...) -> None: ...

class ClockSettings(_message.Message):
    __slots__ = ("move_ms", "bank_ms", "increment_ms", "first_move_ms", "reaction_ms", "connect_ms", "reconnect_ms", "lag_compensation_ms")
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    FIRST_MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    REACTION_MS_FIELD_NUMBER: _ClassVar[int]
    CONNECT_MS_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_MS_FIELD_NUMBER: _ClassVar[int]
    LAG_COMPENSATION_MS_FIELD_NUMBER: _ClassVar[int]
    move_ms: int
    bank_ms: int
    increment_ms: int
    first_move_ms: int
    reaction_ms: int
    connect_ms: int
    reconnect_ms: int
    lag_compensation_ms: int
    def __init__(self, move_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., first_move_ms: _Optional[int] = ..., reaction_ms: _Optional[int] = ..., connect_ms: _Optional[int] = ..., reconnect_ms: _Optional[int] = ..., lag_compensation_ms: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("ranks", "scores", "reason", "parts", "decided")
    RANKS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    parts: _containers.RepeatedCompositeFieldContainer[SeatScore]
    decided: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, ranks: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ..., parts: _Optional[_Iterable[_Union[SeatScore, _Mapping]]] = ..., decided: _Optional[_Iterable[str]] = ...) -> None: ...

class SeatScore(_message.Message):
    __slots__ = ("parts",)
    PARTS_FIELD_NUMBER: _ClassVar[int]
    parts: _containers.RepeatedCompositeFieldContainer[ScorePart]
    def __init__(self, parts: _Optional[_Iterable[_Union[ScorePart, _Mapping]]] = ...) -> None: ...

class ScorePart(_message.Message):
    __slots__ = ("name", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    points: int
    def __init__(self, name: _Optional[str] = ..., points: _Optional[int] = ...) -> None: ...
