#!/usr/bin/env python3
"""Checks strategies: walks over all answers of the loser. Written from docs/rules and
docs/certificates.md, and Boche's rules are those of check.py.

    python3 lab/checkers/walk.py FILE...

Prints a line for each file that holds, and ends with status 1 at the first that does not.
"""

import sys
from math import comb

from check import Boche, bits, demand, grow, read_board, read_head, run, squeeze


class Antipod:
    """A state is a set of points with stones, and White's of them."""

    def __init__(self, options):
        r = options["radius"]
        steps = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
        flat = [(i, j) for i in range(1, 2 * r) for j in range(1, 2 * r) if abs(i - j) < r]
        rim = {(i, j) for i, j in flat if {i, j} & {1, 2 * r - 1} or abs(i - j) == r - 1}

        def point(half, at):  # the rim of one board is that of the other
            return (0 if at in rim else half, *at)

        ends = {1, r, 2 * r - 1}
        corners = {point(0, at) for at in rim if set(at) <= ends}
        poles = [(half, r, r) for half in (0, 1)]
        points = sorted({point(half, at) for half in (0, 1) for at in flat} - corners - set(poles))
        self.places = len(points)
        number = {at: rank for rank, at in enumerate(points + poles + sorted(corners))}
        self.near = [0] * len(number)
        for half in (0, 1):
            for i, j in flat:
                for di, dj in steps:
                    if (i + di, j + dj) in flat:
                        self.near[number[point(half, (i, j))]] |= 1 << number[point(half, (i + di, j + dj))]
        self.all = (1 << self.places) - 1
        self.poles = 3 << self.places
        self.first = [0]  # the first state by number of stones
        for stones in range(self.places + 1):
            ways = comb(stones, -(-stones // 2))
            self.first.append(self.first[-1] + comb(self.places, stones) * ways)
        self.count = self.first[-1]
        self.start = 0, 0

    def index(self, state):
        taken, white = state
        stones = taken.bit_count()
        # Of two sets of one size the one with the highest point that is not in both comes later.
        rank = lambda mask: sum(comb(at, which + 1) for which, at in enumerate(bits(mask)))
        ways = comb(stones, -(-stones // 2))
        return self.first[stones] + rank(taken) * ways + rank(squeeze(white, taken))

    def joins(self, points):
        reached = grow(1 << self.places, points | self.poles, self.near.__getitem__)
        return reached & self.poles == self.poles

    def over(self, state):
        taken, white = state
        whites_turn = taken.bit_count() % 2 == 0
        if self.joins(taken & ~white):
            return -1 if whites_turn else 1
        if not self.joins(self.all & ~white):
            return 1 if whites_turn else -1
        return None

    def turns(self, state):
        taken, white = state
        whites_turn = taken.bit_count() % 2 == 0
        for at in bits(self.all & ~taken):
            yield taken | 1 << at, white | 1 << at if whites_turn else white


class Pyramid(Boche):
    """Boche from its empty board, whose number no other state has."""

    start = 0, {}, 0

    def index(self, state):
        return super().index(state) if state[0] else 0

    def turns(self, state):
        # The first cube settles whose the nearest corners are.
        return super().turns(state) if state[0] else self.openings().values()


class Walk:
    def __init__(self, rules, turns):
        self.game, self.ends, self.after = rules
        self.named, self.met, self.used = turns, set(), set()

    def over(self, number, state):
        """1 if the player to move has won, -1 if the other, None if the game goes on."""
        if number not in self.ends:
            self.ends[number] = self.game.over(state) if number else None
        return self.ends[number]

    def turns(self, number, state):
        """The states after all turns, by number."""
        if number not in self.after:
            self.after[number] = {self.game.index(next_): next_ for next_ in self.game.turns(state)}
        return self.after[number]

    def all(self, is_winners):
        """Every position that can come about when the winner plays as is named."""
        open_ = [(0, self.game.start, is_winners)]
        while open_:
            number, state, is_winners = open_.pop()
            if number in self.met:
                continue
            self.met.add(number)
            over = self.over(number, state)
            if over is not None:
                demand((over == 1) == is_winners, f"the loser wins in state {number}")
                continue
            after = self.turns(number, state)
            demand(after, f"nobody has won in state {number}, and there is no turn")
            if not is_winners:
                open_ += ((*next_, True) for next_ in after.items())
            elif number in self.named:
                named = self.named[number]
                self.used.add(number)
                demand(named in after, f"the turn in state {number} is no turn")
                demand(self.over(named, after[named]) is None, f"state {number} is won at once")
                open_.append((named, after[named], False))
            else:
                won = any(self.over(*next_) == -1 for next_ in after.items())
                demand(won, f"no turn is named for state {number}, and none wins at once")
        demand(self.named.keys() == self.used, "a turn is named for a position in which the winner never moves")


GAMES = {"antipod": Antipod, "boche": Pyramid}
made = {}  # games that were asked about, with the ends and turns of states


def rules(head):
    options = read_board(head)
    key = head["game"], head["options"]
    if key not in made:
        made[key] = GAMES[head["game"]](options), {}, {}
    return made[key]


def check(data):
    """Checks a strategy, given as bytes. Returns its head."""
    head, body = read_head(data, "carrick strategy", "winner", "positions", "sha256")
    demand(head["game"] in GAMES, "strategies are written for antipod and boche only")
    demand(head["winner"] in ("first", "second"), "nobody is the winner")
    game = rules(head)
    width = 4 if game[0].count < 1 << 32 else 8
    positions = head["positions"]
    demand(type(positions) is int and len(body) == 2 * width * positions, "the number of positions is wrong")
    numbers = [int.from_bytes(body[at : at + width], "little") for at in range(0, len(body), width)]
    before = numbers[::2]
    demand(before == sorted(set(before)), "the positions are not in order")
    Walk(game, dict(zip(before, numbers[1::2]))).all(head["winner"] == "first")
    return head


def told(head):
    """What a strategy says, in words."""
    swap = " without a swap" if head["game"] == "boche" else ""
    return f"the {head['winner']} player wins {head['game']} {head['options']}{swap}"


if __name__ == "__main__":
    run(check, told, sys.argv[1:])
