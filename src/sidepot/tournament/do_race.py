"""Chip races at the tables of a tournament. Source: T23; TDA-2013 23."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidepot.cards import STANDARD_DECK, Deck
from sidepot.cards import cards as read_cards
from sidepot.errors import Conflict, NotDue
from sidepot.rules.clauses import names, refuse, say
from sidepot.table import commands as t
from sidepot.table import events as at_table
from sidepot.table.chip_text import read_pile
from sidepot.table.chips import ChipSet
from sidepot.table.colour import exchange_late
from sidepot.table.piles import Pile
from sidepot.table.places import Place
from sidepot.table.race import OddChips, deal_race, odd_chips, prizes, race
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import CHIPS, LATE_CHIPS, RACES
from sidepot.tournament.entrants import Status
from sidepot.tournament.seating import HashDraw, mixed
from sidepot.tournament.unit_of_work import UnitOfWork, kept_cards


def bring_back(work: UnitOfWork, number: int, due: ChipSet) -> None:
    """Bring small chips back into play at a table at equal value, because the clock was set back.

    Raises NotDue if other chips must leave play first.
    """
    gone = [value for value in work.table(number).rules.chips.values if value not in due.values]
    if gone:
        raise NotDue(
            f"race off the chips of {', '.join(map(str, gone))} at table {number} first",
            RACES,
            code="chips_leave_first",
        )
    work.at_table(number, t.ColourUp((), due))


def bring_all_back(work: UnitOfWork, command: c.BringBack) -> None:
    """Bring the small chips of the level back into play, at one table or at all tables. Raises NotDue during a hand."""
    tournament, due = work.tournament, work.tournament.chips_at(work.reading.level)
    numbers = [command.table] if command.table else list(tournament.tables)
    back = [number for number in numbers if work.table(number).rules.chips != due]
    if not back:
        raise NotDue(
            f"the chips in play are already those of this level ({due}), so none can come back", RACES, code="no_race"
        )
    for number in back:
        if work.table(number).is_hand_on:
            raise NotDue(
                f"a hand is in progress at table {number}; bring chips back when the hand is over",
                RACES,
                code="hand_on",
            )
        bring_back(work, number, due)


def colour_up(work: UnitOfWork, command: c.Race, due: ChipSet | None = None) -> None:
    """Take the smallest chips out of play at a table, with a race for the odd chips (rules T23a to T23c).

    `due` is the set of chips that stay in play (by default, the chips of the level).
    """
    tournament = work.tournament
    number = command.table
    table = work.table(number)
    if table.is_hand_on:
        raise NotDue(f"a hand is in progress at table {number}; race when the hand is over", RACES, code="hand_on")
    chips = table.rules.chips
    due = due or tournament.chips_at(work.reading.level)
    gone = [value for value in chips.values if value not in due.values]
    if not gone:
        raise NotDue(
            f"no chips are due to leave play at table {number} now; the chips in play are {chips}",
            RACES,
            code="no_race",
        )
    given, odd_of = dict(command.stacks), dict(command.odd)
    _check_given(work, command, gone[0])
    dealt = {seat: tuple(read_cards(text)) for seat, text in command.cards}
    for value in gone[:1] if odd_of else gone:  # the odd ones of the next kind were not reported
        after = table.rules.chips.without(value)
        stacks = piles_with_odd(table.seated(), odd_of, value, after.smallest) if odd_of else {}
        for place in table.seated():
            if odd_of or not place.stack:
                continue
            pile = read_pile(given[place.seat]) if place.seat in given else few_odd(place.stack, value, after.smallest)
            if pile.total != place.stack and not (tournament.reports.live and place.seat in given):
                raise Conflict(
                    f"{place.player} has {place.stack}, but the chips given are worth {pile.total}",
                    CHIPS,
                    code="chips_do_not_add_up",
                )
            stacks[place.seat] = pile
        odd = odd_chips(stacks, table.rules.chips, value)
        kept = kept_cards(work, value)
        rounding = tournament.structure.rulebook.chip_race
        cards = kept or dealt
        won = _winners(work, command, odd, prizes(odd, table.rules.chips, rounding), after) if not cards else None
        if won is None and not cards and prizes(odd, table.rules.chips, rounding):
            deck = mixed(STANDARD_DECK, HashDraw(f"{work.seed(command.seed)}/{value}"))
            cards = deal_race(odd, Deck(deck))
        sheet = race(stacks, table.rules.chips, cards, rounding, value, won)
        _count(work, number, stacks)
        work.at_table(number, t.ColourUp(tuple(sheet.rows), after))
        work.emit(e.Raced(number, sheet))
        given = {seat.seat: str(seat.after) for seat in sheet.seats}


def _check_given(work: UnitOfWork, command: c.Race, smallest: int) -> None:
    """Raise Conflict if the chips or odd chips given for the seats of a table cannot be so."""
    tournament, number = work.tournament, command.table
    given, odd_of = dict(command.stacks), dict(command.odd)
    if len(given) < len(command.stacks) or len(odd_of) < len(command.odd):
        raise Conflict("the chips of a seat are given twice; give those of each seat once", RACES, code="named_twice")
    if tournament.reports.live and not (given or odd_of) and tournament.left > 1:  # of all chips it is plain
        raise Conflict(
            f"give the number of odd chips of {smallest} for each seat of table {number}, 0 for a seat without any",
            RACES,
            code="no_odd",
        )
    if min(odd_of.values(), default=0) < 0:
        raise Conflict("the number of odd chips cannot be negative", RACES, code="bad_count")
    empty = sorted({*given, *odd_of}.difference([place.seat for place in work.table(number).seated() if place.stack]))
    if empty:
        raise Conflict(f"no player with chips sits in seat {empty[0] + 1} at table {number}", RACES, code="seat_empty")


def _winners(
    work: UnitOfWork, command: c.Race, odd: Sequence[OddChips], to_win: int, after: ChipSet
) -> tuple[int, ...] | None:
    """The seats that get a chip with real cards: as reported, or all if there is a chip for each. None: draw cards."""
    racing = [each.seat for each in odd if each.odd]
    if command.won:
        return command.won
    if not work.tournament.reports.live or command.draw:
        return None
    if min(to_win, len(racing)) in (0, len(racing)):
        return tuple(racing[:to_win])
    sentence = say(
        "Chips of {value} to win at seats {seats}: {chips}. Report who got one, or have sidepot draw the cards.",
        after.smallest,
        names([str(seat + 1) for seat in racing]),
        str(to_win),
    )
    raise refuse(Conflict, sentence, code="race_undecided")


def late_chips(work: UnitOfWork, command: c.LateChips) -> None:
    """Exchange chips that turn up after they were raced off, and remove the remainder (TDA-2013 23-C)."""
    player, number = command.player, work.entrant(command.player).table
    if work.entrant(player).status is not Status.SEATED:
        raise Conflict(f"{player} is not in play and has no chips to exchange", LATE_CHIPS, code="not_in_play")
    table = work.table(number)
    if table.is_hand_on:
        raise NotDue(
            f"a hand is in progress at table {number}; change chips when the hand is over", LATE_CHIPS, code="hand_on"
        )
    handed, chips, place = read_pile(command.chips), table.rules.chips, table.places[player]
    in_play = [value for value, _ in handed.counts if value in chips.values]
    if in_play:
        raise Conflict(
            f"chips of {in_play[0]} are still in use and need no exchange; in use are {chips}",
            LATE_CHIPS,
            code="chips_in_play",
        )
    rest = place.stack - handed.total
    if rest < 0:
        least = -(-handed.total // chips.smallest) * chips.smallest
        raise Conflict(
            f"{player} has {place.stack} on record, but these chips are worth {handed.total}; count "
            f"the stack first; with these chips, it must come to at least {least}",
            CHIPS,
            code="more_than_stack",
        )
    whole = chips.most(rest)
    if whole != rest and not work.tournament.reports.live:
        raise Conflict(
            f"{player}: the other {rest} cannot be made up from the chips in play ({chips})",
            CHIPS,
            code="chips_do_not_add_up",
        )
    pile = handed + chips.make(whole)
    found = exchange_late(place.seat, pile, chips)
    _count(work, number, {place.seat: pile})
    work.at_table(number, t.ColourUp(found.rows))
    work.emit(e.LateChanged(player, number, found))


def _count(work: UnitOfWork, number: int, stacks: Mapping[int, Pile]) -> None:
    """Set the record to the real chips on the table, which have changed since the last report."""
    for place in work.table(number).seated():
        if place.seat in stacks and stacks[place.seat].total != place.stack:
            more = stacks[place.seat].total - place.stack
            work.emit(e.AtTable(number, at_table.Adjusted(place.player, more, "race")))


def piles_with_odd(places: Sequence[Place], odd: Mapping[int, int], value: int, next_value: int) -> dict[int, Pile]:
    """The stacks of a table, with these numbers of odd chips and otherwise as close to the record as possible.

    - `odd`: the number of odd chips of each seat
    - `value`, `next_value`: the denomination that is raced off, and the next larger one

    If a recorded stack does not fit the player's odd chips, it becomes smaller or larger. Other stacks change too, so
    that the total of the table stays the same.
    """
    here = {place.seat: place.stack - odd.get(place.seat, 0) * value for place in places if place.stack}
    rests = {seat: max(stack // next_value, 0 if odd.get(seat, 0) else 1) for seat, stack in here.items()}
    missing = -(-sum(here.values()) // next_value) - sum(rests.values())
    order = sorted(here, key=lambda seat: (-(here[seat] % next_value), seat))
    for at in range(max(missing, 0)):
        rests[order[at % len(order)]] += 1
    for _ in range(max(-missing, 0)):  # of short stacks that got one
        rests[max(rests, key=lambda seat: rests[seat])] -= 1
    return {seat: Pile.of({value: odd.get(seat, 0), next_value: rest}) for seat, rest in rests.items()}


def few_odd(stack: int, value: int, next_value: int) -> Pile:
    """The chips that make up a stack, with as few chips of this value as possible."""
    rest = stack % next_value
    found = {value: rest // value} if rest >= value else {}
    return Pile.of({**found, next_value: stack // next_value})
