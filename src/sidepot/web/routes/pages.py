"""The pages and their files, from memory: the folder `static`, read again when a file changes.

A page is a file of parts. Each part begins with a marker line and is inserted at the same marker of the frame, or
replaces the frame's part up to its end (`<!-- /body -->`). The script of a page is the script file of the same name.

Scripts and styles are sent without comments, which make up a quarter of their size. Lines keep their numbers, so that
errors in a browser name the right line of the file. A script with a multi-line text is sent unchanged, because a line
of that text could look like a comment.

>>> print(lighter("a.js", '// why\\nconst at = /** @type {Node} */ (found); // there\\n'))
<BLANKLINE>
const at = (found); // there
<BLANKLINE>
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Awaitable
from hashlib import sha256
from html import escape
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import FromPath, PathParameter

from sidepot.errors import Conflict, SidepotError
from sidepot.validation import quantities as q
from sidepot.web.catalogues import as_json, files_of, languages
from sidepot.web.hand_records import find_hand
from sidepot.web.problems import NotFound, Refusal, refused_by_http
from sidepot.web.requests import Ask
from sidepot.web.state import Shared
from sidepot.web.tournaments.access import find_tournament

FRAME: Final = "common/page.html"

_MARK: Final = re.compile(r"^ *<!-- (viewport|plain|head|script|body|nav|top|page|foot) -->\n", re.MULTILINE)
_USUAL: Final = re.compile(_MARK.pattern + r"(.*?)^ *<!-- /\1 -->\n", re.MULTILINE | re.DOTALL)


def fill_frame(frame: str, page: str) -> str:
    """Put the parts of a page into the frame. For a part that the page lacks, the frame's own text stays, if there is
    any.
    """
    _, *pieces = _MARK.split(page)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    while _USUAL.search(frame):  # a part may contain another
        frame = _USUAL.sub(lambda usual: parts.get(usual[1], usual[2]), frame)
    return _MARK.sub(lambda mark: parts.get(mark[1], ""), frame)


def read_page(folder: Path, path: Path) -> str:
    """The page in a file of the folder. If the page consists of parts, the parts are put into the frame."""
    text = path.read_text(encoding="utf-8")
    if not _MARK.match(text):
        return text
    script = path.with_suffix(".js")
    if script.is_file():
        address = f"/static/{script.relative_to(folder).as_posix()}"
        text = f'<!-- script -->\n  <script type="module" src="{address}"></script>\n{text}'
    return fill_frame(read_frame(folder), text)


def read_frame(folder: Path) -> str:
    """The frame shared by all pages, with the list of languages filled in."""
    return (folder / FRAME).read_text(encoding="utf-8").replace("{languages}", " ".join(languages()))


_BLOCK: Final = re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.MULTILINE)
_LINE: Final = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_TYPE: Final = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?")


def lighter(name: str, text: str) -> str:
    """A script or stylesheet without its comments. Other files are returned unchanged."""
    if name.endswith(".css"):
        return _without_blocks(text)
    if not name.endswith((".js", ".mjs")):
        return text
    light = _TYPE.sub("", _LINE.sub("", _without_blocks(text)))
    return text if any(line.count("`") % 2 for line in light.split("\n")) else light


def _without_blocks(text: str) -> str:
    return _BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)


FOLDER: Final = Path(__file__).parents[1] / "static"
CACHE: Final = "no-cache"  # cached, and revalidated each time, because no build gives each version its own name
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
    """A file to send: its `data` or, if that is smaller, `packed` (compressed and without comments)."""

    data: bytes
    packed: bytes
    type: str
    tag: str
    changed: int


class Files:
    """The files of a folder that the server sends."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._frame = self._folder / FRAME
        self._read: dict[str, File] = {}

    def find(self, name: str) -> File:
        """Find a file by its path in the folder. Raises NotFound if there is none, or if the path leads outside."""
        parts = PurePosixPath(name.lstrip("/")).parts
        if not parts or any(
            part in ("..", "/") or part.startswith(".") or "\\" in part or "\0" in part for part in parts
        ):
            raise NotFound("nothing at this address")
        path = self._folder.joinpath(*parts)
        catalogues = files_of(path.stem) if parts[0] == "locales" else {}
        try:
            changed = max(map(self._changed, catalogues.values() or [path]))
            known = self._read.get(name)
            if known is not None and known.changed == changed:
                return known
            if catalogues:
                return self._keep(name, path, as_json(catalogues), changed)
            if not path.resolve().is_relative_to(self._folder):
                raise NotFound("nothing at this address")
            data = read_page(self._folder, path).encode() if path.suffix == ".html" else path.read_bytes()
        except (OSError, ValueError):
            raise NotFound("nothing at this address") from None
        return self._keep(name, path, data, changed)

    def _keep(self, name: str, path: Path, data: bytes, changed: int) -> File:
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        packed = gzip.compress(_light(path.name, data), mtime=0)
        packed = packed if len(packed) < len(data) else b""
        found = File(data, packed, kind, f'"{sha256(data).hexdigest()[:20]}"', changed)
        self._read[name] = found
        return found

    def _changed(self, path: Path) -> int:
        """When a file last changed; for a page, also its frame."""
        changed = path.stat().st_mtime_ns
        if path.suffix == ".html" and self._frame.exists():
            return max(changed, self._frame.stat().st_mtime_ns)
        return changed


def _light(name: str, data: bytes) -> bytes:
    """Scripts and styles without comments; other files unchanged."""
    try:
        return lighter(name, data.decode()).encode()
    except UnicodeDecodeError:
        return data


_FILES: Final = Files()


def send_file(request: Ask, name: str) -> Response[bytes]:
    """Return a file of the pages, packed if the client accepts that. If the client has the file already, return 304."""
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
    headers |= {"content-encoding": "gzip", "etag": f"W/{file.tag}"}  # a weak tag: the same file in other bytes
    return Response(file.packed, headers=headers, media_type=file.type)


def _takes_gzip(accepted: str) -> bool:
    """Whether a client accepts gzip."""
    for one in accepted.lower().split(","):
        name, _, how = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return how.replace(" ", "").rstrip("0.") not in ("q=", "q")
    return False


# The pages by address. A page reads the table, tournament or hand from its address.
_AT: Final = {
    "/": "lobby/lobby.html",
    "/tournaments": "tournament/tournaments.html",
    "/desk": "desk/setup.html",
    "/screen": "screen/screen.html",
    "/screens": "screen/choose.html",
    "/s/{token:str}": "slip/slip.html",
    "/cash": "cash/nights.html",
    "/c/{token:str}": "cash/mine.html",
    "/tiles": "tiles/tiles.html",
    "/club": "club/club.html",
    "/people": "people/people.html",
    "/journal": "journal/journal.html",
    "/seasons": "seasons/seasons.html",
    "/standings/{token:str}": "seasons/standings.html",
    "/invite": "invite/internet.html",
    "/hands": "hands/hands.html",
    "/nights": "nights/nights.html",
    "/integrity": "integrity/integrity.html",
    "/verify": "verify/verify.html",
    "/settle": "settle/settle.html",
    "/floor": "floor/floor.html",
    "/floor/deck": "floor/deck.html",
    "/floor/house": "floor/house.html",
    "/learn": "learn/learn.html",
    "/design": "design/design.html",  # for developers: the tokens and parts of all pages
    "/offline": "app/offline.html",  # which browsers keep for when the room is unreachable
    "/sw.js": "app/sw.js",  # the service worker that shows it; at the root, because its scope is all pages
    "/manifest.webmanifest": "app/manifest.webmanifest",
    "/favicon.ico": "common/icon.svg",
}
_OF_TABLES: Final = {
    "/table/{table:str}": "table/table.html",
    "/table/{table:str}/terms": "agreement/terms.html",
}
_OF_TOURNAMENTS: Final = {
    "/tournament/{tournament:str}": "tournament/tournament.html",
    "/tournament/{tournament:str}/terms": "agreement/terms.html",
    "/desk/{tournament:str}": "desk/console.html",
    "/desk/{tournament:str}/bags": "desk/bags.html",
    "/e/{tournament:str}": "public/public.html",
}

_OF_CASH: Final = {
    "/cash/{night:str}": "cash/cash.html",
    "/cash/{night:str}/lists": "cash/wall.html",
    "/cash/{night:str}/join": "cash/mine.html",
}


@get("/dealer/{table:str}", include_in_schema=False)
async def dealer(request: Ask, app_state: Shared, table: FromPath[str]) -> Response[bytes]:
    """The page of a dealer's helper, such as `/dealer/5-3` for table 3 of tournament 5."""
    is_there = await _is_there(find_tournament(app_state, table.partition("-")[0]))
    return send_file(request, "dealer/dealer.html") if is_there else _missing("app/no_tournament.html")


def _handler(address: str, name: str) -> HTTPRouteHandler:
    @get(address, include_in_schema=False)
    async def page(request: Ask) -> Response[bytes]:
        return send_file(request, name)

    return page


def _of_table(address: str, name: str) -> HTTPRouteHandler:
    @get(address, include_in_schema=False)
    async def page(request: Ask, app_state: Shared, table: FromPath[str]) -> Response[bytes]:
        return send_file(request, name) if app_state.registry.get(table) is not None else _missing("app/no_table.html")

    return page


def _of_tournament(address: str, name: str) -> HTTPRouteHandler:
    @get(address, include_in_schema=False)
    async def page(request: Ask, app_state: Shared, tournament: FromPath[str]) -> Response[bytes]:
        is_there = await _is_there(find_tournament(app_state, tournament))
        return send_file(request, name) if is_there else _missing("app/no_tournament.html")

    return page


def _of_cash(address: str, name: str) -> HTTPRouteHandler:
    @get(address, include_in_schema=False)
    async def page(request: Ask, app_state: Shared, night: FromPath[str]) -> Response[bytes]:
        is_there = await _is_there(app_state.registry.cash.find(night))
        return send_file(request, name) if is_there else _missing("app/missing.html")

    return page


HandOfPage = Annotated[int, PathParameter(ge=0, le=q.MOST_CHIPS)]  # 0: no hand, so the page says that it is missing


@get("/hand/{table:str}/{hand:int}", include_in_schema=False)
async def replay(request: Ask, app_state: Shared, table: FromPath[str], hand: HandOfPage) -> Response[bytes]:
    """The page that replays a hand."""
    is_there = await _is_there(find_hand(app_state, table, hand, request.user))
    return send_file(request, "hands/hand.html") if is_there else _missing("app/no_hand.html")


async def _is_there(found: Awaitable[Any]) -> bool:
    """Whether something exists. If it cannot be read now, or not by this person, its page says so."""
    try:
        await found
    except (Conflict, NotFound):
        return False
    except SidepotError:
        return True
    return True


def _missing(name: str) -> Response[bytes]:
    """A page that says what is missing, and where to go."""
    file = _FILES.find(name)
    return Response(file.data, status_code=404, media_type=file.type)


@get("/static/{path:path}", include_in_schema=False)
async def static_file(request: Ask, path: FromPath[Path]) -> Response[bytes]:
    """A file of the pages."""
    return send_file(request, path.as_posix())


def no_such_page(request: Ask, error: HTTPException) -> Response[bytes] | Response[Refusal]:
    """The answer for an unknown path: a page for people who followed a broken link, a refusal for programs."""
    is_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not is_page or request.url.path.startswith(("/api/", "/static/")):
        return refused_by_http(request, error)
    return _missing("app/missing.html")


PAGES: Final = (
    *[_handler(address, name) for address, name in _AT.items()],
    *[_of_table(address, name) for address, name in _OF_TABLES.items()],
    *[_of_tournament(address, name) for address, name in _OF_TOURNAMENTS.items()],
    *[_of_cash(address, name) for address, name in _OF_CASH.items()],
    dealer,
    replay,
    static_file,
)


_HEAD = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The room over HTTP</title>
<link rel="stylesheet" href="/static/app/plain.css"></head>
<body>
<h1>The room over HTTP</h1>
<p>Every POST carries the header <code>x-csrftoken</code>, with the value from <code>GET /api/me</code>. Everything
refused says why: <code>{"because": "...", "cite": "..."}</code>. All of it as
<a href="/schema/openapi.json">OpenAPI</a>.</p>
"""


class PlainPage(OpenAPIRenderPlugin):
    """An API page without scripts. Litestar's own pages load files from other hosts."""

    def render(self, request: Ask, openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return page_of(openapi_schema).encode()


def page_of(schema: dict[str, Any]) -> str:
    """The page that documents the API: each path with its purpose, input and output. `schema` is the OpenAPI schema."""
    parts = [_HEAD]
    for path, methods in sorted(schema.get("paths", {}).items()):
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>\n")
            parts.append(f"<p>{escape(operation.get('description') or operation.get('summary') or '')}</p>\n<ul>\n")
            body = operation.get("requestBody", {}).get("content", {})
            for kind in body.values():
                parts.append(f"<li>takes {_shape(kind.get('schema', {}), schema)}</li>\n")
            for status, answer in operation.get("responses", {}).items():
                for kind in answer.get("content", {}).values():
                    parts.append(f"<li>{escape(str(status))}: {_shape(kind.get('schema', {}), schema)}</li>\n")
            parts.append("</ul>\n")
    return "".join((*parts, "</body>\n</html>\n"))


def _shape(one: dict[str, Any], schema: dict[str, Any]) -> str:
    name = one.get("$ref", "").rpartition("/")[2]
    found = schema.get("components", {}).get("schemas", {}).get(name, one)
    fields = ", ".join(found.get("properties", {}))
    return f"<code>{escape(found.get('title', name) or found.get('type', 'anything'))}</code>" + (
        f" with <code>{escape(fields)}</code>" if fields else ""
    )
