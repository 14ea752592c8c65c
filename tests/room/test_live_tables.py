"""The tables of an online tournament: what all see adds up after each entry, and they are folded alike."""

from __future__ import annotations

from typing import Any

from live_tournaments import LiveTournament
from room_tables import chance, check_same, fold_records

from sidepot.cards import UNKNOWN
from sidepot.room.table import commands as t
from sidepot.room.table import snapshot
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.rebuild import replay_on
from sidepot.room.tournament import commands as s
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.public_hand import public_hand_of
from sidepot.tournament.presets import find_preset


class Watched(LiveTournament):
    """A tournament of which each entry at a table is looked at, and each end of a hand has a snapshot."""

    def __init__(self, preset: str, players: int) -> None:
        self.kept: list[tuple[int, int, bytes]] = []  # table, entry, snapshot
        self.looked = 0
        super().__init__(find_preset(preset), players, seed=4)

    def at_table(self, number: int, said: t.TableCommand, **more: Any) -> bool:
        if not super().at_table(number, said, **more):
            return False
        table = self.tables[number]
        entry = decode_table_event(self.logs[number][-1])
        told = event_of(table, entry)
        assert told.state == public_view(table), entry
        assert told.state.of_tournament == "1" and told.state.number == number and told.state.buy_in == (0, 0)
        self.look_at_cards(table)
        if entry.link:
            self.kept.append((number, entry.seq, snapshot.encode(table)))
        return True

    def look_at_cards(self, table: RoomTable) -> None:
        """All see a hand once it is shown, and a player only the own one besides."""
        hand, begun = table.hand, table.begun
        if hand is None or begun is None or not table.is_dealt:
            return
        for at, player in enumerate(begun.players):
            seen = public_view(table).seats[begun.seats[at]]
            if seen is not None and seen.player == player and not hand.shown >> at & 1:
                assert set(seen.cards) <= {UNKNOWN}
                self.looked += len(seen.cards)
            own = player_view(table, player)
            assert own is not None and set(own.cards) <= {*hand.hole[at], UNKNOWN}
        view = public_hand_of(table).view
        assert view is None or all(
            set(held) <= {UNKNOWN} for at, held in enumerate(view.hole) if not hand.shown >> at & 1
        )


def played() -> Watched:
    tournament = Watched("turbo", 12)
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.run()
    return tournament


def test_tables_of_a_tournament_show_no_hidden_card_and_come_out_of_their_streams_and_snapshots() -> None:
    tournament = played()
    assert tournament.looked > 500 and len(tournament.tables) > 1 and len(tournament.kept) > 20
    for number, table in tournament.tables.items():
        log = tournament.logs[number]
        name = str(number)
        whole = RoomTable.rebuild(name, [decode_table_event(one) for one in log], tournament.secrets, chance(99))
        check_same(whole, table)
        check_same(whole, fold_records(name, log, chance(99)))
        kept = [(seq, data) for at, seq, data in tournament.kept if at == number]
        for seq, data in kept[:: max(1, len(kept) // 5)]:
            image = snapshot.decode(data)
            room = snapshot.restore(name, log[0], image, log[image.first_seq - 1 : image.seq], chance(99))
            before = RoomTable.rebuild(
                name, [decode_table_event(one) for one in log[:seq]], tournament.secrets, chance(99)
            )
            check_same(before, room)
            check_same(whole, replay_on(room, log[seq:], chance(99)))
