"""The languages that there are starter projects in, and the commands of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Starter:
    """A language, and the commands of its project, which are run in the project's folder."""

    title: str
    needs: str
    file: str
    """Where the thinking goes."""
    run: str
    """What starts the bot."""
    build: tuple[str, ...] = ()
    """Shell commands; none if there is nothing to build."""
    sdk: str = ""
    """The folder of its SDK in a checkout; empty if it does without."""
    manifest: str = ""
    """A file that tells that a folder is this SDK."""


_STDIO: Final = "lawspeaker-bot stdio --name {{slug}} --"
STARTERS: Final = {
    "python": Starter(
        "Python", "Python 3.11 or newer", "bot.py", ".venv/bin/python bot.py",
        ("python3 -m venv .venv", ".venv/bin/pip install -r requirements.txt"), "clients/python", "pyproject.toml"),
    "go": Starter(
        "Go", "Go 1.25 or newer", "main.go", "./bot", ("go mod tidy", "go build -o bot ."), "clients/go", "go.mod"),
    "rust": Starter(
        "Rust", "Rust 1.88 or newer", "src/main.rs", "target/release/bot", ("cargo build --release",),
        "clients/rust", "Cargo.toml"),
    "java": Starter(
        "Java", "a JDK of 17 or newer and Maven 3.8 or newer", "src/main/java/bot/MyBot.java",
        "java -jar target/bot.jar", ("mvn -q -f {{sdk_shell}}/pom.xml install -DskipTests", "mvn -q package"),
        "clients/java", "pom.xml"),
    "typescript": Starter(
        "TypeScript", "Node 20.11 or newer", "src/bot.ts", "node dist/bot.js",
        ("make -C {{sdk_shell}} build", "npm install --no-audit --no-fund", "npm run build"), "clients/typescript",
        "package.json"),
    "cpp": Starter(
        "C++", "GCC 12 or newer, CMake 3.22, grpc++ and protobuf", "bot.cpp", "build/bot",
        ("cmake -S . -B build -DCMAKE_BUILD_TYPE=Release", "cmake --build build"), "clients/cpp", "CMakeLists.txt"),
    "stdio-python": Starter(
        "Python without an SDK: it reads and prints lines of JSON", "Python 3.9 or newer, and `lawspeaker-bot`",
        "bot.py", f"{_STDIO} python3 bot.py"),
    "stdio-sh": Starter(
        "the shell: it reads and prints lines of JSON", "a POSIX shell, and `lawspeaker-bot`", "bot.sh",
        f"{_STDIO} sh bot.sh"),
}
"""By the name that the command line knows it by."""
