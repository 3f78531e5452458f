#!/usr/bin/env python3
"""Checks proofs by connections, in Antipod. Written from docs/rules and docs/certificates.md.

    python3 checkers/connect.py FILE...

Prints a line for each file that holds, and ends with status 1 at the first that does not.
"""

import hashlib
import json
import sys
from functools import reduce
from operator import and_, or_

from check import Wrong, bits, demand, words


class Sphere:
    """Points by number: the left board with its rim, then the rest of the right one."""

    def __init__(self, radius):
        r = radius
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


class Proof:
    """Each connection is (is full, ends, points that have to be black, empty points that it needs)."""

    def __init__(self, sphere):
        self.sphere, self.maps, self.found = sphere, [], []

    def map(self, *images):
        near = self.sphere.near
        demand(sorted(images) == list(range(len(near))), "a map is none")
        holds = all({images[other] for other in near[at]} == near[images[at]] for at in range(len(near)))
        demand(holds, "a map does not keep neighbours")
        self.maps.append(images)

    def path(self, *points):
        demand(len(set(points)) == len(points) > 1, "a path comes to a point again")
        demand(all(b in self.sphere.near[a] for a, b in zip(points, points[1:])), "a path jumps")
        self.add(True, frozenset((points[0], points[-1])), sum(1 << at for at in points[1:-1]), 0)

    def series(self, one, other):
        (full, ends, black, empty), (full2, ends2, black2, empty2) = self.get(one), self.get(other)
        demand(full and full2 and len(ends & ends2) == 1, "a series does not hang together")
        demand(not empty & empty2, "a series needs a point twice")
        (middle,) = ends & ends2
        self.add(True, ends ^ ends2, black | black2 | 1 << middle, empty | empty2)

    def key(self, point, of):
        _, ends, black, empty = self.get(of)
        demand(black >> point & 1 and point not in self.sphere.poles, "a key is not needed")
        self.add(False, ends, black & ~(1 << point), empty | 1 << point)

    def all(self, *of):
        found = [self.get(line) for line in of]
        demand(found and all(ends == found[0][1] for _, ends, _, _ in found), "connections end elsewhere")
        demand(not reduce(and_, (empty for *_, empty in found)), "one stone stops all connections")
        black, empty = (reduce(or_, (one[at] for one in found)) for at in (2, 3))
        self.add(True, found[0][1], black, empty)

    def image(self, by, of):
        full, ends, black, empty = self.get(of)
        images = self.maps[by]
        move = lambda points: sum(1 << images[at] for at in bits(points))
        self.add(full, frozenset(images[at] for at in ends), move(black), move(empty))

    def get(self, line):
        demand(line < len(self.found), "a step rests on a later one")
        return self.found[line]

    def add(self, full, ends, black, empty):
        demand(not (black | sum(1 << at for at in ends)) & empty, "a point is to be black and empty")
        self.found.append((full, ends, black, empty))


def check(data):
    """Checks a proof, given as bytes. Returns its head."""
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        demand(head["certificate"] == "carrick connections", "these are no connections")
        demand((head["format"], head["rules"]) == (1, 1), "it is of another version")
        demand((head["game"], head["winner"]) == ("antipod", "second"), "it claims something else")
        demand(hashlib.sha256(body).hexdigest() == head["sha256"], "the sum is wrong")
        sphere = Sphere(words(head["options"])["radius"])
        played = [head.get(colour, []) for colour in ("black", "white")]
        black_stones, white_stones = position(sphere, *played)
        proof = Proof(sphere)
        *steps, rest = body.decode().split("\n")
        demand(not rest, "the last line does not end")
        for step in steps:
            word, *numbers = step.split(" ")
            demand(word in ("map", "path", "series", "key", "all", "image"), "a step is unknown")
            demand(all(number.isdecimal() for number in numbers), "a number is none")
            getattr(proof, word)(*map(int, numbers))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise Wrong(f"it is not understood ({error})") from error
    demand(len(proof.found) == head["steps"] > 0, "the number of steps is wrong")
    full, ends, black, empty = proof.found[-1]
    is_black_to_move = len(played[1]) > len(played[0])
    demand((full or is_black_to_move) and ends == sphere.poles, "the poles are not joined")
    demand(not black & ~black_stones, "stones are needed that are not there")
    demand(not empty & (black_stones | white_stones), "points are needed that are not empty")
    return head


def position(sphere, black, white):
    """The stones of Black and White, those that are there at the start included."""
    corners = [*bits(sphere.corners)]
    every = [*black, *white, *sphere.poles, *corners]
    demand(set(every) <= set(range(len(sphere.near))), "a stone is beside the board")
    demand(len(set(every)) == len(every), "two stones share a point")
    demand(len(white) - len(black) in (0, 1), "nobody is to move")
    return [sum(1 << at for at in points) for points in ([*black, *sphere.poles], [*white, *corners])]


def told(head):
    """What a proof says, in words."""
    stones = [f"{colour} on {head[colour]}" for colour in ("black", "white") if colour in head]
    return " ".join((f"the {head['winner']} player wins {head['game']} {head['options']}", *stones))


def main(paths):
    for path in paths:
        try:
            with open(path, "rb") as file:
                head = check(file.read())
        except (Wrong, OSError) as wrong:
            sys.exit(f"{path}: {wrong}")
        print(f"{path}: {told(head)}")


if __name__ == "__main__":
    main(sys.argv[1:])
