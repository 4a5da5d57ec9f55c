"""The packages of the lock files on every Python and machine that the README names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.stack import ROOT

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = {
    "Linux on x86_64": "x86_64-manylinux_2_36",  # the C library of Debian 12
    "Linux on arm64": "aarch64-manylinux_2_36",
    "macOS on arm64": "aarch64-apple-darwin",
}
MACOS = "15.0"
SOURCES = ("http-ece",)
"""The packages without wheels: pure Python, which installs anywhere."""


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_package_installs_everywhere(python: str, machine: str, tmp_path: Path) -> None:
    """With all that they need: a package may need another on a newer Python only."""
    uv = str(Path(sys.executable).with_name("uv"))
    command = [
        *(uv, "pip", "install", "--dry-run", "--quiet", "--target", str(tmp_path)),
        *("--python", sys.executable, "--python-version", python, "--python-platform", MACHINES[machine]),
        *("--only-binary=:all:", *(f"--no-binary={name}" for name in SOURCES)),
        *("--require-hashes", "--requirements", "requirements-dev.lock"),
    ]
    environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": MACOS}
    for source in (["--offline"], []):  # uv keeps what the index has said: its files do not change
        tried = subprocess.run(
            [*command, *source], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        if not tried.returncode:
            return
    pytest.fail(tried.stderr)


@pytest.mark.parametrize(("fails", "says"), [("-c", "Ludopoli needs Python 3.11 to 3.14"), ("-m", "")])
def test_a_python_that_does_not_do_is_refused_in_words(fails: str, says: str, tmp_path: Path) -> None:
    """Half an environment, as Debian's Python makes without its venv, is not taken for one next time."""
    python, venv = tmp_path / "python", tmp_path / "venv"
    python.write_text(
        f"#!/bin/sh\n[ $1 = -m ] && mkdir -p {venv}/bin && touch {venv}/bin/python\n[ $1 != {fails} ]\n"
    )
    python.chmod(0o755)
    make = ["make", "--silent", f"PYTHON={python}", f"VENV={venv}", f"{venv}/bin/python"]
    tried = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=False)
    assert tried.returncode
    assert tried.stdout.startswith(says)
    assert not venv.exists()


def test_the_tests_run_on_the_packages_of_the_product() -> None:
    product, tests = (
        {*re.findall(r"^[\w-]+==.*\\\n(?: +--hash=.*\n)+", (ROOT / name).read_text(), re.MULTILINE)}
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert product
    assert product <= tests
