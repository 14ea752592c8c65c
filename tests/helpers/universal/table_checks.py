"""Facts that must be true of the cards and pots on the table, at any moment of any game."""

from __future__ import annotations

from sidepot.cards import UNKNOWN, text
from sidepot.games.limits import NoLimit
from sidepot.hand.due import Due
from sidepot.hand.events import Exposed
from sidepot.hand.hand import Hand
from sidepot.rules.hand_choices import ShowFirst
from sidepot.rules.rulebook import Declaration, ShowOrder
from universal.broken import require
from universal.oracles import first_to_act, pots_by_chip

_AFTER_THE_DEAL = (
    Due.BRING_IN, Due.ACT, Due.CONSENT, Due.RUN, Due.DECLARE, Due.REVEAL, Due.AWARD, Due.PASS_OUT,
)  # fmt: skip

_ON_A_STREET = ("Burned", "Dealt", "Reshuffled", "Exposed", "Killed", "Restubbed", "Ruled")


def check_open(hand: Hand, *, is_late: bool = False) -> None:
    """Check that hands are open once betting is over in houses that require it, and in others not before the showdown.

    Raises Broken.

    `is_late` means that a hand was killed during the deal of the street, which is finished before hands are opened.
    Also check that a stage of the deal begins with a burn, unless the stub is short or a card exposed in the deal is
    the burn. Rule: TDA-2013 15, TS-13, TS-14, PG-53.
    """
    live, able = hand.live, hand.able
    at, streets = hand.street, hand.plan.streets
    if at >= len(streets):
        return
    changes = [street for street in streets[at:] if street.draw or street.discard]
    asks_to_win = hand.setup.game.win_requirement and not live & (live - 1)
    declares = hand.setup.rulebook.declaration is not Declaration.CARDS_SPEAK and len(hand.setup.game.halves) == 2
    # cards dealt down since are not open in every house, and nobody declares with open cards
    goes_on = asks_to_win or streets[at].down or declares
    rulebook = hand.setup.rulebook
    declares = len(hand.setup.game.halves) > 1 and rulebook.declaration is not Declaration.CARDS_SPEAK
    if not rulebook.face_up_all_in or declares:  # nobody declares with all hands in sight
        require(hand, not hand.shown, "a hand was opened before the showdown in a house that never does it")
    elif (
        at > 0
        and not is_late
        and hand.due in (Due.BOARD, Due.BURN)
        and not able & (able - 1)
        and not changes
        and not goes_on
    ):
        require(hand, hand.shown & live == live, "betting is over, and hands lie face down")
    changing = streets[at].draw or streets[at].discard
    if at > 0 and streets[at].burn and hand.due in (Due.BOARD, Due.DEAL) and not changing:
        if hand.due is Due.BOARD and hand.board_at % hand.setup.game.boards:
            return  # one burn for all boards
        game = hand.setup.game
        rest = streets[at : at + 1] if game.is_stud or game.is_draw else streets[at:]
        each = sum(street.down + street.up for street in rest)
        needed = sum(street.board for street in rest) * game.boards + each * live.bit_count()
        first = type(hand.log[-1]).__name__ not in _ON_A_STREET
        if game.is_draw and at == 1 and rulebook.exposed_is_burn:  # a card that was exposed in the deal is the burn
            first = first and not any(isinstance(event, Exposed) and not event.kept for event in hand.log)
        require(hand, not first or hand.stub <= needed, f"no burn before {streets[at].name}")


def check_cards(hand: Hand, folded: int) -> None:
    """Check that no card is in two places, and that every card of the deck is somewhere. Raises Broken.

    The cards of `folded` hands are in the muck in draw games, and may come again from it.
    """
    gone = folded if hand.plan.is_draw else 0
    held = [card for seat, hole in enumerate(hand.hole) if not gone >> seat & 1 for card in hole]
    places = [*held, *on_boards(hand), *hand.burns, *hand.muck_pile, *hand.aside.set_aside]
    known = [card for card in places if card != UNKNOWN]
    twice = [card for card in known if known.count(card) > 1] if len(set(known)) < len(known) else []
    require(hand, not twice, f"{text(twice[:1])} is in two places")
    require(hand, set(known) <= set(hand.plan.deck), "a card is none of this deck")
    require(hand, hand.stub + len(places) == len(hand.plan.deck), f"{hand.stub} in the stub and {len(places)} outside")
    flags = hand.seen  # a property: asked once, not for each card
    seen = {card for card in hand.plan.deck if flags[card]}
    if set(known) != seen:
        require(hand, False, f"{text(sorted(seen))} count as seen, {text(sorted(known))} are")


def on_boards(hand: Hand) -> list[int]:
    """The cards on all boards; cards shared by runs count once."""
    each = hand.setup.game.boards
    shared = shared_by_runs(hand)
    return [card for at, board in enumerate(hand.boards) for card in (board if at < each else board[shared:])]


def shared_by_runs(hand: Hand) -> int:
    """The number of board cards that all runs share: those on the board when the players chose how often to run it."""
    if len(hand.boards) == hand.setup.game.boards:
        return 0
    return sum([street.board for street in hand.plan.streets[: hand.aside.run_from + 1]])


def check_counts(hand: Hand) -> None:
    """Check that each live seat and each board has as many cards as were dealt so far, less those thrown away."""
    if hand.due not in _AFTER_THE_DEAL and (hand.due is not Due.SHOW or hand.street < len(hand.plan.streets)):
        return
    game = hand.setup.game
    so_far = game.streets[: hand.street + 1]
    if hand.due is Due.AWARD and hand.street < len(hand.plan.streets):
        return  # all but one are gone, and perhaps in the middle of the deal
    board = sum([street.board for street in so_far])
    shared = shared_by_runs(hand)
    community = 0
    for at, cards in enumerate(hand.boards):
        run = at // game.boards
        full = board if run == hand.aside.run else game.board_cards if run < hand.aside.run else shared
        if hand.plan.is_stud and not at:
            community = len(cards) - full
            require(hand, community >= 0, f"the board has {len(cards)} cards, and should have {full}")
        else:
            require(hand, len(cards) == full + community, f"board {at} has {len(cards)} cards, and should have {full}")
        same = hand.boards[at % game.boards][:shared] == cards[:shared]
        require(hand, same, f"board {at} does not begin as the one it was parted from")
    held = sum([street.down + street.up - street.discard for street in so_far]) - community
    for seat, hole in enumerate(hand.hole):
        if hand.live >> seat & 1:
            require(hand, len(hole) == held, f"seat {seat} holds {len(hole)} cards, and should hold {held}")


def check_pots(hand: Hand) -> None:
    """Compare the pots with the oracle that divides chips one by one. Raises Broken if they differ."""
    betting = hand.betting
    found = [(pot.amount, pot.eligible) for pot in hand.pots()]
    put = [chips - bet for chips, bet in zip(betting.put, hand.bets, strict=True)]
    middle = sum(hand.bets) + sum(pot.amount for pot in hand.pots())
    require(hand, middle == sum(betting.put) + betting.dead, f"bets and pots are {middle} and not what was put in")
    if hand.street < len(hand.plan.streets):
        waited = [(chips, can & betting.live) for chips, can in hand.aside.parts if chips and can & betting.live]
        dead = betting.dead - sum([chips for chips, _ in waited])
        expected = waited + pots_by_chip(tuple(put), betting.live & ~hand.aside.broke or betting.live, dead)
        require(hand, found == expected, f"the pots should be {expected}, not {found}")
    total = sum(amount for amount, _ in found)
    require(hand, total == sum(put) + betting.dead, f"{sum(put) + betting.dead} was collected, the pots hold {total}")


def check_show(hand: Hand, faces: list[tuple[int, ...]], opener: int, aggressor: int) -> None:
    """Check that the last player to bet or raise shows first or, without a bet in the last round, the player who was
    first to act in it (`opener`).

    Rule: TDA-2013 16.
    """
    must = hand.setup.rulebook.face_up_all_in and hand.able != hand.live
    require(hand, hand.forced or not must, "somebody is all-in, and hands need not be shown (TDA-2013 15)")
    count = len(hand.stacks)
    seats = {seat for seat in range(count) if hand.live >> seat & 1}
    if hand.setup.rulebook.show_order is ShowOrder.SIDE_POT_FIRST and not hand.forced:
        contested = [pot for pot in hand.layers if pot.eligible & hand.live]
        seats &= set(contested[-1].seats)
    first = first_to_act(hand.setup, len(hand.plan.streets) - 1, faces, seats, opener)
    choice = hand.setup.rulebook.show_first
    is_pusher = choice is ShowFirst.PUSHER and isinstance(hand.setup.limit, NoLimit)
    if aggressor < 0 and (is_pusher or choice is ShowFirst.LAST_BETTOR):
        aggressor = hand.betting.aggressor
    if aggressor >= 0:
        first = min(seats, key=lambda seat: (seat - aggressor) % count)
    safe = {seat for seat in seats if hand.able >> seat & 1}
    if hand.setup.rulebook.at_risk_shows_last and hand.setup.game.is_stud and hand.forced and safe:
        first = min(safe, key=lambda seat: (seat - first) % count)
    require(hand, first == hand.seat, f"seat {first} shows first, not {hand.seat}")
