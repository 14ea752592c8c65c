"""`equity`: compute the odds of hands with the method that suits the question best."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Literal, get_args

from sidepot.cards import Cards
from sidepot.errors import BadNotation, Conflict
from sidepot.games.model import Game
from sidepot.kernels.jit import is_fast, need_fast
from sidepot.odds import plain
from sidepot.odds.by_ranks import count_by_ranks, goes_by_ranks
from sidepot.odds.in_pieces import answer_in_pieces, pieces_of_odds
from sidepot.odds.plain import Progress
from sidepot.odds.question import Spot, make_spot
from sidepot.odds.tally import Odds, PotOdds, Tally, hand_odds, standard_error
from sidepot.validation.integers import as_int, as_ints, short
from sidepot.validation.reader import unknown
from sidepot.validation.type_checks import expect, expect_callable
from sidepot.workers import Workers

Engine = Literal["auto", "plain", "fast"]
SAMPLES = 1_000_000  # deals that are sampled by default; without kernels a tenth of it
PLAIN_SAMPLES = 50_000
MOST_SAMPLES = 10**9  # some minutes by kernels
MOST_CHIPS = 10**15  # and still exact wherever the JSON is read
PATIENCE = 5.0  # seconds that an exact answer may take, roughly, before it is sampled


def no_progress(_steps: int) -> None:
    """A `progress` function that ignores its argument."""


def equity(
    hands: Sequence[Cards],
    *,
    board: Cards | Sequence[Cards] = "",
    dead: Cards = "",
    game: str | Game = "holdem",
    put: Sequence[int] = (),
    extra: int = 0,
    samples: int | None = None,
    exact: bool | None = None,
    seed: int = 0,
    engine: Engine = "auto",
    plain_below: float = 0.02,
    progress: Progress = no_progress,
    workers: Workers | None = None,
) -> Odds:
    """The odds of each hand: its equity, how often it wins and ties, and its share of each side pot.

    - `hands`: cards (`AsKs`, or numbers and texts in a list), ranges (`QQ+,AKs`) or `random`
    - `board`: the cards of the board; several boards as `a / b`, or as a list
    - `dead`: cards that are out of the deck
    - `put`: the chips that each hand has put in
    - `extra`: chips that are already in the main pot
    - `samples`: how many deals to sample
    - `exact`: whether to count all deals, however long that takes; by default, all deals are counted if this takes a
      few seconds at most
    - `seed`: the same seed gives the same samples
    - `engine`: `fast` for compiled kernels, `plain` for plain code; by default, kernels are used if installed
    - `plain_below`: the number of seconds below which plain code is used by default
    - `progress`: called with the number of steps done
    - `workers`: processes that share the work; the samples differ from those without workers, but do not depend on the
      number of processes

    Raises BadNotation or Conflict for an impossible question, saying what is allowed.
    """
    begun = perf_counter()
    put, extra, seed = as_ints(put, "put"), as_int(extra, "extra"), as_int(seed, "seed")
    samples = None if samples is None else as_int(samples, "samples")
    check_choices(exact, engine, plain_below, progress, workers)
    spot = plain.settled(make_spot(hands, board=board, dead=dead, game=game))
    if samples is not None:
        check_samples(samples)
    check_put(put, extra, len(hands))
    if samples is not None and exact:
        raise Conflict("give either exact or samples, not both")
    first_choice(spot)
    fast = chooses_fast(spot, engine, samples, plain_below)
    exactly = samples is None and (bool(exact) or exact is None and seconds_for(spot, fast) <= PATIENCE)
    deals = samples or (SAMPLES if fast else PLAIN_SAMPLES)

    def answered(spot: Spot, progress: Progress) -> Tally:
        if workers is None:
            return answer(spot, fast, exactly, deals, seed, progress)
        return answer_in_pieces(answer, pieces_of_odds(spot, fast, exactly, deals, seed), workers, progress)

    tally = answered(spot, progress)
    pots = []
    for amount, eligible in layers(put, extra) if put else []:
        of_all = len(eligible) == len(hands)
        of_pot = tally if of_all else answered(competing(spot, eligible), no_progress)
        pots.append(pot_odds(amount, eligible, of_pot, exact=exactly))
    return Odds(
        exact=exactly,
        boards=tally.deals,
        seconds=perf_counter() - begun,
        hands=hand_odds([one.text for one in spot.holdings], tally, exact=exactly),
        pots=tuple(pots),
    )


def check_put(put: Sequence[int], extra: int, hands: int) -> None:
    """Raise BadNotation unless `put` gives chips for each of the hands, and `extra` is a valid number of chips (0 or
    more).
    """
    for amount in (*put, extra):
        if not 0 <= amount <= MOST_CHIPS:
            raise BadNotation(f"expected 0 to {MOST_CHIPS:,} chips, got {number_text(amount)}")
    if put and len(put) != hands:
        raise BadNotation(f"expected {hands} amounts, one put in by each hand, got {len(put)}")
    if extra and not put:
        raise BadNotation("with dead chips, also give the chips that each hand has put in")


def pot_odds(amount: int, eligible: tuple[int, ...], tally: Tally, *, exact: bool) -> PotOdds:
    """The odds of one pot, from the counts of the hands that may win it."""
    seats = range(len(eligible))
    shares = tuple([tally.share(seat) for seat in seats])
    errors = None if exact else tuple([standard_error(tally, seat) for seat in seats])
    chips = tuple([amount * share for share in shares])
    return PotOdds(amount=amount, hands=eligible, equity=shares, chips=chips, error=errors)


def check_choices(exact: object, engine: object, plain_below: object, progress: object, workers: object) -> None:
    """Raise BadNotation for an invalid `exact`, `engine`, `plain_below`, `progress` or `workers`."""
    if exact is not None:
        expect(exact, bool, "exact")
    if engine not in get_args(Engine):
        raise unknown(f"engine: unknown value {short(engine)}", engine, get_args(Engine))
    if isinstance(plain_below, bool) or not isinstance(plain_below, int | float):
        raise BadNotation(f"plain_below: expected a number of seconds, such as 0.02, not {short(plain_below)}")
    expect_callable(progress, "progress", "a function of the number of steps done")
    if workers is not None:
        expect(workers, Workers, "workers")


def check_samples(samples: int) -> None:
    """Raise BadNotation if the number of samples is out of bounds."""
    if not 1 <= samples <= MOST_SAMPLES:
        raise BadNotation(f"samples: expected 1 to {MOST_SAMPLES:,}, got {number_text(samples)}")


def number_text(number: int) -> str:
    """A number in an error message. A very large number is described instead of written out."""
    return f"{number:,}" if abs(number) < 10**18 else "a number of more than 18 digits"


def first_choice(spot: Spot) -> None:
    """Raise Conflict if the hands are impossible at the same time, because they need the same cards."""
    order = sorted(spot.holdings, key=lambda one: len(one.choices))

    def fits(at: int, used: frozenset[int]) -> bool:
        if at == len(order):
            return True
        return any(fits(at + 1, used | set(hand)) for hand in order[at].choices if not used & set(hand))

    if not fits(0, frozenset()):
        names = ", ".join([repr(one.text) for one in spot.holdings])
        raise Conflict(
            f"{names} cannot be held at once, because they need the same cards; give wider ranges or fewer hands"
        )


def competing(spot: Spot, eligible: Sequence[int]) -> Spot:
    """The same spot, but only these hands can win."""
    others = [one for at, one in enumerate(spot.holdings) if at not in eligible]
    return spot._replace(holdings=(*[spot.holdings[at] for at in eligible], *others), live=len(eligible))


def chooses_fast(spot: Spot, engine: Engine, samples: int | None, plain_below: float) -> bool:
    """Whether to use the compiled kernels. Raises Conflict if the kernels are required but cannot be used."""
    if engine == "plain":
        return False
    from sidepot.odds.quick_tables import is_quick

    if engine == "fast":
        need_fast("the fast engine")
        if not is_quick(spot):
            raise Conflict(f"no lookup table ranks hands of {spot.game.name}; omit `engine`, or choose 'plain'")
        return True
    plainly = samples * len(spot.holdings) * 1e-5 if samples else seconds_for(spot, False)
    return plainly > plain_below and is_quick(spot) and is_fast()


def seconds_for(spot: Spot, fast: bool) -> float:
    """About how many seconds an exact answer takes."""
    seats = len(spot.holdings)
    by_ranks = goes_by_ranks(spot)
    if fast and by_ranks:
        from sidepot.odds.quick import by_boards, by_kinds

        return 1e-3 if spot.choices == 1 else min(by_boards(spot), by_kinds(spot))
    if fast:
        return spot.choices * (2e-4 + spot.runouts * seats * (2e-7 if len(spot.game.halves) > 1 else 1e-7))
    if by_ranks and len(spot.boards[0]) < 3:
        return spot.choices * 0.15 * seats
    return spot.choices * spot.runouts * seats * 5e-6


def answer(spot: Spot, fast: bool, exactly: bool, deals: int, seed: int, progress: Progress) -> Tally:
    """Count the deals, exactly or by sampling, with kernels or the plain code."""
    if fast:
        from sidepot.odds import quick

        if quick.is_holdem(spot):
            return quick.count_holdem(spot, progress) if exactly else quick.sample_holdem(spot, deals, seed, progress)
        return quick.count_dealt(spot, progress) if exactly else quick.sample_dealt(spot, deals, seed, progress)
    if not exactly:
        return plain.sample_plainly(spot, deals, seed, progress)
    if not goes_by_ranks(spot) or len(spot.boards[0]) >= 3:
        return plain.count_plainly(spot, progress)
    tally = Tally.empty(spot.live)
    for hands in plain.joint_choices(spot):
        tally = tally.plus(count_by_ranks(spot, hands))
        progress(1)
    return tally


odds = equity  # as the package calls itself: `from sidepot.odds import odds`


def layers(put: Sequence[int], extra: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    """Each pot and the hands that may win it, main pot first. `extra` chips are already in the main pot.

    Chips that only one hand has put in are returned. Raises BadNotation for a negative amount, and if fewer than two
    hands have put in chips. Rule: TDA-2013 20, PG-68.

    >>> layers([100, 250, 250])
    [(300, (0, 1, 2)), (300, (1, 2))]
    """
    if any(chips < 0 for chips in (*put, extra)):
        raise BadNotation("a hand cannot put in fewer than 0 chips; give the amount of each hand, as in 100,250,250")
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted({chips for chips in put if chips}):
        in_it = tuple([at for at, chips in enumerate(put) if chips >= level])
        if len(in_it) > 1:
            pots.append(((level - below) * len(in_it) + (extra if not pots else 0), in_it))
        below = level
    if not pots:
        raise BadNotation("no pot is contested; at least two hands must put in chips, as in 100,250,250")
    return pots
