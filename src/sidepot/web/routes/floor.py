"""HTTP: rulings of the floor: the verdict, the reason, the rule, and what the dealer does now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody

from sidepot.errors import Cite
from sidepot.floor.aloud import borrowed, to_player
from sidepot.floor.deck import deck
from sidepot.floor.fact_fields import ONLY_WITH, ONLY_WITHOUT, Field, Kind, fields_of, value_text
from sidepot.floor.felt import FeltSeat, NextAct, felt_of
from sidepot.floor.finding import Way, search
from sidepot.floor.incident import facts_in, ruling_on
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.spot_words import MOST
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import COMMONEST, group_of
from sidepot.floor.verdict_words import (
    headline,
    headline_sentence,
    option_words,
    penalty_sentence,
    penalty_words,
    verdict_sentence,
)
from sidepot.floor.what_if import in_houses, what_if
from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.finding import find as found_rules
from sidepot.rules.finding import stems
from sidepot.rules.gists import gists_of
from sidepot.rules.houses import HOUSES, OWN_HOUSES, PAGE_HOUSE, find_house
from sidepot.rules.meanings import house_notes, house_title
from sidepot.rules.notice import notice_for
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, choose, overrule
from sidepot.validation import quantities as q

MOST_RULES: Final = 5
Word = Annotated[str, msgspec.Meta(max_length=64)]
Asked = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Number = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Value = Text | bool | Number | Annotated[list[Text | Number | list[Number]], msgspec.Meta(max_length=1000)]

# ---- topics


class FloorFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact of a topic, and the question for it.

    - `default`: the answer if none is given
    - `only_with`: the question is asked only if all these facts are given
    - `only_without`: the question is asked only if none of these facts is given
    """

    name: str
    kind: Kind
    asks: str
    choices: tuple[str, ...] = ()
    default: str = ""
    required: bool = False
    only_with: tuple[str, ...] = ()
    only_without: tuple[str, ...] = ()


class FloorTopic(msgspec.Struct, frozen=True):
    """A topic of the floor, with its facts in the order in which a person is asked for them."""

    topic: str
    title: str
    group: str
    facts: tuple[FloorFact, ...]


class FloorHouse(msgspec.Struct, frozen=True):
    """A house whose rules the floor can apply."""

    id: str
    title: str


class Floor(msgspec.Struct, frozen=True):
    """All topics by group, the names of the most common topics, and the houses. `house` is the default house."""

    topics: tuple[FloorTopic, ...]
    commonest: tuple[str, ...]
    houses: tuple[FloorHouse, ...]
    house: str


class FloorRule(msgspec.Struct, frozen=True):
    """A rule. The `gist` is in the words of this program, not in those of the rule's source."""

    id: str
    gist: str


class FloorFound(msgspec.Struct, frozen=True):
    """The topics that a search finds, best first.

    - `ways`: other parts of the program that may have an answer
    - `rules`: the rules that contain words of the text
    """

    topics: list[str]
    ways: tuple[Way, ...] = ()
    rules: tuple[FloorRule, ...] = ()


@get("/api/floor")
async def floor() -> Floor:
    """The topics of the floor with their questions, and the houses."""
    return all_of_it()


@get("/api/floor/search")
async def search_floor(find: FromQuery[Asked] = "") -> FloorFound:
    """The topics, other pages and rules that a text in everyday words may mean."""
    if not find.strip():
        return FloorFound([])
    found = search(find)
    rules = found_rules(find, most=MOST_RULES) if stems(find) else ()
    names = [topic.name for topic in found.topics]
    return FloorFound(names, found.ways, tuple([FloorRule(one.rule.id, one.rule.gist) for one in rules]))


@cache
def all_of_it() -> Floor:
    """All topics, the names of the most common ones, and the houses."""
    known = HOUSES | OWN_HOUSES
    houses = [FloorHouse(name, house_title(house)) for name, house in known.items()]
    return Floor(tuple([_topic(topic) for topic in TOPICS.values()]), COMMONEST, tuple(houses), PAGE_HOUSE.name)


def _topic(topic: Topic) -> FloorTopic:
    fields = fields_of(topic, asked=True)
    names = {field.name for field in fields}
    return FloorTopic(topic.name, topic.title, group_of(topic), tuple([_fact(field, names) for field in fields]))


def _fact(field: Field, names: set[str]) -> FloorFact:
    def among(others: Iterable[str]) -> tuple[str, ...]:
        return tuple([name for name in others if name in names])

    return FloorFact(
        field.name,
        field.kind,
        field.question,
        field.choices,
        value_text(field.default, field),
        field.required,
        among(ONLY_WITH.get(field.name, ())),
        among(ONLY_WITHOUT.get(field.name, ())),
    )


# ---- the betting


class LineForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of betting, as for `sidepot rule`."""

    line: Text
    house: Word = PAGE_HOUSE.name


class FloorFelt(msgspec.Struct, frozen=True):
    """A line of betting as a picture: the seats in the order in which they act, the pot with all bets, and what the
    player to act may do.
    """

    seats: tuple[FeltSeat, ...]
    pot: int
    turn: NextAct


@post("/api/floor/felt", status_code=200)
async def felt_of_line(data: JSONBody[LineForm]) -> FloorFelt:
    """The picture of a line of betting. Nothing is stored."""
    return FloorFelt(*felt_of(data.line, find_house(data.house)))


# ---- a ruling


class OverruleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the director that replaces the ruling in the interest of fairness, with the reason."""

    verdict: Word
    reason: Text
    by: Word = ""
    amount: q.Chips | None = None


class RuleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An incident at a table: its topic, and its facts by name.

    - `facts`: each fact is a value, or text as a person types it ("yes", "1000,1000"); the betting is a line, as for
      `sidepot rule`
    - `choose`: the verdict of the chosen option ("" for the recommended option)
    """

    topic: Word
    facts: dict[str, Value] = {}
    house: Word = PAGE_HOUSE.name
    choose: Word | None = None
    overrule: OverruleForm | None = None


class CitedRule(msgspec.Struct, frozen=True):
    """A rule that a ruling cites, in the words of this program."""

    cite: str
    gists: tuple[str, ...]


class RulingOption(msgspec.Struct, frozen=True):
    """One of the decisions that the rule leaves to the director, and the reason for it.

    Both are also given with gaps, for translation.
    """

    verdict: str
    words: str
    because: str
    sentence: Sentence = ()
    because_sentence: Sentence = ()


class FloorRuling(msgspec.Struct, frozen=True):
    """A ruling.

    - `headline`: the verdict as a sentence
    - `because`: the reason
    - `rules`: the rules, the deciding one first
    - `steps`: what to do next
    - `options`: the decisions among which a director can choose
    - `is_open`: whether the director still has to choose
    - `amount`: the total for the round
    - `change`: the chips that go back to the player
    - `add`: the chips that the player must still put in
    - `before`: the verdict that was overruled
    - `to_player`: what the floor says to the player
    - `borrowed`: if the house's own book has no rule for this, a sentence that says so and names the source
    - `sentence`, `penalty_sentence`, `because_sentence`, `step_sentences`: the same texts with gaps, for translation
    """

    verdict: str
    headline: str
    because: str
    rules: tuple[CitedRule, ...]
    text: str
    house: str
    steps: tuple[str, ...]
    is_open: bool
    options: tuple[RulingOption, ...]
    recommended: str
    chosen: bool
    penalty: str
    before: str
    amount: int | None
    change: int
    add: int
    all_in: bool
    notice: str
    sentence: Sentence = ()
    penalty_sentence: Sentence = ()
    because_sentence: Sentence = ()
    step_sentences: tuple[Sentence, ...] = ()
    to_player: tuple[Sentence, ...] = ()
    borrowed: Sentence = ()


@post("/api/floor/rule", status_code=200)
async def rule_by_floor(data: JSONBody[RuleForm]) -> FloorRuling:
    """Rule on an incident. Nothing is stored."""
    return ruled(data)


class OtherFact(msgspec.Struct, frozen=True):
    """Another answer that a fact could have, as a person would type it, and the verdict that would follow."""

    fact: str
    asks: str
    answer: str
    headline: str
    sentence: Sentence


class OtherHouses(msgspec.Struct, frozen=True):
    """Houses that rule alike: their titles, the verdict, and the deciding rule in the first of them."""

    houses: tuple[str, ...]
    headline: str
    sentence: Sentence
    cite: str


class FloorComparison(msgspec.Struct, frozen=True):
    """What would follow from other facts, and what the houses rule on the same facts."""

    what_if: list[OtherFact]
    houses: list[OtherHouses]


@post("/api/floor/compare", status_code=200)
async def compare_rulings(data: JSONBody[RuleForm]) -> FloorComparison:
    """Compare a ruling with the rulings on other facts, and with the rulings of other houses. Nothing is stored."""
    facts = facts_in(find_topic(data.topic), data.facts.items(), ": ...")
    notes = house_notes()
    return FloorComparison(
        [
            OtherFact(
                one.field.name,
                one.field.question,
                value_text(one.value, one.field),
                plain(one.verdict, commas=False),
                one.verdict,
            )
            for one in what_if(facts, find_house(data.house))
        ],
        [
            OtherHouses(
                tuple([notes[name].name for name in one.houses]),
                plain(one.verdict, commas=False),
                one.verdict,
                str(one.cite),
            )
            for one in in_houses(facts)
        ],
    )


class DeckCard(msgspec.Struct, frozen=True):
    """A card in the deck of the thirty commonest incidents: the incident, its betting as a line ("" if none), and the
    ruling.
    """

    title: str
    line: str
    ruling: FloorRuling


class FloorDeck(msgspec.Struct, frozen=True):
    """The thirty commonest incidents, with the rulings of a house."""

    house: str
    cards: list[DeckCard]


@get("/api/floor/deck")
async def deck_of_rulings(house: FromQuery[Word] = PAGE_HOUSE.name) -> FloorDeck:
    """The thirty commonest incidents as a house rules on them."""
    return _deck(find_house(house).name)


@cache
def _deck(name: str) -> FloorDeck:
    house = find_house(name)
    cards = []
    for one in deck():
        ruling, who = ruling_on(one.facts, house)
        cards.append(DeckCard(one.title, str(one.facts.get("spot", "")), ruling_view(ruling, house, who)))
    return FloorDeck(house_title(house), cards)


def ruled(form: RuleForm) -> FloorRuling:
    """The ruling for a form. Raises BadNotation or IllegalAction for impossible facts."""
    house = find_house(form.house)
    ruling, who = ruling_on(facts_in(find_topic(form.topic), form.facts.items(), ": ..."), house)
    if form.choose or form.choose is not None and ruling.is_open:
        ruling = choose(ruling, form.choose)
    if form.overrule is not None:
        given = form.overrule
        ruling = overrule(ruling, given.verdict, given.reason, by=given.by, amount=given.amount)
    return ruling_view(ruling, house, who)


def ruling_view(ruling: Ruling, house: Rulebook, who: str = "") -> FloorRuling:
    """A ruling in the form in which clients receive it. `who` is the name of the player concerned."""
    return FloorRuling(
        verdict=ruling.verdict,
        headline=headline(ruling, who),
        because=ruling.because,
        rules=tuple([_rule(cite, house) for cite in ruling.cites]),
        text=ruling.text,
        house=ruling.house,
        steps=ruling.steps,
        is_open=ruling.is_open,
        options=tuple(
            [
                RulingOption(
                    one.verdict,
                    option_words(one, ruling),
                    one.because,
                    verdict_sentence(one, who),
                    one.offered,
                )
                for one in ruling.options
            ]
        ),
        recommended=ruling.recommended,
        chosen=ruling.chosen,
        penalty=penalty_words(ruling),
        before=ruling.overruled.verdict if ruling.overruled else "",
        amount=ruling.amount,
        change=ruling.change,
        add=ruling.add,
        all_in=ruling.all_in,
        notice=notice_for(ruling.cites),
        sentence=headline_sentence(ruling, who),
        penalty_sentence=penalty_sentence(ruling),
        because_sentence=ruling.reason,
        step_sentences=ruling.instructions,
        to_player=to_player(ruling, house, who),
        borrowed=borrowed(ruling, house),
    )


def _rule(cite: Cite, house: Rulebook) -> CitedRule:
    return CitedRule(str(cite), gists_of(cite, house))


FLOOR: Final = (floor, search_floor, felt_of_line, rule_by_floor, compare_rulings, deck_of_rulings)
