"""Verdicts as sentences for people."""

from __future__ import annotations

import re
from typing import Final

from sidepot.floor.conduct.offences import PENALTIES, find_offence
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.ruling import Option, Ruling
from sidepot.rules.texts import TEXTS
from sidepot.validation.reader import package_toml

# verdicts that are actions; `{}` is the player's total for the round
DEEDS: Final = {
    "fold": "folds", "check": "checks", "call": "calls {}", "bet": "bets {}", "raise": "raises to {}",
    "all-in": "is all-in for {}", "complete": "completes to {}", "bring in": "brings it in for {}",
}  # fmt: skip

SENTENCES: Final[dict[str, str]] = package_toml("sidepot.floor", "verdicts.toml")
"""Sentences for other verdicts that do not explain themselves."""

WITH_AMOUNT: Final[dict[str, Sentence]] = {
    "binding all-in": say("The all-in for {amount} stands"),
    "binding bet": say("The bet of {amount} stands"),
    "binding call": say("The call of {amount} stands"),
    "binding raise": say("The raise to {amount} stands"),
    "call all-in": say("The player calls {amount}, all-in"),
    "chips stay": say("The {amount} stays in the pot"),
    "corrected amount": say("The amount is corrected to {amount}"),
    "corrected bet": say("The bet is corrected to {amount}"),
    "dead": say("The hand is dead, and the called {amount} stays in the pot"),
    "forfeits and folds": say("The player forfeits {amount} and folds"),
    "not part of the action": say("The all-in is {amount}; the chips found are not part of it"),
    "others act anew": say("The first player must call {amount}; the others act again"),
    "others call": say("The first player must call {amount}; the others must call in full"),
    "others' chips stay": say("The first player must call {amount}; the chips of the others stay in the pot"),
    "part of the action": say("The all-in is {amount}, including the chips found"),
    "stands bet": say("The bet of {amount} stands"),
    "straddle stands": say("The straddle of {amount} stands"),
    "taken back": say("The chips are taken back; {amount} stays in"),
    "taken back call": say("The call is taken back; {amount} stays in"),
}
"""Sentences with the player's total for the round, by verdict, or by verdict and subject."""

CHANGED: Final[dict[str, Sentence]] = {
    "call": say("The action counts as a call of {amount}"),
    "bet": say("The action counts as a bet of {amount}"),
    "raise": say("The action counts as a raise to {amount}"),
}
"""Sentences for binding actions whose chips have to be corrected, by the action."""

ALL_IN: Final[dict[str, Sentence]] = {
    "call": say("The all-in call of {amount} stands"),
    "bet": say("The all-in bet of {amount} stands"),
    "raise": say("The all-in raise to {amount} stands"),
}
"""Sentences for binding actions with the player's last chips, by the action."""

ALL_IN_CHANGED: Final[dict[str, Sentence]] = {
    "call": say("The action counts as an all-in call of {amount}"),
    "bet": say("The action counts as an all-in bet of {amount}"),
    "raise": say("The action counts as an all-in raise to {amount}"),
}
"""The same if the chips have to be corrected."""

MAY: Final[dict[str, str]] = {
    "may raise": "{player} may fold, call, or raise to {amount} or more",
    "may check or raise": "{player} may check, or raise to {amount} or more",
    "may bet": "{player} may check, or bet {amount} or more",
    "may raise by the limit": "{player} may fold, call, or raise to {amount}",
    "may check or raise by the limit": "{player} may check, or raise to {amount}",
    "may bet by the limit": "{player} may check, or bet {amount}",
    "may go all-in": "{player} may fold, call, or go all-in for {amount}",
    "may check or go all-in": "{player} may check, or go all-in for {amount}",
    "may call all-in": "{player} may fold, or call all-in for {amount}",
    "no raise": "{player} may call {amount} or fold, but not raise",
}
"""Sentences on what a player may do, with the total for the round."""

OPEN: Final[dict[str, Sentence]] = {
    "bet": say("{player} must bet {amount} or more and may name the amount"),
    "complete": say("{player} must complete to {amount} or more and may name the amount"),
    "raise": say("{player} must raise to {amount} or more and may name the amount"),
}
"""Sentences for a bet or raise whose amount the player has yet to name, with the minimum."""

COUNTS: Final = {"players": "The final table seats {} players", "hands more": "Each table plays {} more hands"}
"""What is counted by verdicts that are a number."""

_LABELS: Final = {
    "1 round": "one round",
    "2 rounds": "two rounds",
    "3 rounds": "three rounds",
    "4 rounds": "four rounds",
    "back up": "go back to the first undercall",
    "by chance": "draw at random",
    "call taken back": "take back the call",
    "choose again": "act again",
    "chips stay": "{} stays in",
    "corrected": "correct the bet to {}",
    "forfeits and folds": "fold, forfeit {}",
    "free": "caller not bound",
    "full rights": "all options",
    "moves with the chips": "keep the current stack",
    "no raise": "no raise: call {} or fold",
    "not part of the action": "all-in {}, without the chips found",
    "old chips leave play": "remove the old chips",
    "on the clock": "end on time",
    "others act anew": "the others act again",
    "others call": "the others call",
    "others' chips stay": "the others' chips stay in",
    "part of the action": "all-in {}, including the chips found",
    "put right": "correct the mistake",
    "shown, and live": "shown and live",
    "stack put right": "correct the stack",
    "stands": "the {} stands",
    "taken back": "take back the chips",
    "void": "void the hand",
}
"""Options in words, where the verdict alone does not say it. `{}` is the player's total for the round."""

_WITHOUT_AMOUNT: Final = {"corrected": "correct the mistake", "stands": "let the hand stand"}
"""The same for options of a hand, which have no amount."""

_COUNTED: Final = re.compile(r"(\d+) (players|hands more)")


def verdict_words(decided: Ruling | Option, who: str = "") -> str:
    """The verdict as a sentence, such as `B calls 1200 and gets 800 back.`"""
    return plain(verdict_sentence(decided, who), commas=False)


def verdict_sentence(decided: Ruling | Option, who: str = "") -> Sentence:
    """The verdict as a sentence with its gaps not filled in, for translation."""
    verdict = decided.verdict
    about = getattr(decided, "about", "")
    deed = DEEDS.get(verdict.partition(" to ")[0])  # of two raises one is called `raise to 1700`
    if deed:
        player = say("Each player") if about == "each" else who or say("The player")
        return ("{}.", _deed(decided, deed, player))
    if verdict in MAY and decided.amount:
        return ("{}.", (MAY[verdict], who or say("The player"), decided.amount))
    counted = _COUNTED.fullmatch(verdict)
    if counted is not None:
        return ("{}.", (COUNTS[counted[2]], int(counted[1])))
    if verdict in TEXTS:
        return ("{}.", say("This text decides: {text}", (TEXTS[verdict],)))
    words = SENTENCES.get(f"{verdict} {about}") or SENTENCES.get(verdict) or verdict
    sentence: Sentence = (words[:1].upper() + words[1:],)
    total = _total(decided)
    counts = WITH_AMOUNT.get(f"{verdict} {about}") or WITH_AMOUNT.get(verdict)
    if verdict == "binding":
        counts = _binding(decided, about) or counts
    if total:
        sentence = (*counts, total) if counts else say("{}: {}", sentence, total)
    if f"{verdict} {about}" == "corrected bet":  # all who put chips in for the bet correct them
        return ("{}.", _for_all(decided, sentence))
    if decided.change:
        sentence = (
            say("{verdict}; the uncalled {amount} goes back", sentence, decided.change)
            if verdict == "dead"
            else say("{verdict}; {amount} goes back", sentence, decided.change)
        )
    if decided.add and not verdict.startswith("others"):  # of the others nobody knows yet how much they put in
        sentence = (
            say("{verdict}; {amount} more goes in", sentence, decided.add)
            if total
            else say("{verdict}; the seat posts {amount}", sentence, decided.add)
            if verdict == "dead"
            else say("{verdict}; {amount} goes in", sentence, decided.add)
        )
    return ("{}.", sentence)


def _for_all(decided: Ruling | Option, sentence: Sentence) -> Sentence:
    """The verdict on a bet of the wrong amount, and the chips that the bettor and each caller return or add."""
    if decided.change:
        return say("{verdict}; the bettor and each caller get {amount} back", sentence, decided.change)
    return say("{verdict}; the bettor and each caller add {amount}", sentence, decided.add)


def _binding(decided: Ruling | Option, about: str) -> Sentence:
    """The sentence on a binding action that is all-in or counts as another, or whose chips have to be corrected.

    Empty for any other.
    """
    act = about.removeprefix("as ")
    if act != about or decided.change or decided.add:
        return (ALL_IN_CHANGED if decided.all_in else CHANGED).get(act, ())
    return ALL_IN.get(about, ()) if decided.all_in else ()


def _deed(decided: Ruling | Option, deed: str, who: str | Sentence) -> Sentence:
    """The action of a verdict, and the chips to return or to add."""
    if decided.amount is None or "{}" not in deed:
        sentence: Sentence = (f"{{}} {deed.removesuffix(' {}').removesuffix(' for').removesuffix(' to')}", who)
    else:
        sentence = (f"{{}} {deed}", who, decided.amount)
    if decided.at_least:
        return (*OPEN[decided.verdict.partition(" to ")[0]], who, decided.amount or 0)
    if decided.verdict == "all-in":
        return sentence
    if decided.all_in and not decided.change and not decided.add:
        return say("{verdict}, all-in", sentence)
    if decided.change and decided.add:
        return _both_ways(decided, sentence)
    if decided.change:
        much = decided.change
        sentence = (
            say("{verdict}, all-in, and gets {amount} back", sentence, much)
            if decided.all_in
            else say("{verdict} and gets {amount} back", sentence, much)
        )
    if decided.add and _total(decided):
        return (
            say("{verdict}, all-in, and must add {amount}", sentence, decided.add)
            if decided.all_in
            else say("{verdict} and must add {amount}", sentence, decided.add)
        )
    if decided.add and decided.all_in:
        return say("{verdict}, all-in", sentence)
    return sentence


def _both_ways(decided: Ruling | Option, sentence: Sentence) -> Sentence:
    """The action of a verdict by which some chips are returned and others added."""
    back, add = decided.change, decided.add
    if _total(decided):
        return say("{verdict}, gets {amount} back and must add {add}", sentence, back, add)
    return (
        say("{verdict}, all-in; the {amount} put in out of turn goes back", sentence, back)
        if decided.all_in
        else say("{verdict}; the {amount} put in out of turn goes back", sentence, back)
    )


def headline(ruling: Ruling, who: str = "") -> str:
    """The decision as a sentence. If the ruling is open, the sentence says that the director decides."""
    return plain(headline_sentence(ruling, who), commas=False)


def headline_sentence(ruling: Ruling, who: str = "") -> Sentence:
    """The same sentence as `headline`, with its gaps not filled in, for translation."""
    return say("The director decides.") if ruling.is_open else verdict_sentence(ruling, who)


def option_words(option: Option, ruling: Ruling | None = None) -> str:
    """An option in words, with its amounts, such as `call 50000 (add 49000)`.

    The chips to return or to add are left out if the ruling itself already returns chips.
    """
    verdict, amount = option.verdict, option.amount or 0
    words, _, named = verdict.partition(" to ")
    total = ""
    if amount and not named and words in DEEDS and verdict not in ("check", "fold"):
        total = f" to {amount}" if words in ("raise", "complete") else f" {amount}"
    label = _LABELS.get(verdict, verdict)
    if "{}" in label:
        label = label.format(amount) if amount else _WITHOUT_AMOUNT.get(verdict, verdict)
    more = " or more" if option.at_least else ""
    all_in = ", all-in" if option.all_in else ""
    return f"{label}{total}{more}{all_in}{'' if ruling and ruling.change else _moves(option)}"


def _total(decided: Ruling | Option) -> int:
    """The player's total for the round; 0 if there is none, or if all of it is still to be added."""
    return 0 if decided.amount == decided.add else decided.amount or 0


def _moves(decided: Ruling | Option) -> str:
    """The chips that the player gets back, and the chips still to add, as far as they are known."""
    back = f"return {decided.change}" if decided.change else ""
    is_known = decided.add and decided.add != decided.amount and not decided.verdict.startswith("others")
    moves = ", ".join([one for one in (back, f"add {decided.add}" if is_known else "") if one])
    return f" ({moves})" if moves else ""


def penalty_words(ruling: Ruling) -> str:
    """The penalty that goes with a ruling, as a sentence. Empty if there is none."""
    sentence = penalty_sentence(ruling)
    return plain(sentence) if sentence else ""


def penalty_sentence(ruling: Ruling) -> Sentence:
    """The penalty that goes with a ruling, as a sentence with its gaps not filled in, for translation.

    Empty if there is no penalty, or if the penalty is the decision itself.
    """
    penalty = ruling.penalty
    if penalty is None or not PENALTIES.isdisjoint([ruling.verdict, *[one.verdict for one in ruling.options]]):
        return ()
    offence: Sentence = (find_offence(penalty.offence).words,)
    if penalty.will:
        return say("The player is penalized for {offence}.", offence)
    match penalty.whose:
        case "player":
            return say("The player may be penalized for {offence}.", offence)
        case "players":
            return say("The players may be penalized for {offence}.", offence)
        case "all-in":
            return say("The all-in player may be penalized for {offence}.", offence)
        case "actor":
            return say("The player who acted may be penalized for {offence}.", offence)
        case _:
            return say("The players who acted may be penalized for {offence}.", offence)
