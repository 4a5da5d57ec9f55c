"""A bot that opens a table of Tressette, sits with three others and plays a match: `python example-bot.py`.

It needs Python alone. Make a token with the scope `play` in your settings, and set `LUDOPOLI_TOKEN`;
`LUDOPOLI_URL` is the server, http://localhost:8000 unless told.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

SERVER = os.environ.get("LUDOPOLI_URL", "http://localhost:8000")
TOKEN = os.environ["LUDOPOLI_TOKEN"]
RANKS = "4567FCRA23"
"""Of a suit at Tressette, from low to high."""

State = dict[str, Any]


def ask(path: str, body: Any = None) -> HTTPResponse:
    """GET, or POST what is given. Raises HTTPError with a problem document."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{SERVER}/api/v1/{path}", data, headers)
    answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)
    return answer


def frames(match: str) -> Iterator[State]:
    """What the stream of a match says until it is over; a broken line is opened again where it broke."""
    have = ""
    while True:
        try:
            with ask(f"matches/{match}/stream/{have}") as stream:
                for line in stream:
                    if line.strip():
                        frame = json.loads(line)
                        have = f"?have={frame['version']}"
                        yield frame
            return
        except (ConnectionError, TimeoutError, urllib.error.URLError) as broken:
            print(f"the line broke ({broken}), once more", file=sys.stderr)


def choose(view: State, legal: list[State]) -> State:
    """Win with the cheapest winner unless the partner wins, otherwise throw the least."""
    plays = [command for command in legal if command["do"] == "play"]
    if not plays:
        return legal[0]

    def strength(command: State) -> int:
        return RANKS.index(command["card"][0])

    on_table = view["trick"]["cards"]
    if not on_table:
        return max(plays, key=strength)
    suit = on_table[0][1]
    ranks = [RANKS.index(card[0]) if card[1] == suit else -1 for card in on_table]
    partner_wins = len(ranks) - ranks.index(max(ranks)) == 2
    winners = [play for play in plays if play["card"][1] == suit and strength(play) > max(ranks)]
    return min(winners if winners and not partner_wins else plays, key=strength)


def play(match: str) -> State:
    """Play to the end; returns the last view."""
    view: State = {}
    for frame in frames(match):
        view = frame["view"]
        if frame["legal"]:
            command = choose(view, frame["legal"])
            sent = {"id": str(uuid.uuid4()), "version": frame["version"], "command": command}
            try:
                ask(f"matches/{match}/commands/", sent).close()
            except urllib.error.HTTPError as refused:
                problem = json.load(refused)
                print(f"{command} was refused: {problem['code']}, {problem['detail']}", file=sys.stderr)
                if problem["code"] not in ("stale", "too_late", "match_over"):
                    raise  # the stream says what is true now; anything else is a fault of this bot
    return view


def main() -> None:
    rules = {"preset": "classico", "match_end": {"deals": int(os.environ.get("LUDOPOLI_DEALS", "1"))}}
    with ask("tables/", {"game": "tressette", "rules": rules, "private": True, "pace": 0}) as answer:
        code = json.load(answer)["code"]
    with ask(f"tables/{code}/bots/", {}) as answer:
        match = json.load(answer)["match"]
    view = play(match)
    print(json.dumps({"match": match, "totals": view["totals"], "places": view["places"]}))


if __name__ == "__main__":
    main()
