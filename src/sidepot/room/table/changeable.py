"""The terms that a host may change while the table runs: their values, other terms with other values, and the
differences in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from sidepot.bots.bot_names import BotStyle, bot_names, style_of
from sidepot.errors import BadNotation, Conflict
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.usual import cash_stakes, own_stakes
from sidepot.room.table.level_text import level_sentence
from sidepot.room.table.terms import BotSeat, RoomTerms, Strength
from sidepot.rules.clauses import Sentence, refuse, say
from sidepot.table.table_rules import Straddle, TableRules
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import bounds_of, check_fields

SecondsToAct = Annotated[int, msgspec.Meta(ge=5, le=600)]
LONGEST_LOCK: Final = 32
MOST_BLINDS: Final = 5
_BET: Final = bounds_of(q.Bet) or (1, q.MOST_CHIPS)

Row = tuple[Sentence, Sentence, Sentence]
"""A term that changes: its name, its old value, and its new one."""


class Changeable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms that a host may change, as in the form for a table.

    - `bet`: the big blind, or the small bet at fixed limits.
    - `blinds`, `ante`, `bring_in`, `big_bet`: if empty or null, the game's usual amounts for this bet apply.
    - `buy_in`: the minimum and the maximum (0: no limit).
    - `style`: the style of the bots (null for any).
    - `lock`: the name of the stored password ("" for none).
    """

    bet: q.Bet
    blinds: Annotated[tuple[q.SomeChips, ...], msgspec.Meta(max_length=MOST_BLINDS)]
    ante: q.Chips | None
    ante_by: AnteBy
    bring_in: q.Chips | None
    big_bet: q.SomeChips | None
    buy_in: tuple[q.Chips, q.Chips]
    seconds: SecondsToAct
    straddles: tuple[Straddle, ...]
    bomb_every: q.Hands
    bomb_ante: q.Chips
    runs: q.Boards
    rabbit: bool
    seven_deuce: q.Chips
    stand_up: q.Chips
    approve: bool
    watch_after: q.AnyDelay
    bots: q.Seats
    strength: Strength
    style: BotStyle | None
    call: str
    lock: str

    def __post_init__(self) -> None:
        check_fields(self)


def values_of(terms: RoomTerms) -> Changeable:
    """The current values of the changeable terms.

    A value that the form cannot express, such as a tenth of a second, is rounded to the nearest value that it can.
    """
    rules = terms.rules
    bet = _bet_of(rules)
    both = [*zip(rules.stakes, cash_stakes(rules.mix, bet), strict=True)]

    def own(amount: Callable[[Stakes], int]) -> int | None:
        """An amount that is not the usual one, in the first such game."""
        return next((amount(one) for one, usual in both if amount(one) != amount(usual)), None)

    return Changeable(
        bet=bet,
        blinds=next((one.blinds for one, usual in both if one.blinds != usual.blinds), ())[:MOST_BLINDS],
        ante=own(lambda stakes: stakes.ante),
        ante_by=next((one.ante_by for one in rules.stakes if one.blinds), AnteBy.ALL),
        bring_in=own(lambda stakes: stakes.bring_in),
        big_bet=own(lambda stakes: stakes.big_bet),
        buy_in=rules.buy_in,
        seconds=min(max(terms.timing.decide // 1000, 5), 600),
        straddles=rules.straddles,
        bomb_every=rules.bomb_every,
        bomb_ante=rules.bomb_ante,
        runs=min(max(rules.rulebook.run_it, 1), 4),
        rabbit=rules.rulebook.rabbit_hunting,
        seven_deuce=rules.seven_deuce,
        stand_up=rules.stand_up,
        approve=terms.approve,
        watch_after=terms.watch_after,
        bots=len(terms.bots),
        strength=terms.bots[0].strength if terms.bots else Strength.REGULAR,
        style=terms.bot_style,
        call=terms.call,
        lock=terms.lock or ("first" if terms.locked else ""),
    )


def _bet_of(rules: TableRules) -> int:
    fixed = [one for part, one in zip(rules.mix.games, rules.stakes, strict=True) if isinstance(part.limit, FixedLimit)]
    least, most = _BET
    return min(max((fixed or rules.stakes)[0].min_bet, least), most)


def changed(terms: RoomTerms, to: Changeable, taken: Iterable[str], rng: Random) -> RoomTerms:
    """The terms with new values. A term whose value is the same stays exactly as it is.

    New bots get names that are not in `taken`. Raises BadNotation or Conflict if the terms do not fit together.
    """
    now = values_of(terms)
    rules = replace(
        terms.rules,
        stakes=_stakes(terms.rules, now, to),
        buy_in=to.buy_in,
        straddles=to.straddles,
        bomb_every=to.bomb_every,
        bomb_ante=to.bomb_ante if to.bomb_every else 0,
        seven_deuce=to.seven_deuce,
        stand_up=to.stand_up,
    )
    if to.runs != now.runs:
        rules = replace(rules, rulebook=rules.rulebook.but(run_it=to.runs))
    if to.rabbit != now.rabbit:
        rules = replace(rules, rulebook=rules.rulebook.but(rabbit_hunting=to.rabbit))
    check_straddles(to.straddles, rules.stakes)
    if terms.watch_after < 0 <= to.watch_after:
        raise refuse(
            Conflict,
            say("hands were played here that spectators may never see: open another table for them"),
            code="bad_terms",
        )
    if to.bots > rules.seats:
        raise refuse(
            BadNotation,
            say(
                "expected 0 to {most} bots for {seats} seats, got {bots}",
                str(rules.seats),
                str(rules.seats),
                str(to.bots),
            ),
            code="bad_form",
        )
    found = replace(terms, rules=rules, approve=to.approve, watch_after=to.watch_after, call=to.call)
    if to.seconds != now.seconds:
        found = replace(found, timing=replace(terms.timing, decide=to.seconds * 1000))
    if (to.bots, to.strength, to.style) != (now.bots, now.strength, now.style):
        found = replace(found, bots=_bots(terms.bots, to, taken, rng), bot_style=to.style)
    if to.lock != now.lock:
        check_lock(to.lock)
        found = replace(found, locked=bool(to.lock), lock=to.lock)
    return found


def _stakes(rules: TableRules, now: Changeable, to: Changeable) -> tuple[Stakes, ...]:
    fields = ("bet", "blinds", "ante", "ante_by", "bring_in", "big_bet")
    if all(getattr(to, name) == getattr(now, name) for name in fields):
        return rules.stakes
    options = {name: getattr(to, name) for name in fields[1:]}
    if to.blinds and not any(one.blinds for one in rules.stakes):
        raise refuse(BadNotation, say("this game has no blinds: leave them out"), code="bad_form")
    return tuple(
        replace(own_stakes(usual, part, **options), rake=old.rake, chip=old.chip)
        for usual, part, old in zip(cash_stakes(rules.mix, to.bet), rules.mix.games, rules.stakes, strict=True)
    )


def _bots(bots: Sequence[BotSeat], to: Changeable, taken: Iterable[str], rng: Random) -> tuple[BotSeat, ...]:
    fitting = [bot for bot in bots if to.style in (None, style_of(bot.name))]
    kept = [replace(bot, strength=to.strength) for bot in fitting[: to.bots]]
    names = bot_names([*taken, *[bot.name for bot in bots]], rng, to.bots - len(kept), to.style)
    return (*kept, *[BotSeat(name, to.strength) for name in names])


def check_straddles(straddles: Sequence[Straddle], stakes: Iterable[Stakes]) -> None:
    """Raise BadNotation if straddles are allowed in a game without blinds."""
    if straddles and not any(one.blinds for one in stakes):
        raise refuse(BadNotation, say("straddles need blinds; add blinds or leave the straddles out"), code="bad_form")


def check_lock(lock: str) -> None:
    """Raise BadNotation if a text cannot be the name of a stored password."""
    if lock and not (len(lock) <= LONGEST_LOCK and lock.isascii() and lock.isalnum()):
        raise BadNotation(
            "`lock` names a stored password: send the password to /api/tables/ID/password first", code="bad_form"
        )


# ---- in words

_STRADDLES: Final[dict[Straddle, Sentence]] = {
    Straddle.UNDER_THE_GUN: say("under the gun"),
    Straddle.MISSISSIPPI: say("mississippi"),
    Straddle.SLEEPER: say("sleeper"),
}
_NONE: Final = say("none")


def differences(before: RoomTerms, after: RoomTerms) -> list[Row]:
    """The terms that differ, each with its old and its new value in words."""
    rows = [(topic, words(before), words(after)) for topic, words in _IN_WORDS]
    if before.call != after.call:
        new = say("a new one") if before.call else say("yes")
        rows.append((say("Link to the call"), say("as before") if before.call else _NONE, new if after.call else _NONE))
    if before.lock != after.lock:
        new = say("a new one") if before.locked else say("yes")
        rows.append((say("Password"), say("as before") if before.locked else _NONE, new if after.locked else _NONE))
    return [row for row in rows if row[1] != row[2]]


def _stakes_words(terms: RoomTerms) -> Sentence:
    return level_sentence(terms.rules.mix.games, terms.rules.stakes, terms.rules.unit)


def _ante(terms: RoomTerms) -> Sentence:
    """The ante in a mix. The stakes of a single game already include theirs."""
    antes = [one.ante for one in terms.rules.stakes]
    return ("{}", antes[0]) if len(antes) > 1 else ()


def _buy_in(terms: RoomTerms) -> Sentence:
    least, most = terms.rules.buy_in
    return say("{least} to {most}", least, most) if most else say("{least} or more", least)


def _time(terms: RoomTerms) -> Sentence:
    return say("{seconds} seconds", f"{terms.timing.decide / 1000:g}")


def _straddles(terms: RoomTerms) -> Sentence:
    ways = [_STRADDLES[one] for one in terms.rules.straddles]
    return (", ".join(["{}"] * len(ways)), *ways) if ways else _NONE


def _bomb_pots(terms: RoomTerms) -> Sentence:
    every, ante = terms.rules.bomb_every, terms.rules.bomb_ante
    if every < 2:
        return say("each hand, ante {ante}", ante) if every else _NONE
    return say("every {hands} hands, ante {ante}", str(every), ante)


def _runs(terms: RoomTerms) -> Sentence:
    runs = terms.rules.rulebook.run_it
    return say("up to {count} times", str(runs)) if runs > 1 else say("once")


def _rabbit(terms: RoomTerms) -> Sentence:
    return say("yes") if terms.rules.rulebook.rabbit_hunting else say("no")


def _from_each(chips: int) -> Sentence:
    return say("{chips} from each other player", chips) if chips else _NONE


def _to_each(chips: int) -> Sentence:
    return say("{chips} to each other player", chips) if chips else _NONE


def _sitting(terms: RoomTerms) -> Sentence:
    return say("players ask the host for a seat") if terms.approve else say("everyone may sit down")


def _watching(terms: RoomTerms) -> Sentence:
    hands = terms.watch_after
    if hands < 1:
        return say("never") if hands else say("at once")
    return say("one hand later") if hands == 1 else say("{hands} hands later", str(hands))


_STRENGTHS: Final = {
    Strength.BEGINNER: say("{count}, beginners"),
    Strength.REGULAR: say("{count}, regulars"),
    Strength.EXPERT: say("{count}, experts"),
}
_STYLES: Final = {BotStyle.TIGHT: say("tight"), BotStyle.LOOSE: say("loose"), BotStyle.AGGRESSIVE: say("aggressive")}


def _company(terms: RoomTerms) -> Sentence:
    if not terms.bots:
        return _NONE
    company = (*_STRENGTHS[terms.bots[0].strength], str(len(terms.bots)))
    return company if terms.bot_style is None else ("{}, {}", company, _STYLES[terms.bot_style])


_IN_WORDS: Final[tuple[tuple[Sentence, Callable[[RoomTerms], Sentence]], ...]] = (
    (say("Stakes"), _stakes_words),
    (say("Ante"), _ante),
    (say("Buy-in"), _buy_in),
    (say("Time to act"), _time),
    (say("Straddles"), _straddles),
    (say("Bomb pots"), _bomb_pots),
    (say("Run it"), _runs),
    (say("Rabbit hunt"), _rabbit),
    (say("Seven-deuce bounty"), lambda terms: _from_each(terms.rules.seven_deuce)),
    (say("Stand-up game"), lambda terms: _to_each(terms.rules.stand_up)),
    (say("Sitting down"), _sitting),
    (say("Spectators see the hands"), _watching),
    (say("Bots"), _company),
)
