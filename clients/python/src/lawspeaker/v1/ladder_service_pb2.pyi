from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_STATE_UNSPECIFIED: _ClassVar[BotState]
    BOT_STATE_PLAYING: _ClassVar[BotState]
    BOT_STATE_WAITING: _ClassVar[BotState]
    BOT_STATE_AWAY: _ClassVar[BotState]
    BOT_STATE_QUARANTINED: _ClassVar[BotState]
    BOT_STATE_ON_PROBATION: _ClassVar[BotState]
    BOT_STATE_RETIRED: _ClassVar[BotState]
BOT_STATE_UNSPECIFIED: BotState
BOT_STATE_PLAYING: BotState
BOT_STATE_WAITING: BotState
BOT_STATE_AWAY: BotState
BOT_STATE_QUARANTINED: BotState
BOT_STATE_ON_PROBATION: BotState
BOT_STATE_RETIRED: BotState

class GetStandingsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("ladder", "game", "players", "options", "clock", "matches", "playing", "rated", "commitment", "unix_ms", "standings", "notes")
    LADDER_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    ladder: str
    game: str
    players: int
    options: str
    clock: str
    matches: int
    playing: int
    rated: int
    commitment: bytes
    unix_ms: int
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    notes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, ladder: _Optional[str] = ..., game: _Optional[str] = ..., players: _Optional[int] = ..., options: _Optional[str] = ..., clock: _Optional[str] = ..., matches: _Optional[int] = ..., playing: _Optional[int] = ..., rated: _Optional[int] = ..., commitment: _Optional[bytes] = ..., unix_ms: _Optional[int] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., notes: _Optional[_Iterable[str]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("place", "bot", "rating", "low", "high", "matches", "points", "faults", "state", "why", "until_unix_ms", "decisions", "stand_ins")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    UNTIL_UNIX_MS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    STAND_INS_FIELD_NUMBER: _ClassVar[int]
    place: int
    bot: str
    rating: float
    low: float
    high: float
    matches: int
    points: float
    faults: int
    state: BotState
    why: str
    until_unix_ms: int
    decisions: int
    stand_ins: int
    def __init__(self, place: _Optional[int] = ..., bot: _Optional[str] = ..., rating: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., matches: _Optional[int] = ..., points: _Optional[float] = ..., faults: _Optional[int] = ..., state: _Optional[_Union[BotState, str]] = ..., why: _Optional[str] = ..., until_unix_ms: _Optional[int] = ..., decisions: _Optional[int] = ..., stand_ins: _Optional[int] = ...) -> None: ...

class ChallengeRequest(_message.Message):
    __slots__ = ("token", "opponents", "matches", "options")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    token: str
    opponents: _containers.RepeatedScalarFieldContainer[str]
    matches: int
    options: _containers.RepeatedCompositeFieldContainer[_match_pb2.GameOptionValue]
    def __init__(self, token: _Optional[str] = ..., opponents: _Optional[_Iterable[str]] = ..., matches: _Optional[int] = ..., options: _Optional[_Iterable[_Union[_match_pb2.GameOptionValue, _Mapping]]] = ...) -> None: ...

class ChallengeResponse(_message.Message):
    __slots__ = ("accepted", "began", "ended")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    BEGAN_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    accepted: ChallengeAccepted
    began: ChallengeMatchBegan
    ended: ChallengeMatchEnded
    def __init__(self, accepted: _Optional[_Union[ChallengeAccepted, _Mapping]] = ..., began: _Optional[_Union[ChallengeMatchBegan, _Mapping]] = ..., ended: _Optional[_Union[ChallengeMatchEnded, _Mapping]] = ...) -> None: ...

class ChallengeAccepted(_message.Message):
    __slots__ = ("matches", "before")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    matches: int
    before: int
    def __init__(self, matches: _Optional[int] = ..., before: _Optional[int] = ...) -> None: ...

class ChallengeMatchBegan(_message.Message):
    __slots__ = ("match_id", "bots")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_id: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ...) -> None: ...

class ChallengeMatchEnded(_message.Message):
    __slots__ = ("match_id", "outcome", "void_reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _match_pb2.Outcome
    void_reason: str
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., void_reason: _Optional[str] = ...) -> None: ...
