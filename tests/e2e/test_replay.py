"""The replay of a finished match: its positions, navigation, visible hands, and the shuffle commitments."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from ludocards.engine import referee
from tests.e2e.conftest import AT_THE_DESK, PHONE, NewPage, open_with_fonts, shift, violations
from tests.e2e.replay import TABLES, Finished, Replay, finished, replay
from tests.live.stack import Stack

__all__ = ["finished", "replay"]

RECORDS = Path(__file__).resolve().parents[1] / "records"


# ---- every position


@pytest.mark.parametrize("name", ["tressette", "alone", "two", "whist", "tarocchi"])
def test_every_position_is_rendered_as_recorded(
    replay: Callable[..., Replay], name: str, server: Stack, finished: Finished
) -> None:
    shown = replay(name)
    record = shown.page.request.get(f"{server.url}/partita/{finished(name)['match']}/record.json").json()
    hands: dict[str, set[str]] = {}
    frames, walked = shown.frames, shown.walk()
    assert [step["at"] for step in walked] == [frame["at"] for frame in frames]
    for frame, step in zip(frames, walked, strict=True):
        deal = record["deals"][int(frame["at"].split("-")[0][1:]) - 1]
        for event in frame["events"]:
            if event["kind"] == "dealt":  # Tarocchi deals twice; the last count is that of the whole hand
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
    assert shown.page.locator(".summary:not([hidden]) h2").inner_text().startswith(("Vin", "Pari"))


FOLLOWED = ("deal", "dealer", "counts", "tricks", "taken", "totals")
"""The keys of a view that events change in every game; the sheet of a deal is part of its event."""


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("tressette", ()),
        ("whist", ("cards", "trump", "bids", "bids_sum")),
        ("tarocchi", ("calls", "contract")),
    ],
)
def test_a_view_that_follows_the_events_is_the_view_of_the_server(
    replay: Callable[..., Replay], name: str, own: tuple[str, ...]
) -> None:
    """The module that applies events to views, at live tables and in replays, agrees with the engine."""
    compared, wrong = replay(name).page.evaluate(
        """async (keys) => {
            const load = (name) => import(
                [...document.querySelectorAll("link[rel=modulepreload]")].find(({ href }) =>
                    new RegExp(`/js/${name}[.]`).test(href)).href);
            const { frames, game: played } = JSON.parse(document.querySelector("#frame").textContent);
            const [{ loadGame }, { copyOf, follow }, { patched }] = await Promise.all(
                ["cards/game", "cards/changes", "replay/positions"].map(load));
            const game = await loadGame(played);
            const wrong = [];
            let [truth, compared] = [{}, 0];
            for (const { at, events, patch } of frames.filter(({ patch }) => patch)) {
                const next = patched(truth, patch);
                if (truth.deal === next.deal && !events.some(({ kind }) => kind === "scored")) {
                    const view = copyOf(truth);
                    for (const event of events) follow(view, event, game);
                    const shown = (of) => JSON.stringify([keys.map((key) => of[key]), of.trick.cards]);
                    compared += 1;
                    if (shown(view) !== shown(next)) wrong.push([at, shown(view), shown(next)]);
                }
                truth = next;
            }
            return [compared, wrong];
        }""",
        [*FOLLOWED, *own],
    )
    assert compared > 30
    assert wrong == []


def test_the_sentence_of_each_step_is_in_a_live_region(replay: Callable[..., Replay]) -> None:
    shown = replay("tressette", seat=0)
    assert shown.page.locator("#voce").get_attribute("role") == "status"
    sentences = [step["said"] for step in shown.walk()]
    assert all(sentence.endswith(".") and len(sentence) > 3 for sentence in sentences)
    text = " ".join(sentences)
    assert "Giochi " in text
    assert " gioca " in text
    assert "Prendi tu" in text or "Prende " in text
    assert "mazziere" in sentences[0]


def test_the_scarto_is_named_with_open_cards(replay: Callable[..., Replay]) -> None:
    shown = replay("tarocchi")
    laid = next(each for each in shown.frames if each["events"][0]["kind"] == "discarded")
    shown.open(f"{shown.url}#{laid['at']}")
    shown.press("ArrowLeft")
    shown.press("ArrowRight")
    assert re.search(r"(Scarti|scarta): .+, .+ e .+", shown.said), shown.said


@pytest.mark.parametrize(
    ("name", "kind"), [("signals", "signal"), ("tressette", "announced"), ("two", "bid")]
)
def test_declarations_stand_beside_their_speaker(replay: Callable[..., Replay], name: str, kind: str) -> None:
    shown = replay(name)
    frame = next(
        each
        for each in shown.frames
        if any(event["kind"] == kind or kind in event for event in each["events"])
    )
    event = next(event for event in frame["events"] if event["kind"] == kind or kind in event)
    shown.open(f"{shown.url}#{frame['at']}")
    words = shown.page.locator(f".open-hand[data-seat='{event['seat']}'] .balloon").inner_text()
    assert words
    line = shown.page.locator(f".moves [data-at='{frame['at']}']").inner_text()
    said = event.get("text") or words
    assert said in words
    assert kind == "bid" or said in line


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
            .filter((other) => other.parentNode !== balloon.parentNode?.firstChild)
            .filter((other) => other !== balloon && overlap(box(balloon), box(other)))
            .map((other) => [balloon.textContent, other.dataset.card ?? other.textContent.trim()]));
}"""
"""A script that returns what the words of the players cover: buttons, cards of the trick, other words, and
names other than the speaker's."""


SAID_AT_MOST = """() => {
    const balloon = document.querySelector("[data-pos='2'] > .balloon");
    const said = ["napoletana di denari", "quattro assi", "cioca al due"];
    balloon.replaceChildren(...said.map((words) => Object.assign(document.createElement("span"), { textContent: words })));
    balloon.hidden = false;
}"""  # noqa: E501
"""A script that puts into the partner's mouth as much as one card can say."""


CUT_OFF = """() => [...document.querySelectorAll(".balloon")]
    .filter((each) => each.scrollWidth > each.offsetWidth + 8)
    .map((each) => each.textContent)"""
"""A script that returns the words that are wider than their balloon, whose tip may stand out a little."""


@pytest.mark.parametrize(
    ("name", "places"),
    [("signals", ["s1-p1-c4", "s1-p2-c4", "s2-p1-c4", "s2-p2-c4"]), ("five", ["s1-a5", "s2-a5"])],
)
def test_the_words_of_the_players_cover_nothing_that_counts(
    server: Stack, new_page: NewPage, finished: Finished, name: str, places: list[str]
) -> None:
    match = finished(name)
    page = new_page(match["cookies"][0], viewport=PHONE)
    spoken = 0
    for place in places:
        page.goto("about:blank")
        page.goto(f"{server.url}/partita/{match['match']}/analisi/?dove={place}")
        page.wait_for_selector(".replay:not([aria-busy])")
        assert page.evaluate(COVERED) == [], place
        assert page.evaluate(CUT_OFF) == [], place
        spoken += page.locator(".balloon:not([hidden])").count()
    assert spoken > 4
    if name == "signals":
        page.evaluate(SAID_AT_MOST)
        assert page.evaluate(COVERED) == []


# ---- navigation


def test_keys_step_by_card_trick_deal_and_match(replay: Callable[..., Replay]) -> None:
    shown = replay("two")
    names = [frame["at"] for frame in shown.frames]
    assert shown.press("ArrowRight") == names[1]
    assert shown.press("ArrowLeft") == "s1"
    assert shown.press("ArrowLeft") == "s1"
    assert [shown.press("Shift+ArrowRight") for _ in range(3)] == ["s1-p1-c1", "s1-p2-c1", "s1-p3-c1"]
    assert shown.press("ArrowRight") == "s1-p3-c2"
    assert shown.press("Shift+ArrowLeft") == "s1-p3-c1"
    assert shown.press("PageUp") == "s1-p2-c1"
    assert [shown.press("PageDown") for _ in range(4)] == ["s1-p3-c1", "s1-p4-c1", "s1-fine", "s2"]
    assert shown.press("ArrowDown") == "s3"
    assert shown.press("ArrowRight") == "s3-a1"
    assert [shown.press("ArrowUp") for _ in range(2)] == ["s3", "s2"]
    assert shown.press("End") == names[-1]
    assert shown.press("ArrowDown") == names[-1]
    assert shown.press("Home") == "s1"


def test_a_focused_field_keeps_its_keys(replay: Callable[..., Replay]) -> None:
    shown = replay("two", "#s2")
    shown.page.locator("[name=deal]").focus()
    assert shown.press("ArrowRight") != "s2-a1"
    shown.page.locator("[name=card]").focus()
    before = shown.at
    assert shown.press("ArrowRight") == f"{before}-a1"


def test_buttons_slider_and_lists_reach_every_position(replay: Callable[..., Replay]) -> None:
    shown = replay("two", seat=1, locale="en-GB")
    page = shown.page
    page.click("[data-go=trickOn]")
    assert shown.at == "s1-p1-c1"
    page.click("[data-go=on]")
    assert shown.at == "s1-p1-c2"
    page.locator("[name=card]").fill("0")
    assert shown.at == "s1"
    page.locator("[name=deal]").select_option("2")
    assert shown.at == "s3"
    page.click(".moves [data-at='s3-p2-c1']")
    assert shown.at == "s3-p2-c1"
    assert page.locator(".moves [aria-current] button").get_attribute("data-at") == "s3-p2-c1"
    assert page.locator("[name=card]").get_attribute("aria-valuetext") == "deal 3, trick 2, card 1"
    assert page.locator(".marks i").count() == 6, "a mark for every trick of the third deal"
    page.click("[data-go=last]")
    assert shown.at == "s7-fine"
    assert page.locator("[data-go=on]").get_attribute("aria-disabled") == "true"
    page.click("[data-go=first]")
    assert shown.at == "s1"


def test_a_long_match_plays_across_its_portions(replay: Callable[..., Replay]) -> None:
    """The page has twenty of the 25 deals, and loads the others when the reader goes there."""
    shown = replay("long", "#s20-fine")
    assert {frame["at"].split("-")[0] for frame in shown.frames} == {f"s{deal}" for deal in range(1, 21)}
    options = shown.page.locator("[name=deal] option")
    assert options.count() == 25
    rows = shown.page.locator(".score tbody tr").all_inner_texts()
    before = shown.page.locator(".score tfoot td").all_inner_texts()
    shown.press("ArrowRight")
    expect(shown.page).to_have_url(re.compile("#s21$"))
    expect(shown.page.locator(".score tbody tr")).to_have_count(1)  # the score brought forward
    expect(shown.page.locator(".score tbody td")).to_have_text(before)
    expect(shown.page.locator(".moves button").first).to_have_attribute("data-at", "s21")
    assert shown.press("ArrowLeft") == "s20-fine"
    assert shown.page.locator(".score tbody tr").all_inner_texts() == rows
    assert len(rows) >= 20, "the points of each deal, and its accuse where there were any"
    shown.press("End")
    expect(shown.page).to_have_url(re.compile("#s25-fine$"))
    shown.press("Home")
    expect(shown.page).to_have_url(re.compile("#s1$"))
    shown.page.locator("[name=deal]").select_option("22")
    expect(shown.page).to_have_url(re.compile("#s23$"))
    shown.page.evaluate("location.hash = 's2-p1-c2'")
    expect(shown.page.locator(".tcard")).to_have_count(2)
    shown.open(shown.url.split("#")[0] + "#s24-p1-c1")
    assert shown.at == "s24-p1-c1"
    assert len(shown.on_the_table) == 1


def test_a_failed_portion_leaves_the_reader_in_place(replay: Callable[..., Replay]) -> None:
    shown = replay("long", "#s3")
    shown.page.route("**/partita/**", lambda route: route.fulfill(body="a proxy has lost its way"))
    shown.page.locator("[name=deal]").select_option("22")
    expect(shown.page.locator("#voce")).to_contain_text(re.compile("non è stato possibile", re.IGNORECASE))
    shown.page.locator("body").press("ArrowRight")
    assert shown.at.startswith("s3-")


def test_autoplay_starts_and_stops(replay: Callable[..., Replay]) -> None:
    shown = replay("two")
    page = shown.page
    page.locator("[name=pace]").select_option("fast")
    page.click("[data-go=play]")
    page.wait_for_function("() => location.hash === '#s1-p1-c1'")
    assert page.locator("[data-go=play]").get_attribute("aria-pressed") == "true"
    page.click("[data-go=play]")
    here = shown.at
    page.wait_for_timeout(1_500)
    assert shown.at == here
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press(" ")
    page.wait_for_function("() => location.hash === '#s7-fine'")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")


# ---- the address


def test_the_url_names_the_position(replay: Callable[..., Replay]) -> None:
    shown = replay("tressette", "#s2-p4-c3")
    assert shown.page.locator(".moves [aria-current] button").get_attribute("data-at") == "s2-p4-c3"
    assert len(shown.on_the_table) == 3
    left = shown.page.locator(".tcard").evaluate_all("cards => cards.map(card => card.offsetLeft)")
    assert len(set(left)) > 1, "each lies before its seat"
    shown.page.evaluate("location.hash = '#s1-p2'")
    expect(shown.page.locator(".moves [aria-current] button")).to_have_attribute("data-at", "s1-p2-c1")
    for nonsense in ("#s9-p1", "#x", "#s1-p1-c1-da9", "#%"):
        shown.open(shown.url.partition("#")[0] + nonsense)
        expect(shown.page.locator(".moves [aria-current]")).to_have_count(1)
        assert all(shown.hands().values()), nonsense


def test_nothing_jumps_while_the_replay_loads(server: Stack, new_page: NewPage, finished: Finished) -> None:
    for name in ("tressette", "whist"):
        page = open_with_fonts(new_page, server, viewport=PHONE)
        page.goto(f"{server.url}/partita/{finished(name)['match']}/")
        page.wait_for_selector(".replay:not([aria-busy])")
        assert shift(page) == []


# ---- visible hands


def test_from_one_seat_the_other_hands_are_face_down(replay: Callable[..., Replay]) -> None:
    shown = replay("two", "#s2-p1-c1")
    shown.page.locator("[name=seat]").select_option("1")
    assert shown.at == "s2-p1-c1-da2"
    backs = shown.page.locator(".open-hand[data-seat='0'] .pcard")
    assert backs.count() == shown.page.locator(".open-hand[data-seat='0'] .pcard.back").count() in (4, 5)
    assert shown.page.locator(".open-hand[data-seat='1']").get_attribute("data-pos") == "0"
    assert len(shown.hands()["1"]) in (4, 5)
    shown.open(shown.page.url)
    assert shown.page.locator("[name=seat]").input_value() == "1"
    shown.page.locator("[name=seat]").select_option("")
    assert shown.page.locator(".pcard.back").count() == 0
    assert shown.at == "s2-p1-c1"


def test_a_page_for_one_seat_contains_no_other_hand(replay: Callable[..., Replay]) -> None:
    shown = replay("tressette", "?posto=2#s1")
    assert {seat for seat, cards in shown.hands().items() if None not in cards} == {"1"}
    assert shown.page.locator("[name=seat]").is_hidden()
    assert shown.page.locator("[data-verify]").is_hidden(), "the seed would be the other hands"


# ---- the commitments


def test_the_browser_verifies_the_commitment(replay: Callable[..., Replay]) -> None:
    shown = replay("two")
    for deal in range(2):
        assert shown.page.locator("[data-right]").count() == 0
        shown.page.click("[data-verify]")
        expect(shown.page.locator("[data-right]")).to_have_attribute("data-right", "true")
        assert shown.press("ArrowDown") == f"s{deal + 2}"


def test_a_broken_commitment_is_shown(server: Stack, new_page: NewPage, finished: Finished) -> None:
    page = new_page()

    def tamper(route: Route) -> None:
        answer = route.fetch()
        digit = re.compile(r'("commitment": ")(.)')
        body = digit.sub(lambda found: found[1] + ("0" if found[2] != "0" else "1"), answer.text(), count=1)
        route.fulfill(response=answer, body=body)

    page.route("**/partita/*/", tamper)
    Replay(page, f"{server.url}/partita/{finished('two')['match']}/")
    page.click("[data-verify]")
    expect(page.locator("[data-right]")).to_have_attribute("data-right", "false")
    assert re.search("[0-9a-f]{64}", page.locator("[data-right]").inner_text()), "what it is instead"


def test_without_a_secure_connection_nothing_is_confirmed(
    server: Stack, new_page: NewPage, finished: Finished
) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    Replay(page, f"{server.url}/partita/{finished('two')['match']}/")
    page.click("[data-verify]")
    expect(page.locator("[data-right]")).to_have_attribute("data-right", "false")
    assert "https" in page.locator("[data-right]").inner_text()


def test_the_record_can_be_downloaded(replay: Callable[..., Replay], tmp_path: Path) -> None:
    shown = replay("tarocchi")
    with shown.page.expect_download() as download:
        shown.page.click("a[download]")
    assert download.value.suggested_filename.startswith("ludopoli-tarocchi-")
    download.value.save_as(tmp_path / "record.json")
    [report] = referee.judge_text((tmp_path / "record.json").read_text(), verify=True)
    assert report.json["verified"]


def test_the_record_opens_the_same_viewer(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/partita/da-file/")
    page.locator("[name=file]").set_input_files(RECORDS / "tarocchi" / "promise-kept.json")
    page.click("form[enctype] .btn.primary")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("location.hash") == "#s2"
    assert page.locator(".open-hand .pcard[data-card]").count() >= 45
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


# ---- links to the replay, and layout


def test_the_end_of_a_match_leads_to_its_replay(server: Stack, new_page: NewPage, finished: Finished) -> None:
    match = finished("tressette")
    table = f"{server.url}/tavolo/{match['code']}/"
    page = new_page(match["cookies"][0])
    page.goto(table)
    page.click(".finale [data-review]")
    page.wait_for_selector(".replay:not([aria-busy])")
    assert page.url.startswith(f"{server.url}/partita/{match['match']}/")
    page.goto(table)
    page.wait_for_selector(".room:not([aria-busy])")
    page.click("[data-open=menu-dialog]")
    page.click("#menu-dialog [data-review]")
    page.wait_for_url(f"**/partita/{match['match']}/*")


@pytest.mark.parametrize("name", [name for name in TABLES if name != "quick"])
def test_nothing_is_wider_than_a_phone(replay: Callable[..., Replay], name: str) -> None:
    shown = replay(name, viewport=PHONE)
    for key in ("Home", "ArrowRight", "Shift+ArrowRight", "ArrowRight", "End"):
        shown.press(key)
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], shown.at
        box = shown.page.locator("[data-go=on]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], "the buttons are always in sight"


@pytest.mark.parametrize("name", ["signals", "tarocchi"])
def test_no_violation(replay: Callable[..., Replay], name: str) -> None:
    shown = replay(name, seat=0, **AT_THE_DESK)
    for key in ("Home", "Shift+ArrowRight", "End"):
        shown.press(key)
        assert violations(shown.page) == [], shown.at
