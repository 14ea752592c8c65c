"""Rivers solved by `sidepot.solve.Subgame` and by a linear program that shares no code with it: prints a table.

python bench/river_lp.py    needs the extras `fast` and `peers` (SciPy comes with OpenSpiel)

Koller, Megiddo and von Stengel (1994): in a game of two players where one wins what the other loses, the best plan of a
seat is a linear program over the probabilities of its sequences of moves. The betting is written here by hand: check or
bet, then fold, call or an all-in raise; the strengths of hands come from eval7.
"""

from __future__ import annotations

from itertools import product

FOLD, SHOW = "fold", "show"


def betting(stack: int, bet: int) -> dict[str, tuple[int, dict[str, tuple[str, int, int]]]]:
    """The nodes of the betting: who moves, and after each move the next node and what each seat has put in."""
    return {
        "": (0, {"k": ("k", 0, 0), "b": ("b", bet, 0), "a": ("a", stack, 0)}),
        "k": (1, {"k": (SHOW, 0, 0), "b": ("kb", 0, bet), "a": ("ka", 0, stack)}),
        "b": (1, {"f": (FOLD, bet, 0), "c": (SHOW, bet, bet), "a": ("ba", bet, stack)}),
        "a": (1, {"f": (FOLD, stack, 0), "c": (SHOW, stack, stack)}),
        "kb": (0, {"f": (FOLD, 0, bet), "c": (SHOW, bet, bet), "a": ("kba", stack, bet)}),
        "ka": (0, {"f": (FOLD, 0, stack), "c": (SHOW, stack, stack)}),
        "ba": (0, {"f": (FOLD, bet, stack), "c": (SHOW, stack, stack)}),
        "kba": (1, {"f": (FOLD, stack, bet), "c": (SHOW, stack, stack)}),
    }


def value(board: str, hands: tuple[list[str], list[str]], pot: int, stack: int, bet: int) -> float:
    """The chips that seat 0 wins on average, including the pot, if both play as well as they can."""
    import eval7
    import numpy as np
    from scipy.optimize import linprog

    nodes = betting(stack, bet)
    cards = [[(hand[:2], hand[2:]) for hand in some] for some in hands]
    full = board.split()
    strength = [[eval7.evaluate([eval7.Card(card) for card in (*pair, *full)]) for pair in some] for some in cards]
    pairs = [(i, j) for i, j in product(*map(range, map(len, cards))) if not {*cards[0][i]} & {*cards[1][j]}]

    # a sequence is a hand and the moves of its seat; parents: the sequence before each decision of the seat
    index: tuple[dict[tuple[int, str], int], ...] = ({}, {})
    rows: tuple[list[tuple[int, list[int]]], ...] = ([], [])
    for seat, some in enumerate(cards):
        index[seat].update({(hand, ""): hand for hand in range(len(some))})
    before = {"": ("", "")}  # for each node the moves that each seat has made
    for name, (seat, moves) in nodes.items():
        mine = before[name]
        for move, (after, _, _) in moves.items():
            made = mine[seat] + name + move + "."
            if after in nodes:
                before[after] = (made, mine[1]) if seat == 0 else (mine[0], made)
        for hand in range(len(cards[seat])):
            children = []
            for move in moves:
                key = hand, mine[seat] + name + move + "."
                children.append(index[seat].setdefault(key, len(index[seat])))
            rows[seat].append((index[seat][hand, mine[seat]], children))

    pays = np.zeros((len(index[0]), len(index[1])))
    for name, (seat, moves) in nodes.items():
        for move, (after, put0, put1) in moves.items():
            if after in nodes:
                continue
            ends = [*before[name]]
            ends[seat] += name + move + "."
            for i, j in pairs:
                if after == FOLD:
                    won = pot + put1 if seat else -put0
                else:
                    better = (strength[0][i] > strength[1][j]) - (strength[0][i] < strength[1][j])
                    won = pot / 2 + better * (pot / 2 + put0)
                pays[index[0][i, ends[0]], index[1][j, ends[1]]] += won / len(pairs)

    def plans(seat: int) -> tuple[np.ndarray, np.ndarray]:
        size, roots = len(index[seat]), len(cards[seat])
        matrix, right = np.zeros((roots + len(rows[seat]), size)), np.zeros(roots + len(rows[seat]))
        for hand in range(roots):
            matrix[hand, hand] = right[hand] = 1
        for at, (parent, children) in enumerate(rows[seat]):
            matrix[roots + at, parent] = -1
            matrix[roots + at, children] = 1
        return matrix, right

    own, ones = plans(0)
    theirs, right = plans(1)
    # most of right·q, where theirs' q <= pays' x for each sequence of seat 1, and x is a plan of seat 0
    size, duals = len(index[0]), len(right)
    found = linprog(
        np.concatenate([np.zeros(size), -right]),
        A_ub=np.hstack([-pays.T, theirs.T]), b_ub=np.zeros(len(index[1])),
        A_eq=np.hstack([own, np.zeros((len(own), duals))]), b_eq=ones,
        bounds=[(0, None)] * size + [(None, None)] * duals,
    )  # fmt: skip
    return -float(found.fun)


RIVERS = (
    ("Ks 7d 4c 2h 9s", ("KcKh KdKh AsKd Ad5d QsJs 6s5s 9c8c", "QsQh KcQc 7c6c AcKd 9d9h JcTc"), 20, 30, 10),
    ("Tc 8d 3h 3s Qc", ("AcJc QdQh KdJd Th9h 9c7c 6c5c AdAh", "KcKd JhTh Ac2c Qh9h 8h8c 7c6h"), 40, 100, 20),
    ("Ah Kh 5h 9c 2d", ("QhJh AcKc 8h7h AdQd JsTs", "AsJs KdQs 9h9d 6h4h 5s5c"), 60, 45, 30),
)


def main() -> None:
    """Solve each river both ways."""
    from sidepot.solve import Bets, Subgame, spot

    print("| river | linear program | subgame | exploitability |")
    print("| --- | ---: | ---: | ---: |")
    for board, texts, pot, stack, bet in RIVERS:
        hands = [text.split() for text in texts]
        exact = value(board, (hands[0], hands[1]), pot, stack, bet)
        game = Subgame(spot(board, pot, stack), [",".join(some) for some in hands], Bets((0.5,), raises=2))
        game.run(20_000)
        print(f"| {board} | {exact:.4f} | {game.value(0):.4f} | {game.exploitability():.4f} |")


if __name__ == "__main__":
    main()
