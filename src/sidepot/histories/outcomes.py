"""Play one hand of any format: its outcome, compared with the printed result, and its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc import AcpcHand, play_acpc, read_state
from sidepot.formats.hand_history import HandHistory, of_replay
from sidepot.formats.phh import Phh
from sidepot.formats.phh_game import UnknownGame
from sidepot.formats.phh_history import MISMATCH_FIELD, UNCHECKED_FIELD, of_played
from sidepot.formats.phh_play import Played, play_phh
from sidepot.formats.reasons import INCOMPLETE, NO_RESULT, REASONS, UNFINISHED
from sidepot.formats.room_record import RoomHand, of_room_hand, play_room_hand
from sidepot.formats.sites.printed_result import Verdict, awards, mismatched, verdict_of
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.histories.piece_hands import HandRead, LogHand, PhhHand
from sidepot.rules.clauses import Sentence, in_a_list, say
from sidepot.validation.decimals import money

Kind = Literal["matched", "mismatched", "failed", "unchecked", "unknown game"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a hand compares with its printed result (`kind`), and the reason (`detail`).

    - `sentence`: the reason with gaps, for translation
    - `code`: the code of the error, if the hand cannot be read or played
    """

    hand: str
    kind: Kind
    detail: str = ""
    sentence: Sentence = ()
    code: str = ""

    @property
    def shown(self) -> Sentence:
        """The reason for pages, which translate it; empty if it is none of this program's sentences."""
        return self.sentence or ((self.detail,) if self.detail in REASONS else ())


class PlayedHand(NamedTuple):
    """A hand of any format that was played.

    - `outcome`: a function that compares the hand with its printed result
    - `history`: a function that returns the history of the hand

    If cards at the showdown are unknown, `history` raises BadNotation unless it is called with False.
    """

    outcome: Callable[[], Outcome]
    history: Callable[[bool], HandHistory]


def play(name: str, found: HandRead) -> PlayedHand:
    """Play a hand of any format. Raises SidepotError, naming the line, for an illegal action."""
    if isinstance(found, BadNotation):
        raise found
    if isinstance(found, Record):
        replay = play_record(found)
        verdict = verdict_of(replay)
        return PlayedHand(lambda: Outcome(name, *verdict), lambda whole: of_replay(replay, verdict, whole=whole))
    if isinstance(found, RoomHand):
        view = play_room_hand(found)
        return PlayedHand(lambda: _room_outcome(name, view), lambda _: of_room_hand(found, view))
    try:
        if isinstance(found, LogHand):
            state = read_state(found.text)
            hand = play_acpc(state, found.game)
            logged = _log_outcome(found, state, hand)
            return PlayedHand(lambda: logged, lambda _: _compared(_of_log(state, hand), logged))
        played = play_phh(found.history)
    except UnknownGame:
        raise
    except SidepotError as error:
        raise error.at_line(found.line) from None
    return PlayedHand(lambda: _phh_outcome(name, found.history, played), lambda _: _of_phh(found, played))


def failed(name: str, found: HandRead, error: SidepotError) -> Outcome:
    """The outcome for a hand that cannot be read or played.

    The outcome says whether a lenient reading matches the printed result.
    """
    if error.code == "unknown_game":
        return Outcome(name, "unknown game", error.message, error.sentence)
    leniently = _leniently(found.history) if isinstance(found, PhhHand) else ""
    sentence = error.sentence
    if sentence and error.cite is not None:
        sentence = say("{} ({})", sentence, str(error.cite))
    return Outcome(name, "failed", f"{error}{leniently}", () if leniently else sentence, error.code)


def outcome_of(name: str, found: HandRead) -> Outcome:
    """Play a hand of any format, and compare it with its printed result."""
    try:
        return play(name, found).outcome()
    except SidepotError as error:
        return failed(name, found, error)


def history_of(found: HandRead, *, whole: bool = True) -> HandHistory | SidepotError:
    """The history of a played hand, or the error that says why the hand cannot be played.

    If `whole` is false, cards at the showdown may be unknown. Such a hand ends at the showdown, unpaid.
    """
    try:
        return play("", found).history(whole)
    except SidepotError as error:
        return error


def _compared(history: HandHistory, outcome: Outcome) -> HandHistory:
    """The history, and how the hand differs from its printed result."""
    if outcome.kind not in ("mismatched", "unchecked"):
        return history
    return msgspec.structs.replace(
        history, **{"mismatch" if outcome.kind == "mismatched" else "unchecked": outcome.detail}
    )


# ---- Poker Hand Histories


def _of_phh(found: PhhHand, played: Played) -> HandHistory:
    try:
        return _compared(of_played(found.history, played), _phh_outcome("", found.history, played))
    except SidepotError as error:
        raise error.at_line(found.line) from None


def _phh_outcome(name: str, history: Phh, played: Played) -> Outcome:
    """Compare a history that is played with its result."""
    marked = history.extra.get(MISMATCH_FIELD)
    if marked:  # in the original history
        return Outcome(name, "mismatched", str(marked))
    verdict = _compare(history, played)
    unchecked = history.extra.get(UNCHECKED_FIELD)
    return (
        Outcome(name, "unchecked", str(unchecked))
        if unchecked and verdict.kind == "matched"
        else Outcome(name, *verdict)
    )


def _leniently(history: Phh) -> str:
    try:
        played = play_phh(history, strict=False)
        if _compare(history, played)[0] == "matched":
            return f"; read leniently it comes to the printed result ({'; '.join(played.notes)})"
    except SidepotError:
        pass
    return ""


def _compare(history: Phh, played: Played) -> Verdict:
    """Compare the printed stacks or, if there are none, the printed winnings with the result."""
    hand = played.hand
    stacks = hand.stacks
    printed = history.finishing_stacks
    if printed is None:
        return _compare_winnings(history, played)
    if tuple(stacks) == printed and not played.left:
        return Verdict("matched")
    decimals = history.decimals
    if played.unresolved and (hand.street >= len(hand.plan.streets) or hand.due is Due.PROVE):
        # nobody saw the hands that decide: only the total, and the stacks of players who folded, are known
        wrong = [seat for seat in range(len(stacks)) if not hand.live >> seat & 1 and stacks[seat] != printed[seat]]
        if not wrong and _may_add_up(hand, sum(printed)):
            return Verdict("unchecked", played.unresolved)
    differences = [
        say("{player} has {amount}, the file says {printed}", f"p{seat + 1}", *_moneys(decimals, stack, theirs))
        for seat, (stack, theirs) in enumerate(zip(stacks, printed, strict=True))
        if stack != theirs and history.starting_stacks[seat] is not None
    ]
    if not differences:
        return Verdict("matched")
    if played.unresolved:
        differences.append((played.unresolved,))
    return mismatched(in_a_list(differences))


def _moneys(decimals: int, *amounts: int) -> list[Sentence]:
    return [money(amount, decimals) for amount in amounts]


def _may_add_up(hand: Hand, printed: int) -> bool:
    """Whether these chips can be the total at the end: all chips, less a rake or a pot that nobody may win."""
    game = hand.setup.game
    chips = sum(hand.setup.stacks) + hand.setup.carried
    may_lack = hand.plan.rake is not None or game.pass_out or game.open_requirement or game.win_requirement
    return printed == chips or printed < chips and bool(may_lack)


def _compare_winnings(history: Phh, played: Played) -> Verdict:
    """Compare printed winnings that add up to the pots.

    If they are incomplete, or an unknown rake was taken, they only must not exceed what a seat wins.
    """
    if played.unresolved:
        return Verdict("unchecked", played.unresolved)
    printed = history.winnings
    if printed is None:
        return Verdict("unchecked", NO_RESULT)
    awarded = awards(played.hand)
    won = [awarded.get(seat, 0) for seat in range(len(printed))]
    differences = [
        say("{player} wins {amount}, the file says {printed}", f"p{seat + 1}", *_moneys(history.decimals, mine, theirs))
        for seat, (mine, theirs) in enumerate(zip(won, printed, strict=True))
        if mine != theirs
    ]
    if not differences:
        return Verdict("matched")
    if sum(printed) == sum(won) or any(theirs > mine for mine, theirs in zip(won, printed, strict=True)):
        return mismatched(in_a_list(differences))
    return Verdict("unchecked", INCOMPLETE)


# ---- logs of the competition, and records of a room


def _log_outcome(found: LogHand, state: AcpcHand, hand: Hand) -> Outcome:
    """Compare a line of a log with its payoffs."""
    stacks, starts = hand.stacks, hand.setup.stacks
    differences = [
        say(
            "position {position} comes out at {amount}, the log says {printed}",
            str(seat + 1),
            *_moneys(state.decimals, stacks[seat] - starts[seat], payoff),
        )
        for seat, payoff in enumerate(state.payoffs)
        if stacks[seat] - starts[seat] != payoff
    ]
    if differences:
        placed = say("line {line}: {problem}", str(found.line), in_a_list(differences))
        return Outcome(state.number, *mismatched(placed))
    return Outcome(state.number, "matched")


def _of_log(state: AcpcHand, hand: Hand) -> HandHistory:
    """A line of an ACPC log that is played."""
    return HandHistory(
        hand=hand,
        names=state.players,
        numbers=tuple(range(1, len(state.players) + 1)),
        name=state.number,
        decimals=state.decimals,
    )


def _room_outcome(name: str, hand: Hand) -> Outcome:
    """The outcome of a replayed record: the rules must make every event of the hand, including payments."""
    return Outcome(name, "matched") if hand.due is Due.DONE else Outcome(name, "unchecked", UNFINISHED)
