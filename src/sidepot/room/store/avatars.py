"""The avatars of accounts: one of the drawings, or a person's own small picture; and the pictures of the club's people.

An account has at most one row. It is deleted when its owner or a host erases it, or with the account. A person of the
club has a row, too, under a key of their own (`club_persons.photo_key`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, delete, insert, select

from sidepot.room.store.schema import account, avatar
from sidepot.validation.lookalikes import name_key


def keep_avatar(who: str, *, drawing: str = "", tag: str = "", picture: bytes = b"") -> Callable[[Connection], None]:
    """A write that replaces an account's avatar with a drawing, or with a picture and its tag.

    If it gets neither, it erases the avatar.
    """

    def act(connection: Connection) -> None:
        connection.execute(delete(avatar).where(avatar.c.account == who))
        if drawing or tag:
            row = {"account": who, "drawing": drawing, "tag": tag, "picture": picture}
            connection.execute(insert(avatar).values(row))

    return act


def avatars_of(names: Sequence[str]) -> Callable[[Connection], dict[str, tuple[str, str]]]:
    """A query for the drawing and the tag of each of these people who has an avatar."""
    asked = {name_key(name): name for name in names}
    query = select(account.c.name_key, avatar.c.drawing, avatar.c.tag).join(avatar, avatar.c.account == account.c.id)
    query = query.where(account.c.name_key.in_(asked))
    return lambda connection: {asked[row[0]]: (row[1], row[2]) for row in connection.execute(query)}


def picture_of(tag: str) -> Callable[[Connection], bytes | None]:
    """A query for the picture with this tag (None if there is none)."""
    return lambda connection: connection.scalar(select(avatar.c.picture).where(avatar.c.tag == tag).limit(1))
