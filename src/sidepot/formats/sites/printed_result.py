"""Compare the printed result of a hand with the result by the rules.

There are three verdicts: `matched`, if the printed figures are equal; `mismatched`, if one differs; and `unchecked`
(with the reason), if no printed figure can be compared to the chip. The rake is the printed one. Without a printed rake
(tournaments and some sites take none), only bounds for the winnings are known.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sidepot.formats.reasons import DROP, NO_RAKE, NO_WINNER, ODD_CHIP
from sidepot.formats.sites.record_play import Replay
from sidepot.formats.sites.site_record import Record
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.rules.clauses import Sentence, in_a_list, plain, say
from sidepot.validation.decimals import money

MOST_RAKE: Final = 4
"""The largest possible rake, as a fraction of the pot (a fourth); anything more is a misread figure."""


class Verdict(NamedTuple):
    """How a played hand compares with its text (`matched`, `mismatched` or `unchecked`), and why.

    - `sentence`: how it differs, with gaps, for translation
    """

    kind: Literal["matched", "mismatched", "unchecked"]
    why: str = ""
    sentence: Sentence = ()


_MATCHED: Final = Verdict("matched")


def mismatched(sentence: Sentence) -> Verdict:
    """The verdict for a hand that differs from its text as the sentence says."""
    return Verdict("mismatched", plain(sentence), sentence)


def awards(hand: Hand) -> dict[int, int]:
    """Each seat's winnings by the rules, before any rake of a site."""
    found: dict[int, int] = {}
    for event in [event for event in hand.log if type(event) is Awarded]:
        for seat, amount in event.shares:
            found[seat] = found.get(seat, 0) + amount
    return found


def prints_result(record: Record) -> bool:
    """Whether the text prints a player's winnings, or a stack after the hand."""
    return bool(record.won or record.ends)


def printed_nets(record: Record) -> list[int]:
    """Each player's net result in the text: from the final stacks, or from the amounts paid and won."""
    return [
        record.ends[seat] - player.stack
        if seat in record.ends
        else record.won.get(seat, 0) + record.back.get(seat, 0) - record.paid.get(seat, 0)
        for seat, player in enumerate(record.players)
    ]


def exact_nets(replay: Replay) -> list[int]:
    """Each player's net result in the text, to the chip.

    If the text rounds winnings, a result that agrees within the rounding is replaced by the exact result by the rules.
    """
    record, hand = replay.record, replay.hand
    nets = printed_nets(record)
    if not record.rounded:
        return nets
    for seat, (end, start) in enumerate(zip(hand.stacks, hand.setup.stacks, strict=True)):
        if abs(end - start - nets[seat]) * 2 <= record.rounded:
            nets[seat] = end - start
    return nets


def problem_of(replay: Replay) -> str:
    """How the result differs from the printed result; "" if it is the same, or cannot be compared."""
    verdict = verdict_of(replay)
    return verdict.why if verdict.kind == "mismatched" else ""


def verdict_of(replay: Replay) -> Verdict:
    """Compare a hand that was played with its text.

    The players' net results are compared. Sites take their rake from the pots. Each winner's payout is reduced by a
    part of the rake, and these parts add up to the rake.
    """
    record, hand = replay.record, replay.hand
    if record.unresolved or replay.unresolved and not prints_result(record):
        return Verdict("unchecked", replay.unresolved)
    if replay.unresolved:
        return _without_cards(replay)
    mine = [end - player.stack for end, player in zip(hand.stacks, record.players, strict=True)]
    printed = exact_nets(replay)
    if mine == printed and not record.rake and prints_result(record):
        return _MATCHED
    won = awards(hand)
    total = sum(won.values())
    if not prints_result(record) and (total or not record.back):
        return Verdict("unchecked", NO_WINNER)
    missing = sum(mine) - sum(printed)
    rake = max(missing, 0) if record.rake is None else record.rake
    has_drop = record.has_drop and missing > rake
    if has_drop:
        rake = missing
    wrong = [
        _difference(record, seat, mine[seat], printed[seat])
        for seat, player in enumerate(record.players)
        if (seat in won or mine[seat] != printed[seat])
        and not _is_rake(mine[seat] - printed[seat], won.get(seat, 0), total, rake)
    ]
    if not wrong and missing != rake:
        wrong.append(_missing(record, missing))
    if wrong and not rake and not missing and _is_odd_chip(hand, mine, printed):
        return Verdict("unchecked", ODD_CHIP)
    if wrong:
        return mismatched(in_a_list(wrong))
    if has_drop:
        return mismatched(_missing(record, missing)) if _is_much(missing, total) else Verdict("unchecked", DROP)
    return _MATCHED if record.rake is not None or not missing else _without_rake(replay, total, missing)


def _without_cards(replay: Replay) -> Verdict:
    """The verdict if hands that decide a pot were not shown.

    It compares the losses of players who folded, and whether the winnings add up to the pots.
    """
    record, hand = replay.record, replay.hand
    printed = printed_nets(record)
    for seat, player in enumerate(record.players):
        mine = hand.stacks[seat] - player.stack
        if not hand.live >> seat & 1 and mine != printed[seat]:
            return mismatched(_difference(record, seat, mine, printed[seat]))
    missing = record.carried - sum(printed)
    if missing != record.rake if record.rake is not None else missing < 0:
        return mismatched(_missing(record, missing))
    return Verdict("unchecked", replay.unresolved)


def _without_rake(replay: Replay, total: int, missing: int) -> Verdict:
    """The verdict if the text prints no rake, and the winnings are less than the pots, which may be printed."""
    record = replay.record
    if _is_much(missing, total):
        return mismatched(_missing(record, missing))
    if record.pot is None:
        return Verdict("unchecked", NO_RAKE)
    if record.pot != total:
        pots = [money(amount, record.decimals) for amount in (total, record.pot)]
        return mismatched(say("the pots come to {amount}, the text says {printed}", *pots))
    return _MATCHED


def _is_much(missing: int, total: int) -> bool:
    """Whether more of a pot is missing than a rake can explain."""
    return missing > 1 and missing * MOST_RAKE > total


def _difference(record: Record, seat: int, mine: int, printed: int) -> Sentence:
    """The net result of a player by the rules, and the printed one."""
    amounts = [money(amount, record.decimals) for amount in (mine, printed)]
    return say("{player} comes out at {amount}, the text says {printed}", record.players[seat].name, *amounts)


def _missing(record: Record, missing: int) -> Sentence:
    """The missing chips and the printed rake, in words."""
    gone = money(missing, record.decimals)
    if record.rake is None:
        return say("{amount} is missing, and no rake is printed", gone)
    return say("{amount} is missing, and the rake is {rake}", gone, money(record.rake, record.decimals))


def _is_odd_chip(hand: Hand, mine: list[int], printed: list[int]) -> bool:
    """Whether only players who share a pot differ, by one chip at most, because sites award odd chips in different
    ways.
    """
    shares = [event.shares for event in hand.log if type(event) is Awarded and len(event.shares) > 1]
    sharers = {seat for event in shares for seat, _ in event}
    gaps = {seat: abs(end - net) for seat, (end, net) in enumerate(zip(mine, printed, strict=True)) if end != net}
    return gaps.keys() <= sharers and max(gaps.values(), default=0) <= 1


def _is_rake(taken: int, won: int, total: int, rake: int) -> bool:
    """Whether a winner is short of a plausible part of the rake: all of it if one player wins everything, else about a
    share.

    Some sites take it only from the main pot: then one winner pays all of it.
    """
    if not rake or not won or won == total:
        return taken == (rake if won else 0)
    return taken in (0, rake) or 0 <= taken <= rake and abs(taken - rake * won // total) <= max(2, rake // 4)
