"""Fails if a name or a text of the project uses a word that its glossary replaced, or two classes have one name.

`check_words.py [PATH ...]` looks at these files and folders only; class names are always compared everywhere.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPLACED = {
    "docket": "open_decisions", "sounding": "read_barrier", "pulse": "loop_lag", "alarm": "deadline_timer",
    "leaseholder": "lease_worker", "meddler": "fault_injector", "examiner": "driver", "hall": "pool",
    "guest": "pooled_bot", "clerk": "result_counter", "crew": "worker_processes", "keeper": "supervisor",
    "programme": "config", "sitter": "seat", "zoo": "gym", "happening": "event_effect", "parcel": "payload",
}
"""Words that no name and no text uses -> what to use; a plural counts too."""
NAMES_ONLY = {
    "attendance": "connections", "course": "run", "cover": "envelope", "conduct": "faults", "house": "pool_config",
    "chair": "seat", "desk": "runner", "owed": "compensation", "lain": "queued_for",
    "tap": "proxy", "fate": "action", "rival": "opponent", "trouble": "finding or failure", "hearing": "recorder",
    "crowd": "load_bots", "pressure": "load", "telling": "text", "spelling": "text", "spelt": "format",
    "seating": "matchmaking", "rise": "leave",
}
"""Words of plain English that no name uses for a thing of ours -> what to use."""
IN_REFEREE = {"room": "runner", "rooms": "runners", "_room": "_runner", "_rooms": "_runners"}
"""Whole names that the referee and its tests do not use -> what to use."""
TEXTS = {".md", ".toml", ".yml", ".yaml", ".cfg", ".conf", ".proto"}
SKIPPED = re.compile(
    # Generated, or about the words themselves.
    r"_pb2|/gen/|package-lock|CHANGELOG|docs/decisions/|docs/glossary|\.ci/check_words"
    # In the words of a rulebook.
    r"|engine/lawspeaker_engine/games/|tests/engine/|tests/golden/|tests/games/|docs/rules|docs/(clansmen|pax-viking|play/)|docs/text|bots/"
    r"|proto/lawspeaker/(clansmen|northgard|pax_viking)|tests/clients/test_(clansmen|maps|northgard|pax_viking)"
    r"|tests/referee/viewer/test_pax_viking|lawspeaker_bot/(clansmen|northgard|pax_viking)\.py"
    # Names that everybody gives this file, and formats that stay as they are.
    r"|CODE_OF_CONDUCT"
    r"|clients/transcripts/|tests/clients/transcript|/migrations/versions/"
)
"""Files that are not looked at: inside a game the rulebook's words hold, such as Long Hall."""
KEPT = re.compile(r"PettingZoo|pettingzoo")
WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])")


def main(paths: list[str]) -> int:
    """Print a line for each word and each double class name; return 1 if there is any."""
    files = [ROOT / each for each in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *paths], cwd=ROOT, capture_output=True,
        text=True, check=True).stdout.split("\n") if each and not SKIPPED.search(each)]
    wrong = [line for path in files if path.is_file() for line in words_in(path)] + list(double_classes())
    print("\n".join(wrong) or "no replaced word, and one class a name")
    return 1 if wrong else 0


def words_in(path: Path) -> Iterator[str]:
    """Yield a line for each replaced word of a file."""
    where = path.relative_to(ROOT)
    if path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
            if token.type == tokenize.NAME:
                yield from (f"{where}:{token.start[0]}: {token.string}: say {new}"
                            for new in found(token.string, REPLACED | NAMES_ONLY))
                if "referee" in where.parts and token.string in IN_REFEREE:
                    yield f"{where}:{token.start[0]}: {token.string}: say {IN_REFEREE[token.string]}"
            elif token.type in {tokenize.STRING, tokenize.COMMENT}:
                for number, line in enumerate(token.string.split("\n"), token.start[0]):
                    yield from (f"{where}:{number}: {line.strip()[:60]}: say {new}" for new in found(line, REPLACED))
    elif path.suffix in TEXTS:
        for number, line in enumerate(path.read_text().split("\n"), 1):
            yield from (f"{where}:{number}: {line.strip()[:60]}: say {new}" for new in found(line, REPLACED))
    if path.suffix in TEXTS | {".py"}:
        yield from (f"{where}: the file's name: say {new}" for new in found(path.stem, REPLACED | NAMES_ONLY))


def found(text: str, words: dict[str, str]) -> Iterator[str]:
    """Yield what to say in place of each replaced word of a text; the names of others' works are kept."""
    for word in WORD.findall(KEPT.sub("", text)):
        plain = word.lower()
        for each in (plain, plain.removesuffix("s")):
            if each in words:
                yield words[each]
                break


def double_classes() -> Iterator[str]:
    """Yield a line for each class name that the referee with the engine's core, or the SDK, uses twice.

    Games are left out: the option that a bot takes and the frame that carries it out both have the rulebook's word, and
    both names stand in digests.
    """
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for top in ("engine/lawspeaker_engine", "bots/lawspeaker_bots", "referee/lawspeaker_referee",
                "clients/python/src/lawspeaker_bot"):
        for path in sorted((ROOT / top).rglob("*.py")):
            file = str(path.relative_to(ROOT))
            for node in ast.parse(path.read_text()).body if "/games/" not in file else ():
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places["SDK" if file.startswith(("clients", "bots")) else "referee", node.name].append(file)
    for (_, name), files in sorted(places.items()):
        if len(files) > 1:
            yield f"class {name} is in {', '.join(files)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
