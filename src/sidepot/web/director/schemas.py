"""What the director's pages say: acts and their answers, PINs. Seats and items are 0-based, levels and tables are not.

Names stand where the stream has numbers of persons. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sidepot.rules.clauses import Said
from sidepot.tournament import commands as c
from sidepot.validation import quantities as q
from sidepot.web.director.changes import ByChance, Changed
from sidepot.web.pins import PinShown

Text = Annotated[str, msgspec.Meta(max_length=300)]
Key = Annotated[str, msgspec.Meta(max_length=64)]


class DoTodo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="do_todo"):
    """*Do it*: carry out a line of what is to do, or grant a wish of a player. Two who tap it do it once."""

    todo: Key


class NotNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="not_now"):
    """*Not now*: set a line aside, and why; a wish of a player is not granted. `on` False: it is to do again."""

    todo: Key
    why: Text = ""
    on: bool = True


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paid"):
    """The desk has the money of a player: who waits to be entered is entered; who owes for rebuys owes nothing."""

    player: Annotated[str, msgspec.Meta(max_length=60)]


class HandOutForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand_out"):
    """A player is given what they have won and have not been given yet; `back`: they have given all of it back."""

    player: Annotated[str, msgspec.Meta(max_length=60)]
    back: bool = False


class RefuseAllForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="refuse_all"):
    """All who have checked in and wait to be entered are refused in one act; their names are forgotten."""

    why: Text = ""


class SetCheckInForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_check_in"):
    """The check-in by which players say their names themselves is opened, or (`on` False) closed."""

    on: bool


Told = c.AnyCommand | DoTodo | NotNow | Paid | HandOutForm | RefuseAllForm | SetCheckInForm


class DoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act: sent again with the same `id` it is not done again, but answered alike.

    `expect` is the step that it was made for, `at` the time at which it was tapped, `todo` the line of what is to do,
    `ask` the wish of a player that it grants.
    """

    id: str
    do: Told
    expect: q.Step | None = None
    at: q.Moment | None = None
    why: Text = ""
    todo: Key = ""
    ask: q.Step = 0


class Already(msgspec.Struct, frozen=True):
    """Somebody has told that already: `by` whom, when, in which step."""

    by: str
    at: int
    step: int


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """It is done, durably, by record `seq`, in this `step`; or it was done `already`. `undo`: the step to undo.

    `notes` say where a draw or a move has brought a player, and `notes_said` says it as data.
    """

    seq: int
    step: int = 0
    already: Already | None = None
    undo: int = 0
    notes: tuple[str, ...] = ()
    notes_said: tuple[Said, ...] = ()


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tap that puts it right: its words, also as data (`said`), and the act."""

    text: str
    do: Any
    why: bool = False
    said: Said = ()


class Unfit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A later step that needs the one to be taken back: its words, also as data, and why it would not fit."""

    step: int
    at: int
    by: str
    text: str
    because: str
    code: str = ""
    said: Said = ()


class DeskRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done, the later steps that need it (`faults`), and the taps that put it right."""

    because: str
    cite: str = ""
    code: str = ""
    offers: tuple[Offered, ...] = ()
    faults: tuple[Unfit, ...] = ()
    said: Said = ()


class Previewed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an act would change, as far as that is certain, and what is drawn; or that it was done `already`."""

    events: int
    changes: tuple[Changed, ...] = ()
    by_chance: tuple[ByChance, ...] = ()
    already: Already | None = None


class RoleShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """In which role somebody is here: director, floor, desk or dealer (of a `table`); `may`: which acts."""

    role: str
    name: str
    table: int = 0
    may: tuple[str, ...] = ()


class EnterForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN, and who gives it; a dealer also says at which table."""

    pin: Annotated[str, msgspec.Meta(max_length=20)]
    name: Annotated[str, msgspec.Meta(max_length=60)]
    table: q.AnyTable = 0


class PinsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new PIN for a role (`renew`: dealer:3 is that of one table), or the end of one (`revoke`)."""

    renew: Annotated[str, msgspec.Meta(max_length=20)] = ""
    revoke: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Pins(msgspec.Struct, frozen=True):
    """The roles that have a PIN."""

    pins: list[PinShown]
