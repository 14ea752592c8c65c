"""The errors of filters: sentences with gaps, because the page of the tracker shows them in its own language."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.errors import BadNotation
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.validation.reader import nearest


def refuse_filter(sentence: Sentence, hint: Sentence = (), near: Sequence[str] = ()) -> BadNotation:
    """The error for an invalid filter, with a hint at what is right and the names that may have been meant."""
    return BadNotation(
        plain(sentence),
        code="bad_filter",
        hint=plain(hint) if hint else "",
        near=near,
        sentence=say("{}; {}", sentence, hint) if hint else sentence,
    )


def refuse_name(sentence: Sentence, word: str, names: Sequence[str], also: Sequence[str] = ()) -> BadNotation:
    """The error for an unknown name. It suggests the most similar of the names, or lists the `names`.

    - `also`: further names that may be suggested, but are not listed
    """
    near = nearest(word, [*names, *also])
    return refuse_filter(sentence, did_you_mean(near) if near else say("there are {names}", ", ".join(names)), near)


def did_you_mean(names: Sequence[str]) -> Sentence:
    """The hint "did you mean ...?" with the first of these names."""
    return say("did you mean {name}?", names[0])
