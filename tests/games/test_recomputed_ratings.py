"""Every rating and leaderboard of the site follows from the files of its archive alone."""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.archive import monthly_files
from games.archive.headers import account_key
from games.models import Boards, Match, Rating, Result, Standing, Table
from games.people import leaderboards, results
from ludocards.ratings import recompute
from ludocards.ratings.recompute import ArchiveDiffers, all_boards
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.games.ladder import played

NEW_YEAR = timezone.make_aware(datetime(2025, 1, 1, 12))  # noqa: DTZ001  (made aware here)
MONTHS = [f"2025-{month:02}" for month in range(1, 13)]
EACH_ALONE = (0, 1, 2, 3)

Folder = Path


def company() -> list[User]:
    people = [User.objects.create(username=f"Persona {number}") for number in range(8)]
    return [*people, User.objects.create(username="Programma", is_bot=True, owner=people[0])]


def finish_year(people: Sequence[User]) -> None:
    """Store a year of matches: in March more than in other months, so that there is a leaderboard of it."""
    rng = random.Random(1)
    days = sorted([rng.randrange(365) for _ in range(90)] + [59 + rng.randrange(31) for _ in range(60)])
    boards = Boards.objects.create(name="coppa", secret="00" * 32, opened_at=NEW_YEAR)
    kinds: dict[str, dict[str, Any]] = {
        "plain": {},
        "unwatched": {"watchable": False},
        "hidden": {"private": True, "hosted": True},
        "duplicate": {"boards": boards},
    }
    tables = [
        Table.objects.create(game="tressette", rules={}, players=4, code=code, **options)
        for code, options in kinds.items()
    ]
    rows: list[Match] = []
    seated: list[Result] = []
    for number, day in enumerate(days):
        sat: list[User | None] = [*rng.sample(people, 4)]
        rated = not (number % 7 == 0 or {people[0], people[-1]} <= {*sat})
        if number % 11 == 0:
            sat[3] = None  # who never came
        alone, table = number % 3 == 0, tables[rng.randrange(4)]
        places, sides = ((2, 1, 4, 3), EACH_ALONE) if alone else (rng.choice([(1, 2), (2, 1)]), (0, 1, 0, 1))
        row, per_seat = played(
            sat,
            places,
            sides=sides,
            at=NEW_YEAR + timedelta(days=day, minutes=number),
            rated=rated,
            left=[rng.randrange(4)] if rng.random() < 0.2 else [],
            game="briscola" if alone else "tressette",
        )
        row.table, row.scored = table, True
        for result in per_seat:
            result.rank = 1 if table.boards is not None and number % 2 else result.place
        rows.append(row)
        seated += per_seat
    Match.objects.bulk_update(rows, ["table", "scored"])
    Result.objects.bulk_create(seated)
    for game in ("tressette", "briscola"):
        results.rerate_all_matches(game)


@pytest.fixture
def archive(db: None, settings: Any, tmp_path: Path) -> Folder:
    """The archive of a year in which a person has asked to be forgotten."""
    settings.VAR_DIR = tmp_path
    people = company()
    finish_year(people)
    privacy.delete_person(people[3])
    for game in ("tressette", "briscola"):
        results.sum_up_results(game)
    for month in MONTHS:
        monthly_files.write_volume(month)
    return monthly_files.directory()


def site_board(game: str, period: str) -> recompute.Board:
    page = leaderboards.leaderboard_rows(game, period, size=99)
    return sorted((row.rank, account_key(row.user.pk), row.value, row.matches, row.wins) for row in page.rows)


def test_every_rating_and_leaderboard_follows_from_the_archive(archive: Folder) -> None:
    ladders = recompute.recompute_ratings(archive)
    for game, boards in all_boards(ladders).items():
        assert boards == {period: site_board(game, period) for period in boards}
        periods = Standing.objects.filter(game=game, rated__gt=0).values_list("period", flat=True)
        assert boards.keys() == {*periods}
    assert all(all_boards(ladders)["tressette"][period] for period in ("all", "2025", "2025-03"))


Change = Callable[[dict[str, Any]], None]

CHANGES: dict[str, Change] = {
    "its places": lambda record: record["result"]["places"].reverse(),
    "casual": lambda record: record.update(rated=False),
    "an absence": lambda record: record["seats"][0].update(absent=not record["seats"][0].get("absent")),
    "another person": lambda record: record["seats"][1].update(account="somebody else"),
}


def rows_of(table: Path) -> list[dict[str, str]]:
    with gzip.open(table, "rt", encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]


def changed(packed: bytes, change: Change) -> bytes:
    """Change the first rated match in pairs of a month, which had other cards than any other."""
    records = [json.loads(line) for line in gzip.decompress(packed).splitlines()]
    change(
        next(
            each
            for each in records
            if each["rated"] and "boards" not in each and len(each["result"]["places"]) == 2
        )
    )
    return gzip.compress("".join(f"{json.dumps(record)}\n" for record in records).encode())


def test_a_changed_record_is_found(archive: Folder) -> None:
    [path] = archive.glob("ludopoli-2025-03-*.jsonl.gz")
    before = path.read_bytes()
    for name, change in CHANGES.items():
        path.write_bytes(changed(before, change))
        with pytest.raises(ArchiveDiffers):
            recompute.recompute_ratings(archive)
        assert recompute.main([str(archive)]) == 1, name
    path.write_bytes(before)
    [table] = archive.glob("ludopoli-2025-03-*.csv.gz")
    text = gzip.decompress(table.read_bytes()).decode()
    some_mean = rows_of(table)[0]["mu"]
    for other, differs in {
        text.replace(some_mean, f"{float(some_mean) + 0.001}"): " mu",
        "".join(text.splitlines(keepends=True)[:-1]): "accounts of 2025-03",
    }.items():
        table.write_bytes(gzip.compress(other.encode()))
        with pytest.raises(ArchiveDiffers, match=differs):
            recompute.recompute_ratings(archive)


def test_a_reader_may_go_on_from_the_ratings_of_a_month(archive: Folder) -> None:
    written = {
        (row["game"], row["account"]): (float(row["mu"]), float(row["sigma"]))
        for month in MONTHS
        for table in archive.glob(f"ludopoli-{month}-*.csv.gz")
        for row in rows_of(table)
    }
    ratings = Rating.objects.values_list("game", "user", "mu", "sigma")
    assert written == {(game, account_key(user)): (mu, sigma) for game, user, mu, sigma in ratings}


def test_the_archive_says_nothing_of_closed_tables_but_the_results(archive: Folder) -> None:
    closed = {
        str(pk) for pk in Match.objects.filter(table__code="hidden", rated=False).values_list("pk", flat=True)
    }
    assert closed
    texts = [gzip.decompress(path.read_bytes()).decode() for path in archive.glob("*.gz")]
    assert not [each for each in closed if any(each in text for text in texts)]
    assert not [text for text in texts if "Persona 3" in text], "who was forgotten"
