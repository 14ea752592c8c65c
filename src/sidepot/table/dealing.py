"""The start of a hand: charges before it, its game and stakes, button and blinds, the players dealt in.

Source: PG-37, PG-81, PG-104, PG-106; T10c (TDA-2013 10-B); Robert's for kills and straddles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.games.bomb_pot import without_first_round
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import MixGame, Turn
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.table_choices import ButtonRule
from sidepot.table import charges, credit
from sidepot.table.blinds import Planned, Standing, plan_next
from sidepot.table.blinds import State as Play
from sidepot.table.events import Bought, Event, HandBegun
from sidepot.table.places import Place, State
from sidepot.table.pot_waits import buys_claim, waiting
from sidepot.table.table_rules import Straddle, TableRules

if TYPE_CHECKING:
    from sidepot.table.state import TableState

FIRST_DEALER: Final = Cite("PG", "47")

_PLAYS: Final[dict[State, Play]] = {
    State.IN: "in",
    State.WAITS: "waits",
    State.POSTS: "posts",
    State.OUT: "out",
    State.BUSTED: "out",
}
Straddles = Sequence[tuple[str, Straddle, int]]


class Before(NamedTuple):
    """What happens before a hand.

    - `happens`: the events of charges and top-ups
    - `stacks`: the stacks after these events
    - `unpaid`: the seats that were not paid for
    """

    happens: tuple[Event, ...]
    stacks: dict[str, int]
    unpaid: frozenset[str]


class Next(NamedTuple):
    """The next hand.

    - `planned`: the plan of button and blinds
    - `killer`: the seat that kills the pot (-1 for none)
    - `parked`: whether the button waits, after the hand, for a game with blinds
    """

    game: int
    part: MixGame
    stakes: Stakes
    planned: Planned
    bomb: bool
    killer: int
    parked: bool


def next_hand(
    table: TableState, turn: Turn, before: Before, at: int, dead: Sequence[str], players_left: int | None
) -> HandBegun:
    """The event that begins the next hand. Raises NotDue or Conflict if no hand can be dealt.

    - `turn`: the game of the hand, as the state of the rotation
    - `before`: the charges and top-ups that come first
    - `dead`: the players whose hands are killed as soon as they are dealt
    - `players_left`: the number of players left in the whole tournament (None at a cash table)
    """
    coming = plan(table, turn.at, before, _possible(table, turn.at, before))
    planned = coming.planned
    in_seat = {place.seat: place.player for place in table.places.values()}
    players = tuple([in_seat[seat] for seat in planned.dealt])
    for player in dead:
        if player not in players:
            raise Conflict(f"{player} is not dealt in, so their hand cannot be killed", code="not_dealt_in")
    stacks = tuple([before.stacks[player] for player in players])
    contested = [one for one in waiting(table, players, stacks) if one.seats] if table.carried else []
    apart = not all(stacks) or any(one.barred or len(one.seats) < len(players) for one in contested)
    apart = apart or not table.claims.keys() <= set(players)  # players who sit out win none of the new chips
    setup = Setup(
        coming.part.game,
        coming.part.limit,
        coming.stakes,
        table.rules.rulebook,
        stacks,
        planned.hand_button,
        _owed(table, planned, players, stacks),
        players_left,
        sum([one.chips for one in contested]),
        credit.terms_of(table, players, before.stacks) if table.rules.open_stakes is not None else None,
        tuple([(one.chips, one.seats) for one in contested]) if apart else (),
    )
    return HandBegun(
        table.hands + 1,
        setup,
        players,
        planned.dealt,
        planned.marks,
        settled=tuple([in_seat[seat] for seat in planned.settled]),
        missed=tuple([(in_seat[seat], small, big) for seat, small, big in planned.missed]),
        turn=turn,
        at=at,
        dead=tuple(sorted({*_absent(table, players), *[players.index(player) for player in dead]})),
        bomb=coming.bomb,
        kill=planned.dealt.index(coming.killer) if coming.killer in planned.dealt else -1,
        sleepers=tuple([(planned.dealt.index(seat), to) for seat, to in planned.sleepers]),
        parked=coming.parked,
    )


def _absent(table: TableState, players: Sequence[str]) -> list[int]:
    """The seats of the hand whose players are absent from a tournament: their hands are killed."""
    if not table.rules.is_tournament:
        return []
    places, out = table.places, State.OUT
    return [seat for seat, player in enumerate(players) if places[player].state is out]


def named(table: TableState, taken: Sequence[int]) -> tuple[str, ...]:
    """The names of the players in these seats, all of which must be taken."""
    players = {place.seat: place.player for place in table.places.values()}
    return tuple([players[seat] for seat in taken])


# ---- charges before a hand


def before_hand(table: TableState, at: int | None = None) -> Before:
    """The charges and top-ups due before the next hand. Without a time `at`, all seats count as paid for."""
    most = table.rules.buy_in[1]
    charged = table.rules.time_charge is not None
    happens: list[Event] = []
    stacks: dict[str, int] = {}
    unpaid = []
    for place in table.seated():
        stack = place.stack
        fills = min(place.top_up, most or place.top_up) if place.top_up and place.state is not State.OUT else 0
        if charged and at is not None and charges.is_owed(table, place, at):
            if not charges.can_pay(table, stack) and fills > stack:
                happens.append(Bought(place.player, fills - stack, at))
                stack = fills
            if charges.can_pay(table, stack):
                paid = charges.charge_for(table, place, stack, at)
                happens.append(paid)
                stack -= paid.chips
            else:
                unpaid.append(place.player)
        if fills > stack:
            happens.append(Bought(place.player, fills - stack, at or 0))
            stack = fills
        stacks[place.player] = stack
    return Before(tuple(happens), stacks, frozenset(unpaid))


# ---- button, blinds and stakes


def plan(table: TableState, game: int, before: Before, straddles: Straddles = ()) -> Next:
    """The plan of the next hand, if it is played in game number `game` of the mix.

    Raises NotDue if fewer than two players can play, and Conflict if no hand can be dealt.
    """
    rules = table.rules
    house = rules.rulebook
    part = rules.mix.games[game]
    stakes = rules.stakes[game]
    bomb = is_bomb(table, part.game)
    if bomb:
        part = MixGame(without_first_round(part.game), part.limit)
        stakes = bomb_stakes(rules, game, table.bomb or rules.bomb_ante)
    has_blinds = bool(stakes.blinds) and not bomb
    killer = _killer(table, stakes) if has_blinds else None
    if killer is not None and rules.kill is not None:
        stakes = rules.kill.raised(stakes)
    standing = standings(table, before)
    if able(table, standing) < 2:
        raise NotDue(_too_few(table, before), code="too_few_players")
    first = _first_button(table, standing)
    if table.marks is None and first is None:
        raise _not_drawn(table)
    planned = plan_next(
        table.marks,
        standing,
        rules.seats,
        stakes,
        rule=house.button if any(one.blinds for one in rules.stakes) else ButtonRule.MOVING,  # nothing to follow else
        missed_rule=house.missed_blinds,
        shut_out=house.shut_out,
        has_blinds=has_blinds,
        frozen=table.parked,
        first_button=first,
        is_tournament=rules.is_tournament,
        straddles=tuple([(table.places[player].seat, kind, to) for player, kind, to in straddles]),
        killer=killer,
        blinds_first=house.short_post.puts_blind_first(one_payer=stakes.ante_by is not AnteBy.ALL),
        ante_reduced_at=house.ante_reduced_at,
        whichever=_whichever(table),
        stays=_who_stays(table),
    )
    parked = not rules.dealers_choice and waits_for_blinds(rules.stakes) and not rules.stakes[game].blinds
    return Next(game, part, stakes, planned, bomb, killer[0] if killer is not None else -1, parked)


def waits_for_blinds(stakes: Sequence[Stakes]) -> bool:
    """Whether the button waits in games without blinds, because other games of the rotation have blinds (rule T10c)."""
    with_blinds = [bool(one.blinds) for one in stakes]
    return any(with_blinds) and not all(with_blinds)


def is_bomb(table: TableState, game: Game) -> bool:
    """Whether the next hand is a bomb pot. Only games with a flop have bomb pots."""
    return (table.bomb > 0 or table.rules.is_bomb(table.hands + 1)) and has_bombs(game)


def bomb_stakes(rules: TableRules, game: int, ante: int) -> Stakes:
    """The stakes of game number `game` of the mix, in a bomb pot with this ante. Raises Conflict if the ante cannot be
    posted.
    """
    stakes = msgspec.structs.replace(rules.stakes[game], ante=ante, ante_by=AnteBy.ALL, ante_is_dead=False)
    if rules.rulebook.bomb_bet_is_ante and not isinstance(rules.mix.games[game].limit, FixedLimit):
        stakes = msgspec.structs.replace(stakes, small_bet=ante)
    return stakes


def has_bombs(game: Game) -> bool:
    """Whether a game can have bomb pots, because it has a flop."""
    return len(game.streets) > 1 and game.streets[1].board > 0 and game.streets[1].opens is not Opens.NOBODY


def _first_button(table: TableState, standing: Sequence[Standing]) -> int | None:
    """The seat drawn for the first button, if its player plays (None otherwise)."""
    if table.first_button is None:
        return None
    return next((one.seat for one in standing if one.seat == table.first_button and _plays(table, one)), None)


def _not_drawn(table: TableState) -> NotDue:
    """The error if there is no first button."""
    drawn = table.player_in(table.first_button) if table.first_button is not None else None
    if drawn is None:
        message, hint = "the first button has not been drawn for", "call `draw_button`"
    else:
        message, hint = f"{drawn} has the first button and does not play", "wait, or draw again (`draw_button`)"
    return NotDue(message, FIRST_DEALER, code="no_button", hint=hint)


def _whichever(table: TableState) -> int:
    """The number of blinds by which the button moves at dealer's choice: the highest of any game at the table
    (PG-104).
    """
    return max([len(stakes.blinds[:2]) for stakes in table.rules.stakes]) if table.rules.dealers_choice else 0


def _who_stays(table: TableState) -> int:
    """The seat that must play the next hand at dealer's choice, because it has won the kill."""
    if not table.rules.dealers_choice:
        return -1
    with_blinds = next((stakes for stakes in table.rules.stakes if stakes.blinds), None)
    killer = _killer(table, with_blinds) if with_blinds is not None else None
    return -1 if killer is None else killer[0]


def _killer(table: TableState, stakes: Stakes) -> tuple[int, int] | None:
    """The seat that kills the next pot, and its blind."""
    kill = table.rules.kill
    place = table.places.get(table.killer) if kill is not None else None
    if kill is None or place is None or not place.stack or place.new:  # after a move, a player comes in like a new one
        return None
    return place.seat, kill.of(max(stakes.blinds[:2]), stakes.chip)


def able(table: TableState, standing: Sequence[Standing]) -> int:
    """The number of players with chips who do not sit out."""
    is_tournament = table.rules.is_tournament
    return len([one for one in standing if (is_tournament or one.state != "out") and one.plays])


def _plays(table: TableState, one: Standing) -> bool:
    return one.plays and (table.rules.is_tournament or one.state != "out")


def standings(table: TableState, before: Before) -> tuple[Standing, ...]:
    """All taken seats, as the plan of button and blinds needs them.

    Players who have not paid for the seat, or who wait for a pot to be won, count as sitting out.
    """
    places, unpaid, pot_waits = table.places, before.unpaid, table.carried > 0
    found = []
    for player, stack in before.stacks.items():
        place = places[player]
        state = place.state
        if state is State.BUSTED and stack:  # the stack is filled up
            state = State.WAITS if table.must_wait(place) else State.IN
        sits_out = player in unpaid or pot_waits and state is not State.POSTS and table.lacks_claim(place)
        plays = "out" if sits_out else _PLAYS[state]
        all_in = not stack and table.has_claim(player)
        found.append(
            Standing(place.seat, 1 if stack else 0, plays, place.owes_small, place.owes_big, place.new, all_in)
        )
    return tuple(found)


def _too_few(table: TableState, before: Before) -> str:
    found = [(place.player, _why_not(table, place, before)) for place in table.seated()]
    reasons = [f"{player} {why}" for player, why in found if why]
    return "a hand needs two players" + (f": {', '.join(reasons)}" if reasons else "; there are not two at the table")


def _why_not(table: TableState, place: Place, before: Before) -> str:
    if not before.stacks[place.player]:
        return "has no chips"
    if place.player in before.unpaid:
        return "has not paid for the seat"
    if place.state is State.OUT and not table.rules.is_tournament:  # in a tournament absent players are dealt in
        return "sits out"
    if table.lacks_claim(place) and place.state is not State.POSTS:
        return f"waits until the pot of {table.carried} is won, or puts in what the others have"
    return ""


def _possible(table: TableState, game: int, before: Before) -> Straddles:
    """The straddles that are still possible. A player may have a blind by now, or be gone."""
    kept: list[tuple[str, Straddle, int]] = []
    if is_bomb(table, table.rules.mix.games[game].game) or not table.rules.is_straddled(game):
        return kept
    for straddle in table.straddles:
        try:
            plan(table, game, before, [*kept, straddle])
        except Conflict:
            continue
        kept.append(straddle)
    return kept


def _owed(table: TableState, planned: Planned, players: Sequence[str], stacks: Sequence[int]) -> tuple[Owed, ...]:
    """The posts of the hand. With a carried pot, they include the chips that buy a newcomer an equal claim."""
    if not table.claims:
        return planned.posts
    owed = list(planned.posts)  # also by a player all-in already, who pays nothing: it makes the price
    full = max(table.claims.values())
    for seat, player in enumerate(players):
        short = 0 if player in table.claims else full
        if not short or not buys_claim(table, player, stacks[seat]):
            continue
        same = next((at for at, one in enumerate(owed) if one.seat == seat and one.post is Post.DEAD_BLIND), None)
        if same is None:
            owed.append(Owed(seat, Post.DEAD_BLIND, short))
        else:
            owed[same] = Owed(seat, Post.DEAD_BLIND, owed[same].amount + short)
    return tuple(owed)
