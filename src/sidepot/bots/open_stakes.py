"""Every bot at open stakes accepts the markers of others, and makes good its own."""

from __future__ import annotations

from sidepot.hand.commands import Call, Command, Consent, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options


def on_a_marker(options: Options) -> Command | None:
    """The answer to a marker, or the bet or call its own was accepted for; None where there is no marker."""
    if options.due is Due.CONSENT:
        return Consent(True)
    if options.open is None or not options.open.bound:
        return None
    return RaiseTo(options.raise_max) if options.may_raise else Call()
