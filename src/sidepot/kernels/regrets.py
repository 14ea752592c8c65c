"""Counterfactual regrets over a game tree in arrays (`sidepot.solve.tree`): sweeps, samples, best responses.

The nodes are in the order of their depth, and the children of each are in a row. So probabilities of reaching a node
are computed in ascending order, and values in descending order. `slot` is the position of the first action of a node's
information state among the actions of all states.

Sources: Zinkevich and others, Regret Minimization in Games with Incomplete Information (2007); Tammelin, Solving Large
Imperfect Information Games Using CFR+ (2014); Brown and Sandholm, Solving Imperfect-Information Games via Discounted
Regret Minimization (2019); Lanctot and others, Monte Carlo Sampling for Regret Minimization (2009).
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.bits import onward, word
from sidepot.kernels.jit import Array, kernel, part

CHANCE: Final = -1
END: Final = -2
TO_ONE: Final = 2.0**-53


@part
def set_reach(
    seat: int,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    chance: Array,
    strategy: Array,
    own: Array,
    others: Array,
) -> None:
    """For each node of a tree, the probability that a seat's own moves lead there (`own`), and the probability that
    chance and all other moves do (`others`). Both arrays are filled.
    """
    own[0] = others[0] = 1.0
    for node in range(len(actor)):
        who = actor[node]
        if who == END:
            continue
        start = first[node]
        mine, theirs = own[node], others[node]
        for at in range(count[node]):
            child = start + at
            if who == CHANCE:
                own[child] = mine
                others[child] = theirs * chance[child]
            elif who == seat:
                own[child] = mine * strategy[slot[node] + at]
                others[child] = theirs
            else:
                own[child] = mine
                others[child] = theirs * strategy[slot[node] + at]


@kernel
def sweep(
    seat: int,
    weight: float,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    chance: Array,
    pays: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
    own: Array,
    others: Array,
    value: Array,
) -> None:
    """One iteration for one seat: add the regrets of its actions, and add its weighted strategy to the total.

    - `value`: filled with the value of each node for the seat under the strategy
    """
    set_reach(seat, actor, first, count, slot, chance, strategy, own, others)
    for node in range(len(actor) - 1, -1, -1):
        who = actor[node]
        if who == END:
            value[node] = pays[node, seat]
            continue
        start, size = first[node], count[node]
        worth = 0.0
        if who == CHANCE:
            for child in range(start, start + size):
                worth += chance[child] * value[child]
            value[node] = worth
            continue
        place = slot[node]
        for at in range(size):
            worth += strategy[place + at] * value[start + at]
        value[node] = worth
        if who == seat:
            reached, mine = others[node], own[node] * weight
            for at in range(size):
                regrets[place + at] += reached * (value[start + at] - worth)
                total[place + at] += mine * strategy[place + at]


@kernel
def match_regrets(
    seat: int,
    owners: Array,
    starts: Array,
    sizes: Array,
    keep: float,
    keep_negative: float,
    regrets: Array,
    out: Array,
) -> None:
    """Set the strategy of each state of a seat in proportion to its positive regrets. If there are none, all actions
    are equal.

    Only a part of the regrets is kept: `keep` of the positive ones and `keep_negative` of the negative ones.
    """
    for state in range(len(starts)):
        if owners[state] != seat:
            continue
        start, size = starts[state], sizes[state]
        positive = 0.0
        for at in range(start, start + size):
            if regrets[at] > 0:
                regrets[at] *= keep
                positive += regrets[at]
            else:
                regrets[at] *= keep_negative
        for at in range(start, start + size):
            if positive > 0:
                out[at] = max(regrets[at], 0.0) / positive
            else:
                out[at] = 1.0 / size


@kernel
def best_response(
    seat: int,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    levels: Array,
    chance: Array,
    pays: Array,
    strategy: Array,
    own: Array,
    others: Array,
    value: Array,
    gains: Array,
    best: Array,
) -> None:
    """The best response of a seat to the strategy of the other seats.

    - `value`: filled with the value of each node
    - `best`: filled with the best move of each state
    - `gains`: working space, which must be 0

    With perfect recall, all nodes of a state have the same depth, so each level is decided as a whole.
    """
    set_reach(seat, actor, first, count, slot, chance, strategy, own, others)
    for level in range(len(levels) - 2, -1, -1):
        for node in range(levels[level], levels[level + 1]):
            who = actor[node]
            start, size = first[node], count[node]
            worth = 0.0
            if who == END:
                worth = pays[node, seat]
            elif who == CHANCE:
                for child in range(start, start + size):
                    worth += chance[child] * value[child]
            elif who == seat:
                for at in range(size):
                    gains[slot[node] + at] += others[node] * value[start + at]
            else:
                for at in range(size):
                    worth += strategy[slot[node] + at] * value[start + at]
            value[node] = worth
        for node in range(levels[level], levels[level + 1]):
            if actor[node] == seat:
                place, move = slot[node], 0
                for at in range(1, count[node]):
                    if gains[place + at] > gains[place + move]:
                        move = at
                best[place] = move
                value[node] = value[first[node] + move]


@kernel
def values(
    actor: Array, first: Array, count: Array, slot: Array, chance: Array, pays: Array, strategy: Array, value: Array
) -> None:
    """The value of each node for each seat, if all seats play the strategy."""
    for node in range(len(actor) - 1, -1, -1):
        who = actor[node]
        for seat in range(pays.shape[1]):
            worth = 0.0
            if who == END:
                worth = pays[node, seat]
            for at in range(count[node]):
                child = first[node] + at
                worth += (chance[child] if who == CHANCE else strategy[slot[node] + at]) * value[child, seat]
            value[node, seat] = worth


# ---- samples


@part
def draw_child(state: int, node: int, who: int, first: Array, count: Array, slot: Array, odds: Array) -> int:
    """A child of a node, drawn with 64 random bits: by the probabilities of the children, or by a strategy."""
    left = float(word(state) >> 11) * TO_ONE
    start = first[node] if who == CHANCE else slot[node]
    at = 0
    while at < count[node] - 1:
        left -= odds[start + at]
        if left < 0:
            break
        at += 1
    return at


@part
def match_one(start: int, size: int, regrets: Array, out: Array) -> None:
    """Set the strategy of one state in proportion to its positive regrets."""
    positive = 0.0
    for at in range(start, start + size):
        positive += max(regrets[at], 0.0)
    for at in range(start, start + size):
        out[at] = max(regrets[at], 0.0) / positive if positive > 0 else 1.0 / size


@part
def back_up_visited(
    seat: int,
    size: int,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    pays: Array,
    strategy: Array,
    regrets: Array,
    visited: Array,
    value: Array,
) -> None:
    """Compute the value of each visited node, the last node first, and the regrets of the seat's actions."""
    for back in range(size - 1, -1, -1):
        node = visited[back]
        if actor[node] == END:
            value[node] = pays[node, seat]
        elif actor[node] != seat:
            value[node] = value[int(value[node])]
        else:
            worth, place, start = 0.0, slot[node], first[node]
            for move in range(count[node]):
                worth += strategy[place + move] * value[start + move]
            for move in range(count[node]):
                regrets[place + move] += value[start + move] - worth
            value[node] = worth


@part
def back_up_path(
    seat: int,
    depth: int,
    worth: float,
    explore: float,
    actor: Array,
    count: Array,
    slot: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
    path: Array,
    reach: Array,
) -> None:
    """Estimate the value of the nodes on a path from the result at its end. Add up regrets and strategies."""
    for back in range(depth - 1, -1, -1):
        node, move = path[back, 0], path[back, 1]
        if actor[node] != seat:
            continue
        place, size = slot[node], count[node]
        likely = explore / size + (1 - explore) * strategy[place + move]
        estimate = worth / likely
        worth = strategy[place + move] * estimate
        scale = reach[back, 1] / reach[back, 2]
        for at in range(size):
            regrets[place + at] += scale * ((estimate if at == move else 0.0) - worth)
            total[place + at] += reach[back, 0] / reach[back, 2] * strategy[place + at]


@kernel
def sample_external(
    rounds: int,
    seats: int,
    random: Array,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    chance: Array,
    pays: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
    visited: Array,
    value: Array,
) -> None:
    """External sampling: for each seat in turn, follow all moves of this seat, and one of each other seat and of
    chance.

    - `visited`, `value`: working arrays with a place for each node
    - `random`: the state of the random generator
    """
    state = random[0]
    for turn in range(rounds * seats):
        seat = turn % seats
        visited[0], size = 0, 1
        at = 0
        while at < size:
            node = visited[at]
            at += 1
            who = actor[node]
            if who == END:
                continue
            if who == seat:
                for move in range(count[node]):
                    visited[size] = first[node] + move
                    size += 1
                match_one(slot[node], count[node], regrets, strategy)
                continue
            if who != CHANCE:
                match_one(slot[node], count[node], regrets, strategy)
                for move in range(slot[node], slot[node] + count[node]):
                    total[move] += strategy[move]
            state = onward(state)
            odds = chance if who == CHANCE else strategy
            move = draw_child(state, node, who, first, count, slot, odds)
            visited[size] = first[node] + move
            size += 1
            value[node] = first[node] + move  # the child that counts, until its value is known
        back_up_visited(seat, size, actor, first, count, slot, pays, strategy, regrets, visited, value)
    random[0] = state


@kernel
def sample_outcomes(
    rounds: int,
    seats: int,
    explore: float,
    random: Array,
    actor: Array,
    first: Array,
    count: Array,
    slot: Array,
    chance: Array,
    pays: Array,
    strategy: Array,
    regrets: Array,
    total: Array,
    path: Array,
    reach: Array,
) -> None:
    """Outcome sampling: one path through the tree for each seat in turn, weighted by the probability with which it was
    drawn.

    - `explore`: the probability that the seat draws any of its moves; otherwise, it draws by its strategy
    - `path`: a row for each level, with node and move
    - `reach`: a row for each level, with the seat's own probability, that of the other seats, and that of the sample
    """
    state = random[0]
    for turn in range(rounds * seats):
        seat = turn % seats
        node, depth = 0, 0
        mine = theirs = drawn = 1.0
        while actor[node] != END:
            who = actor[node]
            state = onward(state)
            reach[depth, 0], reach[depth, 1], reach[depth, 2] = mine, theirs, drawn
            if who == CHANCE:
                move = draw_child(state, node, who, first, count, slot, chance)
                theirs *= chance[first[node] + move]
                drawn *= chance[first[node] + move]
            else:
                place, size = slot[node], count[node]
                match_one(place, size, regrets, strategy)
                move = draw_child(state, node, who, first, count, slot, strategy)
                if who == seat:
                    state = onward(state)
                    if float(word(state) >> 11) * TO_ONE < explore:
                        state = onward(state)
                        move = min(int(float(word(state) >> 11) * TO_ONE * size), size - 1)
                    mine *= strategy[place + move]
                    drawn *= explore / size + (1 - explore) * strategy[place + move]
                else:
                    theirs *= strategy[place + move]
                    drawn *= strategy[place + move]
            path[depth, 0], path[depth, 1] = node, move
            node = first[node] + move
            depth += 1
        back_up_path(seat, depth, pays[node, seat], explore, actor, count, slot, strategy, regrets, total, path, reach)
    random[0] = state
