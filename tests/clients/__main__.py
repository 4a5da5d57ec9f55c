"""Generate API clients from the OpenAPI document, type-check them, and let each play a match of every preset.

    python -m tests.clients [FOLDER]

The generators and their packages stay in the folder, `.clients` unless named, for the next time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from ludocards.engine.registry import GAMES
from tests.live.stack import Embedded

SOURCE = Path(__file__).parent / "workshop"
ACCOUNT = """
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
print(Token.make(User.objects.create_user("Anna").pk, "clients", [Scope.PLAY])[1])
"""
NO_WAITING: dict[str, dict[str, Any]] = {"tarocchi": {"bidOpenDelayMs": 0, "offerLockMs": 0}}
"""By game, the options that remove all waiting times."""


class Workshop:
    """A folder with the generators, in which clients are made and checked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / "bin"

    def run(self, *command: str | Path) -> str:
        """Run a program and return its standard output; show the whole output if it fails."""
        words = [str(word) for word in command]
        print("$", *words, flush=True)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}")
        return done.stdout

    def install(self) -> None:
        shutil.copytree(SOURCE, self.folder, dirs_exist_ok=True)
        if not self.bin.exists():
            venv.create(self.folder / "venv", with_pip=True)
        self.run(self.bin / "python", "-m", "pip", "install", "-q", "-r", "requirements.txt")
        self.run("npm", "install", "--no-audit", "--no-fund", "--silent")

    def lint(self) -> None:
        self.run("npx", "redocly", "lint", "openapi.json", "--max-problems=100", "--format=stylish")
        self.run("npx", "spectral", "lint", "openapi.json", "--fail-severity=hint")

    def generate(self) -> None:
        client = self.folder / "client"
        shutil.rmtree(client, ignore_errors=True)
        generator = self.bin / "openapi-python-client"
        self.run(generator, "generate", "--path", "openapi.json", "--meta", "setup", "--output-path", client)
        self.run(self.bin / "python", "-m", "pip", "install", "-q", "--force-reinstall", "--no-deps", client)
        generated = self.folder / "generated"
        shutil.rmtree(generated, ignore_errors=True)
        self.run(
            self.bin / "openapi-generator-cli", "generate", "--generator-name", "python",
            "--input-spec", "openapi.json", "--output", generated,
            "--package-name", "ludopoli_generated",
        )  # fmt: skip
        self.run(self.bin / "python", "-m", "pip", "install", "-q", "--force-reinstall", generated)
        self.run(
            self.bin / "datamodel-codegen", "--input", "openapi.json", "--input-file-type", "openapi",
            "--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--set-default-enum-member",
            "--output", "models.py",
        )  # fmt: skip
        given = "--default-non-nullable=false"  # a sender may leave out fields with a default
        self.run("npx", "openapi-typescript", "openapi.json", "--output", "api.d.ts", given)

    def check(self) -> None:
        mypy: list[str | Path] = [self.bin / "mypy", "--strict", "--config-file", os.devnull]
        mypy += ["--python-executable", self.bin / "python"]
        self.run(*mypy, "client/ludopoli_client")
        self.run(*mypy, "models.py", "play_attrs.py", "play_pydantic.py")
        self.run("npx", "tsc", "--strict", "--target", "es2022", "--module", "nodenext", "play.ts")

    def players(self) -> list[list[str | Path]]:
        python = self.bin / "python"
        return [
            [python, "play_attrs.py"],
            [python, "play_pydantic.py"],
            [python, "play_generated.py"],
            ["node", "play.js"],
        ]


def main() -> None:
    workshop = Workshop(Path(sys.argv[1] if len(sys.argv) > 1 else ".clients").resolve())
    workshop.install()
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as site:
        with urlopen(f"{site.url}/api/v1/openapi/?format=json") as served:
            (workshop.folder / "openapi.json").write_bytes(served.read())
        workshop.lint()
        workshop.generate()
        workshop.check()
        *_, token = site.manage("shell", "--no-imports", "-c", ACCOUNT).split()
        for player in workshop.players():
            for name, preset in ((name, preset) for name, game in GAMES.items() for preset in game.presets):
                rules = json.dumps({**GAMES[name].shortest(preset), **NO_WAITING.get(name, {})})
                played = json.loads(workshop.run(*player, site.url, token, name, rules))
                assert min(played["places"]) == 1, played


if __name__ == "__main__":
    main()
