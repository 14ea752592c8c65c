"""Tournament results in iPoker's sessions: the head of a session has the owner's price, place and winnings.

>>> head = '''<session><general><gametype>Holdem NL</gametype><nickname>Ann</nickname><tournamentcode>9</tournamentcode>
... <place>2</place><buyin>0€ + 0,01€ + 0,19€</buyin><totalbuyin>0,40€</totalbuyin><win>0,80€</win></general>'''
>>> [(name, one)] = ipoker_summaries(head)
>>> name, one.cost, one.finishes[0].place, one.finishes[0].re_entries, one.net_of("Ann")
('9', 20, 2, 1, 40)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sidepot.errors import BadNotation
from sidepot.formats.sites.ipoker_xml import HAND, chips_of, plain, session_of
from sidepot.formats.sites.text import currency_in
from sidepot.formats.sites.tournament_summary import DECIMALS, Finish, TournamentSummary

_PLACE: Final = re.compile(r"<place>\s*(\d{1,7})\s*</place>")
_FIELD: Final = re.compile(r"<(buyin|totalbuyin|win|tournamentname|tournamentcurrency|startdate)>([^<]*)</")
_HEAD: Final = "<gametype"


def ipoker_summaries(text: str, first_line: int = 1) -> Iterator[tuple[str, TournamentSummary | BadNotation]]:
    """Yield the number of each tournament that is over, with its result, or with a BadNotation if it is unreadable.

    The result contains only the owner. The smallest part of a price is taken as the fee, because the parts have no
    fixed order.
    """
    at = text.find(_HEAD)
    while at >= 0:
        begin = max(text.rfind("<session", 0, at), text.rfind("</game>", 0, at), 0)
        end = text.find(HAND, at)
        head = text[begin : end if end > 0 else len(text)]
        line = first_line + text.count("\n", 0, at)
        place = _PLACE.search(head)
        if place is not None:
            try:
                session = session_of(head)
                if session.is_tournament and session.hero:
                    summary = _summary(head, int(place[1]), line)
                    yield summary.number, summary
            except BadNotation as error:
                yield str(line), error.at_line(line)
        at = text.find(_HEAD, at + 1)


def _summary(head: str, place: int, line: int) -> TournamentSummary:
    """The result in the head of a session."""
    session = session_of(head)
    pairs: list[tuple[str, str]] = _FIELD.findall(head)
    fields = {name: plain(value.strip()) for name, value in pairs[::-1]}  # the first one counts
    price, total, win = [fields.get(name, "") for name in ("buyin", "totalbuyin", "win")]
    parts = [_chips(part) for part in price.split("+")]
    cost, paid = sum(parts), _chips(total)
    cost = cost or paid
    fee = min([part for part in parts if part], default=0) if len([part for part in parts if part]) > 1 else 0
    return TournamentSummary(
        site="iPoker",
        number=session.tournament_id or session.table,
        line=line,
        title=fields.get("tournamentname", ""),
        game=f"{session.game} {session.limit}",
        currency=fields.get("tournamentcurrency") or currency_in("", price + total + win) or session.currency,
        buy_in=cost - fee,
        fee=fee,
        started=fields.get("startdate", ""),
        finishes=(
            Finish(
                place=place,
                name=session.hero,
                prize=_chips(win),
                re_entries=paid // cost - 1 if cost and paid > cost and paid % cost == 0 else 0,
            ),
        ),
        hero=session.hero,
    )


def _chips(text: str) -> int:
    """An amount in cents; 0 for words such as `N/A` and `Token`."""
    return chips_of(text, DECIMALS) if any(map(str.isdigit, text)) else 0
