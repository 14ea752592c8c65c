"""The choices for the next hand: its game (by rotation or dealer's choice), straddles, new terms.

Source: PG-37, PG-104, PG-106; T10c; TDA-2013 22.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.errors import Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.mixes import ChangeBy, Turn
from sidepot.hand.setup import LIVE_POSTS
from sidepot.rules.clauses import refuse, say
from sidepot.table.blinds import Planned
from sidepot.table.credit import is_owed
from sidepot.table.dealing import Before, Straddles, before_hand, is_bomb, named, plan
from sidepot.table.draw import DRAWS, FirstDraw
from sidepot.table.events import Chosen, Straddled
from sidepot.table.places import Place, State
from sidepot.table.seats import check_chips
from sidepot.table.table_rules import AGREED_BEFORE, Straddle, TableRules

if TYPE_CHECKING:
    from sidepot.table.state import TableState

NAME_FIRST: Final = Cite("PG", "104")
NOT_AT_LIMIT: Final = Cite("RRP-11", "blinds/straddle-limit")
ONE_VARIANT: Final = Cite("PG", "37")


def check_between_hands(table: TableState, what: str) -> None:
    """Raise NotDue if a hand is in progress. `what` names the request in the message."""
    if table.begun is not None:
        raise NotDue(f"hand {table.begun.number} is in progress; {what} when the hand is over", code="hand_on")


# ---- which game


def next_turn(table: TableState, before: Before) -> Turn:
    """The turn of the next hand in the mix. The game follows from the rotation, or the dealer names it.

    Raises NotDue if the dealer has not named the game.
    """
    mix = table.rules.mix
    if table.rules.dealers_choice:
        at = _named_game(table, before)
        return Turn(at, 1, table.level)
    if len(mix.games) == 1:
        return table.turn
    players = _would_play(table, before) if mix.by is ChangeBy.ORBIT else 0
    return table.turn.next(mix, players=players, level=table.level)


def _would_play(table: TableState, before: Before) -> int:
    """The number of players to be dealt in if the game continues. Players who only wait do not make an orbit longer."""
    try:
        return len(plan(table, table.turn.at, before).planned.dealt)
    except SidepotError:  # no hand can be dealt, so it does not matter
        return 2


def _named_game(table: TableState, before: Before) -> int:
    if table.chosen is None:
        raise NotDue(
            "the dealer must name the game before the antes",
            NAME_FIRST,
            code="name_game_first",
            hint="call `choose_game`",
        )
    player, game = table.chosen
    planned = plan(table, game, before).planned
    dealer = dealer_of(table, planned)
    if dealer != player:
        raise NotDue(f"{dealer} deals and must name the game before the antes", NAME_FIRST, code="name_game_first")
    table.rules.mix.check_players(game, len(planned.dealt))  # others may have come in since
    return game


def dealer_of(table: TableState, planned: Planned) -> str:
    """The player on the button in the next hand or, if the button is dead, the last player before it.

    At dealer's choice, this player does not depend on the game.
    """
    return named(table, [planned.dealer])[0]


def next_dealer(table: TableState) -> str:
    """The player on the button in the next hand. Raises NotDue if no hand can be dealt."""
    before = before_hand(table)
    game = table.turn.at if table.rules.dealers_choice else next_turn(table, before).at
    return dealer_of(table, plan(table, game, before).planned)


def choice(table: TableState, place: Place, game: str) -> Chosen:
    """The event in which a player names the game of the next hand. All players of that hand must be able to play it.

    Raises NotDue or IllegalAction if the player is not the dealer of that hand, and BadNotation or Conflict if the game
    is impossible.
    """
    if not table.rules.dealers_choice:
        raise IllegalAction(f"this table plays only {table.rules.mix.title}", ONE_VARIANT, code="no_choice")
    check_between_hands(table, "name the next game")
    before = before_hand(table)
    mix = table.rules.mix
    found = mix.find(game)
    planned = plan(table, found, before).planned
    dealer = dealer_of(table, planned)
    if dealer != place.player:
        raise IllegalAction(
            f"only {dealer}, who deals the next hand, can name its game", NAME_FIRST, code="not_the_dealer"
        )
    mix.check_players(found, len(planned.dealt))
    return Chosen(place.player, found)


# ---- button, straddles, terms


def check_first_button(table: TableState, draw: FirstDraw | int) -> None:
    """Raise NotDue or Conflict if the first button may not go to the drawn or named seat.

    The button belongs to the player in that seat. If the player changes seats, the button moves too. If the player
    leaves or does not play the hand, the draw lapses.
    """
    check_between_hands(table, "draw for the button")
    seat = draw if isinstance(draw, int) else draw.seat
    player = table.player_in(seat)
    if player is None or not table.places[player].stack:
        raise Conflict(f"the button must go to a player with chips, but seat {seat + 1} has none", code="seat_empty")
    if table.places[player].state is State.OUT and not table.rules.is_tournament:
        raise Conflict(f"the button cannot go to {player}, who is sitting out", code="sits_out")
    agreed = table.rules.rulebook.first_button
    if isinstance(draw, FirstDraw) and draw.rule is not agreed:
        raise Conflict(
            f"this house draws for the first button by {agreed}, not by {draw.rule}", DRAWS[agreed], code="other_draw"
        )


class Open(NamedTuple):
    """The conditions for straddling the next hand.

    - `least`: the smallest allowed straddle
    - `first`: the seat under the gun
    - `dealt`: the seats dealt in
    - `blinds`: the blinds
    """

    least: int
    first: int
    dealt: tuple[int, ...]
    blinds: tuple[int, int]


def open_to_straddles(table: TableState, place: Place) -> Open:
    """The conditions for a player's straddle, after the straddles that are already announced.

    Raises NotDue, IllegalAction or Conflict if the next hand cannot be straddled.
    """
    at, before, others = _straddled(table, place)
    coming = plan(table, at, before, others)
    marks, dealt = coming.planned.marks, coming.planned.dealt
    in_front = dict.fromkeys(dealt, 0)
    for seat, post, amount in coming.planned.owed:
        if post in LIVE_POSTS:
            in_front[seat] += amount
    least = 2 * max(*coming.stakes.blinds[:2], *in_front.values())
    return Open(least, dealt[(dealt.index(marks.big) + 1) % len(dealt)], dealt, (marks.small, marks.big))


def straddle(table: TableState, place: Place, kind: Straddle, chips: int) -> Straddled:
    """The event of a straddle in the next hand. Raises NotDue, IllegalAction or Conflict if the straddle is not
    possible.
    """
    check_between_hands(table, "straddle the next one")
    allowed = table.rules.straddles
    if kind not in allowed:
        only_these = f"only {' or '.join([repr(str(one)) for one in allowed])}" if allowed else "and no other"
        raise IllegalAction(f"this table does not allow a '{kind}' straddle, {only_these}", code="straddle_not_played")
    check_chips(table, chips)
    if chips > place.stack:
        short = say("{player} has {stack} and cannot straddle to {chips}", place.player, place.stack, chips)
        raise refuse(IllegalAction, short, code="too_few_chips")
    at, before, others = _straddled(table, place)
    plan(table, at, before, [*others, (place.player, kind, chips)])
    return Straddled(place.player, kind, chips)


def _straddled(table: TableState, place: Place) -> tuple[int, Before, Straddles]:
    """The game of the next hand, the charges before it, and the announced straddles that can still be posted.

    Raises NotDue or IllegalAction if no hand can be straddled.
    """
    before = before_hand(table)
    at = next_turn(table, before).at
    game = table.rules.mix.games[at].game
    if not table.rules.stakes[at].blinds:
        raise IllegalAction(f"{game.title} is played without blinds here, so there are no straddles", code="no_blinds")
    if not table.rules.is_straddled(at):
        raise IllegalAction(
            f"{game.title} is played at a limit here; this house allows straddles only at no limit or pot limit",
            NOT_AT_LIMIT,
            code="no_straddle_at_limit",
        )
    if is_bomb(table, game):
        raise IllegalAction(
            "the next hand is a bomb pot: everybody posts an ante, and nobody can straddle", code="bomb_pot"
        )
    others: list[tuple[str, Straddle, int]] = []
    for one in table.straddles:
        if one[0] != place.player:
            try:
                plan(table, at, before, [*others, one])
            except Conflict:  # the blinds have moved since, or the player is gone
                continue
            others.append(one)
    return at, before, others


def check_terms(table: TableState, rules: TableRules) -> None:
    """Raise Conflict if the table cannot continue with these terms."""
    highest = max((place.seat for place in table.places.values()), default=0)
    if highest >= rules.seats:
        raise Conflict(
            f"seat {highest + 1} is taken, so the table cannot have only {rules.seats} seats", code="seat_taken"
        )
    if rules.is_tournament != table.rules.is_tournament:
        raise Conflict(
            "a cash table cannot become a tournament table, nor the other way round", code="tournament_or_not"
        )
    if (rules.open_stakes is None) != (table.rules.open_stakes is None):
        check_between_hands(table, "agree on open stakes or table stakes")
        if is_owed(table):
            raise Conflict(
                "settle the markers and loans before you change the stakes", AGREED_BEFORE, code="debts_open"
            )
    marks = table.marks
    if marks is not None and max(marks.button, marks.small, marks.big) >= rules.seats:
        raise Conflict(
            f"the button or a blind is on a seat numbered above {rules.seats}; wait until it has moved on",
            code="button_above",
        )
