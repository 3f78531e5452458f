#!/usr/bin/env python3
"""Compares Carrick's random games of Hex and Y (11 to a side) with OpenSpiel's.

    python3 scripts/against_openspiel.py

OpenSpiel plays both games. This script installs its package, open_spiel, into a separate environment,
target/openspiel. OpenSpiel's rollouts are timed inside its C++ code: the script requests one simulation
of its tree search, whose evaluation is that many random games from the empty board. Carrick's figures
are those of `cargo bench -p carrick-engine --bench hex_and_y`: the same random games, played one after
another until a player has won, and fills of the whole board, 512 at the same time. Each uses one core,
and the best of several runs counts; on a busy machine, only the processor time that OpenSpiel got is
counted.

Both must find the same mean lengths. The script fails if they differ, or if Carrick's sequential games
are not ten times as fast.
"""

import importlib.metadata
import json
import os
import random
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / "target" / "openspiel"
GAMES = ["hex", "y"]
SIZE = 11
ROLLOUTS = 5_000
RUNS = 7
GAMES_FOR_LENGTH = 4_000


def measure_openspiel():
    """Measures OpenSpiel, inside the environment; prints one JSON object per game."""
    import pyspiel

    version = importlib.metadata.version("open_spiel")
    for name in GAMES:
        game = pyspiel.load_game(f"{name}(board_size={SIZE})")
        best = max(rollouts_per_s(pyspiel, game, seed) for seed in range(RUNS))
        length = mean_length(game)
        found = {"game": name, "version": version, "mean_length": length, "rollouts_per_s": best}
        print(json.dumps(found))


def rollouts_per_s(pyspiel, game, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
    state = game.new_initial_state()
    start = time.process_time()
    bot.mcts_search(state)
    return ROLLOUTS / (time.process_time() - start)


def mean_length(game):
    rng = random.Random(11)
    stones = 0
    for _ in range(GAMES_FOR_LENGTH):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        stones += state.move_number()
    return stones / GAMES_FOR_LENGTH


def json_lines(command):
    out = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    records = (json.loads(line) for line in out.splitlines() if line.startswith("{"))
    return {record["game"]: record for record in records}


def main():
    python = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    bench = ["cargo", "bench", "--quiet", "-p", "carrick-engine", "--bench", "hex_and_y"]
    carrick = json_lines(bench)
    openspiel = json_lines([python, __file__, "--measure-openspiel"])

    print(f"OpenSpiel {openspiel[GAMES[0]]['version']}")
    print(f"{'':8}{'mean length':^22}{'random games a second':^36}{'fills a second':>16}")
    print(
        f"{'':8}{'OpenSpiel':>11}{'Carrick':>11}{'OpenSpiel':>12}{'Carrick':>12}{'ratio':>12}"
        f"{'Carrick':>16}"
    )
    good = True
    for name in GAMES:
        theirs, ours = openspiel[name], carrick[name]
        ratio = ours["games_per_s"] / theirs["rollouts_per_s"]
        print(
            f"{name:<5}{SIZE:<3}{theirs['mean_length']:>11.1f}{ours['mean_length']:>11.1f}"
            f"{theirs['rollouts_per_s']:>12,.0f}{ours['games_per_s']:>12,.0f}{ratio:>12.1f}"
            f"{ours['fills_per_s']:>16,.0f}"
        )
        good &= ratio >= 10 and abs(theirs["mean_length"] - ours["mean_length"]) < 1
    if not good:
        sys.exit("the lengths differ, or Carrick is not ten times as fast")


if __name__ == "__main__":
    measure_openspiel() if "--measure-openspiel" in sys.argv else main()
