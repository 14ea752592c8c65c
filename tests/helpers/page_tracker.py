"""A tracker that serves its page to a browser, over a folder of hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Thread


@contextmanager
def serving(home: Path, folder: Path) -> Iterator[str]:
    """The address of a tracker that has imported this folder."""
    import uvicorn

    from sidepot.tracker.importing import import_new
    from sidepot.tracker.serving import make_app
    from sidepot.tracker.watching import Watcher
    from sidepot.web.listening import listen

    import_new(home, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    opened = listen("127.0.0.1", 0)
    opened.listen()
    server = uvicorn.Server(uvicorn.Config(make_app(home, Watcher(home)), log_level="error"))
    thread = Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{opened.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    opened.close()
