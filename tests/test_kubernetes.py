"""The manifests of `deploy/kubernetes` have the processes, settings and times of the units and containers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.live.stack import ROOT
from tests.test_deploy import COMPOSE, CONTAINERS, PROCESSES

FOLDER = ROOT / "deploy" / "kubernetes"
KUSTOMIZATION = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
OBJECTS = [
    manifest
    for name in KUSTOMIZATION["resources"]
    for manifest in yaml.safe_load_all((FOLDER / name).read_text())
]
IMAGE = (CONTAINERS / "Dockerfile").read_text()


def found(kind: str, name: str) -> dict[str, Any]:
    [one] = [each for each in OBJECTS if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return dict(one)


def pods() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The name, the labels and the specification of the pods of each object that has some."""
    for each in OBJECTS:
        spec = each["spec"]
        spec = spec.get("jobTemplate", each)["spec"]
        if "template" in spec:
            template = spec["template"]
            yield each["metadata"]["name"], template["metadata"]["labels"], template["spec"]


PODS = {name: pod for name, _labels, pod in pods()}
SITE = [name for name, pod in PODS.items() if pod["containers"][0]["image"] == "ludopoli"]


def variables(text: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def seconds(process: str) -> int:
    """The time that systemd gives a process to end."""
    [unit] = (ROOT / "deploy" / "systemd").glob(f"ludopoli-{'daphne' if process == 'web' else process}*")
    return int(re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE)[0])


def test_each_process_runs_as_in_the_other_containers() -> None:
    assert set(SITE) == {"migrate", "archive", *PROCESSES}
    for process in ("migrate", *PROCESSES):
        [container] = PODS[process]["containers"]
        assert container["args"] == COMPOSE["services"][process]["command"]
        assert "command" not in container, "that is the image's own"
    assert PODS["redis"]["containers"][0]["args"] == COMPOSE["services"]["redis"]["command"]
    assert PODS["redis"]["containers"][0]["image"] == COMPOSE["services"]["redis"]["image"]


def test_all_files_are_applied() -> None:
    files = {path.name for path in FOLDER.iterdir()} - {"kustomization.yaml", "container.env", "settings.env"}
    assert files == set(KUSTOMIZATION["resources"])


def test_the_settings_are_those_of_the_other_installations() -> None:
    """They come from `ludopoli.env`, but for what follows from the image and the manifests."""
    settings, own = (
        variables(path.read_text()) for path in (ROOT / "deploy" / "ludopoli.env", FOLDER / "container.env")
    )
    there = COMPOSE["services"]["web"]["environment"]
    assert own.keys() <= settings.keys()
    assert {name: str(there[name]) for name in own if name != "LUDOPOLI_VAR"} | {
        "LUDOPOLI_VAR": f"{there['LUDOPOLI_VAR']}/site"
    } == own, "a folder of its own there, as that of a volume belongs to root"
    for name in SITE:
        pod = PODS[name]
        for container in [*pod["containers"], *pod.get("initContainers", ())]:
            assert container["envFrom"] == [
                {"secretRef": {"name": "settings"}},
                {"configMapRef": {"name": "container"}},
            ]
            assert "env" not in container
    assert [each["name"] for each in KUSTOMIZATION["secretGenerator"]] == ["settings"]
    assert [each["name"] for each in KUSTOMIZATION["configMapGenerator"]] == ["container"]
    assert "deploy/kubernetes/settings.env" in (ROOT / ".gitignore").read_text().splitlines()


def test_there_are_as_many_web_processes_as_the_site_is_told() -> None:
    [replicas] = KUSTOMIZATION["replicas"]
    web = found("Deployment", replicas["name"])
    own = variables((FOLDER / "container.env").read_text())
    assert web["spec"]["replicas"] == replicas["count"] == int(own["WEB_CONCURRENCY"]) >= 2
    assert found("Deployment", "beat")["spec"]["replicas"] == 1


@pytest.mark.parametrize("name", [*PODS])
def test_a_pod_can_do_no_more_than_it_must(name: str) -> None:
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False, "they would set variables of our names"
    assert pod["securityContext"]["runAsNonRoot"] is True
    if name in SITE:
        [user] = re.findall(r"--uid (\d+)", IMAGE)
        assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["fsGroup"] == int(user)
    for container in [*pod["containers"], *pod.get("initContainers", ())]:
        assert container["securityContext"] == {
            "readOnlyRootFilesystem": True,
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"].keys() == {"requests", "limits"}
        assert {each["mountPath"] for each in container.get("volumeMounts", ())} <= {
            "/tmp",
            "/var/lib/ludopoli",
        }


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_starts_after_the_migrations_and_has_time_to_end(process: str) -> None:
    pod = PODS[process]
    [wait] = pod["initContainers"]
    assert wait["args"] == ["migrate", "--check"]
    pause = 0
    if process == "web":
        pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
        assert pause >= 5, "proxies hear late that a pod leaves"
    assert pod["terminationGracePeriodSeconds"] >= pause + seconds(process)


def test_a_web_process_is_asked_whether_it_lives_and_no_more() -> None:
    """With /readyz one dead worker would take the whole site out of service (docs/operations.md)."""
    [web] = PODS["web"]["containers"]
    assert {
        web[probe]["httpGet"]["path"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")
    } == {"/healthz"}
    for process in ("worker", "reviewer", "courier", "beat"):
        check = COMPOSE["services"][process]["healthcheck"]["test"]
        [container] = PODS[process]["containers"]
        for probe in ("startupProbe", "livenessProbe"):
            assert ["CMD", *container[probe]["exec"]["command"]] == check
    ports = {
        str(port["containerPort"]) for name in SITE for port in PODS[name]["containers"][0].get("ports", ())
    }
    assert ports == {*re.findall(r"^EXPOSE (\d+) (\d+)$", IMAGE, re.MULTILINE)[0]}


def test_one_web_process_is_left_while_others_are_replaced() -> None:
    web = found("Deployment", "web")["spec"]
    assert web["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    budget = found("PodDisruptionBudget", "web")["spec"]
    assert 1 <= budget["minAvailable"] < web["replicas"]
    assert budget["selector"] == web["selector"]
    assert "sessionAffinity" not in found("Service", "web")["spec"]


def test_only_the_site_is_reached_from_outside() -> None:
    [rule] = found("Ingress", "site")["spec"]["rules"]
    backends = {each["path"]: each["backend"]["service"] for each in rule["http"]["paths"]}
    closed = re.findall(r"@closed path (.+)", (CONTAINERS / "Caddyfile").read_text())[0].split()
    assert {path: each["name"] for path, each in backends.items()} == {"/": "web"} | dict.fromkeys(
        closed, "nobody"
    )
    assert "selector" not in found("Service", "nobody")["spec"], "no pod answers"
    assert {each["spec"].get("type", "ClusterIP") for each in OBJECTS if each["kind"] == "Service"} == {
        "ClusterIP"
    }
    for backend in backends.values():
        ports = found("Service", backend["name"])["spec"]["ports"]
        assert backend["port"]["name"] in [port["name"] for port in ports]


def test_the_archive_is_written_at_the_same_time_everywhere() -> None:
    timer = (ROOT / "deploy" / "systemd" / "ludopoli-archive.timer").read_text()
    [(hour, minute)] = re.findall(r"^OnCalendar=\*-\*-\* (\d+):(\d+)$", timer, re.MULTILINE)
    assert found("CronJob", "archive")["spec"]["schedule"] == f"{int(minute)} {int(hour)} * * *"


def test_every_command_is_for_the_namespace_of_the_manifests() -> None:
    """In another one `delete --ignore-not-found` would do nothing, and the next version would fail."""
    namespace = KUSTOMIZATION["namespace"]
    texts = [(ROOT / "docs" / "deploy.md").read_text(), *(path.read_text() for path in FOLDER.iterdir())]
    commands = [command for text in texts for command in re.findall(r"kubectl ([^`#\n]+)", text)]
    assert len(commands) > 5
    own = (f"--namespace {namespace} ", f"create namespace {namespace}", "apply --kustomize .")
    assert [command for command in commands if not command.startswith(own)] == []


def test_what_is_named_exists() -> None:
    for each in OBJECTS:
        selector = each["spec"].get("selector", {})
        selector = selector.get("matchLabels", selector)
        if selector:
            [pod] = [pod for _, labels, pod in pods() if selector.items() <= labels.items()]
            if each["kind"] == "Service":
                names = {port["name"] for port in pod["containers"][0]["ports"]}
                assert {port["targetPort"] for port in each["spec"]["ports"]} <= names
    for pod in PODS.values():
        for volume in pod.get("volumes", ()):
            if claim := volume.get("persistentVolumeClaim"):
                assert found("PersistentVolumeClaim", claim["claimName"])["spec"]["accessModes"] == [
                    "ReadWriteMany"
                ]
