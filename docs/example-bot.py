"""A bot that plays Tressette. It needs only Python.

`python example-bot.py` opens a table, fills it with the site's own bots and plays a match;
`python example-bot.py --wait` accepts every challenge at Tressette and plays the matches until it is stopped.

Make a bot account in your settings and a token for it with the scope `play`, and set `LUDOPOLI_TOKEN`;
`LUDOPOLI_URL` is the server, by default http://localhost:8000.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

SERVER = os.environ.get("LUDOPOLI_URL", "http://localhost:8000")
TOKEN = os.environ["LUDOPOLI_TOKEN"]
RANKS = "4567FCRA23"
"""The ranks of a suit at Tressette, from low to high."""

State = dict[str, Any]


def ask(path: str, body: Any = None) -> HTTPResponse:
    """GET the path, or POST a body to it. Raises HTTPError with a problem document."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{SERVER}/api/v1/{path}", data, headers)
    answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)
    return answer


def lines(path: str, cursor: str) -> Iterator[State]:
    """Yield a stream's events until it ends; after a broken connection, resume where it stopped."""
    have = ""
    while True:
        try:
            with ask(f"{path}{have}") as stream:
                for line in stream:
                    if line.strip():
                        event = json.loads(line)
                        have = f"?have={event[cursor]}"
                        yield event
            return
        except urllib.error.HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(int(refused.headers["Retry-After"]))
        except (ConnectionError, TimeoutError, urllib.error.URLError) as broken:
            print(f"the line broke ({broken}), once more", file=sys.stderr)
            time.sleep(1)


def choose(view: State, legal: list[State]) -> State:
    """Choose the cheapest winning card unless the partner is winning, otherwise the lowest card."""
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


def play(match: str) -> None:
    """Play a match to the end and print the result."""
    view: State = {}
    for frame in lines(f"matches/{match}/stream/", "version"):
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
                    raise  # after these three the stream sends the current state; others are bugs of this bot
    print(json.dumps({"match": match, "totals": view["totals"], "places": view["places"]}), flush=True)


def wait() -> None:
    """Accept every challenge at Tressette, decline the others, and play every match."""
    playing: set[str] = set()
    for event in lines("me/stream/", "id"):
        challenges = [event["data"]] if event["t"] == "challenge" else event.get("challenges", [])
        for challenge in challenges:
            answer = "accept" if challenge["game"] == "tressette" else "decline"
            try:
                ask(f"challenges/{challenge['id']}/{answer}/", {}).close()
            except urllib.error.HTTPError as refused:
                print(f"{answer}: {json.load(refused)['detail']}", file=sys.stderr)
        matches = [event["data"]] if event["t"] == "match_started" else event.get("matches", [])
        for match in {each["match"] for each in matches} - playing:
            playing.add(match)
            threading.Thread(target=play, args=[match]).start()


def main() -> None:
    if "--wait" in sys.argv:
        return wait()
    rules = {"preset": "classico", "match_end": {"deals": int(os.environ.get("LUDOPOLI_DEALS", "1"))}}
    with ask("tables/", {"game": "tressette", "rules": rules, "private": True, "pace": 0}) as answer:
        code = json.load(answer)["code"]
    with ask(f"tables/{code}/bots/", {}) as answer:
        play(json.load(answer)["match"])


if __name__ == "__main__":
    main()
