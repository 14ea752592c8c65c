"""Which of our games PokerKit can play, and how it is told to: its streets, hands and forced bets from our `Setup`.

Nothing is taken from its predefined games, so that both engines play by the same numbers: blinds count as bets under
the cap of a limit, and a straddle is the least raise of the first round. What cannot be told is a reason in `why_not`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from msgspec.structs import replace

from sidepot.games.catalog import FIVE_CARD_DRAW, FIVE_CARD_STUD, GAMES, find_game
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Choose, Game, Half, Opens
from sidepot.games.parts import draw_streets, five_card_streets
from sidepot.hand.planning.plan import plan_of
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS, Post, Setup

_HANDS: Final[dict[tuple[str, str, int | None], str]] = {
    ("high", "any", None): "StandardHighHand",
    ("high", "two and three", None): "OmahaHoldemHand",
    ("short-deck", "any", None): "ShortDeckHoldemHand",
    ("ace-to-five", "any", None): "RegularLowHand",
    ("ace-to-five", "any", 8): "EightOrBetterLowHand",
    ("ace-to-five", "two and three", 8): "OmahaEightOrBetterLowHand",
    ("deuce-to-seven", "any", None): "StandardLowHand",
    ("badugi", "any", None): "BadugiHand",
    ("badugi-deuce", "any", None): "StandardBadugiHand",
}

_OPENINGS: Final[dict[Opens, str]] = {
    Opens.LEFT_OF_BLINDS: "POSITION",
    Opens.LEFT_OF_BUTTON: "POSITION",
    Opens.LOW_CARD: "LOW_CARD",
    Opens.HIGH_CARD: "HIGH_CARD",
    Opens.HIGH_CARD_ACTS: "HIGH_HAND",  # there is none for a high card without a bring-in; one card is a hand too
    Opens.HIGH_HAND: "HIGH_HAND",
    Opens.LOW_HAND: "LOW_HAND",
}

_DECKS: Final = {"standard": "STANDARD", "6+": "SHORT_DECK_HOLDEM", "T+": "ROYAL_HOLDEM"}

BY_POSITION: Final = replace(
    FIVE_CARD_DRAW,
    name="five-card-draw-by-position",
    title="Five-card draw, the first seat left of the button opens both rounds",
    streets=draw_streets(1, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON),
    pass_out=False,
)
LOW_CARD_STUD: Final = replace(
    FIVE_CARD_STUD,
    name="five-card-stud-low-card",
    title="Five-card stud, the low card brings it in",
    streets=five_card_streets(Opens.LOW_CARD, Opens.HIGH_HAND),
)


class NotInstalled(ImportError):
    """PokerKit is not there to compare with."""


def pokerkit() -> ModuleType:
    """PokerKit, which is no dependency. Raises NotInstalled, saying how to get it."""
    try:
        return import_module("pokerkit")
    except ImportError as missing:
        raise NotInstalled("PokerKit is not installed: `make pokerkit`, or pip install pokerkit==0.7.7") from missing


@cache
def shared_games() -> dict[str, Game]:
    """The games that both engines play, by name: those of the catalog, and some that are near to one of it."""
    near = (BY_POSITION, LOW_CARD_STUD, find_game("omaha6-high-low-8"))
    games = {game.name: game for game in (*GAMES.values(), *near)}
    return {name: game for name, game in games.items() if not why_not(game)}


def why_not(game: Game) -> str:
    """Why PokerKit cannot be told to play a game; empty where it can."""
    if game.wild:
        return "no wild cards"
    if game.deck not in _DECKS:
        return f"no deck of {game.deck}"
    for half in game.halves:
        if _key(half) not in _HANDS:
            return f"no {half.scale} hands" if half.choose is not Choose.HOLE else "no hand without the board"
    if game.pass_out or game.open_requirement or game.win_requirement:
        return "no deal that is passed out, and nothing asked of the opener or the winner"
    for street in game.streets:
        if street.discard:
            return "no cards thrown away for nothing"
        if street.opens not in _OPENINGS:
            return "no street without betting" if street.opens is Opens.NOBODY else f"no round opened by {street.opens}"
    return ""


def _key(half: Half) -> tuple[str, str, int | None]:
    return half.scale, half.choose.value, half.qualifier


def their_seat(setup: Setup, seat: int) -> int:
    """PokerKit's number of a seat: it counts from the left of the button, which is its last seat."""
    return (seat - setup.button - 1) % len(setup.stacks)


def our_seat(setup: Setup, index: int) -> int:
    """Our number of one of PokerKit's seats."""
    return (index + setup.button + 1) % len(setup.stacks)


def new_state(pk: ModuleType, setup: Setup, *, ask_runs: bool) -> Any:
    """PokerKit's state for our setup. Cards, actions and (with `ask_runs`) run-outs are for us to say."""
    return pk.State(**arguments(pk, setup, ask_runs=ask_runs))


def arguments(pk: ModuleType, setup: Setup, *, ask_runs: bool) -> dict[str, Any]:
    """All that PokerKit's state is made from."""
    seats = len(setup.stacks)
    antes, blinds = _posts(setup)
    stacks = [setup.stacks[our_seat(setup, at)] for at in range(seats)]
    if seats == 2:  # it lists the forced bets of two players the other way round
        antes.reverse()
        blinds.reverse()
    manual = {pk.Automation.CARD_BURNING, pk.Automation.HOLE_DEALING, pk.Automation.BOARD_DEALING}
    if ask_runs:
        manual.add(pk.Automation.RUNOUT_COUNT_SELECTION)
    found = {
        "automations": tuple([one for one in pk.Automation if one not in manual]),
        "deck": getattr(pk.Deck, _DECKS[setup.game.deck]),
        "hand_types": tuple([_remembering(getattr(pk, _HANDS[_key(half)])) for half in setup.game.halves]),
        "streets": _streets(pk, setup),
        "betting_structure": _structure(pk, setup),
        "ante_trimming_status": not any(owed.post is Post.DEAD_ANTE for owed in setup.owed),
        "raw_antes": tuple(antes),
        "raw_blinds_or_straddles": tuple(blinds),
        "bring_in": setup.stakes.bring_in,
        "raw_starting_stacks": tuple(stacks),
        "player_count": seats,
        "mode": pk.Mode.CASH_GAME,
        "starting_board_count": setup.game.boards,
    }
    if setup.stakes.rake is not None:
        found["rake"] = _rake(setup)
    return found


def _posts(setup: Setup) -> tuple[list[int], list[int]]:
    """Antes and blinds by PokerKit's seats; what a new player posts is negative, as it does not open the round."""
    antes, blinds = [0] * len(setup.stacks), [0] * len(setup.stacks)
    for owed in setup.owed:
        at = their_seat(setup, owed.seat)
        if owed.post in LIVE_POSTS:
            blinds[at] += -owed.amount if owed.post is Post.LIVE_BLIND else owed.amount
        else:
            assert owed.post is Post.ANTE or owed.post in DEAD_POSTS
            antes[at] += owed.amount
    return antes, blinds


def _streets(pk: ModuleType, setup: Setup) -> tuple[Any, ...]:
    plan = plan_of(setup)
    fixed = isinstance(setup.limit, FixedLimit)
    bets = setup.limit.bets if isinstance(setup.limit, FixedLimit) else None
    streets = []
    for at, street in enumerate(setup.game.streets):
        first = not at
        streets.append(
            pk.Street(
                street.burn,
                (False,) * street.down + (True,) * street.up,
                street.board,
                street.draw > 0,
                getattr(pk.Opening, _OPENINGS[street.opens]),
                max(plan.units[at], plan.price) if first and not fixed else plan.units[at],
                bets - plan.raises if first and bets is not None else bets,
            )
        )
    return tuple(streets)


def _structure(pk: ModuleType, setup: Setup) -> Any:
    structures = pk.BettingStructure
    if isinstance(setup.limit, FixedLimit):
        return structures.FIXED_LIMIT
    assert isinstance(setup.limit, NoLimit | PotLimit)
    return structures.NO_LIMIT if isinstance(setup.limit, NoLimit) else structures.POT_LIMIT


def _rake(setup: Setup) -> Callable[[int, Any], tuple[int, int]]:
    rake = setup.stakes.rake
    assert rake is not None

    def taken(amount: int, _state: Any) -> tuple[int, int]:
        part = rake.of(amount)
        return part, amount - part

    return taken


@cache
def _remembering(hand_type: Any) -> Any:
    """PokerKit's hand type, which looks the same cards up once only: it asks for every hand many times over."""
    plain = hand_type.from_game.__func__

    @lru_cache(maxsize=1024)
    def best(hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
        try:
            return plain(made, hole, board)
        except ValueError:
            return None

    def from_game(_cls: Any, hole: Iterable[Any], board: Iterable[Any] = ()) -> Any:
        found = best(tuple(hole), tuple(board))
        if found is None:
            raise ValueError("no such hand")
        return found

    made: Any = type(hand_type.__name__, (hand_type,), {"from_game": classmethod(from_game)})
    return made
