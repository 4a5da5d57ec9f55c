"""Exports: a person's own matches and results, and the public archive of a month."""

from __future__ import annotations

import base64
import csv
import gc
import gzip
import hashlib
import io
import json
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import AsyncRequestFactory, Client, override_settings
from django.utils import timezone
from openpyxl import load_workbook

from games.archive import exports, monthly_files
from games.archive.headers import account_key, match_headers
from games.models import Boards, Match, Result, Table
from games.people import results
from games.people.standings import period_span
from games.play import actions
from ludocards.engine import referee
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.failures.models import Failure
from ludopoli.http import throttle
from tests import seeding
from tests.games.ladder import NOON, played, score
from tests.games.playing import play_on

MARCH = "2026-03"

NewMatch = Callable[..., Match]


@pytest.fixture
def finished(match: NewMatch) -> NewMatch:
    """A match of one deal, played out and scored: `finished(at=…, private=True)`."""

    def finish(at: datetime = NOON, **options: Any) -> Match:
        begun = match(rules={"preset": "classico", "match_end": {"deals": 1}}, **options)
        play_on(begun)
        Match.objects.filter(pk=begun.pk).update(finished_at=at)
        results.score_match(begun.pk)
        Table.objects.filter(pk=begun.table_id).update(status=Table.Status.CLOSED)
        begun.refresh_from_db()
        return begun

    return finish


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> Path:
    """The folder of the archive."""
    settings.VAR_DIR = tmp_path
    return tmp_path / "archive"


@pytest.fixture(autouse=True)
def _not_yet_asked() -> None:
    """Reset the limit on downloads."""
    throttle._shared.clear()


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()


def own_rows(person: User) -> list[dict[str, str]]:
    """Return a person's results as programs get them."""
    return rows_of(text_of(client_of(person).get("/api/v1/me/results/")))


def rows_of(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


# ---- my matches


def test_my_matches_are_exported_as_verifiable_records(finished: NewMatch, people: list[User]) -> None:
    public, private = finished(), finished(at=NOON + timedelta(hours=1), private=True)
    response = client_of(people[0]).get("/mie/partite.jsonl")
    assert response["Content-Type"].startswith("application/x-ndjson")
    assert "attachment" in response["Content-Disposition"]
    text = text_of(response)
    assert [json.loads(line)["id"] for line in text.splitlines()] == [str(public.pk), str(private.pk)]
    reports = list(referee.judge_text(text, verify=True))
    assert [(report.json["ok"], report.json["finished"], report.json["verified"]) for report in reports] == [
        (True, True, True)
    ] * 2


def test_the_export_has_only_my_matches(finished: NewMatch, people: list[User]) -> None:
    finished()
    assert text_of(client_of(people[4]).get("/mie/partite.jsonl")) == ""


def test_the_export_has_no_match_in_play(match: NewMatch, people: list[User]) -> None:
    match()
    assert text_of(client_of(people[0]).get("/mie/partite.jsonl")) == ""


@pytest.mark.parametrize("address", ["/mie/partite.jsonl", "/mie/risultati.csv"])
def test_the_export_requires_signing_in(client: Client, db: None, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/account/accedi/")


@pytest.mark.parametrize("address", ["/mie/partite.jsonl", "/mie/risultati.csv", "/api/v1/me/results/"])
def test_frequent_downloads_are_throttled(people: list[User], address: str) -> None:
    client = client_of(people[0])
    answers = [client.get(address) for _ in range(exports.DOWNLOADS_AT_ONCE + 1)]
    assert [answer.status_code for answer in answers] == [200] * exports.DOWNLOADS_AT_ONCE + [429]
    assert answers[-1]["Retry-After"]


# ---- my results


def test_my_results_are_exported_as_a_sheet(people: list[User]) -> None:
    score(played(people[:4], left=[1]), played(people[:4], (2, 1), at=timedelta(days=1), rated=False))
    first, second = own_rows(people[0])
    assert list(first) == [column.name for column in exports.COLUMNS]
    own = Result.objects.get(match__pk=first["match"], user=people[0])
    expected = {
        "at": "2026-03-01T11:00:00Z", "game": "tressette", "preset": "classico", "players": "4", "rated": "1",
        "seat": "0", "place": "1", "sides": "2", "score": "21", "scores": "21 10", "won": "1", "left": "0",
        "partner": "Carla", "opponents": "Bruno, Dario", "deals": "5", "points": "40",
        "gain": str(own.gain), "tally": "accuse:1",
    }  # fmt: skip
    assert {name: first[name] for name in expected} == expected
    assert int(first["rating"]) == 1500 + int(first["gain"])
    assert (second["rated"], second["won"], second["gain"], second["rating"]) == ("0", "0", "", "")
    assert second["scores"] == "10 21"


def test_the_sheet_names_neither_bots_nor_ghosts(people: list[User]) -> None:
    score(played([people[0], None, people[2], people[3]], rated=False))
    ghost = privacy.delete_person(people[2])
    [row] = own_rows(people[0])
    assert (row["partner"], row["opponents"]) == (ghost.username, "bot, Dario")


def test_programs_may_ask_for_a_bom_and_semicolons(people: list[User]) -> None:
    score(played(people[:4]))
    text = text_of(client_of(people[0]).get("/api/v1/me/results/?excel=true"))
    assert text.startswith("\ufeffmatch;at;game;")
    [row] = rows_of(text.removeprefix("\ufeff"), ";")
    assert row["opponents"] == "Bruno, Dario"


def test_my_spreadsheet_opens_my_results(people: list[User]) -> None:
    score(played(people[:4]))
    italian = client_of(people[0])
    text = text_of(italian.get("/mie/risultati.csv", headers={"Accept-Language": "it"}))
    [row] = rows_of(text.removeprefix("\ufeff"), ";")
    assert (row["Gioco"], row["Fine"], row["Tutti i punteggi"]) == ("Tressette", "2026-03-01 12:00", "21–10")
    assert row["Peso"] == "1,0"
    answer = italian.get("/mie/risultati.xlsx", headers={"Accept-Language": "it"})
    assert answer["Content-Disposition"].endswith('.xlsx"')
    page = load_workbook(io.BytesIO(answer.getvalue())).worksheets[0]
    titles, cells = page.values
    assert dict(zip(titles, cells, strict=True))["Fine"] == datetime(2026, 3, 1, 12)  # noqa: DTZ001


@pytest.mark.parametrize("name", ["=1+1", "+39 06", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_name_cannot_be_a_formula(people: list[User], name: str) -> None:
    score(played(people[:4]))
    User.objects.filter(pk=people[2].pk).update(username=name)
    [row] = own_rows(people[0])
    assert row["partner"] == f"'{name}"


def test_a_negative_number_stays_a_number(people: list[User]) -> None:
    score(played(people[:4], (2, 1)))
    [row] = own_rows(people[0])
    assert int(row["gain"]) < 0


# ---- streaming


@pytest.fixture
def busy(db: None) -> User:
    """A person with many matches."""
    seeding.seed(6, 150, random.Random(7))
    return User.objects.order_by("pk")[0]


def peak(pages: Iterator[str | bytes]) -> int:
    """Return the peak memory, in bytes, while the pages are read and discarded."""
    gc.freeze()  # so that collections for a page skip the objects from before, as do those of later tests
    tracemalloc.start()
    try:
        for _ in pages:
            gc.collect()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", ["own_results", "own_records"])
def test_memory_does_not_grow_with_the_export(busy: User, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "RESULTS_AT_ONCE", 5)
    monkeypatch.setattr(exports, "RECORDS_AT_ONCE", 5)
    export: Callable[[User], Iterator[str | bytes]] = getattr(exports, kind)
    whole = [line for page in export(busy) for line in page.splitlines()]
    count = Result.objects.filter(user=busy).count()
    assert count > 60
    assert len(whole) == count + (kind == "own_results")
    most = peak(export(busy))
    latest = Result.objects.filter(user=busy).order_by("-at", "-match")[: count - 15]
    Result.objects.filter(pk__in=[result.pk for result in latest]).delete()
    fewer = peak(export(busy))
    assert most < 1.5 * fewer, (most, fewer)


async def test_pages_are_read_on_demand() -> None:
    read: list[int] = []

    def pages() -> Iterator[str]:
        for number in range(5):
            read.append(number)
            yield f"{number}\n"

    response = exports.stream_download(AsyncRequestFactory().get("/"), pages(), "text/plain", "x.txt")
    assert read == []
    written = []
    async for page in response:
        written.append(page)
        assert len(read) == len(written)
    assert b"".join(written) == b"0\n1\n2\n3\n4\n"


# ---- with a token


def test_a_program_gets_the_same_export(finished: NewMatch, people: list[User]) -> None:
    finished()
    _token, secret = Token.make(people[0].pk, "prova", [Scope.READ])
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    browser = client_of(people[0])
    for ours, theirs, kind in (
        ("/mie/partite.jsonl", "/api/v1/me/records/", "application/x-ndjson"),
        ("/api/v1/me/results/", "/api/v1/me/results/", "text/csv"),
    ):
        answer = program.get(theirs, headers={"Accept": kind})
        assert answer["Content-Type"].startswith(kind)
        assert text_of(answer) == text_of(browser.get(ours))


def test_a_program_gets_only_the_matches_that_it_asks_for(finished: NewMatch, people: list[User]) -> None:
    first, last = finished(), finished(at=NOON + timedelta(days=1))
    Result.objects.filter(match=last).update(rated=False, preset="ludopoli")
    browser = client_of(people[0])
    for asked, expected in (
        ("", [first, last]),
        ("game=tressette", [first, last]),
        ("game=scopa", []),
        ("preset=classico", [first]),
        ("game=scopa&preset=classico", []),
        ("rated=false", [last]),
        ("rated=true&vs=Bruno", [first]),
        (f"since={NOON + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}", [last]),
        (f"until={NOON + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}&vs=Carla", []),  # the partner
    ):
        expected_ids = [str(each.pk) for each in expected]
        records = text_of(browser.get(f"/api/v1/me/records/?{asked}"))
        assert [json.loads(line)["id"] for line in records.splitlines()] == expected_ids, asked
        results = rows_of(text_of(browser.get(f"/api/v1/me/results/?{asked}")))
        assert [row["match"] for row in results] == expected_ids, asked
        throttle._shared.clear()
    for wrong in ("preset=nonsense", "vs=Nessuno", "player=Anna"):
        assert browser.get(f"/api/v1/me/records/?{wrong}").status_code == 400, wrong
        throttle._shared.clear()


@pytest.mark.parametrize("address", ["/api/v1/me/records/", "/api/v1/me/results/"])
@pytest.mark.parametrize("accept", ["*/*", "text/csv", "application/x-ndjson"])
def test_a_program_without_a_token_is_refused(client: Client, db: None, address: str, accept: str) -> None:
    answer = client.get(address, headers={"Accept": accept})
    assert answer.status_code in (401, 406)
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content)["code"] in ("sign_in", "not_acceptable")


# ---- the archive


def unpacked(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def test_the_archive_has_the_public_matches_of_a_month(finished: NewMatch, files: Path) -> None:
    begin, end = period_span(MARCH)
    public = finished(at=begin)
    last = finished(at=end - timedelta(seconds=1))
    finished(at=end)
    finished(at=begin - timedelta(seconds=1))
    finished(private=True)
    finished(watchable=False)
    call_command("archive", MARCH, stdout=io.StringIO())
    [path] = files.glob("ludopoli-2026-03-*.jsonl.gz")
    assert [record["id"] for record in unpacked(path)] == [str(public.pk), str(last.pk)]
    text = gzip.decompress(path.read_bytes()).decode()
    assert all(report.json["verified"] for report in referee.judge_text(text, verify=True))


def test_the_same_matches_give_the_same_bytes(finished: NewMatch, files: Path) -> None:
    finished()
    assert monthly_files.write_volume(MARCH).sha256 == monthly_files.write_volume(MARCH).sha256


def test_the_archive_leads_to_what_verifies_it(
    finished: NewMatch, files: Path, client: Client, settings: LazySettings
) -> None:
    finished()
    monthly_files.write_volume(MARCH)
    settings.SOURCE_URL = "https://example.org/source"
    [_, details] = client.get("/archivio/").content.decode().split("<details")
    for needed in ("pip install ludocards", "/documenti/exports.md", settings.SOURCE_URL):
        assert needed in details.split("</details>")[0], needed


def test_a_month_of_the_archive_is_downloaded_with_its_checksum(
    finished: NewMatch, files: Path, client: Client
) -> None:
    finished()
    made = monthly_files.write_volume(MARCH)
    page = client.get("/archivio/").content.decode()
    assert "/archivio/ludopoli-2026-03.jsonl.gz" in page
    assert made.sha256[:16] in page
    response: Any = client.get("/archivio/ludopoli-2026-03.jsonl.gz", headers={"Accept-Encoding": "gzip"})
    body = b"".join(response.streaming_content)
    assert (response["Content-Type"], int(response["Content-Length"])) == ("application/gzip", len(body))
    checksum = client.get("/archivio/ludopoli-2026-03.jsonl.gz.sha256").content.decode()
    assert checksum.startswith(f"{hashlib.sha256(body).hexdigest()}  ludopoli-2026-03.jsonl.gz\n")
    again = client.get("/archivio/ludopoli-2026-03.jsonl.gz", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    assert again["Cache-Control"] == response["Cache-Control"]


@pytest.fixture
def whole(client: Client, db: None, files: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The file of March, of three chunks and a bit."""
    monkeypatch.setattr(
        monthly_files, "_records", lambda _month: iter([f"{number}\n" for number in range(99)])
    )
    monkeypatch.setattr(monthly_files, "CHUNK", 50)
    monthly_files.write_volume(MARCH)
    return downloaded(client)


def part_of_march(client: Client, **headers: str) -> tuple[int, bytes, str | None]:
    response: Any = client.get("/archivio/ludopoli-2026-03.jsonl.gz", headers=headers)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    assert int(response.get("Content-Length", 0)) == len(body)
    return response.status_code, body, response.get("Content-Range")


@pytest.mark.parametrize("asked", ["0-0", "0-", "40-109", "7-", "-9", "100-99999", "-99999"])
def test_a_broken_download_of_the_archive_goes_on(client: Client, whole: bytes, asked: str) -> None:
    first, last = asked.split("-")
    want = whole[int(first) : int(last or 99999) + 1] if first else whole[-int(last) :]
    begin = int(first) if first else len(whole) - len(want)
    status, body, stated = part_of_march(client, Range=f"bytes={asked}")
    assert (status, body) == (206, want)
    assert stated == f"bytes {begin}-{begin + len(want) - 1}/{len(whole)}"


@pytest.mark.parametrize("asked", ["bytes=5-3", "bytes=-", "bytes=0-1,4-5", "lines=0-1", "bytes=x-", "0-4"])
def test_what_is_no_single_range_gets_the_whole_file(client: Client, whole: bytes, asked: str) -> None:
    assert part_of_march(client, Range=asked) == (200, whole, None)


def test_a_part_of_a_former_file_gets_the_whole_new_one(client: Client, whole: bytes) -> None:
    etag = f'"{hashlib.sha256(whole).hexdigest()}"'
    assert part_of_march(client, **{"Range": "bytes=1-2", "If-Range": etag})[0] == 206
    assert part_of_march(client, **{"Range": "bytes=1-2", "If-Range": '"former"'}) == (200, whole, None)
    beyond = f"bytes={len(whole)}-"
    assert part_of_march(client, Range=beyond) == (416, b"", f"bytes */{len(whole)}")


def test_scripts_of_any_site_read_the_archive_and_its_checksums(client: Client, whole: bytes) -> None:
    digest = hashlib.sha256(whole)
    answer = client.head("/archivio/ludopoli-2026-03.jsonl.gz")
    assert answer["Repr-Digest"] == f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"
    sums = client.get("/archivio/SHA256SUMS")
    assert sums.content.decode().startswith(f"{digest.hexdigest()}  ludopoli-2026-03.jsonl.gz\n")
    for each in (answer, sums):
        assert each["Access-Control-Allow-Origin"] == "*"
        assert not each.has_header("Access-Control-Allow-Credentials")


def downloaded(client: Client) -> bytes:
    """Download the month of March, whose length and digest are those that the response states."""
    response: Any = client.get("/archivio/ludopoli-2026-03.jsonl.gz")
    body = b"".join(response.streaming_content)
    stated = int(response["Content-Length"]), response["ETag"]
    assert (len(body), f'"{hashlib.sha256(body).hexdigest()}"') == stated
    return body


def test_a_run_that_ends_half_way_leaves_the_month_as_it_was(
    client: Client, db: None, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monthly_files, "_records", lambda _month: iter(["before\n"]))
    monthly_files.write_volume(MARCH)
    before = downloaded(client)
    with monkeypatch.context() as patch:
        patch.setattr(monthly_files, "_records", lambda _month: iter(["and after\n"]))
        patch.setattr(Path, "write_text", lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
        with pytest.raises(OSError, match="full"):
            monthly_files.write_volume(MARCH)
        assert downloaded(client) == before
        patch.undo()
        patch.setattr(monthly_files, "_records", lambda _month: iter(["and after\n"]))
        monthly_files.write_volume(MARCH)
    assert gzip.decompress(downloaded(client)) == b"and after\n"
    assert len([*files.glob("*.gz")]) == 2, "no name of a deleted account stays"


def test_two_runs_write_one_after_the_other(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writing = []

    def records(_month: str) -> Iterator[str]:
        writing.append("begun")
        yield "one\n"
        time.sleep(0.1)
        yield "two\n"
        writing.append("ended")

    monkeypatch.setattr(monthly_files, "_records", records)
    monkeypatch.setattr(monthly_files, "_ratings", lambda _month: iter(()))
    monkeypatch.setattr(monthly_files, "_count_unscored", lambda _month: 0)
    with ThreadPoolExecutor(2) as threads:
        both = [*threads.map(monthly_files.write_volume, [MARCH, MARCH])]
    assert writing == ["begun", "ended"] * 2
    assert {each.sha256 for each in both} == {hashlib.sha256(both[0].records.path.read_bytes()).hexdigest()}


def test_a_file_of_before_is_still_downloaded(finished: NewMatch, files: Path, client: Client) -> None:
    """Its name did not have its digest."""
    finished()
    made = monthly_files.write_volume(MARCH)
    made.records.path.rename(files / made.records.name)
    assert downloaded(client)
    (files / made.records.name).unlink()
    assert client.get("/archivio/ludopoli-2026-03.jsonl.gz").status_code == 404


@pytest.mark.parametrize(
    "address",
    ["ludopoli-2026-03.jsonl.gz", "ludopoli-2026-13.jsonl.gz", "ludopoli-..%2f..%2fsecret.jsonl.gz",
     "ludopoli-2026-03.jsonl.gz.sha256", "ludopoli-2026-03.valutazioni.csv.gz"],
)  # fmt: skip
def test_a_missing_month_is_not_found(client: Client, db: None, files: Path, address: str) -> None:
    assert client.get(f"/archivio/{address}").status_code == 404


def test_an_archive_without_months_says_so(client: Client, db: None, files: Path) -> None:
    page = client.get("/archivio/")
    assert page.status_code == 200
    assert page.context["volumes"] == []


@pytest.mark.parametrize("month", ["2026-13", "marzo", "2099-01"])
def test_an_impossible_month_is_refused(files: Path, month: str) -> None:
    with pytest.raises(CommandError):
        call_command("archive", month)
    assert not files.exists()


def test_the_current_month_is_marked(finished: NewMatch, files: Path, client: Client) -> None:
    finished(at=timezone.now())
    made = monthly_files.write_volume(f"{timezone.localdate():%Y-%m}")
    assert not made.is_whole
    assert made.matches == 1


def test_without_a_month_the_command_writes_the_missing_ones(finished: NewMatch, files: Path) -> None:
    finished(at=datetime(2026, 1, 20, tzinfo=UTC))
    april = datetime(2026, 4, 20, tzinfo=UTC)
    assert monthly_files.months_due(april) == ["2026-01", "2026-02", MARCH]
    for month in monthly_files.months_due(april):
        monthly_files.write_volume(month)
    assert monthly_files.months_due(april) == []
    assert monthly_files.months_due(april + timedelta(days=30)) == ["2026-04"]


def test_a_month_that_cannot_be_written_stops_no_other(
    db: None, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monthly_files, "_records", lambda month: iter(()) if month == MARCH else 1 / 0)
    with pytest.raises(CommandError, match="2026-02"):
        call_command("archive", "2026-02", MARCH, stdout=io.StringIO())
    assert [each.month for each in monthly_files.all_volumes()] == [MARCH]
    assert (Failure.objects.get().work, Failure.objects.get().subject) == ("games.archive", "2026-02")


def test_an_annulled_match_leaves_the_archive(finished: NewMatch, files: Path) -> None:
    left, kept = finished(), finished()
    monthly_files.write_volume(MARCH)
    Match.objects.filter(pk=left.pk).update(annulled_at=timezone.now())
    assert monthly_files.months_due(datetime(2026, 4, 20, tzinfo=UTC)) == [MARCH]
    assert [record["id"] for record in unpacked(monthly_files.write_volume(MARCH).records.path)] == [
        str(kept.pk)
    ]


def test_cards_leave_the_archive_when_their_table_is_hidden(finished: NewMatch, files: Path) -> None:
    """A club that becomes private hides the tables of its events."""
    row = finished()
    Table.objects.filter(pk=row.table_id).update(hosted=True)
    assert unpacked(monthly_files.write_volume(MARCH).records.path)[0]["deals"]
    april = datetime(2026, 4, 20, tzinfo=UTC)
    assert monthly_files.months_due(april) == []
    actions.hide_tables([row.table_id])
    assert monthly_files.months_due(april) == [MARCH]
    assert not unpacked(monthly_files.write_volume(MARCH).records.path)[0]["deals"], "it moved ratings"
    assert monthly_files.months_due(april) == []


def test_all_later_months_are_written_again_when_a_rated_match_is_annulled(
    finished: NewMatch, files: Path
) -> None:
    rows = [finished(at=datetime(2026, month, 10, tzinfo=UTC)) for month in (1, 2, 3)]
    april = datetime(2026, 4, 20, tzinfo=UTC)
    for month in monthly_files.months_due(april):
        monthly_files.write_volume(month)
    assert monthly_files.months_due(april) == []
    Match.objects.filter(pk=rows[1].pk).update(annulled_at=timezone.now())
    assert monthly_files.months_due(april) == ["2026-02", MARCH], "ratings of March follow from it"


def test_a_month_is_written_again_when_a_later_match_with_its_deals_is_annulled(
    finished: NewMatch, files: Path
) -> None:
    boards = Boards.objects.create(name="coppa", secret="00" * 32, opened_at=NOON)
    first, later = finished(), finished(at=datetime(2026, 4, 10, tzinfo=UTC))
    Table.objects.filter(matches__in=[first, later]).update(boards=boards)
    may = datetime(2026, 5, 20, tzinfo=UTC)
    for month in monthly_files.months_due(may):
        monthly_files.write_volume(month)
    Match.objects.filter(pk=later.pk).update(annulled_at=timezone.now())
    assert monthly_files.months_due(may) == [MARCH, "2026-04"], "the comparison has changed"


def test_a_month_is_written_again_under_another_secret_and_if_it_has_no_ratings(
    finished: NewMatch, files: Path, settings: Any, client: Client
) -> None:
    finished()
    made, april = monthly_files.write_volume(MARCH), datetime(2026, 4, 20, tzinfo=UTC)
    with override_settings(SECRET_KEY="another"):
        assert monthly_files.months_due(april) == [MARCH]
    words = json.loads((files / f"{MARCH}.json").read_text())
    of_before = {name: words[name] for name in ("month", "matches", "size", "sha256", "made_at")}
    (files / f"{MARCH}.json").write_text(json.dumps(of_before))
    assert monthly_files.months_due(april) == [MARCH]
    assert client.get("/archivio/").status_code == client.get("/api/v1/archive/").status_code == 200
    assert client.get("/archivio/SHA256SUMS").content.decode() == made.records.checksum
    assert client.get("/archivio/ludopoli-2026-03.valutazioni.csv.gz").status_code == 404


def test_the_ratings_of_a_month_are_those_after_its_last_match(
    finished: NewMatch, files: Path, client: Client, people: list[User]
) -> None:
    rows = [finished(at=NOON + timedelta(hours=hours)) for hours in range(2)]
    finished(at=datetime(2026, 4, 10, tzinfo=UTC))
    made = monthly_files.write_volume(MARCH)
    response: Any = client.get("/archivio/ludopoli-2026-03.valutazioni.csv.gz")
    body = b"".join(response.streaming_content)
    assert hashlib.sha256(body).hexdigest() == made.ratings_sha256
    assert made.ratings.checksum in client.get("/archivio/SHA256SUMS").content.decode()
    lines = {row["name"]: row for row in rows_of(gzip.decompress(body).decode())}
    anna = lines["Anna"]
    gains = [Result.objects.get(match=row, user=people[0]).gain or 0 for row in rows]
    assert (anna["account"], anna["game"]) == (account_key(people[0].pk), "tressette")
    assert (anna["matches"], int(anna["change"]), int(anna["rating"])) == ("2", sum(gains), 1500 + sum(gains))
    assert (anna["listed"], len(lines)) == ("0", 4)
    [shown] = client.get("/api/v1/archive/").json()["results"]
    assert shown["ratings_url"].endswith("/archivio/ludopoli-2026-03.valutazioni.csv.gz")
    assert (shown["ratings_bytes"], shown["ratings_sha256"]) == (len(body), made.ratings_sha256)


def test_a_match_enters_the_archive_when_its_boards_are_opened(finished: NewMatch, files: Path) -> None:
    row = finished()
    boards = Boards.objects.create(name="coppa", secret="00" * 32)
    Table.objects.filter(pk=row.table_id).update(boards=boards)
    assert monthly_files.write_volume(MARCH).matches == 0
    april = datetime(2026, 4, 20, tzinfo=UTC)
    assert monthly_files.months_due(april) == [], "others play them still"
    Boards.objects.update(opened_at=timezone.now())
    assert monthly_files.months_due(april) == [MARCH]
    assert monthly_files.write_volume(MARCH).matches == 1
    assert monthly_files.months_due(april) == []


def test_a_rewritten_month_renames_deleted_accounts(
    finished: NewMatch, files: Path, people: list[User]
) -> None:
    finished()
    finished(at=datetime(2026, 2, 10, tzinfo=UTC), seated=1)
    for month in ("2026-02", MARCH):
        monthly_files.write_volume(month)
    april = datetime(2026, 4, 20, tzinfo=UTC)
    assert monthly_files.months_due(april) == []
    ghost = privacy.delete_person(people[1])
    assert monthly_files.months_due(april) == [MARCH], "the person did not play in February"
    [record] = unpacked(monthly_files.write_volume(MARCH).records.path)
    assert record["players"][1] == ghost.username
    assert "Bruno" not in json.dumps(record)
    assert monthly_files.months_due(april) == []


# ---- the headers of records


def headers_of(line: str) -> dict[str, Any]:
    record = json.loads(line)
    assert referee.judge_record(line, verify=True).status == 0
    return {name: value for name, value in record.items() if name not in ("deals", "rules", "players")}


def test_a_record_says_how_the_match_ended_and_what_it_did_to_each_rating(
    finished: NewMatch, people: list[User]
) -> None:
    row = finished()
    [line] = exports.record_lines([row], people[0])
    found = headers_of(line)
    assert (found["rated"], found["ended"]) == (True, NOON.astimezone(UTC).isoformat())
    assert found["clock"] == {"move": 20, "reserve": 60}
    results = list(Result.objects.filter(match=row).order_by("seat"))
    first, second = results[:2]
    assert found["result"] == {
        "scores": [first.score, second.score],
        "places": [first.place, second.place],
    }
    assert [(seat["kind"], seat["rating"], seat["change"]) for seat in found["seats"]] == [
        ("person", 1500, result.gain) for result in results
    ]
    assert len({seat["account"] for seat in found["seats"]}) == 4


def test_a_record_says_who_plays_at_each_seat(people: list[User]) -> None:
    robot = User.objects.create(username="Robot", is_bot=True, owner=people[1])
    guest = User.objects.create(username="Ospite 12", is_guest=True)
    row, per_seat = played([people[0], robot, guest, None], rated=False, left=[0])
    score((row, per_seat))
    seats = match_headers([row])[row.pk]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "program", "guest", "bot"]
    assert seats[0]["absent"]
    assert (seats[1]["owner"], seats[3]) == (account_key(people[1].pk), {"kind": "bot", "level": "b"})
    assert not any("rating" in seat for seat in seats), "a casual match moves none"


def test_a_forgotten_person_keeps_one_name_that_says_nothing(people: list[User]) -> None:
    rows = [played(people[:4], at=timedelta(days=30 * month)) for month in range(2)]
    score(*rows)
    before = [match_headers([row])[row.pk]["seats"][1] for row, _ in rows]
    ghost = privacy.delete_person(people[1])
    lines = [*exports.record_lines(list(Match.objects.order_by("finished_at")), people[0])]
    records = [json.loads(line) for line in lines]
    assert [record["players"][1] for record in records] == [ghost.username] * 2
    after = [record["seats"][1] for record in records]
    assert {seat["account"] for seat in after} == {before[0]["account"]}
    assert {seat["kind"] for seat in after} == {"forgotten"}
    assert "Bruno" not in "".join(lines)


def test_a_rated_match_that_is_closed_is_in_the_archive_without_its_cards(
    finished: NewMatch, files: Path
) -> None:
    row = finished()
    finished(private=True)
    Table.objects.filter(pk=row.table_id).update(watchable=False)
    [record] = unpacked(monthly_files.write_volume(MARCH).records.path)
    assert (record["id"], record["deals"], record["rules"]) == (str(row.pk), [], {"preset": "classico"})
    assert record["seats"][0]["rating"] == 1500
    assert referee.judge_record(json.dumps(record), verify=True).status == 0
    assert record.keys() == {
        *("format", "game", "players", "rules", "deals"),
        *("id", "site", "rated", "ended", "result", "seats", "commitment", "seed"),
    }
