"""Verdicts as sentences: the text a person reads where a ruling has a word or two."""

from __future__ import annotations

from typing import Final

from sidepot.rules.clauses import Said, plain, say
from sidepot.rules.ruling import Option, Ruling
from sidepot.rules.texts import TEXTS

# what a player does by a verdict that is an action; `{}` is the player's total for the round
DEEDS: Final = {
    "fold": "folds", "check": "checks", "call": "calls {}", "bet": "bets {}", "raise": "raises to {}",
    "all-in": "is all-in for {}", "complete": "completes to {}", "bring in": "brings it in for {}",
}  # fmt: skip

# the others that do not say it all by themselves
SENTENCES: Final = {
    "1 round": "The player misses the hands of 1 round",
    "2 rounds": "The player misses the hands of 2 rounds",
    "3 rounds": "The player misses the hands of 3 rounds",
    "4 rounds": "The player misses the hands of 4 rounds",
    "action goes back": "The action goes back to the player who was passed over",
    "allowed": "It is allowed",
    "announce": "It is announced",
    "back up": "The action goes back to the first of them",
    "binding": "The act binds",
    "burn stays": "The burn card stays",
    "blinded off": "The chips stay, and are blinded off",
    "call all-in": "The player calls all-in",
    "call of the amount told": "The player calls the amount that was told",
    "call or fold": "It is a call or a fold",
    "call taken back": "The call is taken back",
    "chips stay": "The chips stay in the pot",
    "chip penalty": "The player forfeits some chips",
    "choose again": "The player chooses again",
    "clock": "The clock is started",
    "comes back": "The player comes back",
    "committed": "The act will bind",
    "completed": "The cards that are missing are dealt",
    "corrected": "It is corrected",
    "count": "The chips are counted",
    "counts as called": "The hand counts as it was called",
    "dead": "The hand is dead",
    "dead hand": "The player's hand is dead",
    "deal passes": "The deal passes on",
    "dealt again": "It is dealt again",
    "dealt in": "The player is dealt in",
    "dealt in and killed": "The player is dealt in, and the hand is killed",
    "disqualification": "The player is disqualified",
    "estimate": "The chips are estimated, not counted",
    "free": "Nobody is bound",
    "full rights": "All rights are there still: to call, raise or fold",
    "full stack": "The player gets a full stack",
    "halt": "The table stops playing",
    "given back": "The chips are given back",
    "hand dead": "The hand is dead",
    "hand for hand": "Play goes hand for hand",
    "heard": "The dispute is heard",
    "in time": "The player acted in time",
    "live": "The hand is live",
    "may fold": "A fold is open",
    "may leave": "The player may leave",
    "may muck": "The player may muck",
    "may not fold": "A fold is not open",
    "misdeal": "It is a misdeal",
    "missed hands": "The player misses hands",
    "must be in view": "The cards must be in view",
    "must stay": "The player must stay",
    "must table": "The player must table the hand",
    "must table all": "The player must table all of the cards",
    "new level": "It is played at the new level",
    "new stub": "The stub is shuffled anew",
    "new stub with the muck": "The stub is shuffled anew, with the muck and the burn cards",
    "no matter": "It makes no difference",
    "no penalty": "There is no penalty",
    "one draw": "The seats are drawn once",
    "others act anew": "The others act anew",
    "others call": "The others are held to the whole call",
    "others' chips stay": "The chips of the others stay in the pot",
    "two draws": "The seats are drawn in two steps",
    "kept": "The card is kept",
    "loss of the chips": "The player loses the chips",
    "loss of the chips, and disqualification": "The player loses the chips, and is disqualified",
    "loss of the right to ask": "The player loses the right to ask",
    "no claim": "No claim to the pot is left to the player",
    "no clock": "The clock is not started",
    "no fold": "It is no fold",
    "no misdeal": "It is no misdeal",
    "no raise": "A raise is not open",
    "no re-entry": "The player may not re-enter",
    "no share": "The player has no share in the pot",
    "not allowed": "It is not allowed",
    "not dealt in": "The seat is not dealt in",
    "not binding": "It does not bind",
    "not part of the action": "The chips are not part of the action",
    "not substantial": "There has been no substantial action yet",
    "old chips leave play": "The old chips leave play",
    "old level": "It is played at the old level",
    "one drawn as burn": "One of the four is drawn to be the next burn card",
    "one of three drawn as burn": "One of the three is drawn to be the burn card",
    "out of play": "The chips leave play",
    "part of the action": "The chips are part of the action",
    "play on": "Play goes on",
    "plays": "The player plays the hand",
    "pot not told": "The pot is not counted",
    "pot told": "The dealer tells the pot",
    "put back in order": "The stub is put back in its order",
    "put right": "The mistake is put right",
    "refused": "The hand is not shown",
    "replaced": "The card is replaced",
    "reshuffled": "The card goes back, and the stub is shuffled",
    "returned": "The act does not bind",
    "set aside": "The card is set aside",
    "shown after the hand": "The card is shown after the hand",
    "shown after the round": "The card is shown after the round",
    "shown at once": "The card is shown at once",
    "shown, and live": "The hand is shown, and is live",
    "shown, but dead": "The hand is shown, but is dead",
    "stands": "It stands",
    "stays away": "The player stays away",
    "stays down": "The hand stays face down",
    "substantial": "There has been substantial action",
    "suspension": "The player is sent away for a time",
    "taken back": "It is taken back",
    "too late": "It is too late",
    "verbal warning": "The player is warned",
    "void": "The hand is off",
    "wait": "It is too early to say",
    "after the hand": "It comes after the hand",
    "blinds go back": "The blinds go back",
    "brought in": "The bets are brought in",
    "burns shuffled in": "The burn cards are shuffled in",
    "cards speak": "Cards speak",
    "changed": "The cards are changed",
    "changes nothing": "It changes nothing",
    "chips play, and are owed": "The chips play, and are owed",
    "deal on": "The deal goes on",
    "deal with a burn": "It is dealt with a burn card",
    "deal without a burn": "It is dealt without a burn card",
    "discards shuffled in": "The discards are shuffled in",
    "forfeits and folds": "The chips are lost, and the hand is folded",
    "left in front": "The bets stay in front",
    "moves with the chips": "The player moves, with the chips",
    "not changed": "The cards are not changed",
    "not shown": "No card is shown",
    "nothing owed": "Nothing is owed",
    "one card for all": "One card serves all hands",
    "shown": "The cards are shown",
    "stack put right": "The stack is put right",
    "the first places higher": "The first places higher",
    "the second places higher": "The second places higher",
    "waits": "The player waits",
    "wins": "The hand wins",
}


def verdict_words(decided: Ruling | Option, who: str = "") -> str:
    """The verdict as a sentence: `B calls 1200 and gets 800 back.`"""
    return plain(verdict_said(decided, who), commas=False)


def verdict_said(decided: Ruling | Option, who: str = "") -> Said:
    """The verdict as a sentence, as data."""
    verdict = decided.verdict
    if verdict in DEEDS:
        return ("{}.", _deed(decided, DEEDS[verdict], who or say("The player")))
    words = SENTENCES.get(verdict) or (f"{TEXTS[verdict]}: it decides" if verdict in TEXTS else verdict)
    said: Said = (words[:1].upper() + words[1:],)
    total = _total(decided)
    if total:
        said = say("{}: {} stays in the pot", said, total) if verdict == "dead" else say("{}: {}", said, total)
    if decided.change:
        said = say("{}, {} back", said, decided.change)
    if decided.add:
        said = say("{}, {} more", said, decided.add) if total else say("{}, and {} goes in", said, decided.add)
    return ("{}.", said)


def _deed(decided: Ruling | Option, deed: str, who: str | Said) -> Said:
    """What a player does by a verdict that is an action, and the chips that go back or are still to come."""
    if decided.amount is None or "{}" not in deed:
        said: Said = (f"{{}} {deed.replace('{}', '').strip()}", who)
    else:
        said = (f"{{}} {deed}", who, decided.amount)
    if isinstance(decided, Ruling) and decided.at_least:
        return say("{} or more: how much is still to be said", said)
    if decided.all_in and not decided.change and not decided.add:
        return say("{}, all-in", said)
    if decided.change:
        much = decided.change
        said = (
            say("{}, all-in, and gets {} back", said, much)
            if decided.all_in
            else say("{} and gets {} back", said, much)
        )
    if decided.add:
        much, is_first = decided.add, decided.all_in and not decided.change
        said = say("{}, all-in, and must add {}", said, much) if is_first else say("{} and must add {}", said, much)
    return said


def headline(ruling: Ruling, who: str = "") -> str:
    """The decision, or the note that the director decides."""
    return plain(headline_said(ruling, who), commas=False)


def headline_said(ruling: Ruling, who: str = "") -> Said:
    """The decision, or the note that the director decides, as data."""
    return say("The director decides.") if ruling.is_open else verdict_said(ruling, who)


def option_words(option: Option) -> str:
    """An option as it is chosen, with its amounts: `call 50000, 49000 more`."""
    total, all_in = _total(option), ", all-in" if option.all_in else ""
    return f"{option.verdict}{f' {total}' if total else ''}{all_in}{_moves(option)}"


def _total(decided: Ruling | Option) -> int:
    """The player's total for the round; 0 where there is none, or where all of it has yet to be put in."""
    return 0 if decided.amount == decided.add else decided.amount or 0


def _moves(decided: Ruling | Option) -> str:
    """The chips the player gets back, and those still to put in."""
    back = f", {decided.change} back" if decided.change else ""
    if not decided.add:
        return back
    return f"{back}, {decided.add} more" if _total(decided) else f"{back}, and {decided.add} goes in"


def penalty_words(ruling: Ruling) -> str:
    """The penalty that goes with a ruling, as a sentence; empty where there is none."""
    said = penalty_said(ruling)
    return plain(said) if said else ""


def penalty_said(ruling: Ruling) -> Said:
    """The same as data."""
    if ruling.penalty is None:
        return ()
    offence: Said = (ruling.penalty.offence,)
    return say("A penalty follows: {}.", offence) if ruling.penalty.will else say("A penalty may follow: {}.", offence)
