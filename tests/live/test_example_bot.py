"""The example bot of the documentation, run as by a stranger."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import urllib.request
from typing import Any

from tests.live.stack import ROOT, Stack

SECONDS = 120
BOT = ROOT / "docs" / "example-bot.py"
MAKE_ACCOUNTS = """
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
anna = User.objects.create_user("{owner}")
robot = User.objects.create(username="{robot}", is_bot=True, owner=anna)
print(*(Token.make(user.pk, "prova", [Scope.PLAY])[1] for user in (anna, robot)))
"""
ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


def test_the_documented_bot_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 150


def test_the_documented_bot_plays_a_whole_match(embedded: Stack) -> None:
    _anna, robot = _accounts(embedded, "Anna", "Robot di Anna")
    env = {**_env(embedded, robot), "LUDOPOLI_DEALS": "2"}
    done = subprocess.run([sys.executable, BOT], env=env, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    status, version = embedded.query(
        f"SELECT status, version FROM games_match WHERE id = '{embedded.key(said['match'])}'"
    )[0]
    assert status == "finished"
    commands = embedded.query(
        "SELECT COUNT(*) FROM games_event WHERE command_id LIKE '0:%' AND match_id = "
        f"'{embedded.key(said['match'])}'"
    )
    assert commands[0][0] >= 20
    assert version > 80
    assert min(said["places"]) == 1
    assert len(said["totals"]) == 2


def test_the_documented_bot_accepts_challenges(embedded: Stack) -> None:
    """Two such bots at a table: one is challenged by hand, and plays the match that begins."""
    bruno, robot = _accounts(embedded, "Bruno", "Robot di Bruno")
    carla, other = _accounts(embedded, "Carla", "Robot di Carla")
    waiting = [
        subprocess.Popen([sys.executable, BOT, "--wait"], env=_env(embedded, token), stdout=subprocess.PIPE)
        for token in (robot, other)
    ]
    try:
        table = _post(embedded, bruno, "tables/", game="tressette", rules=ONE_DEAL, private=True, pace=0)
        for name in ("Robot di Bruno", "Robot di Carla"):
            _post(embedded, bruno, "challenges/", to=name, table=table["code"])
        _post(embedded, carla, f"tables/{table['code']}/sit/", seat=3)
        match = _until_full(embedded, bruno, table["code"])
        for token in (bruno, carla):
            _post(embedded, token, f"tables/{table['code']}/leave/")
        for bot in waiting:
            said = json.loads(_first_line(bot))
            assert (said["match"], min(said["places"])) == (match, 1)
    finally:
        for bot in waiting:
            bot.kill()
            bot.communicate()


def _first_line(bot: subprocess.Popen[bytes]) -> bytes:
    """Return the first line that a bot prints; fail if none comes in time."""
    assert bot.stdout is not None
    ready, _, _ = select.select([bot.stdout], [], [], SECONDS)
    assert ready, "the bot says nothing"
    return bot.stdout.readline()


def _accounts(stack: Stack, owner: str, robot: str) -> tuple[str, str]:
    """Return the tokens of a new person and of their bot account."""
    made = MAKE_ACCOUNTS.format(owner=owner, robot=robot)
    *_, person, program = stack.manage("shell", "--no-imports", "-c", made).split()
    return person, program


def _env(stack: Stack, token: str) -> dict[str, str]:
    return {**os.environ, "LUDOPOLI_TOKEN": token, "LUDOPOLI_URL": stack.url}


def _post(stack: Stack, token: str, path: str, **fields: Any) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{stack.url}/api/v1/{path}", json.dumps(fields).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        done: dict[str, Any] = json.load(answer)
        return done


def _until_full(stack: Stack, token: str, code: str) -> str:
    """Wait until the account's stream announces the match of a table, and return its id."""
    headers = {"Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"{stack.url}/api/v1/me/stream/", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as lines:
        for line in lines:
            received = json.loads(line) if line.strip() else {"t": ""}
            begun = [received["data"]] if received["t"] == "match_started" else received.get("matches", [])
            for each in begun:
                if each["table"] == code:
                    return str(each["match"])
    raise AssertionError("the stream ended")
