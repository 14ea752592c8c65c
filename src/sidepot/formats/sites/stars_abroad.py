"""PokerStars in other languages: each line is translated into the English text, which is then read.

A language is a table of patterns and English words. French, German, Portuguese, Russian and Spanish are known. What a
table lacks stays as it is; the printed result then shows whether something was missing.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import Stars
from sidepot.formats.sites.text import unreadable
from sidepot.rules.clauses import say

_DATE: Final = re.compile(r"\b(\d\d)[-/.](\d\d)[-/.](\d{4})(?= )")
_SIGN_BEFORE: Final = re.compile(r"([$€£]) (?=\d)")
_SIGN_AFTER: Final = re.compile(r"(\d[\d.,]*) ?([$€£])(?![\d])")
_WIDE_BLANK: Final = re.compile(r"(?<=\d)[\u00a0\u202f](?=\d{3})")
_BLANKS: Final = str.maketrans("\u00a0\u202f", "  ")
_COMMA: Final = re.compile(r"(?<=\d),(?=\d\d(?!\d))")

_GENERAL: Final = (
    (r"^\*\*\* (?:CARTAS DE MANO|CARTAS DA MÃO|CARTES FERMÉES|ЗАКРЫТЫЕ КАРТЫ) \*\*\*", "*** HOLE CARDS ***"),
    (r"^\*\*\* (?:RESUMEN|SUMÁRIO|SYNTHÈSE|RÉSUMÉ|ZUSAMMENFASSUNG|ИТОГ) \*\*\*", "*** SUMMARY ***"),
    (r"^\*\*\* (?:ABATTAGE|ВСКРЫТИЕ КАРТ) \*\*\*", "*** SHOW DOWN ***"),
    (r"^\*\*\* ФЛОП \*\*\*", "*** FLOP ***"),
    (r"^\*\*\* (?:TOURNANT|ТЕРН) \*\*\*", "*** TURN ***"),
    (r"^\*\*\* (?:RIVIÈRE|РИВЕР) \*\*\*", "*** RIVER ***"),
)
"""Lines of stars; many languages keep the English ones."""

_SPANISH: Final = (
    (r"^Mano n\.º (\d+) de (Zoom de )?PokerStars:", r"PokerStars \2Hand #\1:"),
    (r"^(PokerStars )Zoom de ", r"\1Zoom "),
    (r": Torneo n\.º (\d+),", r": Tournament #\1,"),
    (r" - Nivel ", " - Level "),
    (r'^Mesa "(.*)" (\d+-max) .*asiento n\.º (\d+) es el botón', r"Table '\1' \2 Seat #\3 is the button"),
    (r"^Asiento (\d+): (.*) en fichas\)", r"Seat \1: \2 in chips)"),
    (r"^Asiento (\d+): ", r"Seat \1: "),
    (r": pone la ciega pequeña ", ": posts small blind "),
    (r": pone la ciega grande ", ": posts big blind "),
    (r": pone las ciegas pequeña y grande ", ": posts small & big blinds "),
    (r": pone (?:el|la|un) ante ", ": posts the ante "),
    (r"^Repartidas a (.+) \[", r"Dealt to \1 ["),
    (r": se retira\b", ": folds"),
    (r": pasa\b", ": checks"),
    (r": iguala ", ": calls "),
    (r": apuesta ", ": bets "),
    (r": sube (\S+) a ", r": raises \1 to "),
    (r"^La apuesta no igualada \((.*)\) ha sido devuelta a ", r"Uncalled bet (\1) returned to "),
    (r": muestra \[", ": shows ["),
    (r": descarta su mano\b.*", ": mucks hand"),
    (r" se lleva (\S+) del bote\b", r" collected \1 from pot"),
    (r"^Bote total (.*)\| Comisión ", r"Total pot \1| Rake "),
    (r"^Comunitarias \[", "Board ["),
    (r" (?:muestra|mostró) \[([^\]]*)\] y ganó \(", r" showed [\1] and won ("),
    (r" (?:muestra|mostró) \[([^\]]*)\] y perdió\b", r" showed [\1] and lost"),
    (r" descartó sin mostrar \[", " mucked ["),
    (r" recaudó \(", " collected ("),
)
_PORTUGUESE: Final = (
    (r"^Mão (?:do )?(Zoom )?(?:da )?PokerStars #", r"PokerStars \1Hand #"),
    (r": Torneio #", ": Tournament #"),
    (r" - Nível ", " - Level "),
    (r"^Mesa '(.*)' (\d+-max) .*Lugar #(\d+) é o botão", r"Table '\1' \2 Seat #\3 is the button"),
    (r"^Mesa \[", "Board ["),
    (r"^Lugar (\d+): (.*?),? em fichas\)", r"Seat \1: \2 in chips)"),
    (r"^Lugar (\d+): ", r"Seat \1: "),
    (r": paga o small blind ", ": posts small blind "),
    (r": paga o big blind ", ": posts big blind "),
    (r": paga (?:o |os )?small (?:&|e) big blinds? ", ": posts small & big blinds "),
    (r": coloca (?:o )?ante ", ": posts the ante "),
    (r"^(.+) recebe \[", r"Dealt to \1 ["),
    (r": desiste\b", ": folds"),
    (r": passa\b", ": checks"),
    (r": iguala ", ": calls "),
    (r": aposta ", ": bets "),
    (r": aumenta (\S+) para ", r": raises \1 to "),
    (r"^Aposta não-igualada \((.*)\) voltou para ", r"Uncalled bet (\1) returned to "),
    (r": mostra \[", ": shows ["),
    (r": (?:esconde a mão|não mostra a mão)", ": mucks hand"),
    (r": escondeu as cartas \[", ": mucks ["),
    (r" recebeu (\S+) do pote\b", r" collected \1 from pot"),
    (r"^Total pote (.*)\| comissão ", r"Total pot \1| Rake "),
    (r" mostrou \[([^\]]*)\] e ganhou \(", r" showed [\1] and won ("),
    (r" mostrou \[([^\]]*)\] e perdeu\b", r" showed [\1] and lost"),
    (r" escondeu as cartas \[", " mucked ["),
    (r" recebeu \(", " collected ("),
)
_FRENCH: Final = (
    (r"^Main (Zoom )?PokerStars n[°º]\s?(\d+)\s*:", r"PokerStars \1Hand #\2:"),
    (r": Tournoi (?:n[°º]\s?|#)(\d+),", r": Tournament #\1,"),
    (r" - Niveau ", " - Level "),
    (
        r"^Table '(.*)' (\d+-max) .*(?:Siège|Place) #(\d+) est (?:le|au) bouton",
        r"Table '\1' \2 Seat #\3 is the button",
    ),
    (r"^(?:Siège|Place) (\d+)\s?: (.*) en jetons\)", r"Seat \1: \2 in chips)"),
    (r"^(?:Siège|Place) (\d+)\s?: ", r"Seat \1: "),
    (r"\s?: (?:met|poste) la petite blinde?\.? ", ": posts small blind "),
    (r"\s?: (?:met|poste) la grosse blinde?\.? ", ": posts big blind "),
    (r"\s?: (?:met|poste) (?:la |les )?petite et grosse blindes?\.? ", ": posts small & big blinds "),
    (r"\s?: (?:met|poste) (?:l'|un )ante\.? ", ": posts the ante "),
    (r"^Distribuées (?:à )?(.+) \[", r"Dealt to \1 ["),
    (r"\s?: (?:passe|se couche)\.?$", ": folds"),
    (r"\s?: parole\.?$", ": checks"),
    (r"\s?: suit\.? ", ": calls "),
    (r"\s?: mise\.? ", ": bets "),
    (r"\s?: relance\.? (?:de )?(\S+) à ", r": raises \1 to "),
    (
        r"^[^:]*\(([^()]*\d[^()]*)\)[^:]* (?:rendue|retournée|restituée) à (.+?)\.?$",
        r"Uncalled bet (\1) returned to \2",
    ),
    (r"\s?: montre \[", ": shows ["),
    (r"\s?: (?:cache sa main|ne montre pas sa main)\b.*", ": mucks hand"),
    (r"^(.+) (?:a remporté|remporte|ramasse) ([^\s(]*\d\S*)(?: .*)?$", r"\1 collected \2 from pot"),
    (r"^(?:Pot total|Total du pot) (.*)\| (?:Commission|Prélèvement|Rake) ", r"Total pot \1| Rake "),
    (r"^Tableau \[", "Board ["),
    (r" a montré \[([^\]]*)\] et a gagné \(", r" showed [\1] and won ("),
    (r" a montré \[([^\]]*)\] et a perdu\b", r" showed [\1] and lost"),
    (r" a caché la main perdante \[", " mucked ["),
    (r" a remporté \(", " collected ("),
    (r"^(\S.*\S) : (posts|folds|checks|calls|bets|raises|shows|mucks)\b", r"\1: \2"),
)
_GERMAN: Final = (
    (r"^PokerStars (Zoom )?Hand Nr\. ", r"PokerStars \1Hand #"),
    (r": Turnier (?:Nr\. |#)(\d+),", r": Tournament #\1,"),
    (r" - (?:Level|Stufe) ", " - Level "),
    (r"^Tisch '(.*)' (\d+-max) .*Platz #(\d+) ist der (?:Button|Dealer)", r"Table '\1' \2 Seat #\3 is the button"),
    (r"^Platz (\d+): (.*) in Chips\)", r"Seat \1: \2 in chips)"),
    (r"^Platz (\d+): ", r"Seat \1: "),
    (r": setzt (?:den )?Small Blind ", ": posts small blind "),
    (r": setzt (?:den )?Big Blind ", ": posts big blind "),
    (r": setzt (?:den )?Small (?:&|und) Big Blinds? ", ": posts small & big blinds "),
    (r": setzt (?:die |den |das )?Ante ", ": posts the ante "),
    (r"^(.+) bekommt: \[", r"Dealt to \1 ["),
    (r": passt\b", ": folds"),
    (r": checkt\b", ": checks"),
    (r": geht mit(?: mit)? ", ": calls "),
    (r": setzt ", ": bets "),
    (r": erhöht (?:um )?(\S+) auf ", r": raises \1 to "),
    (r": zeigt \[", ": shows ["),
    (r": (?:zeigt seine Hand nicht|verdeckt seine Hand|wirft seine Hand weg)\b.*", ": mucks hand"),
    (r"^(.+) gewinnt (\S+) aus dem +", r"\1 collected \2 from "),
    (r"^Pot gesamt: (.*)\| Rake: ", r"Total pot \1| Rake "),
    (r" zeigt(?:e)? \[([^\]]*)\] und gewinnt \(", r" showed [\1] and won ("),
    (r" zeigt(?:e)? \[([^\]]*)\] und verliert\b", r" showed [\1] and lost"),
    (r" gewinnt \(", " collected ("),
)
_RUSSIAN: Final = (
    (r"^Раздача PokerStars (Zoom )?№", r"PokerStars \1Hand #"),
    (r": Турнир №(\d+),", r": Tournament #\1,"),
    (r" - Уровень ", " - Level "),
    (r"Холдем|Холд'ем", "Hold'em"),
    (r"Омаха", "Omaha"),
    (r"Безлимитн\w+", "No Limit"),
    (r"Пот-?лимит\w*", "Pot Limit"),
    (r"Хай-?Лоу", "Hi/Lo"),
    (r"(?<= )Лимит\w*", "Limit"),
    (r"\bВВ\]", "ET]"),
    (r"^Стол '(.*)' (\d+-max) .*Баттон на месте №(\d+)", r"Table '\1' \2 Seat #\3 is the button"),
    (r"^Место (\d+): (.*?) (?:в )?фишек\)", r"Seat \1: \2 in chips)"),
    (r"^Место (\d+): ", r"Seat \1: "),
    (r": ставит малый блайнд ", ": posts small blind "),
    (r": ставит большой блайнд ", ": posts big blind "),
    (r": ставит малый и большой блайнд\w* ", ": posts small & big blinds "),
    (r": ставит анте ", ": posts the ante "),
    (r"^Карты (.+) \[", r"Dealt to \1 ["),
    (r": делает фолд\b", ": folds"),
    (r": делает чек\b", ": checks"),
    (r": делает колл ", ": calls "),
    (r": делает бет ", ": bets "),
    (r": делает рейз (\S+) ", r": raises \1 to "),
    (r"^Неуравненная ставка \((.*)\) возвращается игроку ", r"Uncalled bet (\1) returned to "),
    (r": открывает \[", ": shows ["),
    (r": не (?:показывает|открывает)\b.*", ": mucks hand"),
    (r" получил (\S+) \(.*", r" collected \1 from pot"),
    (r"^Общий банк (.*)\| Доля ", r"Total pot \1| Rake "),
    (r"^Борд \[", "Board ["),
    (r" открыл \[([^\]]*)\] и выиграл \(", r" showed [\1] and won ("),
    (r" открыл \[([^\]]*)\] и проиграл\b", r" showed [\1] and lost"),
    (r" получил \(", " collected ("),
)
_LANGUAGES: Final = {
    mark: tuple([(re.compile(pattern), english) for pattern, english in (*_GENERAL, *table)])
    for mark, table in {
        "Mano": _SPANISH,
        "Mão": _PORTUGUESE,
        "Main": _FRENCH,
        "PokerStars": _GERMAN,
        "Раздача": _RUSSIAN,
    }.items()
}
"""Each language's table by the first word of a hand, with compiled patterns."""


def usual_amounts(line: str) -> str:
    """A line with amounts as in English: the sign before the number, and a point before the cents.

    >>> usual_amounts("1: Ann (France), 1\u00a0234,50 € (50%)")
    '1: Ann (France), €1234.50 (50%)'
    """
    line = _WIDE_BLANK.sub("", line).translate(_BLANKS)
    return _SIGN_AFTER.sub(r"\2\1", _SIGN_BEFORE.sub(r"\1", _COMMA.sub(".", line)))


def usual_date(line: str) -> str:
    """A line with dates in the order of year, month and day.

    >>> usual_date("12/07/2026 18:25:06 CET [12/07/2026 12:25:06 ET]")
    '2026/07/12 18:25:06 CET [2026/07/12 12:25:06 ET]'
    """
    return _DATE.sub(r"\3/\2/\1", line)


@lru_cache(maxsize=4096)
def english_of(line: str, mark: str) -> str:
    """The English text of a line of a hand whose first line begins with the word `mark`.

    >>> english_of("Ann: sube 0.07 € a 0.12 €", "Mano")
    'Ann: raises €0.07 to €0.12'
    """
    line = usual_amounts(line)
    for pattern, english in _LANGUAGES[mark]:
        line = pattern.sub(english, line)
    return line


class StarsAbroad(Stars):
    """Hands of PokerStars in another language.

    They begin like `Mano n.º 254 de PokerStars:  Hold'em No Limit (0.02 €/0.05 €) - 05-02-2025 12:34:49 CET`.
    """

    marks: ClassVar[tuple[str, ...]] = (
        "Mano n.º ",
        "Mão ",
        "Main PokerStars ",
        "Main Zoom PokerStars ",
        "PokerStars Hand Nr. ",
        "PokerStars Zoom Hand Nr. ",
        "Раздача PokerStars ",
    )
    confirm: ClassVar[re.Pattern[str] | None] = re.compile(
        r"(?:Mano n\.º |Mão (?:\w+ ){0,3}PokerStars #|Main (?:Zoom )?PokerStars n[°º]|"
        r"PokerStars (?:Zoom )?Hand Nr\. |Раздача PokerStars (?:Zoom )?№)\s?\d"
    )
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*(?P<mark>\w+)[^\d]+(?P<name>\d+)(?P<title>)(?P<money>).*\d:\d\d"
    )

    def read(self, head: re.Match[str] | None) -> Record:
        """The record of the hand, from its English text. Raises BadNotation, giving the line that cannot be read."""
        if head is None:
            line = repr(self.lines[0][:80])
            raise unreadable(say("a hand of {site} cannot begin with {line}", self.site, line)).at_line(self.first)
        self.lines = _translated(self.lines, head["mark"])
        return super().read(Stars.start.match(self.lines[0]))


def _translated(lines: Sequence[str], mark: str) -> list[str]:
    """The lines of a hand in English, with the date in the order of year, month and day."""
    english = [english_of(line.strip(), mark) for line in lines]
    english[0] = usual_date(english[0])
    return english
