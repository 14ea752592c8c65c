"""sidepot: poker by the book, as running software.

All public names are listed in `PUBLIC`, with one line each. A name is loaded when it is first used, so that `import
sidepot` itself takes no time. `__init__.pyi` names them for type checkers and editors.

>>> from sidepot import find_game
>>> find_game("razz").title
'Razz'
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Final

# name: (module, what it is)
PUBLIC: Final[dict[str, tuple[str, str]]] = {
    # errors
    "SidepotError": ("sidepot.errors", "anything that sidepot refuses; an error changes nothing"),
    "IllegalAction": ("sidepot.errors", "an action that is due now and that the rules do not allow in this form"),
    "NotDue": ("sidepot.errors", "an action out of turn, out of order, or after the hand"),
    "BadNotation": ("sidepot.errors", "text or data that cannot be read"),
    "Conflict": ("sidepot.errors", "values that are each fine and cannot stand together"),
    "Cite": ("sidepot.errors", "one rule of one edition, such as TDA-2013:41-B"),
    # cards and what they make
    "cards": ("sidepot.cards", "the cards of a text, such as `AsKh`, as numbers"),
    "text": ("sidepot.cards", "cards as text"),
    "Deck": ("sidepot.cards", "the pack in the dealer's hand: drawn at random, or in a fixed order"),
    "evaluate": ("sidepot.games.evaluation", "what cards make in a game, for each half of the pot"),
    "Made": ("sidepot.ranking.playable_cards", "a hand that cards make: strength, cards, name"),
    # games, limits and stakes
    "GAMES": ("sidepot.games.catalog", "all games by name"),
    "find_game": ("sidepot.games.catalog", "a game by its name"),
    "Game": ("sidepot.games.model", "what is dealt and what wins"),
    "Street": ("sidepot.games.model", "one street: the cards that come, and who opens the betting"),
    "Half": ("sidepot.games.model", "one half of the pot: how hands are ranked, and which cards may play"),
    "read_game": ("sidepot.games.files", "a game of your own, from TOML"),
    "write_game": ("sidepot.games.files", "a game as TOML"),
    "MIXES": ("sidepot.games.mixes", "all mixed games by name"),
    "find_mix": ("sidepot.games.mixes", "a mixed game by its name"),
    "Mix": ("sidepot.games.mixes", "games that follow each other, and what brings the next one"),
    "NoLimit": ("sidepot.games.limits", "bet up to your stack, or up to a cap"),
    "PotLimit": ("sidepot.games.limits", "bet up to the pot"),
    "FixedLimit": ("sidepot.games.limits", "one size of bet a street, a number of bets a round"),
    "SpreadLimit": ("sidepot.games.limits", "bet between two amounts"),
    "Stakes": ("sidepot.games.stakes", "blinds, antes, bring-in, bets, the smallest chip, the rake"),
    "Rake": ("sidepot.games.rake", "what the house takes from a pot"),
    "stakes_for": ("sidepot.games.usual", "the usual stakes of a game for a bet"),
    # houses
    "HOUSES": ("sidepot.rules.houses", "all houses by name"),
    "find_house": ("sidepot.rules.houses", "a house by its name"),
    "Rulebook": ("sidepot.rules.rulebook", "every point on which houses differ; `CASH.but(run_it=2)` is another one"),
    "CASH": ("sidepot.rules.houses", "the house of cash games"),
    "TDA_2013": ("sidepot.rules.houses", "tournaments by the TDA rules of 2013"),
    "TDA_2024": ("sidepot.rules.houses", "tournaments by the TDA rules of 2024"),
    "TDA_2026": ("sidepot.rules.houses", "tournaments by the TDA rules of 2026, known only from other sources"),
    # one hand
    "Setup": ("sidepot.hand.setup", "what is agreed before the first card"),
    "seat_hand": ("sidepot.hand.planning.forced_bets", "a setup from a game, a limit, stakes, a house and stacks"),
    "study_setup": ("sidepot.hand.planning.study", "the setup of a small game for study, such as Kuhn poker"),
    "Hand": ("sidepot.hand.hand", "one hand: what is due, the commands of the players, the log"),
    "Due": ("sidepot.hand.due", "what a hand waits for: a post, a card, an action and so on"),
    "Dealer": ("sidepot.hand.dealer", "posts, deals and pays: does all that no player does"),
    "Event": ("sidepot.hand.events", "one thing that happened in a hand, as a log keeps it"),
    "Fold": ("sidepot.hand.commands", "the command of a player who gives the hand up"),
    "Check": ("sidepot.hand.commands", "the command to pass the action on, owing nothing"),
    "Call": ("sidepot.hand.commands", "the command to match the price"),
    "RaiseTo": ("sidepot.hand.commands", "the command to bet, raise or complete, with the total for the round"),
    "BringIn": ("sidepot.hand.commands", "the command to pay the forced bet of stud"),
    "Discard": ("sidepot.hand.commands", "the command to change cards, or to stand pat"),
    "Show": ("sidepot.hand.commands", "the command to table the hand"),
    "Muck": ("sidepot.hand.commands", "the command to throw a beaten hand away unseen"),
    "ChooseRuns": ("sidepot.hand.commands", "the command that says how often the board is run"),
    "Declare": ("sidepot.hand.commands", "the command to declare for high, low or both"),
    "Buy": ("sidepot.hand.commands", "the command to buy chips, at open stakes"),
    "OfferMarker": ("sidepot.hand.commands", "the command to offer a marker, at open stakes"),
    "Consent": ("sidepot.hand.commands", "the command to accept a marker, or to refuse it"),
    "Borrow": ("sidepot.hand.commands", "the command to borrow chips, at open stakes"),
    "Command": ("sidepot.hand.commands", "any of these commands"),
    "Player": ("sidepot.hand.legal.options", "a function from a view and options to a command"),
    "options": ("sidepot.hand.legal.options", "what a seat may do now, with the reasons"),
    "Options": ("sidepot.hand.legal.options", "the answer of `options`"),
    "Betting": ("sidepot.hand.betting", "one betting round, without a card"),
    "betting_of": ("sidepot.hand.betting", "the betting of a hand before its first bet"),
    "pots": ("sidepot.hand.pots", "the pots that the chips of each seat make"),
    "Pot": ("sidepot.hand.pots", "one pot: its amount, and the seats that can win it"),
    "uncalled": ("sidepot.hand.pots", "the chips that nobody called, and whose they are"),
    "HandResult": ("sidepot.hand.result", "who won what, and why"),
    "PotResult": ("sidepot.hand.result", "who won one pot, and why"),
    "redact": ("sidepot.hand.view", "an event as one seat may see it"),
    "view_of": ("sidepot.hand.view", "a hand as one seat may see it"),
    "information_state": ("sidepot.hand.information", "all that a seat has seen of a hand, in order"),
    "InformationState": ("sidepot.hand.information", "the answer of `information_state`: text, key, tensor"),
    "replay": ("sidepot.hand.replaying", "the hand of a log"),
    "strict_replay": ("sidepot.hand.replaying", "the hand of a log that is not trusted: every event is checked"),
    "play_hand": ("sidepot.hand.playing", "one hand between players that are functions"),
    "match": ("sidepot.hand.playing", "many hands between players that are functions"),
    "MatchResult": ("sidepot.hand.playing", "what came of a match"),
    "play_duplicate": ("sidepot.matches.duplicate", "a match in which each deal is played in every seating"),
    "Match": ("sidepot.matches.duplicate", "what came of it: every seat of every hand, and the standings"),
    "ratings": ("sidepot.matches.ratings", "ratings as of chess, from who won more in each deal"),
    "ProgramPlayer": ("sidepot.matches.programs", "a program in any language as a player, by lines of JSON"),
    # the floor
    "rule_on": ("sidepot.floor.rulings", "the ruling on what happened, by the rules of a house"),
    "read_facts": ("sidepot.floor.rulings", "what happened, from data"),
    "Ruling": ("sidepot.rules.ruling", "a verdict, its reason, its rules, and what the dealer does now"),
    # tables and tournaments
    "Table": ("sidepot.table.table", "hand after hand: seats, button, blinds, books"),
    "TableRules": ("sidepot.table.table_rules", "what is agreed at a table"),
    "Tournament": ("sidepot.tournament.tournament", "a tournament from registration to the last payout"),
    "icm": ("sidepot.tournament.icm", "what each stack is worth in prizes, by the independent chip model"),
    "bubble_factors": (
        "sidepot.tournament.icm",
        "what an all-in can lose, for each prize it can win, by the same model",
    ),
    "Structure": ("sidepot.tournament.structure", "what is announced: levels, chips, entries, payouts"),
    "find_preset": ("sidepot.tournament.presets", "a usual structure by its name"),
    "read_structure": ("sidepot.tournament.structure_files", "a structure of your own, from TOML"),
    "write_structure": ("sidepot.tournament.structure_files", "a structure as TOML"),
    # hand histories
    "read_phh": ("sidepot.formats.phh", "the hands of a PHH file"),
    "play_phh": ("sidepot.formats.phh_play", "a hand of a PHH file, played by the rules"),
    "phh_of_hand": ("sidepot.formats.phh_record", "a hand as a PHH record"),
    "write_phh": ("sidepot.formats.phh_write", "a PHH record as text"),
    # answers
    "settle": ("sidepot.hand.settling.real_chips", "who gets which chips, for a hand played with real chips"),
    "equity": ("sidepot.odds.ask", "what each hand wins on average, exactly or sampled"),
    "Odds": ("sidepot.odds.tally", "the answer of `equity`"),
    "read_range": ("sidepot.odds.ranges", "the two-card hands of a range such as `QQ+,AKs`"),
    "range_weights": (
        "sidepot.odds.combos",
        "the weight of each of the 1,326 hands in a range (needs the extra `fast`)",
    ),
    "equities_against": ("sidepot.odds.combos", "the equity of each of the 1,326 hands against a range (the same)"),
    "hand_strength": ("sidepot.odds.combos", "how often a hold'em hand is ahead now (the same)"),
    "hand_potential": ("sidepot.odds.combos", "how often a hold'em hand will overtake, or be overtaken (the same)"),
    "Simulation": ("sidepot.simulation.cash_table", "bots at a cash table, the books checked after each hand"),
    "Batch": ("sidepot.kernels.batch", "many tables of any game at once, as arrays (needs the extra `fast`)"),
    "PokerEnv": ("sidepot.rl.env", "a game as a PettingZoo environment, to learn in (needs the extra `rl`)"),
    "PokerGymEnv": ("sidepot.rl.single", "a game for one learner as a Gymnasium environment (needs the extra `rl`)"),
    "PokerParallelEnv": ("sidepot.rl.parallel", "a game with PettingZoo's parallel interface (needs the extra `rl`)"),
    "PokerVectorEnv": (
        "sidepot.rl.vector",
        "many tables as a vectorised Gymnasium environment (needs the extras `rl` and `fast`)",
    ),
    "load_cases": ("sidepot.cases.run", "cases that prove rules, from TOML files or from the package"),
    "run_case": ("sidepot.cases.run", "one case played: what came out otherwise than it expects"),
}
__all__ = [*PUBLIC]


def __getattr__(name: str) -> object:
    """Load a public name, or the installed version, when it is first requested."""
    if name == "__version__":
        return globals().setdefault(name, _version())
    if name not in PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(PUBLIC[name][0]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC, "__version__"})


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sidepot")
    except PackageNotFoundError:
        return "unknown"  # the sources run without being installed


class _Package(ModuleType):
    """This package: `sidepot.cards` is the function, although the module `sidepot.cards` has the same name.

    Python sets a module as an attribute of its package when it imports it, and would hide the function.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and name in PUBLIC:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
