"""Cases of mixed games: a rotation or a menu, and which game each hand is."""

from __future__ import annotations

from functools import partial

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.cases.refusal import look_at
from sidepot.errors import BadNotation
from sidepot.games.mixes import ChangeBy, Mix, Turn, find_mix, rotation
from sidepot.rules.rulebook import Rulebook


class MixExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: the games of the hands in order, or a part of the refusal."""

    played: list[str] | None = None
    refused: str | None = None


class MixCase(msgspec.Struct, frozen=True, tag="mix", tag_field="kind"):
    """A rotation, given by name or by its games, and the hands played.

    - `players`: the number of players dealt into each hand
    - `levels`: the level of each hand
    - `chosen`: the games that dealers name at dealer's choice
    """

    expect: MixExpected
    mix: str = ""
    games: list[str] = []
    by: ChangeBy | None = None
    hands: int | None = None
    players: list[int] = []
    levels: list[int] = []
    chosen: list[str] = []


def prepare_mix(body: MixCase) -> None:
    """Raise BadNotation for a case that cannot be played, unless the case expects to be refused."""
    if body.expect == MixExpected():
        raise BadNotation("`expect` is empty; give the games that are played")
    if bool(body.mix) == bool(body.games):
        raise BadNotation("give a `mix`, or its `games`")
    if not (body.players or body.levels or body.chosen):
        raise BadNotation("no hand is played; give players, levels or choices")
    if body.players and body.levels and len(body.players) != len(body.levels):
        raise BadNotation("players and levels must be lists of the same length, one entry for each hand")
    if body.expect.refused is None:
        _play(body)


def run_mix(body: MixCase, _rulebook: Rulebook) -> Problems:
    """Play the hands, and return the differences from the case."""
    return look_at(lambda: _play(body), body.expect.refused, partial(_look, body.expect))


def _look(expect: MixExpected, played: list[str]) -> Problems:
    problems: Problems = []
    differ(problems, "played", expect.played, played)
    return problems


def _play(body: MixCase) -> list[str]:
    mix = mix_of(body)
    played: list[str] = []
    for at, name in enumerate(body.chosen):
        players = body.players[at] if at < len(body.players) else 0
        played.append(mix.names[mix.find(name, players)])
    if body.chosen:
        return played
    hands = max(len(body.players), len(body.levels))
    turn = Turn()
    for players, level in zip(body.players or [0] * hands, body.levels or [0] * hands, strict=True):
        turn = turn.next(mix, players=players, level=level)
        played.append(mix.names[turn.at])
    return played


def mix_of(body: MixCase) -> Mix:
    """The rotation or menu of a case. Raises BadNotation for a game that does not exist."""
    mix = find_mix(body.mix) if body.mix else rotation("case", "The case", body.games)
    by = mix.by if body.by is None else body.by
    return msgspec.structs.replace(mix, by=by, hands=mix.hands if body.hands is None else body.hands)
