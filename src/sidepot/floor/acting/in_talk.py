"""Official words that are not an action: in a question, in conversation, or at the showdown."""

from __future__ import annotations

from typing import Final, Literal, get_args

from sidepot.floor.deal.deal_errors import CALL_FLOOR
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, each_then, left_open
from sidepot.rules.texts import Point, cite

IN_TALK: Final = Point("official words in a question", {"TDA-2013": "3", "TDA-2024": "3", "TDA-2026": "3-B"})
AT_SHOWDOWN: Final = Point(
    "words at the showdown", {"TDA-2013": "12", "TDA-2024": "12/speak", "TDA-2026": "13/speak", "PG": "74"}
)
BINDING: Final = "binding"
FREE: Final = "not binding"


Official = Literal["bet", "raise", "call", "fold", "check", "all-in", "complete", "pot"]
OFFICIAL: Final[tuple[str, ...]] = get_args(Official)


class WordInTalk(Facts, frozen=True, kw_only=True, tag="word in a question"):
    """A player's use of an official word in a question or conversation.

    - `as_action`: whether other players could take the word for an action
    """

    word: Official
    in_turn: bool = True
    as_action: bool = False


def rule_on_word_in_talk(facts: WordInTalk, rulebook: Rulebook) -> Ruling:
    """Rule on an official word in a question or in conversation. Rule: TDA-2026 3-B."""
    cites = (cite(IN_TALK, rulebook),)
    ask = say('Tell the player to ask without official words, for example "How many chips?".')
    if not facts.as_action:
        because = say(
            'The word was clearly part of a question or of table talk, not the action "{word}". Official words are '
            "only for acting.",
            facts.word,
        )
        return Ruling(verdict=FREE, reason=because, cites=cites, instructions=(ask,), about=facts.word)
    could = say('Official words are only for acting, and the others could take "{word}" for an action.', facts.word)
    return left_open(
        could if facts.in_turn else in_a_row(could, say("But it was not the player's turn.")),
        cites,
        *each_then(
            (ask,),
            Option(
                verdict=BINDING,
                reason=say("The others could only take the word for an action."),
                when=say("If the others could only take the word for an action, it is binding."),
            ),
            Option(
                verdict=FREE,
                reason=say("The word was meant as a question, and nobody acted on it."),
                when=say("If the word was meant as a question and nobody acted on it, it is not binding."),
            ),
        ),
        recommended=BINDING if facts.in_turn else FREE,
        about=facts.word,
        instructions=(*CALL_FLOOR, ask),
    )


class ShowdownWords(Facts, frozen=True, kw_only=True, tag="showdown words"):
    """A player's words at the showdown that may give up the hand.

    - `cards`: what the player did with the cards
    """

    said: str = "fold"
    cards: Literal["held", "tabled", "let go"] = "held"


def rule_on_showdown_words(facts: ShowdownWords, rulebook: Rulebook) -> Ruling:
    """Rule on words such as "fold" or "you win" at the showdown: whether they give up the hand.

    Rule: TDA-2026 13; TDA-2013 12.
    """
    cites = (cite(AT_SHOWDOWN, rulebook, "showdown_words_free"),)
    if facts.cards == "let go":
        because = say(
            "The words give up nothing, but the player released the cards, so the hand is live only if its cards can "
            "be identified."
        )
        step = say("Rule on the released cards as on a hand mucked at the showdown.")
        return Ruling(verdict=FREE, reason=because, cites=cites, instructions=(step,))
    if facts.cards == "tabled" or rulebook.showdown_words_free:
        because = say('Cards speak: "{words}" at the showdown is not binding, and the hand is live.', facts.said)
        steps = (
            (say("Read the tabled hands."),) if facts.cards == "tabled" else (say("Let the player table the hand."),)
        )
        return Ruling(verdict=FREE, reason=because, cites=cites, instructions=steps)
    return left_open(
        say(
            'No rule of this house says whether "{words}" at the showdown gives up a hand that the player still holds, '
            "so the director decides.",
            facts.said,
        ),
        cites,
        Option(
            verdict=FREE,
            reason=say("Cards speak, so the words do not fold the hand, and the player may still table it."),
            when=say("If nobody relied on the words, cards speak, and the player may still table the hand."),
            instructions=(say("Let the player table the hand."),),
        ),
        Option(
            verdict=BINDING,
            reason=say("Another player relied on the words and did not protect their own hand, so they are a fold."),
            when=say("If another player relied on the words and did not protect their own hand, the words are a fold."),
            instructions=(say("Muck the cards."),),
        ),
        recommended=FREE,
        about="words",
        instructions=CALL_FLOOR,
    )
