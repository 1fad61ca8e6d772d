"""The package that the SDK of C++ installs says what is missing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.programs import need

ROOT = Path(__file__).parents[2]
PROJECT = "cmake_minimum_required(VERSION 3.22)\nproject(bot CXX)\nfind_package(lawspeaker-bot REQUIRED)\n"


def cmake(*arguments: str | Path) -> subprocess.CompletedProcess:
    return subprocess.run(["cmake", *arguments], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_bot_that_finds_the_sdk_but_no_grpc_is_told_how_to_get_it(tmp_path):
    need("cmake", "c++", "protoc", "grpc_cpp_plugin")
    assert cmake("-S", ROOT / "clients/cpp", "-B", tmp_path / "sdk", "-DLAWSPEAKER_BOTS=OFF").returncode == 0
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    told = cmake("-S", tmp_path, "-B", tmp_path / "build", f"-Dlawspeaker-bot_DIR={tmp_path / 'sdk'}",
                 "-DCMAKE_DISABLE_FIND_PACKAGE_gRPC=ON")
    assert told.returncode == 1
    said = " ".join(told.stderr.split())
    assert "The SDK needs grpc++" in said and "apt-get install libgrpc++-dev" in said and "vcpkg install grpc" in said
