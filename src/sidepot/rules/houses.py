"""The houses sidepot knows by name. Each is a value; `docs/houses.md` shows them side by side."""

from __future__ import annotations

from sidepot.errors import BadNotation
from sidepot.rules.rulebook import (
    CapHeadsUp,
    ExposedCards,
    OddChip,
    Openers,
    PotLimitBlinds,
    Reopening,
    Rulebook,
    ShortPost,
    ShowOrder,
)

TDA_2013 = Rulebook(name="tda-2013", edition="TDA-2013")

TDA_2024 = TDA_2013.but(
    name="tda-2024",
    edition="TDA-2024",
    short_post=ShortPost.BLIND_FIRST,
    pot_limit_blinds=PotLimitBlinds.AS_FULL,
    last_down_cards_up=False,
    identical_high_low_even=False,
)

CASH = Rulebook(
    name="cash",
    edition="TS",
    reopening=Reopening.FULL,
    cap_heads_up=CapHeadsUp.OFF,
    face_up_all_in=False,
    last_down_cards_up=False,
    show_order=ShowOrder.SIDE_POT_FIRST,
    pot_count_in_pot_limit_only=False,
)

ROBERTS = CASH.but(
    name="roberts",
    edition="RRP-11",
    reopening=Reopening.CUMULATIVE,
    odd_chip_stud=OddChip.ALL_HIGH_OR_LOW,
    openers=Openers.PROVED,
    open_pair_option=True,
    lowball_check_raise=False,
    sevens_rule=True,
    fifth_card_last=True,
    last_card_stays=True,
    exposed_lowball=ExposedCards.LOW_KEPT,
    wrong_bring_in_stands=True,
)
HOME = CASH.but(name="home", edition="PG", rabbit_hunting=True, run_it=4)
OPEN_STAKES = HOME.but(name="open-stakes", edition="OS")
SOUTH_DAKOTA = CASH.but(name="south-dakota", edition="SD")

HOUSES: dict[str, Rulebook] = {
    house.name: house for house in (TDA_2013, TDA_2024, CASH, ROBERTS, HOME, OPEN_STAKES, SOUTH_DAKOTA)
}


def find_house(name: str) -> Rulebook:
    """The house of that name (case, spaces and underscores do not matter). Raises BadNotation, naming them all."""
    found = HOUSES.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise BadNotation(f"no house is called {name!r}; there are {', '.join(HOUSES)}")
    return found
