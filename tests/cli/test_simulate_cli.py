"""`sidepot simulate`: options, table files, what is printed, exit codes, histories, and errors that say where."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import PLOT
from places import ROOT

from sidepot.cli import simulate as command
from sidepot.cli.app import run
from sidepot.cli.simulate_bots import BOTS
from sidepot.errors import BadNotation
from sidepot.formats.phh import read_phh
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.simulation import cash_table as simulation
from sidepot.simulation import histories as simulate_histories
from sidepot.simulation.visitors import NAMES
from sidepot.table.table import Table

EXAMPLES = sorted((ROOT / "examples" / "tables").glob("*.toml"))
KEYS = (
    "hands seconds hands_per_second seed table house games chips_issued chips_in_play chips_cashed_out rake charges "
    "pot_waiting players violations"
).split()
OPEN_STAKES = ("markers", "settlement")
PLAYER = "name bot seat hands bought cashed_out chips net".split()


def as_json(capfd: pytest.CaptureFixture[str], *args: str | Path, code: int = 0) -> dict[str, Any]:
    assert run(["simulate", "--json", *map(str, args)]) == code
    found = json.loads(capfd.readouterr().out)
    assert [key for key in found if key not in OPEN_STAKES] == KEYS
    return found


def refused(capfd: pytest.CaptureFixture[str], *args: str | Path) -> str:
    assert run(["simulate", "--hands", "3", *map(str, args)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1 or err.startswith("Usage")
    assert err.startswith(("error: ", "Usage"))
    return err.removeprefix("error: ").strip()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


# ---- what comes of it


def test_six_handed_holdem_is_usual(capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "--hands", "40")
    assert found["hands"] == 40 and found["seed"] == 1 and found["house"] == "cash"
    assert found["games"] == {"nl holdem": 40}
    assert found["hands_per_second"] > 0 and found["seconds"] > 0
    assert found["chips_issued"] == found["chips_in_play"]
    assert found["chips_cashed_out"] == found["rake"] == found["charges"] == found["pot_waiting"] == 0
    assert found["violations"] == []
    players = found["players"]
    assert [list(player) for player in players] == [PLAYER] * 6
    assert [player["name"] for player in players] == NAMES[:6]
    assert all(player["bought"] % 200 == 0 and player["hands"] == 40 for player in players)
    assert sum(player["net"] for player in players) == 0


def test_people_and_rake_are_counted(capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "--hands", "300", "--joins", "--rake", "5%/3", "--bots", "random,loose", "--seed", "9")
    gone = found["chips_cashed_out"] + found["rake"]
    assert found["chips_issued"] == found["chips_in_play"] + gone
    assert found["rake"] and found["chips_cashed_out"]
    assert len(found["players"]) > 6
    assert {player["bot"] for player in found["players"]} == {"random", "loose"}
    assert any(player["seat"] is None for player in found["players"])
    assert sum(player["net"] for player in found["players"]) == -found["rake"] - found["pot_waiting"]


def test_the_same_seed_gives_the_same_document(capfd: pytest.CaptureFixture[str]) -> None:
    def document(seed: int) -> dict[str, Any]:
        found = as_json(capfd, "--hands", "80", "--joins", "--game", "horse", "--seed", str(seed))
        return {key: value for key, value in found.items() if key not in ("seconds", "hands_per_second", "seed")}

    assert document(4) == document(4)
    assert document(4) != document(5)


def test_results_are_shown_as_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--hands", "60", "--game", "stud", "--rake", "2.5%", "--joins"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Seven-card stud, fixed limit 4/8, ante 1, bring-in 2, rake 2.5%\n")
    assert "House cash, 6 seats, buy-in 200-400, seed 1; players come and go" in out
    assert "per 100 hands" in out and "Ann" in out
    assert "60 hands in " in out and " chips issued: " in out
    assert out.endswith("The books are correct after every hand.\n")


def test_a_mix_shows_its_games(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--hands", "40", "--game", "8-game", "--bets", "4/8", "--blinds", "2/4"]) == 0
    out = capfd.readouterr().out
    assert "Eight-game: fixed limit 4/8, blinds 2/4; fixed limit 4/8, ante 1, bring-in 2; no limit, blinds 2/4" in out
    assert "of fl triple-draw" in out


def test_violations_are_printed(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    start = Table.start_hand

    def find_a_chip(self: Table, at: int = 0) -> Any:
        if self.hands == 3:
            next(iter(self.places.values())).stack += 1
        return start(self, at)

    monkeypatch.setattr(Table, "start_hand", find_a_chip)
    found = as_json(capfd, "--hands", "10", code=1)
    assert found["hands"] == 4
    assert [sorted(one) for one in found["violations"]] == [["hand", "what"]] * len(found["violations"])
    assert found["violations"][0]["hand"] == 4
    assert run(["simulate", "--hands", "10"]) == 1
    out = capfd.readouterr().out
    assert "hand 4: " in out and "The books hold" not in out


def test_an_interrupted_session_prints_its_result(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Table.start_hand

    def interrupted(self: Table, at: int = 0) -> Any:
        hand = start(self, at)
        if self.hands == 5:
            raise KeyboardInterrupt
        return hand

    monkeypatch.setattr(Table, "start_hand", interrupted)
    found = as_json(capfd, "--hands", "10", code=130)
    assert found["hands"] == 5
    assert found["violations"] == []
    assert found["chips_issued"] == found["chips_in_play"]


def test_the_bar_goes_hand_by_hand(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    simulate = simulation.Simulation.run
    monkeypatch.setattr(simulation.Simulation, "run", lambda self, hands, advance: simulate(self, hands, steps.append))
    as_json(capfd, "--hands", "7")
    assert steps == [1] * 7


# ---- options


def rules_told(*args: str) -> Any:
    """The rules of the table that these options make."""
    from sidepot.cli.simulate_input import SimulateInput
    from sidepot.cli.simulate_terms import rules_of

    told = SimulateInput()
    command.add_options(told, dict(zip(args[::2], args[1::2], strict=True)))
    return rules_of(told)


@each(
    ("args", "limit", "stakes", "buy_in"),
    [
        ((), NoLimit, {"blinds": (1, 2), "small_bet": 0, "ante": 0}, (100, 200)),
        (("blinds", "5/10/20"), NoLimit, {"blinds": (5, 10, 20)}, (500, 1000)),
        (("game", "fl holdem"), FixedLimit, {"blinds": (1, 2), "small_bet": 2}, (100, 200)),
        (("game", "fl holdem", "bets", "10/20"), FixedLimit, {"blinds": (5, 10), "small_bet": 10}, (500, 1000)),
        (("game", "fl holdem", "blinds", "3/6"), FixedLimit, {"blinds": (3, 6), "small_bet": 6}, (300, 600)),
        (
            ("game", "fl holdem", "blinds", "1/3", "bets", "3/9"),
            FixedLimit,
            {"blinds": (1, 3), "big_bet": 9},
            (150, 300),
        ),
        (("game", "omaha"), PotLimit, {"blinds": (1, 2)}, (100, 200)),
        (("game", "holdem", "limit", "pl", "ante", 3), PotLimit, {"blinds": (1, 2), "ante": 3}, (100, 200)),
        (("game", "razz"), FixedLimit, {"ante": 1, "bring_in": 2, "small_bet": 4}, (200, 400)),
        (
            ("game", "stud", "bets", "10/20", "ante", 2, "bring_in", 3),
            FixedLimit,
            {"ante": 2, "bring_in": 3},
            (500, 1000),
        ),
        (("game", "jacks-or-better"), NoLimit, {"blinds": (), "ante": 1, "small_bet": 4}, (200, 400)),
        (("buy_in", "40-80"), NoLimit, {}, (40, 80)),
        (("buy_in", "60"), NoLimit, {}, (60, 60)),
    ],
)
def test_stakes_follow_the_options(args: Any, limit: type, stakes: dict[str, Any], buy_in: tuple[int, int]) -> None:
    rules = rules_told(*args)
    assert isinstance(rules.mix.games[0].limit, limit)
    assert {name: getattr(rules.stakes[0], name) for name in stakes} == stakes
    assert rules.buy_in == buy_in


def test_stakes_of_a_mix() -> None:
    rules = rules_told("game", "eight-game", "bets", "20/40", "blinds", "5/10", "ante", 3)
    by_game = dict(zip(rules.mix.names, rules.stakes, strict=True))
    assert by_game["fl holdem"].blinds == (10, 20) and by_game["fl holdem"].ante == 0
    assert by_game["nl holdem"].blinds == by_game["pl omaha"].blinds == (5, 10)
    assert by_game["fl stud"].ante == 3 and by_game["fl stud"].small_bet == 20
    assert rules.buy_in == (1000, 2000)


@each(
    ("args", "says"),
    [
        ("--game holdme", "--game holdme: unknown game 'holdme'"),
        ("--game 'nl holdme'", "--game nl holdme: unknown game 'holdme'"),
        (
            "--game hrose",
            "--game hrose: unknown game 'hrose'; `sidepot games` lists them; for a mix, did you mean rose",
        ),
        ("--game bourre", "--game bourre: unknown game 'bourre'"),
        ("--game 'nl guts'", "Guts is no poker"),
        ("--game none.toml", "no such file"),
        ("--game horse --limit nl", "--limit nl: each game of H.O.R.S.E. has its own"),
        ("--game 'pl omaha' --limit nl", "--limit nl: the game already has a limit"),
        ("--seats 1", "--seats 1: expected a number of seats, 2 or more"),
        ("--seats 9 --game stud", "its table must have 2 to 8 seats, not 9"),
        ("--blinds 2/1", "--blinds 2/1: expected a small blind"),
        ("--blinds 1:2", "--blinds 1:2: expected whole chips, as in 1/2"),
        ("--blinds 1/2 --game razz", "--blinds 1/2: Razz is played without blinds"),
        ("--bets 4/2", "--bets 4/2: expected a small and a big bet"),
        ("--bets 0/0 --game razz", "--bets 0/0: expected a small and a big bet"),
        ("--bring-in 2", "--bring-in 2: Texas hold'em has no bring-in"),
        ("--bring-in 9 --game stud", "--bring-in 9: the bring-in must be at most the small bet of 4"),
        ("--ante=-1", "--ante -1: expected an amount of chips, 0 or more"),
        ("--buy-in 200-100", "--buy-in 200-100: expected the smallest and the largest buy-in"),
        ("--buy-in lots", "--buy-in lots: expected whole chips, as in 100-200"),
        ("--rake 3", "--rake 3: expected a percentage, as in 5%"),
        ("--rake 300%", "--rake 300%: the rake must be between none and all of the pot, not 300/100 of it"),
        ("--house mine", "--house mine: unknown house 'mine'"),
        ("--bots looser", "--bots looser: unknown bot 'looser'; did you mean 'loose'?"),
        ("--bots ,", "--bots ,: unknown bot ''"),
        ("--table none.toml", "none.toml: no such file"),
        ("--hands 0", "'0': must be at least 1"),
    ],
)
def test_a_wrong_value_is_refused_with_its_option(capfd: pytest.CaptureFixture[str], args: str, says: str) -> None:
    assert run(["simulate", "--hands", "3", *shlex.split(args)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert says in err
    assert "Traceback" not in err and "internal" not in err


# ---- table files


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_examples_can_be_played(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "--table", path, "--hands", "60")
    assert found["hands"] == 60
    assert found["violations"] == []
    assert f"sidepot simulate --table examples/tables/{path.name}" in path.read_text(encoding="utf-8")


def test_all_keys_are_read(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    (file.parent / "mine.toml").write_text('name = "mine"\ntitle = "Mine"\ngames = ["nl holdem", "pl omaha"]')
    file.write_text("""
        name = "all of it"
        mix = "mine.toml"
        by = "hands"
        hands_each = 3
        blinds = "1/2"
        bets = 2
        ante = 0
        chip = 1
        seats = 5
        buy_in = "80-160"
        house = "home"
        rulebook = { run_it = 2 }
        rake = { numerator = 5, cap = 2 }
        players = ["Zoe", { name = "Yul", chips = 90, bot = "random", seat = 5 }]
        bots = ["loose"]
        joins = true
        hand_seconds = 60
        rathole_minutes = 10
        petty = 5
        kill = "half"
        bomb = { every = 5, ante = 2 }
        time_charge = { amount = 1, minutes = 60 }
        chips = [1, 5, 25]
        button = "Dead, over empty seats"
        missed_blinds = "the-big-one"
        shut_out = false
        first_button = "high-card"
        straddles = "under-the-gun"
        dealers_choice = true
    """)
    found = as_json(capfd, "--table", file, "--hands", "50")
    assert found["table"] == "all of it" and found["house"] == "home"
    assert set(found["games"]) == {"nl holdem", "pl omaha"}
    first, second = found["players"][:2]
    assert (first["name"], first["bot"], second["name"], second["bot"]) == ("Zoe", "loose", "Yul", "random")
    assert found["charges"] and found["violations"] == []


def test_payments_are_shown_at_open_stakes(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("seats = 5\nopen_stakes = { threshold = 5, terms = 'tonight' }")
    found = as_json(capfd, "--table", file, "--hands", "200")
    assert (found["house"], found["violations"]) == ("open-stakes", [])
    markers = found["markers"]
    assert list(markers) == ["made", "torn_up", "owed", "lent"]
    assert markers["made"] > markers["torn_up"] > 0 and markers["lent"] > 0
    assert markers["owed"] == markers["made"] - markers["torn_up"]
    assert found["chips_issued"] == sum(player["bought"] for player in found["players"]) + markers["owed"]
    assert sum(player["net"] for player in found["players"]) == 0
    paid = {player["name"]: player["bought"] + player["net"] for player in found["players"]}
    for payment in found["settlement"]:
        if payment["payer"] != "the box":
            paid[payment["payer"]] += payment["chips"]
        paid[payment["payee"]] -= payment["chips"]
    assert set(paid.values()) == {0}
    assert run(["simulate", "--table", str(file), "--hands", "200"]) == 0
    out = capfd.readouterr().out
    assert f"Markers of {markers['made']:,} made" in out and " pays " in out
    assert "markers" not in as_json(capfd, "--hands", "2")


def test_options_count_for_more(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text('mix = "horse"\nhands_each = 2\nhouse = "home"\nseats = 3\njoins = true\nbots = "random"')
    found = as_json(capfd, "--table", file, "--hands", "9")
    assert found["games"] == {f"fl {name}": 2 for name in "holdem omaha8 razz stud".split()} | {"fl stud8": 1}
    found = as_json(
        capfd, "--table", file, "--hands", "9", "--game", "razz", "--house", "roberts", "--no-joins", "--bots", "loose"
    )
    assert (found["games"], found["house"], len(found["players"])) == ({"fl razz": 9}, "roberts", 3)
    assert {player["bot"] for player in found["players"]} == {"loose"}


def test_a_table_and_its_game_can_be_ones_own(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    own = (ROOT / "examples" / "my-game.toml").read_text(encoding="utf-8")
    (file.parent / "own.toml").write_text(own, encoding="utf-8")
    file.write_text('game = "own.toml"\nlimit = "pot limit"\nseats = 4')
    assert as_json(capfd, "--table", file, "--hands", "9")["games"] == {"pl shrinking-pineapple": 9}
    assert as_json(capfd, "--game", file.parent / "own.toml", "--hands", "9")["games"] == {"nl shrinking-pineapple": 9}


def test_stakes_can_be_given_in_full(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(
        'mix = ["nl holdem", "fl stud"]\nhands_each = 2\n'
        '[[stakes]]\nblinds = [5, 10]\nante = 10\nante_by = "big blind"\n'
        "[[stakes]]\nante = 1\nbring_in = 2\nsmall_bet = 5\nbig_bet = 10"
    )
    assert run(["simulate", "--table", str(file), "--hands", "8"]) == 0
    out = capfd.readouterr().out
    assert "no limit, blinds 5/10, ante 10 of the big blind; fixed limit 5/10, ante 1, bring-in 2" in out
    assert as_json(capfd, "--table", file, "--hands", "5", "--blinds", "1/2")["violations"] == []


def test_a_limit_can_be_given_in_full(file: Path) -> None:
    from sidepot.cli.simulate_input import read_toml
    from sidepot.cli.simulate_terms import rules_of

    told = read_toml('game = "holdem"\nlimit = { kind = "spread limit", low = 2, high = 10 }', "t.toml")
    assert rules_of(told).mix.games[0].limit == SpreadLimit(2, 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("games = 3", ": unknown key 'games'; did you mean 'game'? a table has name, game, limit, mix"),
        ("blinds = ", ": invalid TOML: "),
        ("x = " + "[" * 5000, ": "),
        (f"seats = {'9' * 5000}", ": invalid TOML: "),
        (
            "seats = 99999999999999999999",
            ": seats: expected a number of seats, 2 or more, not a number that is too large",
        ),
        ('seats = "six"', ": seats: expected a number of seats, 2 or more, not 'six'"),
        ("seats = true", ": seats: expected a number of seats, 2 or more, not true"),
        ("game = 3", ": game: expected text in quotes, on one line, not 3"),
        ('game = ""', ": game: expected text in quotes"),
        ('game = "holdem"\nmix = "horse"', ": mix: a table has a `game` or a `mix`, not both"),
        ('mix = "hrose"', ": mix: unknown rotation 'hrose'; did you mean"),
        ('mix = ["holdem"]', ": mix: expected a game with its limit"),
        ("mix = [1]", ": mix: expected a name, as in"),
        ('mix = "none.toml"', "none.toml: no such file"),
        ('mix = "horse"\nby = "level"', ": by: a cash table has no levels"),
        ('mix = "horse"\nby = "hand"', ": by: unknown value 'hand'; did you mean 'hands'?"),
        ('mix = "horse"\nhands_each = 0', ": hands_each: expected a number of hands, 1 or more"),
        ('limit = "half"', ": limit: unknown limit 'half'; expected one of nl, pl, fl"),
        ('limit = { kind = "spread limit" }', ": limit: the key 'low' is missing"),
        ("blinds = []", ": blinds: the list is empty"),
        ("open_stakes = 3", ": open_stakes: expected a table, as in open_stakes = { threshold = 5"),
        ("open_stakes = { limit = 3 }", ": open_stakes: unknown key 'limit'; open_stakes has threshold, terms"),
        ("open_stakes = { threshold = -1 }", ": open_stakes.threshold: expected an amount of chips, 0 or more, not -1"),
        ("open_stakes = { terms = 3 }", ": open_stakes.terms: expected text in quotes, on one line, not 3"),
        (
            "open_stakes = { terms = ' ' }",
            ": open_stakes: `terms` is missing: it says how and by when players settle their markers",
        ),
        ('open_stakes = true\nhouse = "cash"', ": this house plays table stakes; open stakes are for private games"),
        ("open_stakes = true\nbuy_in = 5", ": at open stakes the smallest buy-in must be at least 6 "),
        ("blinds = [1, 2.5]", ": blinds: expected amounts of chips"),
        ("blinds = [0, 0]", ": blinds: expected a small blind"),
        ("blinds = { small = 1 }", ": blinds: expected amounts of chips"),
        ("stakes = { blind = [1, 2] }", ": stakes of nl holdem: unknown key 'blind'; did you mean 'blinds'?"),
        ("stakes = { blinds = 3 }", ": stakes of nl holdem: blinds: expected a list [...], not 3"),
        ("stakes = [{ ante = 1 }, { ante = 2 }]", ": stakes: expected a table for each game: nl holdem"),
        ("stakes = { ante = 1 }\nblinds = [1, 2]", ": stakes: this gives all stakes: omit "),
        ("stakes = { ante = 0 }", ": stakes of nl holdem: the stakes need an ante, a blind or a bring-in"),
        ("rake = 5", ': rake: expected text, as in "5%/3", or a table, not 5'),
        ('rake = "5"', ": rake: expected a percentage"),
        ("rake = { cap = 2 }", ": rake: the key 'numerator' is missing"),
        ("rake = { percent = 5 }", ": rake: unknown key 'percent'; a rake has numerator"),
        ("buy_in = [200, 100]", ": buy_in: expected the smallest and the largest buy-in"),
        ('house = "casino"', ": house: unknown house 'casino'"),
        ("rulebook = 3", ": rulebook: expected a table, as in rulebook = { run_it = 2 }"),
        ("rulebook = { run_it = 'x' }", ": rulebook: "),
        ("rulebook = { runs = 2 }", ": rulebook: a rulebook has no field 'runs'"),
        ('button = "live"', ": button: unknown value 'live'; the choices are dead, "),
        ('missed_blinds = "none"', ": missed_blinds: unknown value 'none'; the choices are both, "),
        ('first_button = "ace"', ": first_button: unknown value 'ace'; the choices are high card, "),
        ('shut_out = "no"', ": shut_out: expected true or false"),
        ("straddles = [3]", ": straddles: unknown value 3; the choices are under the gun"),
        ('kill = "double"', ": kill: unknown value 'double'; the choices are half, full"),
        (
            "kill = { legs = 0 }",
            ": kill: give the trigger of a kill: the number of pots won in a row, or the size of the pot in big bets",
        ),
        ("kill = { legs = -1 }", ": kill.legs: expected a number of pots won in a row, 0 or more, not -1"),
        ("kill = 3", ": kill: expected a table, as in kill = "),
        ("bomb = { every = 5 }", ": bomb.ante: expected a number of chips, 1 or more, not 0"),
        ("bomb = { antes = 5 }", ": bomb: unknown key 'antes'; did you mean 'ante'? bomb has every, ante"),
        ("time_charge = { amount = 0 }", ": time_charge.amount: expected a number of chips, 1 or more"),
        ("time_charge = { amount = 1, minutes = 0 }", ": time_charge.minutes: expected minutes, 1 or more"),
        ('chips = "polka 25"', ": chips: expected chips as a value and a colour, as in '25 green, 100 black', not"),
        ("chips = [0]", ": chips: value: expected 1 to"),
        ("chip = 0", ": chip: expected the smallest chip in play, 1 or more, not 0"),
        ("bots = []", ": bots: expected a list of bots"),
        ("bots = [1]", ": bots: expected a list of bots"),
        ('bots = ["shark"]', ": bots: unknown bot 'shark'; "),
        ("players = 3", ": players: expected a list of up to 6 players"),
        ('players = ["Ann"]', ": players: a table needs at least two players"),
        ('players = ["Ann", "Ann"]', ": players: player 2: Ann is listed twice"),
        ("players = [1, 2]", ": players: player 1: expected a name, or a table"),
        ("players = [{ chips = 100 }]", ": players: player 1: name: expected text in quotes"),
        (
            'players = [{ name = "A", stack = 1 }]',
            ": players: player 1: unknown key 'stack'; a player has name, chips",
        ),
        (
            'players = [{ name = "A", chips = 1 }]',
            ": players: player 1: chips: expected a number from 100 to 200, not 1",
        ),
        ('players = [{ name = "A", seat = 7 }]', ": players: player 1: seat: expected a number from 1 to 6, not 7"),
        (
            'players = [{ name = "A", seat = 2 }, { name = "B", seat = 2 }]',
            "player 2: seat 2 is taken",
        ),
        ('players = [{ name = "A", bot = "x" }, "B"]', ": players: player 1: unknown bot 'x'"),
        (
            'players = [{ name = "A", bot = 1 }, "B"]',
            ": players: player 1: bot: expected text in quotes, on one line",
        ),
        (
            'chips = [25]\nblinds = [25, 50]\nbuy_in = [100, 200]\nplayers = ["A", { name = "B", chips = 110 }]',
            ": players: 110 cannot be made with chips of 25",
        ),
        ("chips = [5, 25]", ": chips: the bet must be at least one chip (5), not 2"),
        ("chips = [5, 25]\nblinds = [5, 12]", ": chips: these chips make 5, 10 and so on, but in nl holdem 12 is"),
        ("chips = [5, 25]\nblinds = [5, 10]\nchip = 1", ": chips: these chips make 5, 10 and so on, but in nl"),
        ("chip = 3", ": chip: the bet must be at least one chip (3), not 2"),
        (
            'game = "fl stud"\nbets = [2, 4]\nbring_in = 5',
            ": bring_in: the bring-in must be at most the small bet of 2",
        ),
        (
            "time_charge = { amount = 200 }",
            ": a seat costs 200, so the largest buy-in (200) would leave no chips to play with",
        ),
        ("joins = 1", ": joins: expected true or false"),
        ("hand_seconds = 0", ": hand_seconds: expected a number of seconds, 1 or more"),
        ("seats = 30", ": Texas hold'em is for up to 22 players"),
        ("petty = -1", ": petty: expected a number of chips, 0 or more"),
        ("rathole_minutes = -1", ": rathole_minutes: expected a number of minutes, 0 or more"),
        ("tournament = true", ": unknown key 'tournament'; "),
    ],
)
def test_a_wrong_file_is_refused_with_its_key(
    capfd: pytest.CaptureFixture[str], file: Path, text: str, says: str
) -> None:
    file.write_text(text)
    err = refused(capfd, "--table", file)
    assert err.startswith(str(file.parent))
    assert says in err
    assert "internal" not in err


def test_listed_players_set_the_number_of_seats(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text("players = [" + ", ".join(f'"P{at}"' for at in range(8)) + "]")
    found = as_json(capfd, "--table", file, "--hands", "5")
    assert [player["name"] for player in found["players"]] == [f"P{at}" for at in range(8)]
    file.write_text('seats = 9\nplayers = ["A", { name = "B", seat = 1 }]')
    found = as_json(capfd, "--table", file, "--hands", "5")
    assert [(player["name"], player["seat"]) for player in found["players"]] == [("A", 2), ("B", 1)]


def test_bots_take_turns(capfd: pytest.CaptureFixture[str]) -> None:
    found = as_json(capfd, "--hands", "2", "--seats", "7", "--bots", ", ".join(BOTS))
    assert [player["bot"] for player in found["players"]] == [*BOTS, next(iter(BOTS))]


# ---- histories


@pytest.mark.parametrize("game", ["holdem", "horse", "dealers-choice"])
def test_histories_replay_to_the_same_chips(capfd: pytest.CaptureFixture[str], tmp_path: Path, game: str) -> None:
    path = tmp_path / "hands.phhs"
    as_json(capfd, "--hands", "60", "--game", game, "--joins", "--rake", "5%", "--histories", path)
    hands = read_phh(path.read_text(encoding="utf-8"))
    assert len(hands) == 60
    assert [hand.about["hand"] for hand in hands] == list(range(1, 61))
    assert hands[0].about["players"][0] in NAMES and hands[0].about["seat_count"] == 6
    assert sorted(hands[0].about["seats"]) == [1, 2, 3, 4, 5, 6]
    assert run(["replay", "--json", str(path)]) == 0
    found = json.loads(capfd.readouterr().out)
    assert (found["hands"], found["matched"]) == (60, 60)


def test_a_folder_has_a_file_for_each_hand(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "hands"
    as_json(capfd, "--table", EXAMPLES[0], "--hands", "12", "--bots", "loose", "--histories", folder)
    assert sorted(path.name for path in folder.iterdir()) == [f"{at:02}.phh" for at in range(1, 13)]
    (hand,) = read_phh((folder / "07.phh").read_text(encoding="utf-8"))
    assert hand.about["hand"] == 7 and hand.about["table"] == "Card room"
    assert run(["replay", str(folder)]) == 0
    assert "12 hands in 12 files" in capfd.readouterr().out


def test_a_single_hand_is_a_phh(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    as_json(capfd, "--hands", "1", "--histories", path)
    assert path.read_text(encoding="utf-8").startswith("variant = 'NT'\n")


def test_nothing_is_written_over(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text("mine")
    assert refused(capfd, "--histories", path) == f"{path}: the file already exists; choose another name"
    assert path.read_text() == "mine"
    assert "the folder already has hand histories" in refused(capfd, "--histories", tmp_path)
    plain = tmp_path / "plain"
    plain.write_text("mine")
    assert "this is a file, not a folder" in refused(capfd, "--histories", plain)


def test_where_histories_cannot_go(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "a .phh file has one hand, but there are 3" in refused(capfd, "--histories", tmp_path / "hands.phh")
    assert "a folder, got .txt" in refused(capfd, "--histories", tmp_path / "hands.txt")
    assert "no such folder" in refused(capfd, "--histories", tmp_path / "none" / "hands.phhs")
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused(capfd, "--histories", tmp_path / "file" / "hands.phhs")
    assert list(tmp_path.glob("*.phh*")) == []


def test_histories_that_the_format_cannot_express_are_refused(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(hand: Any, **about: Any) -> Any:
        raise BadNotation("the muck was shuffled into the stub")

    monkeypatch.setattr(simulate_histories, "phh_of_hand", cannot)
    path = tmp_path / "hands.phhs"
    err = refused(capfd, "--histories", path)
    assert err == f"{path}: hand 1 cannot be expressed in PHH: the muck was shuffled into the stub"


# ---- what is said of it


@pytest.mark.long
def test_the_examples_of_the_help_and_the_page_run(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "how-to" / "simulate.md").read_text(encoding="utf-8")
    examples = re.compile(r"^(?: +|\$ )sidepot (simulate.*?)(?:   .*)?$(?!\nerror)", re.M)
    lines = examples.findall(f"{command.command.__doc__}\n{page}")
    assert len(lines) >= 10
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for at, line in enumerate(lines):
        words = shlex.split(line.replace("hands.phhs", f"hands{at}.phhs"))
        refused = "--plot" in words and not PLOT.here
        assert run([*words, "--hands", "4"]) == (2 if refused else 0), line
    table = re.search(r"```toml\n(.*?)```", page, re.S)
    assert table is not None
    (tmp_path / "page.toml").write_text(table[1], encoding="utf-8")
    capfd.readouterr()
    assert as_json(capfd, "--table", "page.toml", "--hands", "20")["table"] == "Ours"


def test_the_guide_lists_every_key_and_every_bot() -> None:
    from sidepot.cli.simulate_input import KEYS as TABLE_KEYS

    page = (ROOT / "docs" / "how-to" / "simulate.md").read_text(encoding="utf-8")
    for key in TABLE_KEYS:
        assert f"`{key}`" in page, key
    for bot in BOTS:
        assert f"`{bot}`" in page, bot
