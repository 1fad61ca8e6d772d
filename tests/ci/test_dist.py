"""`make dist` finds the faults of a package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
dist, bills = __import__("dist"), __import__("bill_of_materials")
sys.path.pop(0)

LICENCE = (ROOT / "LICENSE").read_bytes()
ADDRESS = dist.release.address().encode()
CRATE = {"x/LICENSE": LICENCE, "x/Cargo.toml": ADDRESS, "x/README.md": b"[all](https://a.example) [here](#here)"}
BUNDLE = {f"d/x{kind}": ADDRESS for kind in (".jar", "-sources.jar", "-javadoc.jar", ".pom", ".pom.sha1")}


def test_a_package_as_it_should_be_has_no_faults():
    assert list(dist.faults_of("lawspeaker-bot-1.crate", CRATE)) == []
    assert list(dist.faults_of("lawspeaker-bot-1-bundle.zip", BUNDLE)) == []
    module = {"x/LICENSE": LICENCE, "x/go.mod": f"module {dist.release.module_path()}\n".encode()}
    assert list(dist.faults_of("lawspeaker-1.zip", module)) == []


@pytest.mark.parametrize(("name", "files", "fault"), [
    ("a.crate", CRATE | {"x/LICENSE": b"all rights reserved"}, "it has no LICENSE, or another one than the project"),
    ("a.crate", CRATE | {"x/Cargo.toml": b"elsewhere"}, f"its Cargo.toml does not name {ADDRESS.decode()}"),
    ("a.crate", CRATE | {"x/README.md": b"[docs](../docs/x.md)"},
     "x/README.md links to ../docs/x.md, which is not in the package"),
    ("a-bundle.zip", {name: text for name, text in BUNDLE.items() if "javadoc" not in name}, "it has no -javadoc.jar"),
])
def test_a_fault_is_told_with_its_place(name, files, fault):
    assert list(dist.faults_of(name, files)) == [fault]


def test_licences_are_listed_with_those_that_are_not_said(tmp_path):
    known = bills.component("cargo", "prost", "1.2", "Apache-2.0")
    strange = bills.component("golang", "a.example/x", "v1", bills.licence_in(tmp_path))
    (tmp_path / "rust.cdx.json").write_text(bills.json.dumps(bills.bill([strange, known])))
    assert list(bills.licences(tmp_path / "rust.cdx.json")) == [
        "rust\ta.example/x\tv1\tnot said\n", "rust\tprost\t1.2\tApache-2.0\n"]
    (tmp_path / "LICENSE").write_text("Redistribution and use in source and binary forms")
    assert bills.licence_in(tmp_path) == "BSD-3-Clause"
