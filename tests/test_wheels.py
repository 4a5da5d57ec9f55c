"""Installation from wheels: the library alone, and the site with its files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import distributions
from pathlib import Path
from shutil import copystat, copytree, ignore_patterns
from typing import Any

import pytest
from numba.core.caching import UserProvidedCacheLocator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ludocards.bots.kernels.compiled import kept

ROOT = Path(__file__).parent.parent
SITE = (
    *("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments"),
    *("templates", "static", "locale"),
)
MADE = ignore_patterns("__pycache__", "*.mo", "build", "*.egg-info")
UV = str(Path(sys.executable).with_name("uv"))
RECORD = ROOT / "tests" / "records" / "tressette-three-games.json"


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        cwd=Path(command[0]).parent if Path(command[0]).is_absolute() else ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, source: Path, out: Path) -> Path:
    """Build a wheel or an sdist offline, from a copy of the source: nothing is left in the checkout."""
    run(
        UV, "build", "--quiet", f"--{kind}", "--offline", "--no-build-isolation", "--python", sys.executable,
        "--out-dir", out, source,
    )  # fmt: skip
    [made] = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the library."""
    folder = tmp_path_factory.mktemp("library")
    copytree(ROOT / "ludocards", folder / "ludocards", ignore=MADE)
    return build("wheel", folder / "ludocards", folder / "out")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution of the library."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("ludocards", "tests/library"):
        copytree(ROOT / name, folder / name, ignore=MADE)
    with tarfile.open(build("sdist", folder / "ludocards", folder / "out")) as packed:
        packed.extractall(folder)
    [root] = folder.glob("ludocards-*")
    return root


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the site."""
    folder = tmp_path_factory.mktemp("site")
    for name in SITE:
        copytree(ROOT / name, folder / name, ignore=MADE)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return build("wheel", folder, folder / "out")


def installed(made: Path, folder: Path) -> Path:
    """Return the Python of a fresh environment that has only this wheel."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, made)
    return python


MATCH = """
import sys
from random import Random
from ludocards.engine.registry import GAMES

for game in GAMES.values():
    random, rules = Random(1), next(iter(game.presets.values()))
    state = game.start(rules, game.players[0], dealer=0)
    while not game.is_over(state):
        if game.awaits_deal(state) is not None:
            pack = game.pack(state)
            step = game.deal(state, game.hand_out(state, tuple(random.sample(pack, len(pack)))))
        else:
            seat = random.choice(game.to_act(state))
            step = game.apply(state, seat, random.choice(game.legal(state, seat)))
        state = step.state
    print(game.name, min(game.places(state)))
assert not {"django", "numpy", "numba", "games", "ludopoli"} & {*sys.modules}, sys.modules
"""


def test_the_library_judges_and_plays_in_an_empty_environment(library: Path, tmp_path: Path) -> None:
    python = installed(library, tmp_path / "venv")
    report = run(python, "-I", "-m", "ludocards.engine", "referee", RECORD)
    assert report.startswith('{"ok": true')
    assert run(python, "-I", "-c", MATCH).split() == [
        "tressette",
        "1",
        "maraffone",
        "1",
        "traversone",
        "1",
        "briscola",
        "1",
        "scopone",
        "1",
        "tarocchi",
        "1",
        "whist",
        "1",
    ]


def test_the_library_is_typed_and_needs_nothing(library: Path) -> None:
    with zipfile.ZipFile(library) as packed:
        names = packed.namelist()
        [metadata] = (packed.read(name).decode() for name in names if name.endswith("/METADATA"))
    assert "ludocards/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"ludocards"}
    assert all(
        re.search(r"extra == .(bots|words|ratings|openspiel|pettingzoo|gymnasium)\b", line)
        for line in metadata.splitlines()
        if line.startswith("Requires-Dist")
    )


def test_the_source_distribution_builds_the_same_wheel(library: Path, unpacked: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(library) as one, zipfile.ZipFile(build("wheel", unpacked, tmp_path)) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        assert not [name for name in one.namelist() if "/static/" in name or "/tests/" in name]


def test_the_source_distribution_has_tests_that_pass(library: Path, unpacked: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(library) as packed:
        packed.extractall(tmp_path)
    report = run(
        sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider",
        f"--rootdir={unpacked}", "-c", os.devnull, unpacked / "tests",
        PYTHONPATH=str(tmp_path), NUMBA_CACHE_DIR=str(kernels_for(tmp_path)),
    )  # fmt: skip
    assert "passed" in report


def kernels_for(folder: Path) -> Path:
    """Return the compiled kernels of this checkout, as its library would have them in another folder.

    Numba keeps them by the paths and the times of their sources; to compile them takes half a minute.
    """
    made = folder / "compiled"
    for source in ROOT.glob("ludocards/**/kernels/*.py"):
        copied = folder / source.relative_to(ROOT)
        assert copied.read_bytes() == source.read_bytes()
        copystat(source, copied)
        here, there = (
            UserProvidedCacheLocator.get_suitable_cache_subpath(str(each)) for each in (source, copied)
        )
        for edition in kept.glob("*/"):
            if (edition / here).exists():
                copytree(edition / here, made / edition.name / there, dirs_exist_ok=True)
    return made


EVERY = """
import sys
from importlib import import_module
from pkgutil import walk_packages

for site in ("ludopoli", "games", "clubs", "practice", "analysis", "tournaments", "tests"):
    sys.modules[site] = None  # importing it fails
import ludocards

for module in walk_packages(ludocards.__path__, "ludocards."):
    if not module.name.endswith("__main__"):
        import_module(module.name)

from django.conf import settings

settings.configure(USE_I18N=False)
print(ludocards.catalogue.briscola.texts.TEXTS.refusals["no_signals"])
"""


def test_every_module_of_the_library_can_be_imported_without_the_site(library: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(library) as packed:
        packed.extractall(tmp_path)
    output = run(
        sys.executable, "-c", EVERY,
        PYTHONPATH=str(tmp_path), PYTHONSAFEPATH="1", DJANGO_SETTINGS_MODULE="", NUMBA_DISABLE_JIT="1",
    )  # fmt: skip
    assert output == "This table plays without signs.\n"


def test_the_extras_match_the_requirements_of_the_site() -> None:
    extras = read(ROOT / "ludocards")["project"]["optional-dependencies"]
    assert {*extras["bots"], *extras["words"], *extras["ratings"]} == {
        need
        for need in read(ROOT)["project"]["dependencies"]
        if re.match(r"(django|numba|numpy|openskill)\b(?!-)", need)
    }


def read(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text())


def test_the_site_judges_in_an_empty_environment(site: Path, tmp_path: Path) -> None:
    python = installed(site, tmp_path / "venv")
    assert run(python, "-I", "-m", "ludocards.engine", "referee", RECORD).startswith('{"ok": true')


HOME = """
import django
django.setup()
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.utils import translation

assert django.conf.settings.ASSETS_DIR.parts[-2:] == ("ludopoli", "assets")
get_template("home.html")
assert finders.find("css/tokens.css") and finders.find("js/games/whist.js")
with translation.override("it"):
    print(translation.gettext("Play now"))
"""


def test_the_site_has_its_templates_files_and_translations(site: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(site) as packed:
        packed.extractall(tmp_path / "site")
    output = run(
        sys.executable, "-c", HOME,
        PYTHONPATH=str(tmp_path / "site"), LUDOPOLI_VAR=str(tmp_path / "var"), DATABASE_URL="", REDIS_URL="",
        DJANGO_SETTINGS_MODULE="ludopoli.site.settings", PYTHONSAFEPATH="1",
    )  # fmt: skip
    assert output == "Gioca subito\n"


@pytest.mark.parametrize("python", ["3.11.2", "3.12.3", "3.13.5", "3.14.0"])
def test_what_packages_need_is_locked_for_every_python(python: str) -> None:
    """`make lock` sees only the Python that runs it, and Debian 12 has an older 3.11."""
    names = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    locked = {canonicalize_name(name) for name in names}
    here = {
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
        "sys_platform": "linux",
        "extra": "",
    }
    missing = [
        f"{package.name}: {line}"
        for package in distributions()
        if canonicalize_name(package.name) in locked
        for line in package.requires or []
        for needed in [Requirement(line)]
        if (needed.marker is None or needed.marker.evaluate(here))
        and canonicalize_name(needed.name) not in locked
    ]
    assert not missing
