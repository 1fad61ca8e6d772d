"""The descriptors of a .proto file that is there: by protoc from its text, or from the stubs that are installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

from lawspeaker_engine.game import Game
from lawspeaker_referee.codec.encoder import WireMismatch
from lawspeaker_referee.codec.game_codec import view_descriptor


class BadProto(ValueError):
    """A .proto file that cannot be read; the text says why."""


def read_proto(path: Path) -> FileDescriptorProto:
    """Return what protoc finds in a file. Raises BadProto."""
    with TemporaryDirectory() as place:
        out = Path(place) / "file"
        command = [*_protoc(path), "--proto_path=.", f"--descriptor_set_out={out}", path.name]
        done = subprocess.run(command, cwd=path.resolve().parent, capture_output=True, text=True, check=False)  # noqa: S603 - a file of the caller
        if done.returncode:
            raise BadProto(f"protoc cannot read {path}: {done.stderr.strip() or f'exit code {done.returncode}'}")
        return FileDescriptorSet.FromString(out.read_bytes()).file[-1]


def _protoc(path: Path) -> list[str]:
    if find_spec("grpc_tools") is not None:
        return [sys.executable, "-m", "grpc_tools.protoc"]
    found = shutil.which("protoc")
    if found is None:
        raise BadProto(f"{path} is read by protoc, which is not here: pip install grpcio-tools")
    return [found]


def known_file(game: Game[Any]) -> FileDescriptorProto | None:
    """Return the file of which a game's installed stubs were made; None if there are none."""
    try:
        view = view_descriptor(game)
    except WireMismatch:
        return None
    file = FileDescriptorProto()
    view.file.CopyToProto(file)
    return file
