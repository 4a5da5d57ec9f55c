"""Pages while a site is updated to a version that adds a tag library and uses it on every page.

`python -m bench update` asks two processes for 10,000 pages, in eight threads. After the first thousand,
which know two pages only, the new version is there, and later the processes are restarted one after the
other: once as `deploy/switch` does it, by a link to a release in a folder of its own; and once over the files
that run, as `git pull` would in a checkout that serves.
"""

from __future__ import annotations

import http.client
import itertools
import shutil
import subprocess
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench.against import checkout
from tests import servers
from tests.live.stack import Full
from tests.live.trials import POSTGRES

REQUESTS, THREADS = 10_000, 8
BEFORE, RESTARTED = 1_000, (5_000, 7_500)
"""The number of answers after which the new version comes, and after which each process is restarted."""

FIRST = ["/", "/tavoli/"]
PAGES = [
    *FIRST, "/tornei/", "/circoli/", "/lezioni/", "/giocate/", "/classifiche/", "/archivio/", "/regole/",
    "/regole/whist/", "/segnapunti/", "/account/accedi/", "/account/iscriviti/", "/senza-rete/", "/non-c-e/",
    "/account/password/dimenticata/", "/partita/da-file/",
]  # fmt: skip

LIBRARY = """from django import template

register = template.Library()


@register.simple_tag
def novelty() -> str:
    return ""
"""


def renew(root: Path) -> None:
    """Make the site of a folder one version newer: its templates use a library that was not there."""
    (root / "ludopoli" / "site" / "templatetags" / "novelty.py").write_text(LIBRARY)
    for page in (root / "templates").rglob("*.html"):
        text = page.read_text()
        page.write_text(text.replace("{% load ", "{% load novelty ", 1))


def by_link(serving: Path, newer: Path) -> None:
    """Lead the link to the newer release."""
    link = serving.with_name("next")
    link.symlink_to(newer)
    link.rename(serving)


def over_the_files(serving: Path, newer: Path) -> None:
    """Put the newer files in the place of those that are served."""
    subprocess.run(["cp", "--archive", f"{newer}/.", serving], check=True)


def answers(stack: Full, bring: Callable[[], None]) -> Counter[str]:
    """Return how often each status was answered; a connection that breaks is tried elsewhere, as by nginx."""
    counted: Counter[str] = Counter()
    number, lock, is_there = itertools.count(), threading.Lock(), threading.Event()

    def ask(at: int) -> str:
        page = FIRST[at % 2] if at < BEFORE else PAGES[at % len(PAGES)]
        for port in itertools.islice(itertools.cycle(stack.ports), at % 2, at % 2 + 4):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                line.request("GET", page, headers={"Accept-Language": "it"})
                answer = line.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                continue
            finally:
                line.close()
            return str(answer.status)
        return "none"

    def go_on() -> None:
        while (at := next(number)) < REQUESTS:
            if at >= BEFORE:
                is_there.wait()
            status = ask(at)
            with lock:
                counted[status] += 1

    threads = [threading.Thread(target=go_on) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    steps: list[Callable[[], object]] = [bring, *(partial(stack.restart, at) for at in range(2))]
    for after, step in zip((BEFORE, *RESTARTED), steps, strict=True):
        while counted.total() < after:
            threads[0].join(0.05)
        step()
        is_there.set()
    for thread in threads:
        thread.join()
    return counted


def main() -> None:
    for way in (by_link, over_the_files):
        with ExitStack() as opened:
            former = opened.enter_context(checkout("HEAD"))
            folder, home = (Path(opened.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
            newer, serving = folder / "newer", folder / "current"
            shutil.copytree(former, newer, symlinks=True)
            renew(newer)
            if way is by_link:
                serving.symlink_to(former)
            else:
                serving = former
            urls = opened.enter_context(servers.postgres(**POSTGRES)), opened.enter_context(servers.redis())
            stack = Full(home, *urls)
            stack.prepare()
            stack.root = serving
            with stack:
                counted = answers(stack, partial(way, serving, newer))
        listed = ", ".join(f"{status}: {times}" for status, times in sorted(counted.items()))
        print(f"updated {way.__name__.replace('_', ' ')}: {listed}", flush=True)


if __name__ == "__main__":
    main()
