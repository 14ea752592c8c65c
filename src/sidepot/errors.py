"""The errors, each with the rule it breaks.

Every error carries a `code`, which programs read, and a message, which people read and which may be reworded at any
time. It carries a `Cite` if a rule of the sources decides. An error never changes anything: code that raises one leaves
the state as it is. docs/reference/codes.md lists the codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Self

SEAT: Final = "{}"
"""A part of an error's sentence: the place of the next of the error's `seats`."""


class Cite(NamedTuple):
    """A rule in one edition of a rule book, such as `TDA-2013:41-B`."""

    edition: str
    number: str

    def __str__(self) -> str:
        return f"{self.edition}:{self.number}"

    @classmethod
    def parse(cls, text: str) -> Cite:
        """Read a citation such as `TDA-2013:41-B`. Raises BadNotation if it has no colon."""
        edition, colon, number = text.partition(":")
        if not (edition and colon and number):
            raise BadNotation(f"expected a citation such as TDA-2013:41-B, got {text!r}")
        return cls(edition, number)


class SidepotError(Exception):
    """The base class of sidepot's errors.

    - `code`: the kind of refusal (`sidepot.error_codes.CODES`)
    - `cite`: the rule that decides
    - `message`: the text for people, made of `place`, `detail` and `hint`
    - `place`: where the mistake is, such as a file, a key or a step
    - `detail`: what is wrong
    - `hint`: advice about the right input
    - `near`: the names that may have been meant
    - `bounds`: the minimum and maximum of a number
    - `seats`: the seats in the message, which has a `{}` for each of them; `named` fills in the players' names
    - `sentence`: the message as a sentence with gaps, for translation (`sidepot.rules.clauses.refuse`). Each part that
      is `SEAT` stands for the next of the `seats`
    """

    usual: ClassVar[str] = "refused"  # the code of an error of this class that is given none

    def __init_subclass__(cls, usual: str = "") -> None:
        """Set the `usual` code of a class of errors. By default, it is the code of the parent class."""
        super().__init_subclass__()
        if usual:
            cls.usual = usual

    def __init__(
        self,
        message: str,
        cite: Cite | None = None,
        *,
        code: str = "",
        hint: str = "",
        near: Sequence[str] = (),
        place: str = "",
        seats: Sequence[int] = (),
        bounds: tuple[str, str] | None = None,
        sentence: tuple[Any, ...] = (),
    ) -> None:
        self.form = message
        self.seats = tuple(seats)
        self.place = place
        self.hint = hint
        self.near = tuple(near)
        self.bounds = bounds
        self.sentence = sentence
        self.cite = cite
        self.code = code or self.usual
        super().__init__(self.message)

    @property
    def detail(self) -> str:
        """The message without the place and the hint."""
        return self._detail(())

    @property
    def message(self) -> str:
        """The whole message, without the rule."""
        return self.named(())

    def named(self, names: Sequence[str]) -> str:
        """The message with the `names` of the seats, if they are known."""
        parts = f"{self.place}: " if self.place else "", self._detail(names), f"; {self.hint}" if self.hint else ""
        return "".join(parts)

    def _detail(self, names: Sequence[str]) -> str:
        if not self.seats:
            return self.form
        first, *parts = self.form.rsplit("{}", len(self.seats))
        who = [names[seat] if 0 <= seat < len(names) else f"seat {seat + 1}" for seat in self.seats]
        return first + "".join([name + part for name, part in zip(who, parts, strict=True)])

    def __str__(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message

    def at(self, place: str) -> Self:
        """The same error, with `place` in front of its own place."""
        found = self._copy()
        found.place = ": ".join([part for part in (place, self.place) if part])
        found.sentence = ()  # it lacks the place
        found.args = (found.message,)
        return found

    def at_line(self, line: int) -> Self:
        """The same error, with the number of a line in front of its place. Its sentence gets the number, too."""
        found = self.at(f"line {line}")
        found.sentence = ("line {line}: {problem}", str(line), self.sentence) if self.sentence else ()
        return found

    def with_names(self, names: Sequence[str]) -> Self:
        """The same error, with the players' names in its message and its sentence."""
        found = self._copy()
        found.form, found.seats = self._detail(names), ()
        if self.seats:
            found.sentence = _seated(self.sentence, iter([_player(seat, names) for seat in self.seats]))
        found.args = (found.message,)
        return found

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _unpickled, (self.__class__, self.args, self.__dict__)  # whatever the class takes to be made

    def _copy(self) -> Self:
        found = self.__class__.__new__(self.__class__)
        found.__dict__.update(self.__dict__)
        return found


def _player(seat: int, names: Sequence[str]) -> str | tuple[str, str]:
    """A seat as a part of a sentence: the player's name, or the number of the seat."""
    return names[seat] if 0 <= seat < len(names) else ("seat {number}", str(seat + 1))


def _seated(sentence: tuple[Any, ...], players: Iterator[str | tuple[str, str]]) -> tuple[Any, ...]:
    """A sentence with the players in place of its parts that are `SEAT`, in order."""
    parts = [
        next(players) if part == SEAT else _seated(part, players) if isinstance(part, tuple) else part
        for part in sentence[1:]
    ]
    return (*sentence[:1], *parts)


def _unpickled(kind: type[SidepotError], args: tuple[object, ...], fields: dict[str, object]) -> SidepotError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


class IllegalAction(SidepotError, usual="not_allowed"):
    """Raised for a command that is due, but not allowed by the rules in this form."""


class NotDue(SidepotError, usual="not_due"):
    """Raised for a command that nobody is waiting for: out of turn, out of order, or after the hand."""


class BadNotation(SidepotError, usual="unreadable"):
    """Raised for text or data that cannot be read: a card, an amount, a file, a log."""


class Conflict(SidepotError, usual="conflict"):
    """Raised for values that contradict each other, such as more cards than the deck has, or two posts by one seat."""
