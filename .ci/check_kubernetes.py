"""Renders every overlay of deploy/kubernetes with kubectl, and checks what comes out against the schemas of Kubernetes.

Runs in an environment of its own with `kubernetes-validate`, which carries the schemas: see the Makefile. Besides it
checks what no schema knows: that names which one object uses are those of another, and that no container has more
rights than it needs.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from kubernetes_validate import ValidationError, validate

ROOT = Path(__file__).resolve().parent.parent / "deploy" / "kubernetes"
RENDERED = ("overlays/single", "overlays/ladder", "overlays/tournament", "bot")
VERSIONS = ("1.32", "1.33", "1.34", "1.35")
"""The versions of Kubernetes that docs/serving.md names."""
CUSTOM = {("kubernetes.dask.org/v1", "DaskCluster")}
"""Kinds of operators, without a schema here; the pods in them are checked as pods."""

VOLUMES = {"secret": ("Secret", "secretName"), "configMap": ("ConfigMap", "name"),
           "persistentVolumeClaim": ("PersistentVolumeClaim", "claimName")}
"""By the kind of a volume: the kind of what it holds, and the key with its name."""
VARIABLES = ("secretKeyRef", "secretRef")


def main() -> int:
    """Print a line for each fault; 1 if there is any."""
    faults = [f"{folder}: {fault}" for folder in RENDERED for fault in faults_of(folder)]
    print("\n".join(faults) or f"deploy/kubernetes is right for Kubernetes {', '.join(VERSIONS)}")
    return 1 if faults else 0


def faults_of(folder: str) -> Iterator[str]:
    """Yield what is wrong with what a folder renders to."""
    done = subprocess.run(["kubectl", "kustomize", str(ROOT / folder)], capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"kubectl kustomize: {done.stderr.strip()}"
        return
    objects = list(yaml.safe_load_all(done.stdout))
    for each in objects:
        yield from wrong_schema(each)
        for pod in pods_in(each):
            yield from wrong_pod(each, pod)
    yield from wrong_names(objects)


def wrong_schema(each: dict[str, Any]) -> Iterator[str]:
    """Yield where an object is not what a version of Kubernetes takes."""
    objects = [each]
    if (each["apiVersion"], each["kind"]) in CUSTOM:
        objects = [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}, "spec": pod}
                   for pod in pods_in(each)]
    for version in VERSIONS:
        for checked in objects:
            try:
                validate(checked, version, strict=True)
            except ValidationError as error:
                where = ".".join(map(str, error.path))
                yield f"{title(each)} with {version}: {where}: {error.message}"


def pods_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the specs of pods in an object, at any depth."""
    if isinstance(value, dict):
        if "containers" in value:
            yield value
        for each in value.values():
            yield from pods_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from pods_in(each)


def wrong_pod(owner: dict[str, Any], pod: dict[str, Any]) -> Iterator[str]:
    """Yield the rights that a pod has and does not need, and limits that it lacks."""
    if pod.get("automountServiceAccountToken") is not False:
        yield f"{title(owner)}: its pods get a token of the cluster"
    if pod.get("securityContext", {}).get("runAsNonRoot") is not True:
        yield f"{title(owner)}: its pods may run as root"
    for container in pod["containers"]:
        rights = container.get("securityContext", {})
        if rights.get("allowPrivilegeEscalation") is not False or rights.get("capabilities") != {"drop": ["ALL"]}:
            yield f"{title(owner)}: {container['name']} keeps privileges"
        if "memory" not in container.get("resources", {}).get("limits", {}):
            yield f"{title(owner)}: {container['name']} has no limit of memory"


def wrong_names(objects: list[dict[str, Any]]) -> Iterator[str]:
    """Yield Secrets, ConfigMaps and claims that pods use and nobody makes, and selectors that select no pod."""
    made = {(each["kind"], each["metadata"]["name"]) for each in objects}
    labels = [each["spec"]["template"]["metadata"]["labels"] for each in objects if "template" in each.get("spec", {})]
    for each in objects:
        for kind, name in used_by(each):
            if (kind, name) not in made:
                yield f"{title(each)} uses {kind} {name}, which is not there"
        selector = each.get("spec", {}).get("selector", {}) if each["kind"] == "Service" else {}
        if selector and not any(selector.items() <= found.items() for found in labels):
            yield f"{title(each)} selects no pod: {selector}"


def used_by(each: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield kind and name of what an object uses: in volumes and variables of its pods, and behind an Ingress."""
    for pod in pods_in(each):
        for volume in pod.get("volumes", ()):
            yield from ((kind, volume[key][name]) for key, (kind, name) in VOLUMES.items() if key in volume)
        for container in pod["containers"]:
            references = [entry["valueFrom"] for entry in container.get("env", ()) if "valueFrom" in entry]
            for reference in [*references, *container.get("envFrom", ())]:
                yield from (("Secret", reference[key]["name"]) for key in VARIABLES if key in reference)
    for rule in each["spec"]["rules"] if each["kind"] == "Ingress" else ():
        yield from (("Service", path["backend"]["service"]["name"]) for path in rule["http"]["paths"])


def title(each: dict[str, Any]) -> str:
    """Return kind and name."""
    return f"{each['kind']} {each['metadata']['name']}"


if __name__ == "__main__":
    sys.exit(main())
