"""Checks the fields of examples/cluster/raycluster.yaml: those of KubeRay by the list below, those of pods by the models of the Kubernetes client.

    pip install pyyaml kubernetes && python benchmarks/cluster/check_manifest.py

The list was taken from KubeRay's API reference (https://ray-project.github.io/kuberay/reference/api/): a field, whether it is required, and what it holds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import kubernetes.client as client
import yaml

CLUSTER = {"apiVersion": (True, str), "kind": (True, str), "metadata": (True, "V1ObjectMeta"), "spec": (True, "spec")}
KINDS: dict[str, dict[str, tuple[bool, Any]]] = {
    "spec": {
        "rayVersion": (False, str),
        "authOptions": (False, "auth"),
        "headGroupSpec": (True, "head"),
        "workerGroupSpecs": (False, ["worker"]),
        "enableInTreeAutoscaling": (False, bool),
        "suspend": (False, bool),
    },
    "auth": {"mode": (False, str)},
    "head": {"rayStartParams": (False, {str: str}), "template": (True, "V1PodTemplateSpec"), "serviceType": (False, str)},
    "worker": {
        "groupName": (True, str),
        "replicas": (False, int),
        "minReplicas": (True, int),
        "maxReplicas": (True, int),
        "numOfHosts": (False, int),
        "rayStartParams": (False, {str: str}),
        "template": (True, "V1PodTemplateSpec"),
    },
}


def check(value: Any, kind: Any, where: str) -> list[str]:
    """What is wrong with a value."""
    if isinstance(kind, list):
        return [it for ix, one in enumerate(value) for it in check(one, kind[0], f"{where}[{ix}]")]
    if isinstance(kind, dict):
        return [f"{where}.{key}: not text" for key, one in value.items() if not isinstance(one, str)]
    if isinstance(kind, type):
        return [] if isinstance(value, kind) else [f"{where}: {value!r} is no {kind.__name__}"]
    if kind in KINDS:
        return fields(value, KINDS[kind], where)
    return of_kubernetes(value, kind, where)


def fields(value: dict[str, Any], known: dict[str, tuple[bool, Any]], where: str) -> list[str]:
    problems = [f"{where}.{name}: missing" for name, (required, _) in known.items() if required and name not in value]
    problems += [f"{where}.{name}: unknown" for name in value if name not in known]
    return problems + [it for name in value if name in known for it in check(value[name], known[name][1], f"{where}.{name}")]


def of_kubernetes(value: Any, kind: str, where: str) -> list[str]:
    """A value by the client's model of its type."""
    if kind.startswith("list["):
        return [it for ix, one in enumerate(value) for it in of_kubernetes(one, kind[5:-1], f"{where}[{ix}]")]
    model = getattr(client, kind, None)
    if model is None:
        return []
    names = {model.attribute_map[name]: type_ for name, type_ in model.openapi_types.items()}
    problems = [f"{where}.{name}: {kind} has no such field" for name in value if name not in names]
    return problems + [it for name in value if name in names for it in of_kubernetes(value[name], names[name], f"{where}.{name}")]


def main() -> int:
    path = Path(__file__).parents[2] / "examples" / "cluster" / "raycluster.yaml"
    problems = fields(yaml.safe_load(path.read_text()), CLUSTER, "RayCluster")
    print("\n".join(problems) or f"{path.name}: every field is known, and every required one is there")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
