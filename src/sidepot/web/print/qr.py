"""QR codes of the room's addresses, for phones: as text for a terminal, and as pictures."""

from __future__ import annotations

import io


def qr_text(text: str) -> str:
    """The QR code of a text, drawn with half blocks for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


def qr_picture(text: str) -> bytes:
    """The QR code of a text as an SVG picture, dark on light in every theme."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=6, border=3, dark="#111513", light="#ffffff")
    return out.getvalue()
