"""The names that players use for games and stakes: halves, limits, posts, openers."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.cards import RANKS
from sidepot.games.decks import find_deck
from sidepot.games.limits import USUAL_BETS, FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import HIGH_SCALES, Choose, Game
from sidepot.games.rake import Rake, Sharing
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.unit import WHOLE, Unit
from sidepot.ranking.describe import describe
from sidepot.ranking.playable_cards import at_least
from sidepot.ranking.scales import find_scale

Kind = Literal["board", "draw", "stud"]
LimitKind = Literal["no limit", "pot limit", "fixed limit", "spread limit"]

_LIMITS: dict[type[Limit], LimitKind] = {
    NoLimit: "no limit",
    PotLimit: "pot limit",
    FixedLimit: "fixed limit",
    SpreadLimit: "spread limit",
}

_IN_HAND: Final = "in hand"


def kind_of(game: Game) -> Kind:
    """The kind of a game in lists: `draw`, `stud` or `board`. A game with both a board and draws is a board game."""
    return "board" if game.board_cards else "stud" if game.is_stud else "draw"


def half_label(game: Game, at: int) -> str:
    """The name of a half of the pot in a word or two, such as `high`, `low`, `badugi`, or `in hand` for hole cards
    alone.
    """
    half = game.halves[at]
    if half.choose is Choose.HOLE and len({each.choose for each in game.halves}) > 1:
        return _IN_HAND
    if half.scale.startswith("badugi"):
        return "badugi"
    return "high" if half.scale in HIGH_SCALES else "low"


def half_words(game: Game, at: int) -> str:
    """The name of a half of the pot in a sentence, such as `the low half` or `the half in hand`."""
    label = half_label(game, at)
    return f"the half {label}" if label == _IN_HAND else f"the {label} half"


def ways_words(game: Game, ways: int) -> str:
    """A player's declaration in words, such as `high`, `low` or `both`."""
    return {1: half_label(game, 0), 2: half_label(game, 1), 3: "both"}.get(ways, "nothing")


def required_words(game: Game, ranks: str) -> str:
    """The required hand in words, such as `a pair of jacks or better`. If the ranks do not matter, only the kind of
    hand is named.
    """
    scale = find_scale(game.halves[0].scale)
    category, text = describe(at_least(ranks, scale.name), scale)
    if set(ranks.replace(" ", "")) <= set(RANKS[find_deck(game.deck).lowest]):
        return f"{category} or better"
    words = text[0].lower() + text[1:]
    return f"{'a ' if words.startswith('pair') else ''}{words} or better"


def least_words(game: Game) -> str:
    """The weakest hand that may win, in words, such as `three of a kind or better`."""
    return required_words(game, game.win_requirement)


# ---- limits and stakes


def limit_kind(limit: Limit) -> LimitKind:
    """The kind of limit, such as `pot limit`, without its size or cap."""
    return _LIMITS[type(limit)]


def limit_words(limit: Limit) -> str:
    """The limit in words, such as `no limit`, `fixed limit` or `half-pot limit`."""
    if isinstance(limit, PotLimit) and limit.numerator != limit.denominator:
        part = "half" if limit.denominator == 2 * limit.numerator else f"{limit.numerator}/{limit.denominator}"
        return f"{part}-pot limit"
    return limit_kind(limit)


Part = tuple[str, ...]
"""Words with a gap `{}` for each number, and the numbers, as they are written: `("blinds {}", "10/20")`."""

Parts = tuple[Part, ...]
"""Several parts, which are shown in one line, separated by commas."""


def stakes_words(limit: Limit, stakes: Stakes, unit: Unit = WHOLE) -> str:
    """The posts and bets in words, such as `blinds 10/20, ante 5` or `bets 4/8, ante 1, bring-in 2`.

    >>> stakes_words(NoLimit(), Stakes(blinds=(10, 20), ante=20, ante_by=AnteBy.BIG_BLIND))
    'blinds 10/20, ante 20 of the big blind'
    >>> stakes_words(FixedLimit(), Stakes(ante=1, bring_in=2, small_bet=4))
    'bets 4/8, ante 1, bring-in 2'
    >>> stakes_words(NoLimit(), Stakes(blinds=(25, 50)), Unit(2))
    'blinds 0.25/0.50'
    """
    return ", ".join(map(_filled, stakes_parts(limit, stakes, unit)))


def stakes_parts(limit: Limit, stakes: Stakes, unit: Unit = WHOLE) -> list[Part]:
    """The forced bets and bet sizes as translatable sentences.

    >>> stakes_parts(FixedLimit(), Stakes(ante=1, small_bet=4))
    [('bets {}', '4/8'), ('ante {}', '1')]
    """
    bets: list[Part] = []
    if isinstance(limit, FixedLimit):
        bets = [("bets {}", _fixed(stakes, unit))]
    elif isinstance(limit, SpreadLimit):
        bets = [("bets {} to {}", unit.show(limit.low), unit.show(limit.high))]
    return [*bets, *_posted(limit, stakes, unit), *_cap_parts(limit, unit)]


def _filled(part: Part) -> str:
    sentence, *numbers = part
    return sentence.format(*numbers)


def terms_words(limit: Limit, stakes: Stakes, unit: Unit = WHOLE) -> str:
    """The limit and the stakes in one line, such as `No limit, blinds 10/20, ante 5`."""
    text = ", ".join(map(_filled, terms_parts(limit, stakes, unit)))
    return text[:1].upper() + text[1:]


def terms_parts(limit: Limit, stakes: Stakes, unit: Unit = WHOLE) -> list[Part]:
    """The limit and the stakes as translatable sentences. The limit is first.

    >>> terms_parts(NoLimit(), Stakes(blinds=(10, 20)))
    [('no limit',), ('blinds {}', '10/20')]
    """
    words: Part = (limit_words(limit),)
    if isinstance(limit, FixedLimit):
        words = (f"{limit_words(limit)} {{}}", _fixed(stakes, unit))
    elif isinstance(limit, SpreadLimit):
        words = (f"{limit_words(limit)} {{}} to {{}}", unit.show(limit.low), unit.show(limit.high))
    return [words, *_posted(limit, stakes, unit), *_cap_parts(limit, unit)]


def _fixed(stakes: Stakes, unit: Unit) -> str:
    return f"{unit.show(stakes.bet_size(big=False))}/{unit.show(stakes.bet_size(big=True))}"


def _posted(limit: Limit, stakes: Stakes, unit: Unit) -> list[Part]:
    parts: list[Part] = []
    if stakes.blinds:
        parts.append(("blinds {}", "/".join(map(unit.show, stakes.blinds))))
    if stakes.ante:
        of = "" if stakes.ante_by is AnteBy.ALL else f" of the {stakes.ante_by}"
        parts.append((f"ante {{}}{of}", unit.show(stakes.ante)))
    if stakes.bring_in:
        parts.append(("bring-in {}", unit.show(stakes.bring_in)))
    if isinstance(limit, (NoLimit, PotLimit)) and stakes.min_bet != max(stakes.blinds[:2], default=0):
        parts.append(("least bet {}", unit.show(stakes.min_bet)))
    if stakes.rake is not None:
        parts.append(rake_part(stakes.rake, unit))
    return parts


def rake_words(rake: Rake, unit: Unit = WHOLE) -> str:
    """The rake in words, such as `rake 2.5% up to 3`."""
    return _filled(rake_part(rake, unit))


def rake_part(rake: Rake, unit: Unit) -> Part:
    """The rake as a translatable sentence."""
    part = f"{100 * rake.numerator / rake.denominator:g}%"
    if rake.cap is None:
        return "rake {}", part
    shared = rake.sharing is Sharing.PROPORTION
    return "rake {} up to {}" if shared else "rake {} up to {}, side pots first", part, unit.show(rake.cap)


def _cap_parts(limit: Limit, unit: Unit) -> list[Part]:
    cap = getattr(limit, "cap", None)
    parts: list[Part] = [("a hand costs {} at most", unit.show(cap))] if cap else []
    if isinstance(limit, FixedLimit):
        if limit.bets is None:
            parts.append(("any number of raises",))
        elif limit.bets != USUAL_BETS:
            parts.append(("raises capped at {}", str(limit.bets - 1)))
    elif limit.bets is not None:
        parts.append(("raises capped at {}", str(limit.bets - 1)))
    return parts
