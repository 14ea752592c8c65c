"""The examples of deploy/: they can be read, and name only options, metrics and settings that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from needs import DOCKER, NATS, SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)
pytest.importorskip("yaml", reason="no PyYAML: make test installs it")

import httpx
import yaml
from nats_server import PROGRAM, free_port
from web_rooms import SOON, running

from sidepot.cluster.tables import SharedTableRegistry
from sidepot.room.store.writer import Durations
from sidepot.web.metrics import Meters
from sidepot.web.socket_backpressure import Flusher

DEPLOY = ROOT / "deploy"
NODES = ("n1", "n2", "n3")
HAPROXY = pytest.mark.skipif(shutil.which("haproxy") is None, reason="no HAProxy: apt-get install haproxy")


def asked(port: int, path: str) -> int:
    """The status of an answer on this machine; 0 where there is none."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}{path}", timeout=SOON).status_code
    except httpx.TransportError:
        return 0


def wait_for(what: Callable[[], bool]) -> None:
    """Until it is so."""
    end = time.monotonic() + SOON
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def read(name: str) -> Any:
    """A file of the examples, as YAML."""
    return yaml.safe_load((DEPLOY / name).read_text())


def options_of(command: str) -> set[str]:
    """The options of a command of sidepot."""
    told = subprocess.run(
        [sys.executable, "-m", "sidepot", command, "--help"],
        capture_output=True,
        text=True,
        env={"COLUMNS": "200", "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"},
    )
    return set(re.findall(r"--[a-z][a-z-]+", told.stdout))


def metrics_told() -> set[str]:
    """The names of all metrics of a process that shares a room."""
    desk = {"players", "store_commits", "store_ill"}  # `AppState._live`, which a test of the server looks at
    shared = SharedTableRegistry.gauges(MagicMock())
    meters = Meters(lambda: dict.fromkeys(desk, 0.0) | shared, Counter, Durations(), Flusher())
    told = meters.page().decode()
    return {line.split("{")[0].split(" ")[0] for line in told.splitlines() if not line.startswith("#")} | {
        line.split(" ")[2] for line in told.splitlines() if line.startswith("# TYPE")
    }


def metrics_in(text: str) -> set[str]:
    """The names of metrics that a query asks for."""
    return set(re.findall(r"\b(?:sidepot|process)_[a-z_]+", text))


def test_every_metric_of_the_rules_and_the_board_is_told() -> None:
    rules = [rule for group in read("rules.yaml")["groups"] for rule in group["rules"]]
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = {rule["alert"]: metrics_in(rule["expr"]) for rule in rules}
    asked |= {
        panel["title"]: metrics_in(" ".join(one["expr"] for one in panel["targets"])) for panel in board["panels"]
    }
    told = metrics_told()
    assert {name: lacks for name, found in asked.items() if (lacks := found - told)} == {}
    assert sum(map(bool, asked.values())) >= 20
    assert all(rule["annotations"]["summary"] for rule in rules)


def test_the_options_of_the_examples_are_those_of_serve() -> None:
    known = options_of("serve")
    assert "--bus" in known
    compose = read("compose.yaml")["services"]
    for node in NODES:
        words = compose[node]["command"]
        assert words[0] == "serve"
        assert {word for word in words if word.startswith("--")} <= known
        assert words[words.index("--node") + 1] == node and f"nats://{node}:" in words[words.index("--bus") + 1]
    unit = (DEPLOY / "systemd" / "sidepot@.service").read_text()
    start = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert start is not None and set(re.findall(r"--[a-z-]+", start[1])) <= known
    env = dict(
        line.split("=", 1) for line in (DEPLOY / "systemd" / "sidepot.env").read_text().splitlines() if "=" in line
    )
    assert set(re.findall(r"\$\{(\w+)\}", start[1])) <= set(env)
    assert "Restart=always" in unit and "KillSignal=SIGTERM" in unit


def test_the_files_that_the_examples_name_are_there() -> None:
    compose = read("compose.yaml")
    for service in compose["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
        assert "/" not in service["image"]  # of no registry in particular
    docker = (DEPLOY / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (.*) \S+$", docker, re.M):
        assert all((ROOT / one).exists() for one in line.split())
    assert all((DEPLOY / name).exists() for name in read("prometheus.yaml")["rule_files"])


def test_image_has_all_that_a_build_of_the_wheel_reads(tmp_path: Path) -> None:
    pytest.importorskip("hatch_vcs", reason="no hatch-vcs: make test installs it")
    docker = (DEPLOY / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (.*) \S+$", docker, re.M):
        for name in line.split():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, tmp_path / name)
    build = "import hatchling.build; print(hatchling.build.build_wheel('dist'))"
    done = subprocess.run([sys.executable, "-c", build], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("-py3-none-any.whl")


@pytest.mark.long
@DOCKER.mark
def test_image_is_built_and_opens_a_room() -> None:
    build = ["docker", "build", "-q", "-f", "deploy/Dockerfile", "-t", "sidepot-test", "."]
    subprocess.run(build, cwd=ROOT, check=True)
    run = ["docker", "run", "--rm", "--detach", "--publish", "127.0.0.1::8000", "sidepot-test"]
    name = subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()
    try:
        port = subprocess.run(["docker", "port", name, "8000"], capture_output=True, text=True, check=True).stdout
        wait_for(lambda: asked(int(port.strip().rpartition(":")[2]), "/healthz") == 200)
    finally:
        subprocess.run(["docker", "stop", "--time", "20", name], capture_output=True, check=True)


@HAPROXY
def test_haproxy_takes_its_file() -> None:
    told = subprocess.run(["haproxy", "-c", "-f", str(DEPLOY / "haproxy.cfg")], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


@HAPROXY
def test_haproxy_brings_players_to_a_process_that_takes_them(tmp_path: Path) -> None:
    """Also where the processes are for this machine alone, and answer only to names of their own."""
    port = free_port()
    with running(tmp_path) as one, ExitStack() as later:
        config = (DEPLOY / "haproxy.cfg").read_text()
        changes = {"bind :8080": f"bind 127.0.0.1:{port}", "server n1 n1:8000": f"server n1 127.0.0.1:{one.port}"}
        changes |= {"maxconn 60000": "maxconn 100", "server n2 n2:8000": f"server n2 127.0.0.1:{free_port()}"}
        for old, new in changes.items():
            assert old in config
            config = config.replace(old, new)
        (tmp_path / "haproxy.cfg").write_text(re.sub(r".*\bn3\b.*", "", config))
        with (tmp_path / "log").open("w") as log:
            proxy = subprocess.Popen(["haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg")], stdout=log, stderr=log)
        later.callback(proxy.wait)
        later.callback(proxy.kill)
        wait_for(lambda: asked(port, "/api/me") == 200)
        assert asked(port, "/metrics") == 404, "players do not see it"
        assert asked(one.port, "/metrics") == 200
        one.hall.leaving = True  # it keeps its clients, and gets no new ones
        wait_for(lambda: asked(port, "/api/me") == 503)
        one.hall.leaving = False
        wait_for(lambda: asked(port, "/api/me") == 200)


@NATS.mark
def test_nats_takes_its_file(tmp_path: Path) -> None:
    told = subprocess.run(
        [PROGRAM, "-c", str(DEPLOY / "nats.conf"), "-t"],
        capture_output=True,
        text=True,
        env={f"{node.upper()}_PASSWORD": "secret" for node in NODES},
    )
    assert told.returncode == 0, told.stderr


def test_every_count_of_what_is_shared_is_told_in_the_docs() -> None:
    told = (ROOT / "docs" / "reference" / "room.md").read_text()
    assert [name for name in SharedTableRegistry.gauges(MagicMock()) if f"`{name}`" not in told] == []


def test_the_alert_of_a_short_lease_goes_by_how_long_the_lease_is() -> None:
    """A lease of 0.4 seconds never has a quarter of a second left for long: that is no trouble."""
    rules = {rule["alert"]: rule["expr"] for group in read("rules.yaml")["groups"] for rule in group["rules"]}
    assert "sidepot_lease_seconds" in rules["SidepotLeaseShort"]
    assert len(rules) == 12 and "twelve alerts" in (DEPLOY / "README.md").read_text()
