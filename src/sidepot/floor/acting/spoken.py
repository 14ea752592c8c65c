"""Reads a player's words: the first action that they name, the amount, and whether the words are official.

The first action counts: `call, and raise` is a call. Unknown words are not guessed at. A question declares nothing,
with or without a question mark.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.acting.amounts import Amount, read_amount, tokens
from sidepot.floor.acting.phrases import LONGEST, PASSIVE, PHRASES, Meaning, Word
from sidepot.floor.acting.questions import without_questions

MOST_LETTERS: Final = 400

_NO: Final = ("not", "no", "don't", "dont", "won't", "wont", "never", "can't", "cant", "cannot", "didn't", "wouldn't")
_MUSING: Final = (
    "should",
    "would",
    "i'd",
    "might",
)  # musings; but `I'd like to` is polite, and `might as well` an act
_WISHES: Final = (["like"], ["love"], ["as"])
_WHOSE: Final = ("the", "your", "his", "her", "their", "that", "this", "my", "our")
_OTHERS: Final = ("you", "he", "she", "they")  # `you bet 1200` is what somebody else did
_BETWEEN: Final = ("just", "only", "already", "have", "has", "did", "all")
_NOUNS: Final = (Word.BET, Word.RAISE, Word.CALL, Word.ALL_IN)
_IF: Final = ("if", "unless", "when", "whenever")
_WHATEVER: Final = tuple("you he she they it comes happens the anybody anyone".split())
_STOPS: Final = tuple(".,;:!?")
_TURNS: Final = (*_STOPS, "but", "so", "and")  # the words after it start a new phrase
_COUNTED: Final = frozenset(
    "second seconds sec secs minute minutes moment moments hour hours time card cards pair pairs percent hand "
    "hands player players people left behind remaining off bb bbs bigs".split()
)  # with a number before them: no chips
_MOST_OUTS: Final = 23  # cards that would help; `two thousand out` are chips
_NUMBERED: Final = frozenset("seat table level".split())
_ONES: Final = frozenset("this that which last next take each every".split())  # `that one`
_NOT_BEFORE: Final = 4  # how many words before an action may negate it: our own number
_ADDED_AFTER: Final = (("more",), ("extra",), ("additional",), ("over",), ("on", "top"))
_ADDED_BEFORE: Final = (("by",), ("plus",), ("another",), ("extra",))
_TOTAL_AFTER: Final = (("total",), ("altogether",), ("straight",), ("in", "total"), ("all", "together"))
_TOTAL_BEFORE: Final = (("to",), ("make", "it"), ("makes", "it"), ("making", "it"))


class How(StrEnum):
    """Whether an amount is a total, an addition, or possibly either."""

    OPEN = "open"
    TOTAL = "total"
    ADDED = "added"


class Said(NamedTuple):
    """The meaning of a player's words.

    - `word`, `phrase`: the action, and its wording
    - `amount`, `figure`: the amount, and its wording
    - `part`: the amount as a fraction of the pot
    - `times`: the amount as a multiple of the previous bet
    - `later`: another action, named after the first
    - `conditional`: whether the words say what the player would do
    - `all_in`: whether the first action is completed by `all-in`, as in `call all-in`
    """

    word: Word
    phrase: str = ""
    official: bool = True
    amount: Amount | None = None
    figure: str = ""
    how: How = How.OPEN
    part: tuple[int, int] = (1, 1)
    times: int = 0
    later: str = ""
    conditional: bool = False
    all_in: bool = False


class _Heard(NamedTuple):
    """An action in the words: where it begins and ends, and whether it is only mentioned (`your raise`, `I should`)."""

    meaning: Meaning
    phrase: str
    at: int
    end: int
    is_noun: bool = False
    is_mused: bool = False


class _Sum(NamedTuple):
    """An amount in the words: where it begins and ends, and how it counts. `is_plus` means that it follows `plus`."""

    amount: Amount
    phrase: str
    how: How
    at: int
    end: int
    is_plus: bool = False


def read_words(text: str) -> Said:
    """Read a player's words. The action is `nothing` if they name none. Raises BadNotation for a text that is too long.

    >>> said = read_words("I call your 400... and raise!")
    >>> said.word.value, said.later
    ('call', 'raise')
    >>> int(read_words("I raise 800 to 1,200").amount.value)
    1200
    """
    if len(text) > MOST_LETTERS:
        raise BadNotation(
            f"said: expected at most {MOST_LETTERS} characters, not {len(text)}; give only the words that count, "
            "as in 'raise to 800'"
        )
    words = tokens(text)
    if "?" in words:
        return Said(Word.NOTHING)
    words = without_questions(words)
    heard, sums = _listen(words)
    if heard and any(_is_if(words, at) for at in range(len(words))):
        return Said(heard[0].meaning.word, heard[0].phrase, conditional=True)
    heard = [one for one in heard if not one.is_mused]
    verbs = [one for one in heard if not one.is_noun] or heard[:1]
    if not verbs:
        return Said(Word.NOTHING) if not sums else _with_sums(Said(Word.AMOUNT), sums)
    first = verbs[0]
    if first.meaning.word in PASSIVE:
        added = next((one.phrase for one in sums[1:] if one.how is How.ADDED), "")  # `call 1200 plus 2000`
        is_all_in = any(_completes(verb, first) for verb in verbs[1:])
        return _said(first, _later(verbs) or added)._replace(all_in=is_all_in)
    return _aggressive(verbs, sums)


def _aggressive(verbs: list[_Heard], sums: list[_Sum]) -> Said:
    """A bet or raise, and its size, if it is named before the next action."""
    passive = next((verb for verb in verbs if verb.meaning.word in PASSIVE), None)
    kept = verbs[: verbs.index(passive)] if passive else verbs
    later = passive.phrase if passive else ""
    before = [one for one in sums if passive is None or one.at < passive.at]
    for word in (Word.ALL_IN, Word.POT, Word.LEAST, Word.MOST, Word.TIMES):
        for verb in kept:
            if verb.meaning.word is not word:
                continue
            if not before:
                return _said(verb, later)
            if word is Word.ALL_IN:
                return _with_sums(_said(verb, later), before)
    if not before:
        return _said(kept[0], later)
    named = [verb for verb in kept if verb.meaning.word in (Word.BET, Word.RAISE, Word.COMPLETE)]
    said = _said(named[0], later) if named else Said(Word.AMOUNT, later=later)
    return _with_sums(said, before)  # an amount says more than `the pot`


def _said(heard: _Heard, later: str) -> Said:
    word, official, part, times = heard.meaning
    return Said(word, heard.phrase, official, part=part, times=times, later=later)


def _with_sums(said: Said, sums: list[_Sum]) -> Said:
    """The words with their amount. `1200 plus 2000` is one amount; if there are several, the first counts."""
    first, *more = sums
    while more and first.how is How.OPEN and more[0].is_plus and first.end == more[0].at - 1:
        amount = Amount(first.amount.value + more[0].amount.value, first.amount.is_bare and more[0].amount.is_bare)
        first = _Sum(amount, f"{first.phrase} plus {more[0].phrase}", How.OPEN, first.at, more.pop(0).end)
    later = said.later or (more[0].phrase if more else "")
    return said._replace(amount=first.amount, figure=first.phrase, how=first.how, later=later)


def _later(verbs: list[_Heard]) -> str:
    """Another action named after the first, unless it only completes the first: `call all-in` is one action."""
    first = verbs[0]
    for verb in verbs[1:]:
        word = verb.meaning.word
        if word is not first.meaning.word and not _completes(verb, first):
            return verb.phrase
    return ""


def _completes(verb: _Heard, first: _Heard) -> bool:
    """Whether this is the `all-in` of `call all-in`."""
    return verb.meaning.word is Word.ALL_IN and verb.at == first.end


# ---- listening


def _listen(words: list[str]) -> tuple[list[_Heard], list[_Sum]]:
    """The actions and amounts in the words, in order."""
    heard: list[_Heard] = []
    sums: list[_Sum] = []
    at, ended, is_denied = 0, 0, False
    while at < len(words):
        is_denied = is_denied and words[at] not in _TURNS
        found = _phrase(words, at)
        number = read_amount(words, at) if found is None else None
        if number is not None:
            found = _times(words, at, *number)
        if found is not None:
            is_negated = _is_negated(words, at, found.end)
            is_mused = _is_mused(words, at) or _is_of_others(words[ended:at])
            is_denied = is_negated or is_mused
            if found.meaning.word is not Word.NOTHING and not is_negated:
                heard.append(found._replace(is_mused=is_mused))
            at = ended = found.end
            continue
        if number is None:
            at += 1
            continue
        amount, end = number
        counted = _counted(words, at, end, amount)
        if amount.value and not counted and not is_denied and not _is_negated(words, at, end):
            is_plus = words[max(at - 1, 0)] == "plus"
            one = _Sum(amount, " ".join(words[at:end]), _how(words, at, end), at, end, is_plus)
            if sums and one.how is How.TOTAL and sums[-1].end == at - 1:
                sums.pop()  # `raise 800 to 1200`: the total counts
            sums.append(one)
        at = max(end + (words[end : end + 1] == ["out"]), counted)  # `two thousand out` is not a fold
    return heard, sums


def _is_if(words: list[str], at: int) -> bool:
    """Whether a condition begins at this word: `if`, or `whatever you bet`, but not `whatever, call`."""
    return words[at] in _IF or words[at] == "whatever" and words[at + 1 : at + 2] != [] and words[at + 1] in _WHATEVER


def _counted(words: list[str], at: int, end: int, amount: Amount) -> int:
    """The end of a number that does not count chips: `five more minutes`, `that one`, `seat five`; 0 if it may be
    chips.
    """
    after = end + 1 if words[end : end + 1] in (["more"], ["extra"]) else end
    if words[after : after + 1] and words[after] in _COUNTED:
        return after + 1
    if words[after : after + 2] in (["big", "blind"], ["big", "blinds"]):
        return after + 2
    if words[after : after + 1] in (["out"], ["outs"]) and amount.is_bare and amount.value <= _MOST_OUTS:
        return after + 1
    before = words[at - 1] if at else ""
    return end if before in _NUMBERED or before in _ONES and words[at:end] == ["one"] else 0


def _phrase(words: list[str], at: int) -> _Heard | None:
    for size in range(min(LONGEST.get(words[at], 0), len(words) - at), 0, -1):
        meaning = PHRASES.get(tuple(words[at : at + size]))
        if meaning is not None:
            is_noun = meaning.word in _NOUNS and at > 0 and words[at - 1] in _WHOSE
            return _Heard(meaning, " ".join(words[at : at + size]), at, at + size, is_noun)
    return None


def _times(words: list[str], at: int, amount: Amount, end: int) -> _Heard | None:
    """`3x`, `three times` or `three bets`: an amount followed by a word for times."""
    if words[end : end + 1] not in (["x"], ["times"], ["bets"]):
        return None
    if amount.value.denominator != 1 or not amount.value:
        return None
    phrase = "".join(words[at : end + 1]) if words[at].isdecimal() else " ".join(words[at : end + 1])
    return _Heard(Meaning(Word.TIMES, times=int(amount.value)), phrase, at, end + 1)


def _is_negated(words: list[str], at: int, end: int) -> bool:
    """Whether the words negate the action: `I don't want to raise`, `I'd like to, but no`; but not `no, call`."""
    if "but" in words[end : end + 2] and any(word in _NO for word in words[end : end + _NOT_BEFORE]):
        return True
    return any(word in _NO for word in _before(words, at))


def _is_mused(words: list[str], at: int) -> bool:
    """Whether the player is only musing: `I should fold`. But `I'd like to raise` is a polite raise."""
    near = _before(words, at)
    return any(word in _MUSING and near[place + 1 : place + 2] not in _WISHES for place, word in enumerate(near))


def _is_of_others(before: list[str]) -> bool:
    """Whether the words are about another player: `you bet`, `he just raised`; but not `I see you, raise`."""
    near = before[:-1] if before[-1:] and before[-1] in _BETWEEN else before
    return near[-1:] != [] and near[-1] in _OTHERS


def _before(words: list[str], at: int) -> list[str]:
    """The words before an action that may negate it, back to the last stop."""
    near = words[max(at - _NOT_BEFORE, 0) : at]
    stops = [place for place, word in enumerate(near) if word in _STOPS]
    return near[stops[-1] + 1 :] if stops else near


def _how(words: list[str], at: int, end: int) -> How:
    """Whether the words around an amount make it a total or an addition."""
    before = [tuple(words[max(at - size, 0) : at]) for size in (1, 2)]
    after = [tuple(words[end : end + size]) for size in (1, 2)]
    if any(near in _ADDED_AFTER for near in after) or any(near in _ADDED_BEFORE for near in before):
        return How.ADDED
    if any(near in _TOTAL_BEFORE for near in before) or any(near in _TOTAL_AFTER for near in after):
        return How.TOTAL
    return How.OPEN
