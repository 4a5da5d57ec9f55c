"""The bot of the documentation, as a stranger would run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.live.stack import ROOT, Stack

BOT = ROOT / "docs" / "example-bot.py"
MAKE_TOKEN = """
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
print(Token.make(User.objects.create_user("Robot di Anna").pk, "prova", [Scope.PLAY])[1])
"""


def test_the_bot_of_the_documentation_is_short() -> None:
    assert len(BOT.read_text().splitlines()) < 150


def test_the_bot_of_the_documentation_plays_a_whole_match(stack: Stack) -> None:
    secret = stack.manage("shell", "--no-imports", "-c", MAKE_TOKEN).split()[-1]
    env = {**os.environ, "LUDOPOLI_TOKEN": secret, "LUDOPOLI_URL": stack.url, "LUDOPOLI_DEALS": "2"}
    done = subprocess.run([sys.executable, BOT], env=env, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    status, version = stack.query(
        f"SELECT status, version FROM games_match WHERE id = '{stack.key(said['match'])}'"
    )[0]
    assert status == "finished"
    commands = stack.query(
        "SELECT COUNT(*) FROM games_event WHERE command_id LIKE '0:%' AND match_id = "
        f"'{stack.key(said['match'])}'"
    )
    assert commands[0][0] >= 20
    assert version > 80
    assert min(said["places"]) == 1
    assert len(said["totals"]) == 2
