"""The icons of the room as PNG, for phones and desktops that keep it as an app: drawn here from a few shapes.

    python tools/icons.py            # writes them into src/sidepot/web/static/app
    python tools/icons.py --check    # whether those that lie there are the ones that would be written

They are those of `common/icon.svg`: a chip and the pot beside it. A maskable icon fills its whole square, as the system
cuts it; what is drawn lies within the circle that no system cuts.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from math import hypot
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "src" / "sidepot" / "web" / "static" / "app"
BOX: Final = 64  # the sign is drawn in a box of so many units
GREEN, PAPER, GOLD = (0x1F, 0x5C, 0x44), (0xF4, 0xF1, 0xE8), (0xD9, 0xB2, 0x5F)
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

Colour = tuple[int, int, int]
Shape = tuple[Colour, Callable[[float, float], float]]  # with how far outside a point lies, in units


def disc(x: float, y: float, r: float) -> Callable[[float, float], float]:
    """A disc, as how far outside it a point lies."""
    return lambda px, py: hypot(px - x, py - y) - r


def ring(x: float, y: float, r: float, width: float) -> Callable[[float, float], float]:
    """A ring around a point."""
    return lambda px, py: abs(hypot(px - x, py - y) - r) - width / 2


def square(corner: float) -> Callable[[float, float], float]:
    """The whole box, with round corners."""
    half = BOX / 2

    def outside(px: float, py: float) -> float:
        dx, dy = abs(px - half) - half + corner, abs(py - half) - half + corner
        return hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0) - corner

    return outside


def sign(corner: float) -> list[Shape]:
    """The sign of the room, the lowest shape first."""
    return [(GREEN, square(corner)), (PAPER, ring(26, 34, 15, 5)), (GOLD, disc(45, 22, 8))]


ICONS: Final = {
    "icon-192.png": (192, 15.0),
    "icon-512.png": (512, 15.0),
    "maskable-512.png": (512, 0.0),
    "apple-180.png": (180, 0.0),
}


def rows(size: int, corner: float) -> Iterator[bytes]:
    """The rows of an icon, each point red, green, blue and how much it covers."""
    unit = BOX / size
    shapes = sign(corner)
    for y in range(size):
        row = bytearray()
        for x in range(size):
            row += bytes(_point(shapes, (x + 0.5) * unit, (y + 0.5) * unit, unit))
        yield bytes(row)


def _point(shapes: list[Shape], px: float, py: float, unit: float) -> tuple[int, int, int, int]:
    (first, outside), *others = shapes
    covers = _cover(outside(px, py), unit)
    colour: tuple[float, ...] = first
    for other, beyond in others:
        part = _cover(beyond(px, py), unit)
        colour = tuple(old + (new - old) * part for old, new in zip(colour, other, strict=True))
    red, green, blue = (round(one) for one in colour)
    return red, green, blue, round(255 * covers)


def _cover(distance: float, unit: float) -> float:
    """How much of a point a shape covers whose edge is so far away."""
    return min(max(0.5 - distance / unit, 0.0), 1.0)


def png(size: int, corner: float) -> bytes:
    """An icon as a PNG."""
    data = zlib.compress(b"".join(b"\0" + row for row in rows(size, corner)), 9)
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return SIGNATURE + b"".join(_chunk(kind, part) for kind, part in ((b"IHDR", head), (b"IDAT", data), (b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def points(data: bytes) -> bytes:
    """The rows of a PNG that was written here, however it was compressed."""
    at, found = len(SIGNATURE), b""
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            found += data[at + 8 : at + 8 + size]
        at += size + 12
    return zlib.decompress(found)


def main() -> int:
    """Write the icons, or compare them."""
    wrong = []
    for name, (size, corner) in ICONS.items():
        file, data = FOLDER / name, png(size, corner)
        if "--check" not in sys.argv:
            file.write_bytes(data)
        elif not file.exists() or points(file.read_bytes()) != points(data):
            wrong.append(name)
    if wrong:
        print(f"not as tools/icons.py draws them: {', '.join(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
