#!/usr/bin/env python3
"""A bot for Carrick: it plays a legal turn, any, whenever it is to move.

    CARRICK_TOKEN=carrick_... python3 bot.py http://127.0.0.1:8010

The token needs the scopes read and play; make one on the account page of the bot's user. Everybody who
challenges that user finds a partner. To make it a better one, write another `choose`.
Nothing but Python's standard library is needed (3.9 or later).
"""

import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request


def choose(board, dice):
    """One of the board's legal turns. `board` is what GET /boards/{game}/{number} answers."""
    return dice.choice(board["legal"])


class Refused(Exception):
    """The server's answer is a problem: its status, and its sentence."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail", f"status {status}"))
        self.status = status


class Api:
    """The API of one site, with one token."""

    def __init__(self, site, token):
        self.base = site.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {token}"}

    def open(self, method, path, body=None, headers=None, timeout=60):
        """Sends a request; the response as a file."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, self.headers, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            try:
                problem = json.load(error)
            except ValueError:
                problem = {}
            if error.code == 429:
                time.sleep(float(error.headers.get("Retry-After", "10")))
            raise Refused(error.code, problem) from None

    def ask(self, method, path, body=None):
        """Sends a request; the JSON that comes back."""
        with self.open(method, path, body) as response:
            return json.load(response)

    def events(self, last):
        """What happens on this user's boards: name, id and data of each event."""
        headers = {} if last is None else {"Last-Event-ID": last}
        # The server says every 25 seconds that it lives.
        with self.open("GET", "/events", headers=headers, timeout=60) as response:
            event = {}
            for line in response:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    event[name] = value
                elif "event" in event:
                    yield event["event"], event["id"], json.loads(event["data"])
                    event = {}


class Bot:
    """A user who plays whenever they are to move."""

    def __init__(self, api, dice):
        self.api = api
        self.dice = dice
        self.name = api.ask("GET", "/me")["userid"]
        self.over = set()

    def play(self, game, number):
        """Plays on a board as long as it is this user's turn there."""
        path = f"/boards/{game}/{number}"
        try:
            board = self.api.ask("GET", path)
            while board.get("to_move", {}).get("userid") == self.name:
                turn = choose(board, self.dice)
                print(f"{game} {number}: #{board['next']} {turn}", flush=True)
                # The number makes it safe to send this again after whatever went wrong; the generation
                # tells that it is meant for this position, whatever was taken back.
                turn = {"number": board["next"], "generation": board["generation"], "turn": turn}
                board = self.api.ask("POST", path + "/turns", turn)
            if "ended" in board and path not in self.over:
                self.over.add(path)
                winner = board["ended"].get("winner", "nobody")
                print(f"{game} {number}: won by {winner} ({board['ended']['reason']})", flush=True)
        except Refused as refused:
            # 409: the game has gone on meanwhile, and an event will say so. 404: it was declined.
            if refused.status not in (404, 409):
                raise
            print(f"{game} {number}: {refused}", file=sys.stderr, flush=True)

    def catch_up(self):
        """Plays wherever this user is to move already."""
        query = f"/boards?player={self.name}&state=waiting&limit=200"
        for board in self.api.ask("GET", query)["boards"]:
            self.play(board["game"], board["number"])

    def run(self, games):
        """Plays forever, or until so many games are over."""
        last, wait = None, 1
        while games is None or len(self.over) < games:
            try:
                for name, last, data in self.api.events(last):
                    wait = 1
                    if name == "ready":
                        self.catch_up()
                    elif data.get("to_move") in (None, self.name):
                        self.play(data["game"], data["number"])
                    if games is not None and len(self.over) >= games:
                        return
            except Refused as refused:
                if refused.status in (401, 403):
                    sys.exit(f"{refused}")
                print(f"{refused}", file=sys.stderr, flush=True)
            except OSError as error:
                print(f"the connection was lost: {error}", file=sys.stderr, flush=True)
            time.sleep(wait)
            wait = min(2 * wait, 60)


def main():
    parser = argparse.ArgumentParser(description="Plays legal turns on Carrick.")
    parser.add_argument("site", help="where it is, such as http://127.0.0.1:8010")
    parser.add_argument("--games", type=int, help="stop when so many games are over")
    parser.add_argument("--seed", type=int, help="make the same choices every time")
    arguments = parser.parse_args()
    token = os.environ.get("CARRICK_TOKEN")
    if not token:
        sys.exit("Set CARRICK_TOKEN to a token with the scopes read and play.")
    try:
        Bot(Api(arguments.site, token), random.Random(arguments.seed)).run(arguments.games)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
