"""The Lighthouse scores of the main pages on a phone's screen; at least 95 of 100 is promised in each.

The site runs as visitors get it, see `deployed`. Needs node, npm and nginx; Lighthouse itself is installed
into `var/lighthouse` if it is missing. The performance score is extrapolated from the speed of this machine:
a busy one gives too low a score, and therefore only the web processes run meanwhile: what workers do takes no
time of a reader's phone. `python -m bench.lighthouse table board` looks at some pages only, `--looks 5` looks
five times and shows the one of median performance, `--keep` writes its report into `var/lighthouse`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from bench.deployed import UNBELIEVED, deployed
from tests.e2e.conftest import CHROMIUM
from tests.live.stack import ROOT
from tests.servers import free_port

VERSION = "12.8.2"
"""The last version for node 20."""

HOME = ROOT / "var" / "lighthouse"
PROMISED = 95
PAINTS = ("first", "largest")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = ["--no-sandbox", "--disable-gpu", UNBELIEVED]
ZONE = "Europe/Rome"
"""That of the site: for a device elsewhere, a first page with times is loaded twice."""


def main(only: Collection[str] = (), keep: bool = False, looks: int = 1) -> None:
    """Look at every page, or only at these, an odd number of times."""
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    command = installed()
    with deployed() as (stack, url):
        world = stack.call("tools.shots.world:build")
        places, rosalia = world["places"], world["cookies"]["rosalia"]
        stack.start()
        table = stack.call(
            "tools.shots.world:position", until="answers", people=1, rules={"preset": "classico"}
        )
        for worker in stack.processes[stack.web_processes :]:
            worker.send_signal(signal.SIGSTOP)
        paths = {
            "home": ("/", ""),
            "lobby": ("/tavoli/", ""),
            "table": (f"/tavolo/{table['code']}/", table["cookies"][0]),
            "tournaments": ("/tornei/", ""),
            "leaderboard": ("/classifiche/", ""),
            "rules": ("/regole/tressette/bredese/", ""),
            "lessons": ("/lezioni/tressette/", ""),
            "step": ("/lezioni/tressette/carte/1/", ""),
            "puzzles": ("/giocate/", ""),
            "puzzle": (f"/giocate/{places['puzzle']}/", ""),
            "mistakes": ("/giocate/errori/", rosalia),
            "mistake": (f"/giocate/errori/{places['mistake']}/", rosalia),
            "board": (f"/partita/{places['match_tressette']}/analisi/", rosalia),
            "studies": ("/analisi/", rosalia),
            "study": (f"/analisi/{places['study']}/", rosalia),
            "replay": (f"/partita/{places['match_tressette']}/", ""),
            "level": ("/giocate/livello/", rosalia),
            "event": (f"/tornei/{places['event_runs']}/", ""),
            "clubs": ("/circoli/", ""),
            "club": (f"/circoli/{places['club']}/", rosalia),
            "profile": (f"/giocatori/{places['name']}/", ""),
            "sign-up": ("/account/iscriviti/", ""),
        }
        print(
            f"{'page':12}",
            *(f"{category:>15}" for category in CATEGORIES),
            f"  first and largest paint (scores at least {PROMISED})",
        )
        for name, (path, cookie) in paths.items():
            if only and name not in only:
                continue
            reports = [looked_at(command, url + path, cookie) for _ in range(looks)]
            report = sorted(reports, key=lambda each: each["categories"]["performance"]["score"])[looks // 2]
            scores = [round(100 * (report["categories"][each]["score"] or 0)) for each in CATEGORIES]
            paints = [report["audits"][f"{each}-contentful-paint"]["displayValue"] for each in PAINTS]
            print(f"{name:12}", *(f"{score:15}" for score in scores), "", *paints, flush=True)
            if keep:
                (HOME / f"{name}.json").write_text(json.dumps(report))
            for reason in missed(report):
                print(f"{'':12} {reason}")


def installed() -> Path:
    command = HOME / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(HOME)]
        subprocess.run([*install, f"lighthouse@{VERSION}"], check=True)
    return command


@contextmanager
def browser() -> Iterator[tuple[BrowserContext, int]]:
    """Yield a browser with the port at which Lighthouse finds it."""
    port, path = free_port(), str(CHROMIUM) if CHROMIUM.exists() else None
    flags = [*FLAGS, f"--remote-debugging-port={port}"]
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        environment: dict[str, str | float | bool] = {**os.environ, "TZ": ZONE}
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=flags, env=environment, ignore_https_errors=True
        )
        yield context, port
        context.close()


def sign_in(context: BrowserContext, url: str, cookie: str) -> None:
    """Keep the cookie as a browser does: a header of Lighthouse's would not go with a socket, at which a
    player would then be a spectator."""
    context.clear_cookies()
    if cookie:
        name, value = cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": url}])


def looked_at(command: Path, url: str, cookie: str) -> dict[str, Any]:
    """Return the report on a page.

    The browser is a new one: Lighthouse walks the whole heap of the page's process when it begins, and what
    earlier pages have left there counts as up to 0.7 s of blocking time. The site has answered before.
    """
    with browser() as (context, port):
        sign_in(context, url, cookie)
        context.request.get(url)
        asked = [
            str(command), url, "--quiet", "--output=json", "--output-path=stdout", f"--port={port}",
            f"--only-categories={','.join(CATEGORIES)}",
        ]  # fmt: skip
        output = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout
    report: dict[str, Any] = json.loads(output)
    return report


def missed(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points in the categories below the promised score."""
    reasons = []
    for category in report["categories"].values():
        if (category["score"] or 0) * 100 >= PROMISED:
            continue
        for part in category["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                reasons.append(f"{category['id']}: {audit['title']} {audit.get('displayValue', '')}")
    return reasons


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pages", nargs="*")
    arguments.add_argument("--keep", action="store_true", help="the whole reports")
    arguments.add_argument("--looks", type=int, default=1, choices=(1, 3, 5))
    asked = arguments.parse_args()
    main(asked.pages, asked.keep, asked.looks)
