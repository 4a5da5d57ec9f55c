"""The replay of a finished match: its positions, navigation, visible hands, and the shuffle commitments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from ludocards.engine import referee
from tests.e2e.conftest import AT_THE_DESK, PHONE, NewPage, set_cookie, violations
from tests.e2e.replay import Finished, Replay, finished, replay
from tests.live.stack import Stack

__all__ = ["finished", "replay"]

RECORDS = Path(__file__).resolve().parents[1] / "records"


def test_a_reader_goes_through_a_match(
    replay: Callable[..., Replay], server: Stack, finished: Finished, tmp_path: Path
) -> None:
    """With the cards and the words of the first deal as recorded, by every control, and with the commitment
    verified."""
    shown = replay("tarocchi", seat=0, **AT_THE_DESK)
    page = shown.page
    record = page.request.get(f"{server.url}/partita/{finished('tarocchi')['match']}/record.json").json()
    first_deal = [frame for frame in shown.frames if frame["at"].startswith("s1")]
    assert_as_recorded(first_deal, shown.walk(first_deal[-1]["at"]), record)
    assert page.locator("#voce").get_attribute("role") == "status"
    shown.press("Home")
    assert violations(page) == []
    shown.press("End")
    assert violations(page, ".board-box") == []
    assert page.locator(".summary:not([hidden]) h2").inner_text().startswith(("Vin", "Hai vinto", "Pari"))

    by_its_controls(shown)
    from_one_seat(shown)
    plays_by_itself(shown)

    page.click(".fairness > summary")
    assert page.locator("[data-right]").count() == 0
    page.click("[data-verify]")
    expect(page.locator("[data-right]")).to_have_attribute("data-right", "true")
    shown.press("Home")
    assert page.locator("[data-right]").count() == 0, "that was another deal"

    with page.expect_download() as download:
        page.click("a[download]")
    assert download.value.suggested_filename.startswith("ludopoli-tarocchi-")
    download.value.save_as(tmp_path / "record.json")
    [report] = referee.judge_text((tmp_path / "record.json").read_text(), verify=True)
    assert report.json["verified"]

    shown.open(f"{shown.url.partition('#')[0]}?posto=2#s1")
    assert {seat for seat, cards in shown.hands().items() if None not in cards} == {"1"}
    assert page.locator("[name=seat]").is_hidden()
    expect(page.locator("[data-verify]")).to_have_attribute("hidden", "")  # the seed would be the other hands


def assert_as_recorded(
    frames: list[dict[str, Any]], walked: list[dict[str, Any]], record: dict[str, Any]
) -> None:
    hands: dict[str, set[str]] = {}
    assert [step["at"] for step in walked] == [frame["at"] for frame in frames]
    for frame, step in zip(frames, walked, strict=True):
        assert step["said"].endswith("."), frame["at"]
        assert len(step["said"]) > 3, frame["at"]
        deal = record["deals"][int(frame["at"].split("-")[0][1:]) - 1]
        for event in frame["events"]:
            if event["kind"] == "dealt":  # twice; the last count is that of the whole hand
                hands = {
                    str(seat): set(hand[: event["counts"][seat]]) for seat, hand in enumerate(deal["hands"])
                }
                if event["counts"][event["dealer"]] > len(deal["hands"][0]):
                    hands[str(event["dealer"])] |= set(deal["stock"])
            elif event["kind"] == "discarded":
                [scarto] = [action["cards"] for action in deal["actions"] if action["do"] == "discard"]
                hands[str(event["seat"])] -= set(scarto)
            elif event["kind"] == "played":
                hands[str(event["seat"])].remove(event["card"])
        assert {seat: set(cards) for seat, cards in step["hands"].items()} == hands, frame["at"]
        taken = [event["cards"] for event in frame["events"] if event["kind"] == "taken"]
        assert step["won"] == len(taken), frame["at"]
        if taken:
            assert set(step["trick"]) == set(taken[0]), frame["at"]
        elif "-c" in frame["at"]:
            assert len(step["trick"]) == int(frame["at"].split("-c")[1]), frame["at"]


def by_its_controls(shown: Replay) -> None:
    """Buttons, slider, lists, keys and the address reach every position, and each shows where it is."""
    page = shown.page
    here = page.locator(".moves [aria-current] button")
    places = [frame["at"] for frame in shown.frames]
    tricks = [at for at in places if at.endswith("-c1")]
    page.click("[data-go=first]")
    assert shown.at == "s1"
    page.click("[data-go=trickOn]")
    assert shown.at == tricks[0]
    page.click("[data-go=on]")
    assert shown.at == places[places.index(tricks[0]) + 1]
    page.locator("[name=card]").fill("0")
    assert shown.at == "s1"
    page.locator("[name=deal]").select_option("2")
    assert shown.at == "s3"
    page.locator("[name=deal]").focus()
    assert shown.press("ArrowRight") != "s3-a1", "a field with the focus keeps its keys"
    page.locator("[name=deal]").select_option("2")
    [second] = [at for at in tricks if at.startswith("s3-p2-")]
    page.click(f".moves [data-at='{second}']")
    assert shown.at == second
    expect(here).to_have_attribute("data-at", second)
    assert page.locator("[name=card]").get_attribute("aria-valuetext") == "3ª smazzata, 2ª presa, 1ª carta"
    assert page.locator(".marks i").count() == sum(at.startswith("s3-") for at in tricks)
    page.locator("[name=card]").focus()
    assert shown.press("ArrowRight") == "s3-p2-c2"
    page.click("[data-go=last]")
    assert shown.at == places[-1]
    assert page.locator("[data-go=on]").get_attribute("aria-disabled") == "true"
    page.evaluate("location.hash = '#s3-p2-c3'")
    expect(here).to_have_attribute("data-at", "s3-p2-c3")
    assert len(shown.on_the_table) == 3
    left = page.locator(".tcard").evaluate_all("cards => cards.map(card => card.offsetLeft)")
    assert len(set(left)) > 1, "each lies before its seat"


def from_one_seat(shown: Replay) -> None:
    """The other hands are face down as long as the reader sees one seat's, also after a reload."""
    page = shown.page
    page.evaluate("location.hash = '#s3-p1-c1'")
    page.locator("[name=seat]").select_option("1")
    assert shown.at == "s3-p1-c1-da2"
    backs = page.locator(".open-hand[data-seat='0'] .pcard")
    assert backs.count() == page.locator(".open-hand[data-seat='0'] .pcard.back").count() > 0
    assert page.locator(".open-hand[data-seat='1']").get_attribute("data-pos") == "0"
    assert shown.hands()["1"]
    shown.open(page.url)
    assert page.locator("[name=seat]").input_value() == "1"
    page.locator("[name=seat]").select_option("")
    assert page.locator(".pcard.back").count() == 0
    assert shown.at == "s3-p1-c1"


def plays_by_itself(shown: Replay) -> None:
    page = shown.page
    playing = page.locator("[data-go=play]")
    page.locator("[name=pace]").select_option("fast")
    shown.press("Home")
    playing.click()
    page.wait_for_function("() => location.hash !== '#s1'")
    expect(playing).to_have_attribute("aria-pressed", "true")
    playing.click()
    expect(playing).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")


COVERED = """() => {
    const overlap = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const box = (node) => node.getBoundingClientRect();
    const balloons = [...document.querySelectorAll(".balloon:not([hidden])")];
    const heads = ":is(.site-head, .replay-head, .analysis-head) :is(a, button)";
    const shown = `${heads}, .tcard, .balloon:not([hidden]), .open-hand .who b`;
    const others = [...document.querySelectorAll(shown)].filter((each) => each.checkVisibility());
    return balloons.flatMap((balloon) =>
        others
            .filter((other) => !balloon.parentNode?.firstChild?.contains(other))
            .filter((other) => other !== balloon && overlap(box(balloon), box(other)))
            .map((other) => [balloon.textContent, other.dataset.card ?? other.textContent.trim()]));
}"""
"""A script that returns what the words of the players cover: buttons, cards of the trick, other words, and
names other than the speaker's."""


SAID_AT_MOST = """() => {
    const said = ["napoletana di denari", "quattro assi", "cioca al due"];
    for (const balloon of document.querySelectorAll("[data-pos] > .balloon")) {
        balloon.replaceChildren(...said.map((words) => Object.assign(document.createElement("span"), { textContent: words })));
        balloon.hidden = false;
    }
}"""  # noqa: E501
"""A script that puts into everybody's mouth as much as one card can say."""


CUT_OFF = """() => [...document.querySelectorAll(".balloon")]
    .filter((each) => each.scrollWidth > each.offsetWidth + 8)
    .map((each) => each.textContent)"""
"""A script that returns the words that are wider than their balloon, whose tip may stand out a little."""


CUT_CARDS = """() => [...document.querySelectorAll(".open-hand .pcard")]
    .filter((card) => card.getBoundingClientRect().bottom
        > document.querySelector(".board").getBoundingClientRect().bottom + 1)
    .map(({ dataset }) => dataset.card)"""
"""A script that returns the cards of the hands that reach beyond the board."""


TOO_WIDE = """() => {
    const next = document.querySelector("[data-go=on]").getBoundingClientRect();
    return [document.documentElement.scrollWidth - innerWidth, next.bottom - innerHeight];
}"""
"""A script that returns by how much the page is wider than the window, and its buttons lie below it."""

SPOKEN: dict[str, tuple[list[str], int]] = {
    "signals": (["s1-p1-c4", "s2-p1-c4"], 4),
    "whist": (["s1-a6", "s2-a6"], 0),
}
"""Positions on the analysis board, and how many more to look at after each, by match."""


def test_everything_fits_on_a_phone(server: Stack, new_page: NewPage, finished: Finished) -> None:
    """Of matches for three, four and six: the board, and on the analysis board the words of the players."""
    page = new_page(viewport=PHONE)
    spoken = 0
    for name in ("tarocchi", "signals", "whist"):
        match = f"{server.url}/partita/{finished(name)['match']}/"
        shown = Replay(page, match)
        for key in ("Home", "ArrowRight", "Shift+ArrowRight", "ArrowRight", "End"):
            shown.press(key)
            wider, lower = page.evaluate(TOO_WIDE)
            assert wider <= 0, (name, shown.at)
            assert lower <= 0, "the buttons are always in sight"
            assert page.evaluate(CUT_CARDS) == [], (name, shown.at)
        set_cookie(page, server, finished(name)["cookies"][0])
        places, more = SPOKEN.get(name, ([], 0))
        for place in places:
            shown.open(f"{match}analisi/?dove={place}")
            for step in range(more + 1):
                if step > 0:
                    shown.press("ArrowRight")
                assert page.evaluate(COVERED) == [], (place, step)
                assert page.evaluate(CUT_OFF) == [], (place, step)
                spoken += page.locator(".balloon:not([hidden])").count()
        if name == "signals":
            said = page.locator(".open-hand .balloon:not([hidden]) span").all_inner_texts()
            page.evaluate(SAID_AT_MOST)
            assert page.evaluate(COVERED) == []
            shown.open(f"{match}#s2-p2-c4")
            listed = page.locator(".moves").inner_text()
            assert said
            assert all(words in listed for words in said), "what is said stands in the list, too"
            assert violations(page) == []
    assert spoken > 6


def test_the_record_opens_the_same_viewer(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/partita/da-file/")
    page.locator("[name=file]").set_input_files(RECORDS / "tarocchi" / "promise-kept.json")
    page.click("form[enctype] .btn.primary")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("location.hash") == "#s2"
    assert page.locator(".open-hand .pcard[data-card]").count() >= 45
    page.click(".fairness > summary")
    page.click("[data-verify]")
    expect(page.locator("[data-right]")).to_have_attribute("data-right", "true")
    page.keyboard.press("End")
    assert page.locator(".summary:not([hidden]) h2").inner_text()
    page.goto(f"{server.url}/partita/da-file/")
    page.locator("[name=text]").fill((RECORDS / "tressette-unfinished.json").read_text())
    page.click("form[enctype] .btn.primary")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.keyboard.press("End")
    assert page.evaluate("location.hash") == "#s1-p3-c1", "as far as the record goes"
    assert page.locator(".fairness").count() == 0
    page.click("[data-analyse]")
    page.wait_for_url("**/analisi/da-file/**/?dove=s1-p3-c1")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.click("[data-judge=solution]")
    expect(page.locator("[data-worth=good]").first).to_be_visible()
