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
    __slots__ = ("net", "shoal")
    NET_FIELD_NUMBER: _ClassVar[int]
    SHOAL_FIELD_NUMBER: _ClassVar[int]
    net: Net
    shoal: Shoal
    def __init__(self, net: _Optional[_Union[Net, _Mapping]] = ..., shoal: _Optional[_Union[Shoal, _Mapping]] = ...) -> None: ...

class Net(_message.Message):
    __slots__ = ("size",)
    SIZE_FIELD_NUMBER: _ClassVar[int]
    size: int
    def __init__(self, size: _Optional[int] = ...) -> None: ...

class Shoal(_message.Message):
    __slots__ = ("shoal",)
    SHOAL_FIELD_NUMBER: _ClassVar[int]
    shoal: int
    def __init__(self, shoal: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "round", "rounds", "shoal", "left", "boats")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    SHOAL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    BOATS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    round: int
    rounds: int
    shoal: int
    left: _containers.RepeatedScalarFieldContainer[int]
    boats: _containers.RepeatedCompositeFieldContainer[Boat]
    def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ..., rounds: _Optional[int] = ..., shoal: _Optional[int] = ..., left: _Optional[_Iterable[int]] = ..., boats: _Optional[_Iterable[_Union[Boat, _Mapping]]] = ...) -> None: ...

class Boat(_message.Message):
    __slots__ = ("seat", "nets", "caught", "herring")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NETS_FIELD_NUMBER: _ClassVar[int]
    CAUGHT_FIELD_NUMBER: _ClassVar[int]
    HERRING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    nets: _containers.RepeatedScalarFieldContainer[int]
    caught: _containers.RepeatedScalarFieldContainer[int]
    herring: int
    def __init__(self, seat: _Optional[int] = ..., nets: _Optional[_Iterable[int]] = ..., caught: _Optional[_Iterable[int]] = ..., herring: _Optional[int] = ...) -> None: ...

class Catalogue(_message.Message):
    __slots__ = ("shoals",)
    SHOALS_FIELD_NUMBER: _ClassVar[int]
    shoals: _containers.RepeatedCompositeFieldContainer[ShoalInfo]
    def __init__(self, shoals: _Optional[_Iterable[_Union[ShoalInfo, _Mapping]]] = ...) -> None: ...

class ShoalInfo(_message.Message):
    __slots__ = ("id", "name", "herring")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    HERRING_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    herring: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., herring: _Optional[int] = ...) -> None: ...
