"""Uploaded pictures: decoded, made smaller and encoded again, so that nothing of the uploaded file is kept.

Only PNG, JPEG and WebP are read. The header of a file has the size of its picture, so a small file with a huge picture
is refused before it is decoded.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import BytesIO
from threading import Lock
from typing import Final

from PIL import Image, ImageOps

from sidepot.errors import BadNotation
from sidepot.rules.clauses import refuse, say

SIDE: Final = 128  # pixels
LOGO: Final = (640, 320)  # pixels, at most
PHOTO: Final = (1280, 1280)  # pixels, at most
LARGEST: Final = 1 << 20  # bytes of a file
MOST_PIXELS: Final = 25_000_000
FORMATS: Final = ("PNG", "JPEG", "WEBP")
_ONE_AT_A_TIME: Final = Lock()  # decoding takes memory


def small_picture(data: bytes) -> bytes:
    """Make a square WebP of 128 pixels, without metadata, from a picture. Raises BadNotation for anything else."""
    return _made_anew(data, (SIDE, SIDE), lambda upright: ImageOps.fit(upright, (SIDE, SIDE)))


def logo_picture(data: bytes) -> bytes:
    """Make a WebP of at most 640 by 320 pixels, without metadata, from a logo. Raises BadNotation for anything else."""
    return _made_anew(data, LOGO, lambda upright: ImageOps.contain(upright, LOGO))


def photo_picture(data: bytes) -> bytes:
    """Make a WebP of at most 1280 by 1280 pixels, without metadata, from a photo. Raises BadNotation for anything
    else.
    """
    return _made_anew(data, PHOTO, lambda upright: _no_larger(upright, PHOTO))


def _no_larger(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    picture.thumbnail(size)
    return picture


def _made_anew(data: bytes, size: tuple[int, int], fitted: Callable[[Image.Image], Image.Image]) -> bytes:
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(BytesIO(data), formats=FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _too_large()
                opened.draft("RGB", (2 * size[0], 2 * size[1]))  # a JPEG is decoded at a fraction of its size
                upright = ImageOps.exif_transpose(opened)
                clean = fitted(upright.convert("RGBA"))
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise _too_large() from None
        except BadNotation:
            raise
        except Exception:  # Pillow raises many kinds of errors for broken files
            raise refuse(BadNotation, say("this is not a picture in PNG, JPEG or WebP"), code="bad_picture") from None
        out = BytesIO()
        Image.frombytes("RGBA", clean.size, clean.tobytes()).save(out, "WEBP", quality=85)
        return out.getvalue()


def _too_large() -> BadNotation:
    return refuse(
        BadNotation,
        say("the picture has too many pixels: at most {most} million", str(MOST_PIXELS // 10**6)),
        code="bad_picture",
    )
