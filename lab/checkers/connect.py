#!/usr/bin/env python3
"""Checks proofs by connections, in Antipod. Written from docs/rules and docs/certificates.md.

    python3 lab/checkers/connect.py FILE...

Prints a line for each file that holds, and ends with status 1 at the first that does not.
"""

import re
import sys
from functools import reduce
from operator import and_, or_

from check import bits, demand, grow, read_head, run


class Sphere:
    """Points by number: the left board with its rim, then the rest of the right one."""

    def __init__(self, r):
        flat = [(i, j) for i in range(1, 2 * r) for j in range(1, 2 * r) if abs(i - j) < r]
        rim = {(i, j) for i, j in flat if {i, j} & {1, 2 * r - 1} or abs(i - j) == r - 1}
        points = [(0, *at) for at in flat] + [(1, *at) for at in flat if at not in rim]
        number = {at: rank for rank, at in enumerate(points)}
        number |= {(1, *at): number[0, *at] for at in rim}  # the rim of one board is that of the other
        self.near = [set() for _ in points]
        for half in (0, 1):
            for i, j in flat:
                for step in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)):
                    other = (half, i + step[0], j + step[1])
                    if other in number:
                        self.near[number[half, i, j]].add(number[other])
        self.poles = frozenset(number[half, r, r] for half in (0, 1))
        ends = {1, r, 2 * r - 1}
        self.corners = sum(1 << number[0, *at] for at in rim if set(at) <= ends)


# A step: a word and numbers, with one blank before each.
STEP = re.compile(r"(map|path|series|key|all|image)((?: (?:0|[1-9][0-9]{0,8}))+)")


class Proof:
    """Each connection is (is full, ends, points that have to be black, empty points that it needs)."""

    def __init__(self, sphere):
        self.sphere, self.maps, self.found = sphere, [], []

    def step(self, line):
        found = STEP.fullmatch(line)
        demand(found, "a line is no step")
        word, numbers = found[1], [int(number) for number in found[2].split()]
        is_count = len(numbers) == 2 if word in ("series", "key", "image") else len(numbers) <= 10_000
        demand(is_count, "a step has too few or too many numbers")
        getattr(self, word)(*numbers)

    def map(self, *images):
        near = self.sphere.near
        demand(sorted(images) == [*range(len(near))], "a map does not name each point once")
        holds = all({images[other] for other in near[at]} == near[images[at]] for at in range(len(near)))
        demand(holds, "a map does not keep neighbours")
        self.maps.append(images)

    def path(self, *points):
        demand(all(at < len(self.sphere.near) for at in points), "a point is not on the board")
        demand(len(set(points)) == len(points) > 1, "a path is too short, or comes to a point again")
        demand(all(b in self.sphere.near[a] for a, b in zip(points, points[1:])), "a path jumps")
        self.add(True, frozenset((points[0], points[-1])), sum(1 << at for at in points[1:-1]), 0)

    def series(self, one, other):
        (full, ends, black, empty), (full2, ends2, black2, empty2) = self.get(one), self.get(other)
        demand(full and full2, "a connection has to be full")
        demand(len(ends & ends2) == 1, "a series does not hang together")
        demand(not empty & empty2, "a series needs a point twice")
        (middle,) = ends & ends2
        self.add(True, ends ^ ends2, black | black2 | 1 << middle, empty | empty2)

    def key(self, point, of):
        full, ends, black, empty = self.get(of)
        demand(full, "a connection has to be full")
        demand(point < len(self.sphere.near), "a point is not on the board")
        demand(black >> point & 1 and point not in self.sphere.poles, "a key is not needed")
        self.add(False, ends, black & ~(1 << point), empty | 1 << point)

    def all(self, *of):
        found = [self.get(line) for line in of]
        demand(all(ends == found[0][1] for _, ends, _, _ in found), "connections end elsewhere")
        demand(not reduce(and_, (empty for *_, empty in found)), "one stone stops all connections")
        black, empty = (reduce(or_, (one[at] for one in found)) for at in (2, 3))
        self.add(True, found[0][1], black, empty)

    def image(self, by, of):
        full, ends, black, empty = self.get(of)
        demand(by < len(self.maps), "a step rests on a later line")
        images = self.maps[by]
        move = lambda points: sum(1 << images[at] for at in bits(points))
        self.add(full, frozenset(images[at] for at in ends), move(black), move(empty))

    def get(self, line):
        demand(line < len(self.found), "a step rests on a later line")
        return self.found[line]

    def add(self, full, ends, black, empty):
        demand(not (black | sum(1 << at for at in ends)) & empty, "a point is to be black and empty")
        self.found.append((full, ends, black, empty))


def check(data):
    """Checks a proof, given as bytes. Returns its head."""
    fields = "winner", "black", "white", "steps", "sha256"
    head, body = read_head(data, "carrick connections", *fields)
    radius = re.fullmatch("-radius=([3-9]|10)", head["options"])
    demand(head["game"] == "antipod" and radius, "no such file is written for this game and these options")
    demand(head["winner"] == "second", "connections are of the second player only")
    sphere = Sphere(int(radius[1]))
    black_stones, white_stones, is_black_to_move = position(sphere, head)
    proof = Proof(sphere)
    *steps, rest = body.decode("latin-1").split("\n")
    demand(not rest, "the last line does not end")
    for step in steps:
        proof.step(step)
    demand(type(head["steps"]) is int and len(proof.found) == head["steps"] > 0, "the number of steps is wrong")
    full, ends, black, empty = proof.found[-1]
    demand(ends == sphere.poles, "the last step does not join the poles")
    demand(full or is_black_to_move, "White moves first, and the last step is not full")
    demand(not black & ~black_stones, "stones are needed that are not there")
    demand(not empty & (black_stones | white_stones), "points are needed that are not empty")
    return head


def position(sphere, head):
    """The stones of Black and White, those of the start included, and whether Black is to move."""
    start = *sphere.poles, *bits(sphere.corners)
    played = []
    for colour in ("black", "white"):
        points = head.get(colour, [])
        is_list = type(points) is list and all(type(at) is int for at in points)
        demand(is_list and (points or colour not in head), "the stones are no list of points")
        demand(points == sorted(set(points)), "the stones are not in order")
        demand(all(0 <= at < len(sphere.near) for at in points), "a point is not on the board")
        played.append(points)
    black, white = played
    demand(len({*black, *white, *start}) == len(black) + len(white) + len(start), "two stones share a point")
    demand(len(white) - len(black) in (0, 1), "the numbers of stones do not fit")
    black_stones = sum(1 << at for at in (*black, *sphere.poles))
    near = lambda at: sum(1 << other for other in sphere.near[at])
    one, other = sphere.poles
    demand(not grow(1 << one, black_stones, near) >> other & 1, "Black has won already")
    return black_stones, sum(1 << at for at in white) | sphere.corners, len(white) > len(black)


def told(head):
    """What a proof says, in words."""
    if "white" not in head:
        return f"Black, the second player, wins {head['game']} {head['options']}"
    black, white = head.get("black", []), head["white"]
    mover = "Black" if len(white) > len(black) else "White"
    return f"Black wins {head['game']} {head['options']} with black on {black}, white on {white}, {mover} to move"


if __name__ == "__main__":
    run(check, told, sys.argv[1:])
