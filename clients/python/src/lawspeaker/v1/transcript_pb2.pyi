from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Conduct(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONDUCT_UNSPECIFIED: _ClassVar[Conduct]
    CONDUCT_DEFAULT: _ClassVar[Conduct]
    CONDUCT_RANDOM: _ClassVar[Conduct]

class RunEnding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN_ENDING_UNSPECIFIED: _ClassVar[RunEnding]
    RUN_ENDING_DONE: _ClassVar[RunEnding]
    RUN_ENDING_REFUSED: _ClassVar[RunEnding]
    RUN_ENDING_LOST: _ClassVar[RunEnding]
CONDUCT_UNSPECIFIED: Conduct
CONDUCT_DEFAULT: Conduct
CONDUCT_RANDOM: Conduct
RUN_ENDING_UNSPECIFIED: RunEnding
RUN_ENDING_DONE: RunEnding
RUN_ENDING_REFUSED: RunEnding
RUN_ENDING_LOST: RunEnding

class TranscriptEntry(_message.Message):
    __slots__ = ("header", "bot_dials", "from_bot", "from_referee", "stream_ends", "run_ends")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    BOT_DIALS_FIELD_NUMBER: _ClassVar[int]
    FROM_BOT_FIELD_NUMBER: _ClassVar[int]
    FROM_REFEREE_FIELD_NUMBER: _ClassVar[int]
    STREAM_ENDS_FIELD_NUMBER: _ClassVar[int]
    RUN_ENDS_FIELD_NUMBER: _ClassVar[int]
    header: TranscriptHeader
    bot_dials: BotDials
    from_bot: bytes
    from_referee: bytes
    stream_ends: StreamEnds
    run_ends: RunEnds
    def __init__(self, header: _Optional[_Union[TranscriptHeader, _Mapping]] = ..., bot_dials: _Optional[_Union[BotDials, _Mapping]] = ..., from_bot: _Optional[bytes] = ..., from_referee: _Optional[bytes] = ..., stream_ends: _Optional[_Union[StreamEnds, _Mapping]] = ..., run_ends: _Optional[_Union[RunEnds, _Mapping]] = ...) -> None: ...

class TranscriptHeader(_message.Message):
    __slots__ = ("about", "bot", "version", "games", "max_matches", "conduct", "seed")
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    CONDUCT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    about: str
    bot: str
    version: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_matches: int
    conduct: Conduct
    seed: str
    def __init__(self, about: _Optional[str] = ..., bot: _Optional[str] = ..., version: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_matches: _Optional[int] = ..., conduct: _Optional[_Union[Conduct, str]] = ..., seed: _Optional[str] = ...) -> None: ...

class BotDials(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StreamEnds(_message.Message):
    __slots__ = ("status", "message")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    status: int
    message: str
    def __init__(self, status: _Optional[int] = ..., message: _Optional[str] = ...) -> None: ...

class RunEnds(_message.Message):
    __slots__ = ("ending", "decisions", "matches_over", "rejections", "resumed")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_OVER_FIELD_NUMBER: _ClassVar[int]
    REJECTIONS_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    ending: RunEnding
    decisions: int
    matches_over: int
    rejections: int
    resumed: int
    def __init__(self, ending: _Optional[_Union[RunEnding, str]] = ..., decisions: _Optional[int] = ..., matches_over: _Optional[int] = ..., rejections: _Optional[int] = ..., resumed: _Optional[int] = ...) -> None: ...
