"""The answers to refused commands on the socket, and the places that answers name."""

from __future__ import annotations

from sidepot.errors import SidepotError
from sidepot.room.views.messages import LONGEST_ID, Nack
from sidepot.web.problems import sentence_of_error
from sidepot.web.rate_limits import words_of


def nack_of(id_: str, place: str, error: SidepotError) -> Nack:
    """The answer to a refused command. `place` is the id of the table, or `tournament/ID`."""
    return Nack(id_, place, words_of(error), str(error.cite or ""), error.code, sentence_of_error(error))


def place_of(tournament: str) -> str:
    """The `table` field of answers about a tournament: `tournament/ID`."""
    return f"tournament/{tournament[:LONGEST_ID]}"


def place_at(tournament: str, table: int | str) -> str:
    """The `table` field of answers about a dealer's helper, which is its topic: `tournament/ID/dealer/TABLE`."""
    return f"{place_of(tournament)}/dealer/{table}"
