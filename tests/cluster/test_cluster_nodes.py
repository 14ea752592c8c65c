"""The processes of `bench/cluster.py` are ended whatever they are about to do."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from needs import POSIX, SERVE
from places import ROOT

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

sys.path.append(str(ROOT / "bench"))

import cluster_nodes

pytestmark = [POSIX.mark]


def test_a_process_that_is_just_being_started_is_ended_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would end it afterwards, and the bench would wait for ever."""

    async def work() -> None:
        begun, go_on, start = asyncio.Event(), asyncio.Event(), asyncio.create_subprocess_exec

        async def slowly(*_: Any, **more: Any) -> asyncio.subprocess.Process:
            begun.set()
            await go_on.wait()
            return await start(sys.executable, "-c", "import time; time.sleep(600)", **more)

        monkeypatch.setattr(cluster_nodes.asyncio, "create_subprocess_exec", slowly)
        nowhere = cluster_nodes.Proxy(1)
        node = cluster_nodes.Node("n1", tmp_path, lambda _: [], nowhere, nowhere)
        node.start()
        await begun.wait()
        closing = asyncio.create_task(node.close())
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.wait_for(closing, 120)
        assert node.ended == [-9]

    asyncio.run(work())
