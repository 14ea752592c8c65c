"""The pages and their files, from memory: the folder `static` as it is, read again where a file changed.

A page that is a file of parts is sent in the frame of the pages.
"""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from sidepot.web.answers import NotFound
from sidepot.web.framed import FRAME, read_page

FOLDER: Final = Path(__file__).parent / "static"
CACHE: Final = "no-cache"  # kept, and asked after each time: there is no build that would give every version a name
_TYPES: Final = {  # Litestar adds the charset to a text
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}


class File(msgspec.Struct, frozen=True):
    """A file as it is sent: as it is, or `packed` where that is smaller."""

    data: bytes
    packed: bytes
    type: str
    tag: str
    changed: int


class Files:
    """The files of a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._frame = self._folder / FRAME
        self._read: dict[str, File] = {}

    def find(self, name: str) -> File:
        """A file by its path in the folder. Raises NotFound, also for whatever lies elsewhere."""
        parts = PurePosixPath(name.lstrip("/")).parts
        if not parts or any(
            part in ("..", "/") or part.startswith(".") or "\\" in part or "\0" in part for part in parts
        ):
            raise NotFound("there is nothing here")
        path = self._folder.joinpath(*parts)
        try:
            changed = self._changed(path)
            known = self._read.get(name)
            if known is not None and known.changed == changed:
                return known
            if not path.resolve().is_relative_to(self._folder):
                raise NotFound("there is nothing here")
            data = read_page(self._folder, path).encode() if path.suffix == ".html" else path.read_bytes()
        except (OSError, ValueError):
            raise NotFound("there is nothing here") from None
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        packed = gzip.compress(data, mtime=0)
        packed = packed if len(packed) < len(data) else b""
        found = File(data, packed, kind, f'"{sha256(data).hexdigest()[:20]}"', changed)
        self._read[name] = found
        return found

    def _changed(self, path: Path) -> int:
        """When a file changed last; a page changes with the frame, too."""
        changed = path.stat().st_mtime_ns
        if path.suffix == ".html" and self._frame.exists():
            return max(changed, self._frame.stat().st_mtime_ns)
        return changed


_FILES: Final = Files()


def _send(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    file = _FILES.find(name)
    headers = {"etag": file.tag, "cache-control": CACHE}
    asked = request.headers.get("if-none-match", "")
    if file.tag in (tag.strip().removeprefix("W/") for tag in asked.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    if not file.packed:
        return Response(file.data, headers=headers, media_type=file.type)
    headers["vary"] = "accept-encoding"
    if not _takes_gzip(request.headers.get("accept-encoding", "")):
        return Response(file.data, headers=headers, media_type=file.type)
    headers |= {"content-encoding": "gzip", "etag": f"W/{file.tag}"}  # the same file, in other bytes
    return Response(file.packed, headers=headers, media_type=file.type)


def _takes_gzip(accepted: str) -> bool:
    """Whether a client takes packed files, by what it says that it accepts."""
    for one in accepted.lower().split(","):
        name, _, how = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return how.replace(" ", "").rstrip("0.") not in ("q=", "q")
    return False


@get("/", include_in_schema=False)
async def lobby_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The lobby."""
    return _send(request, "lobby/lobby.html")


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """A table."""
    return _send(request, "table/table.html")


@get("/table/{table:str}/terms", include_in_schema=False)
async def terms_page(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[bytes]:
    """The terms of a table, to read and to print."""
    return _send(request, "agreement/terms.html")


@get("/club", include_in_schema=False)
async def club_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The club, for its hosts."""
    return _send(request, "club/club.html")


@get("/hands", include_in_schema=False)
async def hands_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The hands that one was at or saw, and one's own figures."""
    return _send(request, "hands/hands.html")


@get("/nights", include_in_schema=False)
async def nights_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The nights of the club, and who pays whom."""
    return _send(request, "nights/nights.html")


@get("/hand/{table:str}/{hand:int}", include_in_schema=False)
async def hand_page(request: Request[Any, Any, Any], table: FromPath[str], hand: FromPath[int]) -> Response[bytes]:
    """The replay of a hand."""
    return _send(request, "hands/hand.html")


@get("/verify", include_in_schema=False)
async def verify_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Check the record of a hand."""
    return _send(request, "verify/verify.html")


@get("/offline", include_in_schema=False)
async def offline_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page that a browser keeps, for when the room cannot be reached."""
    return _send(request, "app/offline.html")


@get("/sw.js", include_in_schema=False)
async def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The worker that shows that page: it answers for all pages, and so lies above them all."""
    return _send(request, "app/sw.js")


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The room as an app that can be installed."""
    return _send(request, "app/manifest.webmanifest")


@get("/favicon.ico", include_in_schema=False)
async def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The room's sign, as browsers ask for it."""
    return _send(request, "common/icon.svg")


@get("/static/{path:path}", include_in_schema=False)
async def static_file(request: Request[Any, Any, Any], path: FromPath[Path]) -> Response[bytes]:
    """A file of the pages."""
    return _send(request, path.as_posix())


PAGES: Final = (
    lobby_page, table_page, terms_page, club_page, hands_page, nights_page, hand_page, verify_page, offline_page,
    worker, manifest, icon, static_file,
)  # fmt: skip
