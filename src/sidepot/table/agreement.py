"""The agreement that a player accepts by sitting down: the terms of a table in words, and how they differ from the
rulebook.

An agreement has a version, which changes with any term. A player accepts each version once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from sidepot.errors import Cite, Conflict
from sidepot.games.mixes import Mix
from sidepot.games.stakes import Stakes
from sidepot.games.titles import Part, limit_words, rake_part, rake_words, terms_parts, terms_words
from sidepot.games.unit import WHOLE, Unit
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.house_differences import differences
from sidepot.rules.houses import HOUSES, ROBERTS, TDA_2024, nearest_book
from sidepot.rules.meanings import Does, does, house_notes, house_title
from sidepot.rules.rulebook import Declaration, Rulebook
from sidepot.table.table_rules import MINUTE, TableRules

SITTING_ACCEPTS: Final = Cite("PG", "35")
LETTERS: Final = 16  # of a version
TABLE_STAKES: Final = say("Table stakes: a player plays with the chips in front of them, and is all-in without more")


class Term(msgspec.Struct, frozen=True):
    """One term of an agreement.

    `sentence` is the text as data, if the text can be translated.
    """

    topic: str
    text: str
    sentence: Sentence = ()


def term(topic: str, sentence: Sentence) -> Term:
    """A term of an agreement whose text can be translated."""
    return Term(topic, plain(sentence), sentence)


class Point(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice in which the table differs from a book.

    - `here`: what applies at the table
    - `there`: what applies by the book
    - `here_rule`, `there_rule`: the rules behind `here` and `there`
    - `here_sentence`, `there_sentence`: the texts of `here` and `there` as data, for translation
    - `often`: how often the choice matters at a table, from 5 (every hand) to 1
    """

    field: str
    group: str
    often: int
    here: str
    there: str
    here_rule: str = ""
    there_rule: str = ""
    here_sentence: Sentence = ()
    there_sentence: Sentence = ()


class Agreement(msgspec.Struct, frozen=True):
    """Everything that a player accepts by sitting down. Rule: PG-35, PG-36.

    - `house`: the title of the table's rulebook
    - `changed`: the choices that the host has changed
    - `book`: the printed book that players are likely to know
    - `differs`: the points in which the table differs from this book
    """

    version: str
    terms: tuple[Term, ...]
    house: str
    changed: tuple[Point, ...]
    book: str
    differs: tuple[Point, ...]


def agreement_of(rules: TableRules, also: Iterable[Term] = (), *, parts: tuple[object, ...] = ()) -> Agreement:
    """The agreement of a cash table.

    - `also`: further terms
    - `parts`: the values in these terms that determine the version

    >>> from sidepot.games.catalog import find_game
    >>> from sidepot.games.limits import NoLimit
    >>> from sidepot.games.mixes import single
    >>> rules = TableRules(mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(1, 2)),))
    >>> [term.text for term in agreement_of(rules).terms][:2]
    ["Texas hold'em, no limit", 'No limit, blinds 1/2']
    """
    return made_of((*table_terms(rules), *also), rules.rulebook, (_without_name(rules), *parts), is_tournament=False)


def made_of(terms: Iterable[Term], rulebook: Rulebook, parts: tuple[object, ...], *, is_tournament: bool) -> Agreement:
    """An agreement on these terms, under the rules of the house. The values in `parts` determine its version."""
    own = HOUSES.get(rulebook.name, rulebook)
    book = TDA_2024 if is_tournament else ROBERTS
    if rulebook.name not in HOUSES:  # whatever the club's file says today
        book = nearest_book(rulebook) or book
    return Agreement(
        version_of(*parts),
        tuple(terms),
        title_of(own),
        points(rulebook, own),
        title_of(book),
        points(rulebook, book),
    )


def version_of(*parts: object) -> str:
    """The version of an agreement: a short text that changes whenever one of these values changes."""
    encoded = msgspec.json.encode(parts, order="deterministic")
    return sha256(encoded).hexdigest()[:LETTERS]


def check_accepted(version: str, accepted: str) -> None:
    """Raise Conflict unless a player has `accepted` this version. Rule: PG-35."""
    if accepted != version:
        before = "they have changed since you accepted them; " if accepted else ""
        raise Conflict(
            f'{before}accept the terms of the table to sit down: read them, and send `accepts` "{version}"',
            SITTING_ACCEPTS,
            code="terms_not_accepted",
        )


def title_of(book: Rulebook) -> str:
    """The title of a house or, if it has none, its name."""
    note = house_notes().get(book.name)
    return note.title if note is not None else house_title(book)


def points(here: Rulebook, there: Rulebook) -> tuple[Point, ...]:
    """The differences between two houses, beginning with the differences that matter most often."""
    return tuple(
        Point(
            one.field,
            one.group,
            one.often,
            here=one.first.text,
            there=one.second.text,
            here_rule=one.first.rule,
            there_rule=one.second.rule,
            here_sentence=one.first.sentence,
            there_sentence=one.second.sentence,
        )
        for one in differences(here, there)
    )


# ---- the terms of a cash table

_KILLS: Final[dict[str, Sentence]] = {"full": say("a full kill"), "half": say("a half kill")}


def table_terms(rules: TableRules) -> tuple[Term, ...]:
    """The terms of a cash table in words."""
    least, most = rules.buy_in
    low, high = _chips(least, rules), _chips(most, rules)
    chips = say("from {least} to {most} chips", low, high) if most else say("{least} chips or more", low)
    found = [
        *game_terms(rules.mix, dealers_choice=rules.dealers_choice),
        *stakes_terms(rules.mix, rules.stakes, rules.unit),
        term("Buy-in", chips),
        _rake(rules),
        term("Seats", (f"{rules.seats}",)),
        term("Coming back", _coming_back(rules)),
        term("Straddles", _listed(rules.straddles) if rules.straddles else say("none")),
        Term("Board", *_choice(does(rules.rulebook, "run_it"))),
        _open_stakes(rules),
    ]
    if rules.kill is not None:
        found.append(term("Kill", _KILLS[rules.kill.kind]))
    if rules.bomb_every:
        found.append(term("Bomb pots", _bomb_pots(rules)))
    if rules.seven_deuce:
        pays = _chips(rules.seven_deuce, rules)
        found.append(
            term("Seven-deuce bounty", say("who wins with 7-2 and shows it gets {chips} from each other player", pays))
        )
    if rules.stand_up:
        pays = _chips(rules.stand_up, rules)
        found.append(
            term(
                "Stand-up game",
                say("who wins a pot sits down, and the last one standing pays {chips} to each other player", pays),
            )
        )
    if rules.time_charge is not None:
        charge = rules.time_charge
        price, time = _chips(charge.amount, rules), _minutes(charge.period_ms)
        found.append(term("Seat charge", say("{chips} chips for {time}, in advance", price, time)))
    if rules.rulebook.declaration is not Declaration.CARDS_SPEAK:
        found.append(Term("High and low", *_choice(does(rules.rulebook, "declaration"))))
    if not rules.house_dealer:
        found.append(term("Dealer", say("the player with the button deals")))
    return tuple(found)


def game_terms(mix: Mix, *, dealers_choice: bool = False) -> list[Term]:
    """The game as a term or, in a mix, the games and their order as terms."""
    if len(mix.games) == 1:
        return [term("Game", _listed([mix.games[0].game.title, limit_words(mix.games[0].limit)]))]
    games = _listed(dict.fromkeys(part.game.title for part in mix.games))
    if dealers_choice:
        return [term("Game", say("Dealer's choice: the dealer of each hand names one of {games}", games))]
    return [term("Game", say("{mix}, in turn: {games}", mix.title, games))]


def stakes_terms(mix: Mix, stakes: Iterable[Stakes], unit: Unit = WHOLE) -> list[Term]:
    """The stakes as terms. Games with the same stakes share a term."""
    found: dict[str, tuple[Sentence, list[str]]] = {}
    for part, one in zip(mix.games, stakes, strict=True):
        _, games = found.setdefault(
            terms_words(part.limit, one, unit), (_parts(terms_parts(part.limit, one, unit)), [])
        )
        games.append(part.game.title)
    if len(found) == 1:
        return [Term("Stakes", text, sentence) for text, (sentence, _) in found.items()]
    return [
        Term("Stakes", f"{text}: {', '.join(games)}", ("{}: {}", sentence, _listed(games)))
        for text, (sentence, some) in found.items()
        for games in [list(dict.fromkeys(some))]
    ]


def _parts(parts: Sequence[Part]) -> Sentence:
    """Words with numbers, as the parts of one line."""
    return (_gaps(len(parts)), *[(words, *[(number,) for number in numbers]) for words, *numbers in parts])


def _gaps(count: int) -> str:
    return ", ".join(["{}"] * count)


def _listed(words: Collection[str]) -> Sentence:
    """Words that a page translates one by one."""
    return (_gaps(len(words)), *[(one,) for one in words])


def _amount(chips: int, rules: TableRules) -> str:
    return f"{rules.unit.number(chips):,}"


def _chips(chips: int, rules: TableRules) -> int | Sentence:
    """An amount as a part of a sentence."""
    return (_amount(chips, rules),) if rules.unit.decimals else chips


def _coming_back(rules: TableRules) -> Sentence:
    if not rules.rathole_ms:
        return say("with any buy-in")
    time = _minutes(rules.rathole_ms)
    return say("a player who comes back within {time} brings at least what they took away", time)


def _rake(rules: TableRules) -> Term:
    rakes = {rake_words(one.rake, rules.unit): one.rake for one in rules.stakes if one.rake is not None}
    if not rakes:
        return term("Rake", say("none: all that is bet is won"))
    return Term("Rake", ", ".join(rakes), _parts([rake_part(one, rules.unit) for one in rakes.values()]))


def _open_stakes(rules: TableRules) -> Term:
    topic = "Stakes in a hand"
    if rules.open_stakes is None:
        return term(topic, TABLE_STAKES)
    threshold, terms = rules.open_stakes.threshold, rules.open_stakes.terms
    if not threshold:
        bound = say("each of them may be refused")
    else:
        bound = say("one of less than {least} must be accepted", _chips(threshold, rules))
    return term(topic, say("Open stakes: more may be bet with markers; {bound}; {terms}", bound, terms))


def _bomb_pots(rules: TableRules) -> Sentence:
    ante = _chips(rules.bomb_ante, rules)
    if rules.bomb_every == 1:
        return say("in each hand, everybody antes {ante}, and there is no betting before the flop", ante)
    return say(
        "every {hands} hands, everybody antes {ante}, and there is no betting before the flop",
        f"{rules.bomb_every}",
        ante,
    )


def _minutes(ms: int) -> Sentence:
    whole = -(-ms // MINUTE)
    return say("a minute") if whole == 1 else say("{count} minutes", f"{whole}")


def _choice(one: Does) -> tuple[str, Sentence]:
    return one.text, one.sentence


def _without_name(rules: TableRules) -> TableRules:
    """The terms without the name of the table."""
    return msgspec.structs.replace(rules, name="")
