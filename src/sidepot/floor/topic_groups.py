"""The topics of the floor by group, to list and to find one by a number or a word."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.topic import Topic
from sidepot.rules.finding import stems

# the folders of `sidepot.floor`, in the order in which a person is asked
TITLES: Final = {
    "acting": "Words and chips, in turn",
    "turns": "Out of turn, passed over, odd folds",
    "deal": "Misdeals, exposed cards, the board, the stub",
    "hands": "Hands tabled, mucked, killed, absent, asked for; disputes",
    "claims": "Amounts, counts, hidden chips, the clock",
    "conduct": "Penalties and conduct; which text decides",
    "tournament": "The tournament: levels, tables, announcements",
}

# words by which a topic is looked for that its questions do not have
ALSO: Final = {
    "act": "call bet raise all-in string bet oversized overchip single tiny chip half a raise declared silent motion "
    "tap wave gesture verbal fold check",
    "prior chips": "chips of the blinds pushed forward",
    "undercall": "short call too few chips underbet",
    "wrong bet": "underbet pot limit minimum short raise",
    "out of turn": "ahead of turn before too early",
    "misdeal": "boxed card redeal",
    "disordered stub": "deck dropped",
    "premature card": "turn river flop",
    "short stub": "not enough cards burns run out deck draw stud community card",
    "rabbit hunting": "next card would have come",
    "wrong seat": "drawn sat down",
    "new deck": "deck change setup cards damaged",
    "rebuy": "rebuys re-buy buy chips behind",
    "killed hand": "protect dealer took the cards",
    "tabled hand": "miscalled cards speak misread show",
    "ask to see": "show",
    "absent player": "late blind seat",
    "accepted action": "misheard misunderstood count wrong amount",
    "clock call": "time stalling slow",
    "clock": "time",
    "offence": "penalty rabbit phone language abuse angle slow roll collusion",
    "talk": "chat written words message silence one player to a hand advice",
    "broken table": "moved balance blinds",
    "new level": "blinds up clock",
}
# what people call it, a phrase each; a topic that has all the words of one comes first
PHRASES: Final = {
    "bets in front": "bring in bets, bets brought in, bring in the bets, collect bets, pull in the pot",
    "act": "string bet, string raise, two motions, one motion, one chip, single chip, big chip, large chip, oversized "
    "chip, silent raise, silent chips, said, said eleven, said a number, unclear amount, min raise, minimum "
    "raise, may raise, can raise again, reraise, raise, call, fold, check, pot, bet the pot, call and raise, i "
    "call and raise, straddle, fold no bet, words and chips, blind pulled back, verbal action, full raise, "
    "half raise, raise without amount, all-in short, reopen, under raise, changed mind",
    "out of turn": "out of turn, acted before me, action out of turn, oot, bet out of turn, fold out of turn",
    "skipped": "skipped, acted before me, passed over, skipped player, was not asked",
    "mucked at showdown": "threw cards away, mucked at showdown, tabled, muck and show, mucked winner, folded winner",
    "all-in hand not shown": "all-in muck, killed, all-in cards not shown, show all-in hand, mucks after all-in",
    "early discard": "discard, cards thrown before showdown",
    "tabled hand": "tabled, dealer mucked winner, misread hand, cards speak, killed tabled hand, miscalled hand, read "
    "wrong, show hands",
    "misdeal": "flashed, two cards exposed, two cards face up, card off the table, exposed card in the deal, misdeal, "
    "dealer error, card fell off, card on floor, dealer flashed a card",
    "exposed card": "showed cards, show one show all, flashed, card off the table, showed hand, exposed card, dropped "
    "a card",
    "wrong bet": "pot size wrong, wrong pot size, raise too small, bet too small, underbet",
    "wrong number of cards": "three cards, too few cards, too many cards, one card, extra card, short hand, one card "
    "short, five cards",
    "burn card": "no burn card, burn, no burn, two burns, forgot to burn, burn exposed",
    "four-card flop": "flop, four cards on the flop, four-card flop, flop too many",
    "premature card": "turn too early, river too early, premature card, flop before action, dealer error",
    "hidden chips": "hidden chips, big chip hidden, chips under, chips under the others, chips behind, cash on the "
    "table, chips in pocket, wallet",
    "killed hand": "killed, uncalled bet, dealer mucked, dealer took my cards, unprotected hand, dealer killed hand",
    "offence": "showed cards, torn card, two to a hand, chip dumping, soft play, angle shooting, bad language, "
    "talking about the hand, one player to a hand, showed hand heads-up, swearing, talking, nicked card, "
    "wallet, pot in no limit, collusion",
    "new deck": "torn card, marked card, damaged card",
    "dispute": "dispute, run it twice, agreement, wrong pot, pot pushed wrong, insurance, side bet, deal between "
    "players",
    "odd fold": "fold no bet, fold with no bet, fold when checked to",
    "word in a question": "question, asked a question, raise question",
    "conditional statement": "conditional, if you bet i raise, if you bet",
    "talk": "talking, talking about the hand, advice",
    "owed blind": "missed blind, owes blind, owes a blind, missed blinds",
    "count": "count, count down, count please, how much is it, how many chips, asks for a count",
    "accepted action": "miscount, miscounted, gross misunderstanding, misheard, wrong amount",
    "out together": "both busted, two out, out in the same hand, both out",
    "new level": "blinds went up, level change, which level",
    "absent stack": "no show, absent stack, never came",
    "hand for hand": "hand for hand, bubble",
    "broken table": "new player, moved player, table breaks",
    "rebuy": "rebuy, rebuys, cash on the table, wallet, add chips, buy more chips",
    "ask to see": "who shows first, show order, asks to see a hand, i want to see that hand, show one show all",
    "chip without value": "chip race, color up, colour up, chips leave play",
    "undercall": "undercall, short call, called too little, did not see the raise",
    "clock call": "clock, calls time, call the clock, stalling",
}
Way = Literal["settle", "desk"]
ELSEWHERE: Final[dict[Way, str]] = {
    "settle": "odd chip, side pot, side pots, who wins, who wins how much, split pot, pot split, high low split, "
    "best hand, which hand wins, tie, chopped pot, rake",
    "desk": "chip race, color up, colour up, dead button, button, balance, balancing, break a table, seat change, "
    "payout, payouts, prize, prizes, chop, icm, deal, bounty, bounties, antes, blind levels, schedule, re-entry",
}
"""What people ask here and the floor does not rule on, a phrase each: other parts of the program answer it."""

OTHER_WAYS: Final = (
    "who wins how much is for `sidepot settle`, a rule by its words for `sidepot rules find`, seats, buttons, chip "
    "races and prizes for `sidepot tournament`; with no argument `sidepot rule` asks you step by step"
)
COMMONEST: Final = (
    "act", "out of turn", "undercall", "wrong bet", "skipped", "exposed card", "misdeal", "premature card",
    "mucked at showdown", "ask to see", "clock", "offence",
)  # fmt: skip
"""The topics that a floor is asked most often, to begin with."""

_MOST: Final = 6


@cache
def groups() -> dict[str, tuple[Topic, ...]]:
    """The topics of each group, in order; each topic once."""
    return {
        title: tuple(topic for topic in TOPICS.values() if topic.rule.__module__.split(".")[2] == folder)
        for folder, title in TITLES.items()
    }


def group_of(topic: Topic) -> str:
    """The title of the group that a topic stands in."""
    return next(title for title, topics in groups().items() if topic in topics)


def search(word: str) -> list[Topic]:
    """The topics that speak of something: by what people call it, by name or title, by all it has, by its best words.

    >>> [topic.name for topic in search("string bet")][:1]
    ['act']
    """
    words = word.lower().replace("-", " ").split()
    if not words:
        return []
    called = [topic for name, topic in TOPICS.items() if _is_called(words, name)]
    same = [topic for topic in TOPICS.values() if topic.name.replace("-", " ").split() == words]
    named = [topic for topic in TOPICS.values() if _all_in(words, _names(topic))]
    asked = [topic for topic in TOPICS.values() if _all_in(words, _everything(topic))]
    found = list({topic.name: topic for topic in (*same, *called, *named, *asked)}.values())
    return found or _by_best_words(word)


def ways_for(text: str) -> tuple[Way, ...]:
    """The other parts of the program that answer this: those that people mean by it, or all if no topic speaks of it.

    >>> ways_for("chip race"), ways_for("string bet"), ways_for("xyzzy")
    (('desk',), (), ('settle', 'desk'))
    """
    words = text.lower().replace("-", " ").split()
    meant = tuple([way for way, phrases in ELSEWHERE.items() if _is_phrase(words, phrases)])
    return meant or (() if search(text) else tuple(ELSEWHERE))


def _is_called(words: list[str], name: str) -> bool:
    return _is_phrase(words, PHRASES.get(name, ""))


def _is_phrase(words: list[str], phrases: str) -> bool:
    """Whether one of the phrases is the words, in any order, or two words and more of the same meaning."""
    asked = _meaning(" ".join(words))
    return any(
        sorted(phrase.split()) == sorted(words) or len(asked) > 1 and _meaning(phrase) == asked
        for phrase in phrases.replace("-", " ").split(", ")
    )


@cache
def _meaning(phrase: str) -> tuple[str, ...]:
    return tuple(sorted(stems(phrase)))


def _by_best_words(text: str) -> list[Topic]:
    """The topics that share the most telling words with a text, by their stems; those that share half or more."""
    asked = set(stems(text))
    scores = {name: sum(1 / len(_having(stem)) for stem in asked & own) for name, own in _stems_of().items()}
    best = max(scores.values(), default=0.0)
    found = [name for name in sorted(scores, key=lambda name: -scores[name]) if best and 2 * scores[name] >= best]
    return [TOPICS[name] for name in found[:_MOST]]


@cache
def _stems_of() -> dict[str, frozenset[str]]:
    """The stems of what each topic is called."""
    return {name: frozenset(stems(f"{_names(topic)} {PHRASES.get(name, '')}")) for name, topic in TOPICS.items()}


@cache
def _having(stem: str) -> tuple[str, ...]:
    return tuple(name for name, own in _stems_of().items() if stem in own)


def topic_named(name: str) -> Topic:
    """The topic of that name. Raises BadNotation, with those that are near in name or speak of it."""
    try:
        return find_topic(name)
    except BadNotation as error:
        near = [topic.name for topic in search(name)][:_MOST] or list(error.near)
        hint = f"did you mean {' or '.join(near)}?" if near else "`sidepot rule --topics` lists them all"
        if ways_for(name):
            hint += f" ({OTHER_WAYS})" if near else f"; {OTHER_WAYS}"
        raise BadNotation(error.said, code=error.code, hint=hint, near=near) from None


def _all_in(words: list[str], text: str) -> bool:
    plain = text.lower().replace("-", " ")
    return all(word in plain for word in words)


def _names(topic: Topic) -> str:
    return f"{topic.name} {topic.title} {ALSO.get(topic.name, '')}"


def _everything(topic: Topic) -> str:
    choices = [choice for field in fields_of(topic) for choice in field.choices]
    return " ".join([_names(topic), *topic.asks.values(), *choices])
