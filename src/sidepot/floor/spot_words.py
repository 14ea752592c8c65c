"""The words of a line that describes a betting round: `NL 200/400: A 1200; B to act`, as data.

The game comes before the colon, the actions after it, in order. `spot_line` plays them, and finds out what is allowed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from sidepot.errors import BadNotation

EXAMPLE: Final = "NL 200/400: A 1200; B to act"
MOST: Final = 10**12  # more chips than any table holds
_DIGITS: Final = 12  # numbers of that many digits are smaller
MOST_PLAYERS: Final = 22
LONGEST: Final = 2000  # characters of a line

Limit = Literal["no limit", "pot limit", "fixed limit", "spread limit"]
Verb = Literal[
    "fold", "check", "call", "to", "by", "all-in", "post", "straddle", "raise", "turn", "out of turn", "named"
]


class Head(NamedTuple):
    """The game of a line.

    - `low`, `high`: the first two amounts: blinds, fixed bets, or a spread
    """

    limit: Limit
    low: int
    high: int
    blinds: tuple[int, int]
    ante: int = 0
    big_blind_ante: int = 0
    street: str = ""
    pot: int = 0
    players: int = 0
    last_two: bool = False  # only two players are left in the tournament

    @property
    def unit(self) -> int:
        """The minimum bet of this round. At fixed limit, the size of a bet."""
        if self.limit == "fixed limit":
            return self.high if STREETS.get(self.street) else self.low
        return self.low if self.limit == "spread limit" else self.high


class Part(NamedTuple):
    """The part of a line about one player.

    - `amount`: the amount of the player's action (0 for none)
    - `stack`: the player's chips (None if the part does not give them)
    """

    text: str
    name: str
    verb: Verb
    amount: int = 0
    stack: int | None = None


# the streets after the first, and whether a limit game plays them at the big bet
STREETS: Final = {
    "flop": False,
    "turn": True,
    "river": True,
    "fourth street": False,
    "fifth street": True,
    "sixth street": True,
    "seventh street": True,
    "first draw": False,
    "second draw": True,
    "third draw": True,
    "draw": True,
}
_LIMITS: Final[dict[str, Limit]] = {
    "nl": "no limit", "nlh": "no limit", "no limit": "no limit", "no-limit": "no limit",
    "pl": "pot limit", "plo": "pot limit", "pot limit": "pot limit", "pot-limit": "pot limit",
    "fl": "fixed limit", "limit": "fixed limit", "fixed limit": "fixed limit", "fixed-limit": "fixed limit",
    "sl": "spread limit", "spread": "spread limit", "spread limit": "spread limit", "spread-limit": "spread limit",
}  # fmt: skip
POSITIONS: Final = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP1", "MP2", "LJ", "HJ", "CO", "BTN")
_SPOKEN: Final = {"small blind": "SB", "big blind": "BB", "button": "BTN", "under the gun": "UTG"}

_NUMBER: Final = r"[0-9][0-9_.]{0,14}[km]?(?![\w.])"
_LIMIT: Final = rf"({'|'.join(sorted(_LIMITS, key=len, reverse=True))})(?![^\W\d_])"
_LIMIT_AT: Final = re.compile(_LIMIT, re.IGNORECASE)
_AMOUNTS: Final = rf"({_NUMBER}) ?[/-] ?({_NUMBER})(?: ?/ ?({_NUMBER}))?"
_LIMIT_BEHIND: Final = re.compile(rf"(?P<amounts>{_AMOUNTS}) ?(?P<limit>{_LIMIT})", re.IGNORECASE)
_NAME: Final = re.compile(
    r"(?:the )?((?:seat|player) [0-9]{1,2}|small blind|big blind|button|under the gun"
    r"|[^\W\d_](?:(?!'s\b)[\w+'-]){0,30})",
    re.IGNORECASE,
)
_NO_NAME: Final = re.compile(
    r"(?:fold|check|call|bet|raise|open|complete|post|limp|straddle)s?|all(?:-?in)?|to|out", re.IGNORECASE
)
_STACK: Final = re.compile(rf"\(\s*({_NUMBER})\s*\)")
_AMOUNTS_AT: Final = re.compile(_AMOUNTS, re.IGNORECASE)
_MORE: Final = re.compile(
    rf"antes? (?:of )?(?P<ante>{_NUMBER})"
    rf"|blinds (?P<small>{_NUMBER}) ?/ ?(?P<big>{_NUMBER})"
    rf"|(?:with )?(?:a )?pot (?:of )?(?P<pot>{_NUMBER})"
    r"|(?P<players>[0-9]{1,3})(?: players?|[- ]handed|-max)|(?P<last>(?:the )?last two\b)|(?P<two>heads?[- ]up)"
    rf"|(?:on )?(?:the )?(?P<street>{'|'.join(sorted(STREETS, key=len, reverse=True))})\b|pre-?flop",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"[;,\n]")
_SIGNS: Final = "$\u20ac\u00a3"
_SIGN: Final = re.compile(rf"[{_SIGNS}] ?(?=[0-9])|(?<=[0-9]) ?[{_SIGNS}]")
_THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")

# what may follow a name, the first that fits; `#` is an amount
_ACTIONS: Final[tuple[tuple[str, Verb], ...]] = (
    (r"", "named"),
    (r"(?:is )?(?:to act|acts|up)|'s (?:turn|action)", "turn"),
    (r"(?:is |acts )?out of turn", "out of turn"),
    (r"folds?", "fold"),
    (r"checks?", "check"),
    (r"calls?(?: #)?|limps?(?: in)?", "call"),
    (r"(?:calls? |bets? |raises? |goes |is )?(?:all[- ]in|allin)(?: (?:for|to|with) #| #)?", "all-in"),
    (r"(?:shoves?|jams?)(?: (?:for|to) #| #)?", "all-in"),
    (r"(?:re-?)?raises? by #", "by"),
    (r"(?:bets?|opens?)(?: to| for)? #|(?:(?:re-?)?raises?|[345]-?bets?) to #", "to"),
    (r"(?:completes?|makes? it)(?: to)? #|#", "to"),
    (r"(?:posts? (?:a |the )?)?straddles?(?: (?:of|to|for|with))?(?: #)?", "straddle"),
    (r"posts? #", "post"),
    (r"bets?|opens?|(?:re-?)?raises?|completes?", "raise"),  # its amount follows from the limit, or is asked for
)
_RAISES: Final = re.compile(rf"raises? {_NUMBER}", re.IGNORECASE)
_FORMS: Final = tuple(f"({form.replace('#', f'({_NUMBER})')})" for form, _ in _ACTIONS)  # a group, amounts within
_ACTION: Final = re.compile("|".join(_FORMS), re.IGNORECASE)
_VERBS: Final[dict[int, Verb]] = {  # by the number of its group
    1 + sum([re.compile(form).groups for form in _FORMS[:at]]): verb for at, (_, verb) in enumerate(_ACTIONS)
}


def read_line(line: str) -> tuple[Head, tuple[Part, ...]]:
    """Read a line of text: the game, and what each player did. Raises BadNotation for a part that cannot be read."""
    if len(line) > LONGEST:
        raise BadNotation(
            f"a line of betting has at most {LONGEST} characters, not {len(line)}; expected a line such as {EXAMPLE}"
        )
    if not line.strip():
        raise BadNotation(f"the line of betting is empty; expected a line such as {EXAMPLE}")
    line = _THOUSANDS.sub("", without_signs(line.replace("\u2019", "'")))
    head, colon, rest = line.partition(":")
    if not colon:
        head, _, rest = line.partition(";")
    parts = [" ".join(part.split()) for part in _BETWEEN.split(rest)]
    return read_head(head), tuple([read_part(part) for part in parts if part])


@lru_cache(maxsize=256)  # the same stakes and acts come again and again
def read_head(text: str) -> Head:
    """The game of a line, such as `NL 200/400/400` or `FL 4/8 turn pot 24 3 players`.

    Raises BadNotation for text that cannot be read.
    """
    rest = " ".join(_BETWEEN.sub(" ", text).split())
    behind = _LIMIT_BEHIND.match(rest)
    if behind:  # 1/2 NL, as many write it
        rest = f"{behind['limit']} {behind['amounts']}{rest[behind.end() :]}"
    limit = _LIMIT_AT.match(rest)
    if limit is None:
        raise BadNotation(f"{_short(rest)}: the line must begin with the limit (NL, PL, FL or SL), as in '{EXAMPLE}'")
    kind = _LIMITS[limit[1].lower()]
    rest = rest[limit.end() :].strip()
    amounts = _AMOUNTS_AT.match(rest)
    if amounts is None:
        amounts_of_limit = (
            "the small and the big bet, as in 'FL 4/8'" if kind == "fixed limit" else "the blinds, as in 'NL 200/400'"
        )
        raise BadNotation(f"after {limit[1]}: expected {amounts_of_limit}, not {_short(rest)}")
    low, high = chips(amounts[1]), chips(amounts[2])
    third = chips(amounts[3]) if amounts[3] else 0
    if not 0 < high >= low:
        raise BadNotation(f"{amounts[0]}: expected the smaller amount first, and the larger one above 0")
    if third and kind in ("fixed limit", "spread limit"):
        raise BadNotation(
            f"{amounts[0]}: expected two amounts; a third one is a big blind ante, which {limit[1]} does not have"
        )
    blinds = {"fixed limit": (low // 2, low), "spread limit": (0, 0)}.get(kind, (low, high))
    more = _more(rest[amounts.end() :].strip(), text)
    return _checked(Head(kind, low, high, blinds, big_blind_ante=third)._replace(**more))


def _more(rest: str, text: str) -> dict[str, Any]:
    """The parts after the amounts, in any order: antes, blinds, the street, the pot, the number of players."""
    found: dict[str, Any] = {}
    while rest:
        match = _MORE.match(rest)
        if match is None:
            if _tells(rest):
                raise BadNotation(f"put a colon before {_short(rest)}, as in '{EXAMPLE}'")
            raise BadNotation(
                f"{_short(rest)} in {_short(text)} cannot be read; after the amounts expected ante 50, the street "
                f"({', '.join(STREETS)}), pot 3000, 4 players, heads-up or last two, then a colon and the actions"
            )
        if match["ante"]:
            found["ante"] = chips(match["ante"])
        elif match["small"]:
            found["blinds"] = (chips(match["small"]), chips(match["big"]))
        elif match["pot"]:
            found["pot"] = chips(match["pot"])
        elif match["last"]:
            found["last_two"], found["players"] = True, 2
        elif match["players"] or match["two"]:
            found["players"] = int(match["players"] or 2)
        elif match["street"]:
            found["street"] = match["street"].lower()
        rest = rest[match.end() :].strip()
    return found


def _tells(text: str) -> bool:
    """Whether the text begins with a player's action, as in `A 1200 B to act`."""
    words = text.split()
    for count in range(2, min(len(words), 5) + 1):
        try:
            if read_part(" ".join(words[:count])).verb != "named":
                return True
        except BadNotation:
            continue
    return False


def _checked(head: Head) -> Head:
    """Return the game of a line. Raises BadNotation for a game that no table plays."""
    if head.street and head.ante:
        raise BadNotation(
            f"on the {head.street} the antes are already in the pot; give only the pot, as in 'pot {head.ante * 6}'"
        )
    if not head.street and head.pot:
        raise BadNotation(
            "before the flop the pot follows from the blinds; with a pot, give the street too, as in 'flop pot 900'"
        )
    if head.street and not head.pot and head.limit == "pot limit":
        raise BadNotation(f"give the pot, which pot limit needs, as in 'PL 100/200 {head.street} pot 900'")
    small, big = head.blinds
    if small > big:
        raise BadNotation(f"blinds: expected the small blind first, not {small}/{big}")
    if not head.street and not big:
        raise BadNotation("give the blinds, as in 'SL 2-10 blinds 1/2'")
    if head.last_two and head.players != 2:
        raise BadNotation(f"last two: expected 2 players, not {head.players}")
    if head.players and not 2 <= head.players <= MOST_PLAYERS:
        raise BadNotation(f"players: expected 2 to {MOST_PLAYERS} in the hand, not {head.players}")
    return head


@lru_cache(maxsize=1024)
def read_part(text: str) -> Part:
    """The facts about one player, such as `A 1200`, `B (5000) calls` or `C to act`.

    Raises BadNotation for text that cannot be read.
    """
    name = _NAME.match(text)
    if name is None or _NO_NAME.fullmatch(name[1]):
        raise BadNotation(f"{_short(text)}: expected a player first, as in 'A 1200' or 'BB to act'")
    rest = text[name.end() :].strip()
    stack = None
    held = _STACK.match(rest)
    if held:
        stack = chips(held[1])
        rest = rest[held.end() :].strip()
    rest = rest.removeprefix(":").strip()
    match = _ACTION.fullmatch(rest)
    if match and match.lastindex:
        amount = next((chips(group) for group in match.groups()[match.lastindex :] if group), 0)
        return Part(text, _called(name[1]), _VERBS[match.lastindex], amount, stack)
    if _RAISES.fullmatch(rest):
        number = rest.split()[1]
        raise BadNotation(
            f"{_short(text)} is ambiguous; write 'raises to {number}' for the total, or 'raises by {number}' for the "
            "amount on top of the bet"
        )
    raise BadNotation(
        f"{_short(text)}: {_short(rest)} is not an action; expected a total such as 1200, or 'raises to 1200', "
        "'calls', 'checks', 'folds', 'all-in 1150' or 'to act'"
    )


def without_signs(text: str) -> str:
    """The text without currency signs before or after its numbers. Many people write the chips of a cash game as money.

    >>> without_signs("€25, 5 $")
    '25, 5'
    """
    return _SIGN.sub("", text)


def chips(text: str) -> int:
    """A number of chips, such as `1200`, `1.2k` or `$25`.

    Raises BadNotation for a fraction, or for more chips than any stack can hold.
    """
    if text.isdecimal() and len(text) <= _DIGITS:  # nearly always
        return int(text)
    plain = text.lower().replace("_", "").strip(f"{_SIGNS} ")
    factor = {"k": 1000, "m": 1_000_000}.get(plain[-1:], 1)
    whole, _, part = plain.rstrip("km").partition(".")
    try:
        amount = int(whole) * factor + (int(part) * factor // 10 ** len(part) if part else 0)
        exact = not part or int(part) * factor % 10 ** len(part) == 0
    except ValueError:
        amount, exact = 0, False
    if not exact or amount > MOST:
        raise BadNotation(f"expected a whole number of chips up to {MOST}, not {text}")
    return amount


def _called(name: str) -> str:
    """A player's name; positions are written as their letters."""
    plain = " ".join(name.split()).lower()
    spoken = _SPOKEN.get(plain, plain).upper()
    return spoken if spoken in POSITIONS else "BTN" if spoken in ("BU", "BUTTON") else name


def _short(text: str) -> str:
    """The text in quotes, shortened if it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
