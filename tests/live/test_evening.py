"""An evening at real tables on a laptop without internet: phones write the scores, the power fails twice."""

from __future__ import annotations

import json
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.live.stack import Embedded, Stack

SECRET = "5e" * 32
LOOPBACK, ANY = "0100007F", "00000000"
"""127.0.0.1 and 0.0.0.0, as in /proc/net/tcp."""


class Phone:
    """A phone that has scanned the code on a place card."""

    def __init__(self, laptop: Stack, code: str, link: str) -> None:
        self.sheet = f"{laptop.url}/tornei/{code}/foglio/"
        self.cookies = CookieJar()
        self.client = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.client.open(laptop.url + link).close()

    def write(self, table: dict[str, Any]) -> None:
        fields = {
            f"score-{deal}-{side}": score
            for deal, row in enumerate(table["rows"], start=1)
            for side, score in enumerate(row)
        }
        token = next(each.value for each in self.cookies if each.name == "csrftoken")
        headers = {"Accept": "application/json", "X-CSRFToken": token or ""}
        body = urllib.parse.urlencode({"table": table["at"], **fields}).encode()
        with self.client.open(urllib.request.Request(self.sheet, body, headers)) as answer:
            assert json.load(answer)["ok"]


def addresses(pid: int) -> set[str]:
    """Return the local and remote addresses of the TCP sockets of a process, as the kernel writes them."""
    links = [each.readlink().name for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink()]
    found: set[str] = set()
    for name in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]:
            _number, local, remote, *rest = line.split()
            if f"socket:[{rest[6]}]" in links:
                found |= {local.split(":")[0], remote.split(":")[0]}
    return found


def test_an_evening_without_internet_survives_two_power_cuts(tables: str, tmp_path: Path) -> None:
    for name in ("laptop", "site"):
        (tmp_path / name).mkdir()
    here = "tests.live.real_tables"
    with Embedded(tmp_path / "laptop", tables) as laptop:
        whole = laptop.call(f"{here}:begin", secret=SECRET)
        laptop.call(f"{here}:play_out", code=whole["code"])
        night = laptop.call(f"{here}:begin", secret=SECRET)
        phones = {int(who): Phone(laptop, night["code"], link) for who, link in night["links"].items()}
        for round_ in (1, 2, 3):
            for at, table in enumerate(laptop.call(f"{here}:tables", code=night["code"])):
                home, away = (phones[number] for number in table["places"])
                home.write(table)
                if at == 1 and round_ < 3:  # one table is over, at the next only one side has written
                    [process] = laptop.processes
                    assert addresses(process.pid) <= {LOOPBACK, ANY}
                    laptop.kill()
                    laptop.start()
                away.write(table)
        played = laptop.call(f"{here}:standings", code=night["code"])
        assert played == laptop.call(f"{here}:standings", code=whole["code"])
        assert len(played) == 6
        desk = f"{laptop.url}/tornei/{night['code']}/direzione/serata.json"
        with urllib.request.urlopen(
            urllib.request.Request(desk, headers={"Cookie": night["cookie"]})
        ) as file:
            brought = file.read().decode()
    site = Embedded(tmp_path / "site", tables)
    site.prepare()
    try:
        [code, again] = [site.call(f"{here}:bring", file=brought) for _ in range(2)]
        assert code == again
        assert site.call(f"{here}:standings", code=code) == played
    finally:
        site.close()
