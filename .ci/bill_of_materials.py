"""Bills of materials of the packages, in CycloneDX, and the licences of what is in them and what they need.

The programs of CycloneDX write those of Python, TypeScript and Java, and check all. Cargo and Go say themselves what a
package needs; what that lacks is that Go names no licences, so they are read from the modules. The SDK of C++ is
compiled with whatever gRPC and protobuf the system has: its bill has their names.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import release

from clients import CLIENTS, environment

TOOLS = ["cyclonedx-bom>=7,<8"]
"""The tools that write and check bills, as packages of Python."""
MAVEN_PLUGIN = "org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom"
SPEC = "1.6"
CHECK = """
import sys
from pathlib import Path
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
for path in sys.argv[1:]:
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(Path(path).read_text())
    wrong and sys.exit(f"{path}: {wrong}")
"""
LICENCES = (("Apache License", "Apache-2.0"), ("Redistribution and use", "BSD-3-Clause"),
            ("Permission is hereby granted, free of charge", "MIT"))
"""A phrase of a licence's text -> its name in SPDX."""
NEEDED_FOR_CPP = {"grpc": "Apache-2.0", "protobuf": "BSD-3-Clause"}


def write_bills(dist: Path, languages: Sequence[str], referee: Path, tools: Path) -> None:
    """Write NAME.cdx.json for each language, and licences.txt, into dist; check the bills. Raises CalledProcessError.

    `referee` is the environment with the referee's wheels, `tools` the one with CycloneDX.
    """
    for language in languages:
        bill = WRITERS[language](referee, tools)
        bill["metadata"] = bill.get("metadata", {}) | {"component": {
            "type": "library", "name": f"lawspeaker ({language})", "version": release.version(),
            "licenses": [{"license": {"id": "Apache-2.0"}}]}}
        (dist / f"{language}.cdx.json").write_text(json.dumps(bill, indent=1), encoding="utf-8")
    bills = sorted(dist.glob("*.cdx.json"))
    output([str(tools / "bin/python"), "-c", CHECK, *map(str, bills)])
    (dist / "licences.txt").write_text("".join(line for bill in bills for line in licences(bill)), encoding="utf-8")


def licences(bill: Path) -> Iterator[str]:
    """Yield a line for each component of a bill: who needs it, its name, version and licence."""
    content = json.loads(bill.read_text(encoding="utf-8"))
    for part in sorted(content.get("components", []), key=lambda part: (part.get("group", ""), part["name"])):
        named = [each.get("expression") or each["license"].get("id") or each["license"].get("name")
                 for each in part.get("licenses", [])]
        name = "/".join(filter(None, (part.get("group", ""), part["name"])))
        yield f"{bill.name.split('.')[0]}\t{name}\t{part.get('version', '')}\t{', '.join(named) or 'not said'}\n"


def of_python(referee: Path, tools: Path) -> dict[str, Any]:
    """Return the bill of the environment of the referee, which has all three distributions."""
    command = [str(tools / "bin/cyclonedx-py"), "environment", "--sv", SPEC, str(referee / "bin/python")]
    return json.loads(output(command))


def of_typescript(_referee: Path, _tools: Path) -> dict[str, Any]:
    """Return the bill of npm, which writes an older version of the format."""
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]
    return bill(json.loads(output(command, CLIENTS / "typescript"))["components"])


def of_java(_referee: Path, _tools: Path) -> dict[str, Any]:
    """Return the bill of Maven: what the SDK needs at run time."""
    with tempfile.TemporaryDirectory() as place:
        output(["mvn", "-q", "-B", MAVEN_PLUGIN, f"-DschemaVersion={SPEC}", "-DoutputFormat=json",
                "-DincludeTestScope=false", f"-DoutputDirectory={place}", "-DoutputName=bill"], CLIENTS / "java")
        return json.loads((Path(place) / "bill.json").read_text(encoding="utf-8"))


def of_rust(_referee: Path, _tools: Path) -> dict[str, Any]:
    """Return the bill of the crates that a bot is linked with, TLS included."""
    listed = output(["cargo", "tree", "--locked", "--edges", "normal", "--features", "tls", "--prefix", "none",
                     "--format", "{p}|{l}"], CLIENTS / "rust")
    crates = dict(re.findall(r"^(\S+ v[^\s|]+)[^|]*\|(.*)$", listed, re.MULTILINE))
    names = [(*crate.split(" v"), licence) for crate, licence in crates.items() if not crate.startswith("lawspeaker-")]
    return bill([component("cargo", name, version, licence.replace("/", " OR "))
                 for name, version, licence in sorted(names)])


def of_go(_referee: Path, _tools: Path) -> dict[str, Any]:
    """Return the bill of the modules that the packages of the SDK import."""
    form = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}"
    listed = output(["go", "list", "-deps", "-f", form, "./..."], CLIENTS / "go")
    modules = sorted({tuple(line.split(" ", 2)) for line in listed.splitlines() if line})
    return bill([component("golang", path, version, licence_in(Path(folder))) for path, version, folder in modules])


def of_cpp(_referee: Path, _tools: Path) -> dict[str, Any]:
    """Return a bill of the libraries that vcpkg.json names."""
    needed = json.loads((CLIENTS / "cpp/vcpkg.json").read_text(encoding="utf-8"))["dependencies"]
    names = [name for name in needed if isinstance(name, str)]
    return bill([component("generic", name, "", NEEDED_FOR_CPP[name]) for name in names])


def licence_in(folder: Path) -> str:
    """Return the name of the licence whose text lies in a module's folder; empty if it is another one."""
    text = " ".join(path.read_text(errors="replace") for path in sorted(folder.glob("LICENSE*"))[:1])
    return next((name for phrase, name in LICENCES if phrase in text), "")


def component(kind: str, name: str, version: str, licence: str) -> dict[str, Any]:
    """Return a library as a component of a bill; the licence is an expression of SPDX, or empty."""
    at = f"@{version}" if version else ""
    return {"type": "library", "name": name, "purl": f"pkg:{kind}/{name}{at}", "bom-ref": f"{name}{at}"} | (
        {"version": version} if version else {}) | ({"licenses": [{"expression": licence}]} if licence else {})


def bill(components: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a bill of these components."""
    return {"bomFormat": "CycloneDX", "specVersion": SPEC, "version": 1, "components": components}


def output(command: Sequence[str], folder: Path | None = None) -> str:
    """Return what a command prints. Raises CalledProcessError."""
    return subprocess.run(command, check=True, cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True).stdout


WRITERS = {"python": of_python, "go": of_go, "rust": of_rust, "java": of_java, "typescript": of_typescript,
           "cpp": of_cpp}
