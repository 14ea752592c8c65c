"""Read the tournament summaries of sites that write them in files of their own; each site is a table of patterns.

>>> text = '''Tournament #7, Daily Five, Hold'em No Limit
... Buy-in: $4.60+$0.40
... 120 Players
... Total Prize Pool: $552
... 3rd : Hero, $61.20
... '''
>>> (name, summary), = read_summaries(text)
>>> name, summary.site, summary.entries, summary.net_of("Hero")
('7', 'GGPoker', 120, 5620)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.sites.stars_abroad import usual_amounts, usual_date
from sidepot.formats.sites.text import BLANKS, amount_of, amounts_of, begins_line, currency_in, text_of, unreadable
from sidepot.formats.sites.tournament_summary import DECIMALS, Finish, TournamentSummary
from sidepot.rules.clauses import say

LONGEST_LINE: Final = 20_000
"""The maximum number of characters in a line: Winamax lists all levels in one line."""

MOST_LINES: Final = 100_000
YOU: Final = "you"
"""The name of the hero, if the file has none."""

_CODE: Final = re.compile(r"\b([A-Z]{3})\b")
_COUNTED: Final = re.compile(r"(?P<count>[0-9]{1,6}) (?P<what>re-?entr|rebuy|add-?on)", re.I)
_TOTAL: Final = re.compile(r"(?:rebuy|add-?on)s? for a total of (?P<amount>[^\s\d\w]?[\d.,]*\d)", re.I)

_ENTRY: Final = re.compile(r"(?P<name>.+) \[(?P<number>[1-9]\d{0,2})\]")
_TEXTS: Final = ("started", "ended")
_PRICES: Final = ("rebuy", "add_on")

Fields = dict[str, Any]


class _Site:
    """A site's way of writing summaries: its beginning, and the patterns of its lines."""

    name: str
    marks: tuple[str, ...]
    confirm: re.Pattern[str] = re.compile("")
    """The beginning of the first line, if a mark alone is ambiguous."""

    head: str
    """The pattern of the first lines, with `number` and `title`."""

    lines: tuple[tuple[str, str], ...]
    """Patterns and the methods that take their matches. The first that matches a line counts."""

    is_of_entry: bool = False
    """Whether there is a summary for each entry of the owner, one after the other."""

    paid: tuple[str, ...] = ("buy_in", "fee")
    paid_with_bounty: tuple[str, ...] = ("buy_in", "bounty", "fee")

    def __init__(self, lines: list[str], first: int) -> None:
        self.text = lines
        self.first = first
        self.fields: Fields = {}
        self.finishes: dict[str, Fields] = {}
        self.hero = ""

    def read(self) -> TournamentSummary:
        """The summary. Raises BadNotation, naming the line."""
        head = re.match(self.head, "\n".join(self.text[:2]))
        if head is None:
            line = repr(self.text[0][:80])
            raise unreadable(say("a summary of {site} cannot begin with {line}", self.name, line)).at_line(self.first)
        self.fields.update({key: value.strip() for key, value in head.groupdict().items() if value})
        for at, line in enumerate(self.text[1:], self.first + 1):
            line = line.strip()
            try:
                self.read_line(line)
            except (BadNotation, ValueError) as error:
                raise unreadable(say("this line cannot be read: {problem}", str(error))).at_line(at) from None
        finishes = [Finish(**{"place": 0, **fields}) for fields in self.finishes.values()]
        return TournamentSummary(
            site=self.name, line=self.first, hero=self.hero, finishes=tuple(finishes), **self.fields
        )

    def read_line(self, line: str) -> None:
        """Read one line; one without a pattern is ignored."""
        for pattern, method in self.lines:
            found = re.match(pattern, line)
            if found is not None:
                taking: Callable[[re.Match[str]], None] = getattr(self, method)
                taking(found)
                return

    # ---- the lines

    def take_buy_in(self, found: re.Match[str]) -> None:
        """`$10.00/$1.00 USD`, `0.80€ + 1€ + 0.20€`: buy-in and fee, or also a bounty."""
        amounts = amounts_of(found["amounts"], DECIMALS)
        names = self.paid_with_bounty if len(amounts) > 2 else self.paid
        self.fields.update(zip(names, amounts, strict=False))
        self.currency(found["amounts"])

    def currency(self, text: str) -> None:
        """Take the currency from a text, if it has one."""
        code = _CODE.search(text)
        known = code[1] if code else currency_in("", text)
        if known and "currency" not in self.fields:
            self.fields["currency"] = known

    def take_field(self, found: re.Match[str]) -> None:
        """Store a count, words or an amount under the name of its group. A price may have parts: `9€ + 1€`."""
        for key, value in found.groupdict().items():
            if key == "entries":
                self.fields[key] = int(value.replace(",", ""))
            elif key in _PRICES:
                self.fields[key] = sum(amounts_of(value, DECIMALS))
            else:
                self.fields[key] = value.strip() if key in _TEXTS else amount_of(value, DECIMALS)

    def take_hero(self, found: re.Match[str]) -> None:
        """The player whose file it is."""
        self.hero = found["hero"].strip()

    def take_finish(self, found: re.Match[str]) -> None:
        """A player's place and prize."""
        groups = found.groupdict()
        fields = self.of(groups["name"].strip())
        fields["place"] = int(groups["place"])
        if groups.get("entries"):
            self.fields["entries"] = int(groups["entries"])
        self.won(fields, (groups.get("won") or "").strip())

    def take_mine(self, found: re.Match[str]) -> None:
        """`You finished in 3rd place`: the player at that place, if the file names one."""
        place = int(found["place"])
        there = [name for name, fields in self.finishes.items() if fields.get("place") == place]
        self.hero = self.hero or (there[0] if len(there) == 1 else YOU)
        self.of(self.hero)["place"] = place

    def take_won(self, found: re.Match[str]) -> None:
        """The hero's winnings: `You won 31.20€ + Bounty 15.60€`."""
        self.won(self.of(self.hero or YOU), found["won"])

    def take_counts(self, found: re.Match[str]) -> None:
        """Rebuys and add-ons: `You made 2 rebuys and 1 add-ons for a total of $27.00`, `Ann performed 2 rebuys`."""
        self.hero = self.hero or found.groupdict().get("name") or ""
        fields = self.of(found.groupdict().get("name") or self.hero or YOU)
        for counted in _COUNTED.finditer(found[0]):
            key = {"a": "add_ons", "reb": "rebuys"}.get(counted["what"].lower()[:3].replace("add", "a"), "re_entries")
            fields[key] = int(counted["count"])
        total = _TOTAL.search(found[0])
        if total is not None:
            fields["added"] = amount_of(total["amount"], DECIMALS)
        if "received a total of" in found[0] and not fields.get("prize"):
            self.won(fields, found[0].partition("received a total of")[2])

    def of(self, name: str) -> Fields:
        """The known fields of a player."""
        return self.finishes.setdefault(name, {"name": name})

    def won(self, fields: Fields, text: str) -> None:
        """Parse winnings: `$20`, `82,875 (65%)`, `31.20€ + Bounty 15.60€`, `Ticket 5€`, `$50 Entry`, `still
        playing`.
        """
        if text.lower().startswith("still playing"):
            fields["is_playing"] = True
            return
        text = re.sub(r" ?\([0-9.,]+ ?%\)", "", text).strip(" .,")
        for part in text.split(" + "):
            if not part:
                continue
            amount = re.fullmatch(r"(?P<bounty>Bounty )?[^\s\d\w]?[\d.,]+ ?[^\s\d\w]?( [A-Z]{3}| Play Chips)?", part)
            if amount is None:
                fields["ticket"] = part
            else:
                fields["bounties" if amount["bounty"] else "prize"] = amount_of(part, DECIMALS)


class _Stars(_Site):
    name = "PokerStars"
    marks = ("PokerStars Tournament #", "Full Tilt Tournament #")  # Full Tilt had PokerStars' software in the end
    head = r"\ufeff?(?:PokerStars|Full Tilt) Tournament #(?P<number>\d+), (?P<game>[^\n]*)"
    lines = (
        (r"Buy-In: (?P<amounts>.*)", "take_buy_in"),
        (r"(?P<entries>[\d,]+) players", "take_field"),
        (r"Total Prize Pool: (?P<prize_pool>.*)", "take_field"),
        (r"Tournament started (?P<started>.*)", "take_field"),
        (r"Tournament finished (?P<ended>.*)", "take_field"),
        (r"(?P<place>\d{1,7}): (?P<name>.+) \([^()]*\),(?P<won>.*)", "take_finish"),
        (r"(?P<place>\d{1,7}): (?P<name>[^,]+),?(?P<won>.*)", "take_finish"),
        (r"You finished in (?P<place>\d{1,7})\w* place", "take_mine"),
        (r"You made .*", "take_counts"),
    )

    def take_finish(self, found: re.Match[str]) -> None:
        """`2: Ann [3] (Finland), $20`: the third entry of Ann, who has a line for each entry. The best place counts."""
        written = found["name"].strip()
        entry = _ENTRY.fullmatch(written)
        name = entry["name"] if entry is not None else written
        before = self.finishes.pop(name, None)
        super().take_finish(found)
        fields = self.finishes.pop(written)
        fields["name"] = name
        if entry is not None:
            fields["re_entries"] = int(entry["number"]) - 1
        if before is not None:
            fields["place"] = min(fields["place"], before["place"])
            fields["is_playing"] = fields.get("is_playing", False) or before.get("is_playing", False)
            for key, most in (("prize", sum), ("bounties", sum), ("re_entries", max)):
                fields[key] = most((fields.get(key, 0), before.get(key, 0)))
        self.finishes[name] = fields


class _StarsAbroad(_Stars):
    """French and German: each line is translated into the English text, which is then read."""

    marks = ("PokerStars Tournoi #", "PokerStars Turnier #")

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__([_english(line) for line in lines], first)

    def won(self, fields: Fields, text: str) -> None:
        """Parse winnings. Words without an amount are those for a player who is still playing, or for a ticket."""
        is_prize = re.search(r"\d|ticket|qualifi", text, re.I)
        super().won(fields, text if is_prize or not text.strip(" .,") else "still playing")


def _english(line: str) -> str:
    line = usual_date(usual_amounts(line.strip()))
    for pattern, english in _ABROAD:
        line = pattern.sub(english, line)
    return line


_ABROAD: Final = tuple(
    [
        (re.compile(pattern), english)
        for pattern, english in (
            (r"^PokerStars (?:Tournoi|Turnier) #", "PokerStars Tournament #"),
            (r"^Buy-in ?: ", "Buy-In: "),
            (r"^(\d+)[., ]?(\d{3})? (?:joueurs?|Spieler)$", r"\1\2 players"),
            (r"^(?:Dotation totale|Preispool gesamt) ?: ", "Total Prize Pool: "),
            (r"^(?:Tournoi commencé|Turnierbeginn):?(?: le)?[ -]+", "Tournament started "),
            (r"^(?:Tournoi terminé|Turnierende):?(?: le)?[ -]+", "Tournament finished "),
            (r"^Vous avez (?:terminé|fini le tournoi) à la (\d+)\w* place.*", r"You finished in \1th place"),
            (r"^Du hast den (\d+)\. Platz belegt.*", r"You finished in \1th place"),
        )
    ]
)


class _FullTilt(_Site):
    name = "Full Tilt"
    marks = ("Full Tilt Poker Tournament Summary",)
    head = r"\ufeff?Full Tilt Poker Tournament Summary (?P<title>[^\n]*?) ?\((?P<number>\d+)\) ?(?P<game>[^\n]*)"
    lines = (
        (r"Buy-In: (?P<amounts>.*)", "take_buy_in"),
        (r"Rebuy: (?P<rebuy>.*)", "take_field"),
        (r"Add-On: (?P<add_on>.*)", "take_field"),
        (r"Knockout Bounty: (?P<bounty>.*)", "take_field"),
        (r"(?P<entries>[\d,]+) Entries", "take_field"),
        (r"Total Prize Pool: (?P<prize_pool>.*)", "take_field"),
        (r"Tournament started: (?P<started>.*)", "take_field"),
        (r"Tournament finished: (?P<ended>.*)", "take_field"),
        (r"(?P<place>\d{1,7}): (?P<name>[^,]+),?(?P<won>.*)", "take_finish"),
        (r"(?P<name>.+) performed (?:\d+) (?:Rebuy|Add-On)", "take_counts"),
        (r"(?P<name>.+) finished in (?P<place>\d{1,7})\w* place", "take_own"),
    )

    def take_own(self, found: re.Match[str]) -> None:
        """`Ann finished in 3rd place`: the player whose file it is."""
        self.hero = found["name"].strip()
        self.of(self.hero)["place"] = int(found["place"])


class _GG(_Site):
    name = "GGPoker"
    marks = ("Tournament #",)
    confirm = re.compile(r"Tournament #\d+,")  # the third line of a hand of 888poker has no comma there
    head = r"\ufeff?Tournament #(?P<number>\d+), (?P<title>[^\n]*?)(?:, (?P<game>[^,\n]*))?(?:\n|$)"
    paid_with_bounty = ("buy_in", "fee", "bounty")
    lines = (
        (r"Buy-in: (?P<amounts>.*)", "take_buy_in"),
        (r"(?P<entries>[\d,]+) Players", "take_field"),
        (r"Total Prize Pool: (?P<prize_pool>.*)", "take_field"),
        (r"Tournament started (?P<started>.*)", "take_field"),
        (r"(?P<place>\d{1,7})\w* : (?P<name>[^,]+),(?P<won>.*)", "take_finish"),
        (r"You finished the tournament in (?P<place>\d{1,7})\w* place", "take_mine"),
        (r"You (?:made .*|received a total of .*)", "take_counts"),
    )


class _Winamax(_Site):
    name = "Winamax"
    is_of_entry = True
    marks = ("Winamax Poker - Tournament summary",)
    head = r"\ufeff?Winamax Poker - Tournament summary : (?P<title>[^\n]+)\((?P<number>\d+)\)"
    lines = (
        (r"Player : (?P<hero>.*)", "take_hero"),
        (r"Buy-In : (?P<amounts>.*)", "take_buy_in"),
        (r"Rebuy cost : (?P<rebuy>.*)", "take_field"),
        (r"Addon cost : (?P<add_on>.*)", "take_field"),
        (r"Your (?:rebuys|addons) : \d+", "take_own_counts"),
        (r"Registered players : (?P<entries>\d+)", "take_field"),
        (r"Prizepool : (?P<prize_pool>.*)", "take_field"),
        (r"Tournament started (?P<started>.*)", "take_field"),
        (r"You finished in (?P<place>\d{1,7})\w* place", "take_mine"),
        (r"You won (?P<won>.*)", "take_won"),
    )

    def take_own_counts(self, found: re.Match[str]) -> None:
        """`Your rebuys : 2`."""
        key = "rebuys" if "rebuys" in found[0] else "add_ons"
        self.of(self.hero or YOU)[key] = int(found[0].rpartition(" ")[2])


class _Pacific(_Site):
    name = "888poker"
    marks = ("***** Cassava Tournament", "***** 888", "***** Pacific Poker Tournament")
    confirm = re.compile(r"\*{5} [\w. -]+ Tournament Summary")
    head = r"\ufeff?\*{5} [\w. -]+ Tournament Summary \*{5}\s*\nTournament ID: (?P<number>\d+)"
    lines = (
        (r"Buy-?[Ii]n: (?P<amounts>.*)", "take_buy_in"),
        (r"Rebuy: (?P<rebuy>.*)", "take_field"),
        (r"Add-?[Oo]n: (?P<add_on>.*)", "take_field"),
        (r"(?P<name>.+?) performed .*", "take_counts"),
        (r"(?P<name>.+) finished (?P<place>\d{1,7})/(?P<entries>\d{1,7})(?: and won (?P<won>.*))?", "take_finish"),
    )

    def take_finish(self, found: re.Match[str]) -> None:
        """`Ann finished 3/90 and won $75`: the player whose file it is."""
        super().take_finish(found)
        self.hero = self.hero or found["name"].strip()


class _RunItOnce(_Site):
    name = "Run It Once"
    marks = ("Run It Once Poker Tournament #",)
    head = r"\ufeff?Run It Once Poker Tournament #(?P<number>\d+), (?P<title>[^\n]*)"
    lines = (
        (r"Buy-In: (?P<amounts>.*)", "take_buy_in"),
        (r"(?P<entries>[\d,]+) players", "take_field"),
        (r"Tournament started (?P<started>.*)", "take_field"),
        (r"(?P<place>\d{1,7}): (?P<name>[^,]+),?(?P<won>.*)", "take_finish"),
        (r"You finished in (?P<place>\d{1,7})\w* place", "take_mine"),
    )


class _Unibet(_Site):
    name = "Unibet"
    marks = ("Unibet Tournament #",)
    head = r"\ufeff?Unibet Tournament #(?P<number>\d+), (?P<game>[^\n]*)"
    lines = (
        (r"Buy-In: (?P<amounts>.*)", "take_buy_in"),
        (r"(?P<entries>[\d,]+) players", "take_field"),
        (r"Total Prize Pool: (?P<prize_pool>.*)", "take_field"),
        (r"Tournament started (?P<started>.*)", "take_field"),
        (r"(?P<place>\d{1,7}): (?P<name>Unibet_[0-9a-fA-F]+) finished\b ?(?P<won>.*)", "take_owner"),
        (r"(?P<place>\d{1,7}): (?P<name>.+) finished\b ?(?P<won>.*)", "take_finish"),
        (r"You finished in (?P<place>\d{1,7})\w* place", "take_mine"),
    )

    def take_owner(self, found: re.Match[str]) -> None:
        """`1: Unibet_0123abcd finished €4.00`: the owner, whose mark stands for the name."""
        self.hero = YOU
        fields = self.of(YOU)
        fields["place"] = int(found["place"])
        self.won(fields, found["won"].strip())


SITES: Final[tuple[type[_Site], ...]] = (_Stars, _StarsAbroad, _FullTilt, _GG, _Winamax, _Pacific, _RunItOnce, _Unibet)
MARKS: Final = tuple([mark for site in SITES for mark in site.marks])
IN_MARKS: Final = ("Tournament", "Tournoi", "Turnier")
"""Each mark has one of these words, which are missing from most other texts."""


def begins_summary(line: str) -> bool:
    """Whether a line is the first line of a summary."""
    return _site_of(line.lstrip(BLANKS)) is not None


def _site_of(line: str) -> type[_Site] | None:
    """The site whose summary begins with this line."""
    if not line.startswith(MARKS):
        return None
    return next((site for site in SITES if line.startswith(site.marks) and site.confirm.match(line)), None)


def has_summary(text: str) -> bool:
    """Whether a summary begins anywhere in a text."""
    if not any(word in text for word in IN_MARKS):
        return False
    for mark in MARKS:
        at = text.find(mark)
        while at >= 0:
            if begins_line(text, at) and _site_of(text[at : at + LONGEST_LINE].partition("\n")[0]) is not None:
                return True
            at = text.find(mark, at + 1)
    return False


def last_summary(text: str, since: int = 0) -> int:
    """The index after `since` at which the last summary of a text begins; -1 if there is none."""
    found = -1
    for mark in MARKS:
        at = text.rfind(f"\n{mark}", since)
        while at > found and _site_of(text[at + 1 : at + LONGEST_LINE].partition("\n")[0]) is None:
            at = text.rfind(f"\n{mark}", since, at)
        found = max(found, at)
    return found + 1 or -1


def read_summaries(data: str | bytes, first_line: int = 1) -> Iterator[tuple[str, TournamentSummary | BadNotation]]:
    """Yield the number of each tournament, with its summary, or with a BadNotation if the summary is unreadable.

    The summaries of a player's entries to one tournament are joined into one.
    """
    entries: list[TournamentSummary] = []
    for number, found in _each_summary(data, first_line):
        if isinstance(found, TournamentSummary) and (not entries or _is_entry(entries[0], found)):
            entries.append(found)
            continue
        if entries:
            yield entries[0].number, _joined(entries)
            entries.clear()
        if isinstance(found, TournamentSummary):
            entries.append(found)
        else:
            yield number, found
    if entries:
        yield entries[0].number, _joined(entries)


_OF_ENTRIES: Final = frozenset([site.name for site in SITES if site.is_of_entry])


def _is_entry(one: TournamentSummary, other: TournamentSummary) -> bool:
    """Whether two summaries are of entries of the same player to the same tournament."""
    if one.site not in _OF_ENTRIES or (one.site, one.number, one.hero) != (other.site, other.number, other.hero):
        return False
    return len(one.finishes) == len(other.finishes) == 1


def _joined(entries: list[TournamentSummary]) -> TournamentSummary:
    """The summaries of several entries as one. One at the same place is a copy, and is left out."""
    by_place = {one.finishes[0].place: one for one in entries if one.finishes}
    if len(by_place) < 2:
        return entries[0]
    each = [one.finishes[0] for one in by_place.values()]
    finish = Finish(
        place=min(by_place),
        name=each[0].name,
        prize=sum([one.prize for one in each]),
        bounties=sum([one.bounties for one in each]),
        ticket=", ".join([one.ticket for one in each if one.ticket]),
        rebuys=sum([one.rebuys for one in each]),
        add_ons=sum([one.add_ons for one in each]),
        re_entries=len(each) - 1,
    )
    last = max(entries, key=lambda one: one.entries)
    return msgspec.structs.replace(last, line=entries[0].line, finishes=(finish,))


def _each_summary(data: str | bytes, first_line: int) -> Iterator[tuple[str, TournamentSummary | BadNotation]]:
    lines = (text_of(data) if isinstance(data, bytes) else data).splitlines()
    begins = [at for at, line in enumerate(lines) if begins_summary(line)]
    for at, end in zip(begins, [*begins[1:], len(lines)], strict=False):
        first = at + first_line
        part = lines[at:end]
        try:
            if len(part) > MOST_LINES or max(map(len, part)) > LONGEST_LINE:
                raise unreadable(say("the summary is too long")).at_line(first)
            start = part[0].lstrip(BLANKS)
            site = _site_of(start)
            assert site is not None  # it begins one
            summary = site([start, *part[1:]], first).read()
            yield summary.number, summary
        except BadNotation as error:
            yield str(first), error
