"""An evening at real tables: its score sheets on phones, and its console, also without network."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack


def sheets(server: Stack, new_page: NewPage) -> tuple[str, Page, Page]:
    """Begin an evening; return its code, the phone of a player, with a service worker, and that of an
    opponent."""
    evening = server.call("tests.live.real_tables:begin", secret="5e" * 32)
    [table, *_others] = server.call("tests.live.real_tables:tables", code=evening["code"])
    one, opponent = (server.url + evening["links"][str(place)] for place in table["places"])
    phone, other = new_page(service_workers="allow", plain=False, **ON_THE_PHONE), new_page(**ON_THE_PHONE)
    other.goto(opponent)
    phone.goto(one)
    phone.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    phone.reload()
    return evening["code"], phone, other


def test_a_sheet_is_there_without_network_also_when_it_is_loaded_again(
    server: Stack, new_page: NewPage
) -> None:
    """Once the network is back, the opponent's phone asks for a confirmation."""
    code, phone, other = sheets(server, new_page)
    phone.context.set_offline(True)
    phone.fill("[name=score-1-0]", "8")
    phone.fill("[name=score-1-1]", "3")
    phone.get_by_role("button", name="Write them down").click()
    expect(phone.get_by_text("your scores are kept on this phone")).to_be_visible()
    expect(phone.locator("[name=score-1-0]")).to_have_value("8")
    others = phone.locator(".score-sheet thead th:not(.own)").nth(1).inner_text()

    phone.reload()
    expect(phone.locator("[name=score-1-0]")).to_have_value("8")
    assert others not in phone.content()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.fill("[name=score-2-0]", "6")
    phone.fill("[name=score-2-1]", "5")
    phone.get_by_role("button", name="Write them down").click()
    expect(phone.get_by_text("Your scores are kept on this phone")).to_be_visible()
    phone.reload()
    expect(phone.locator("[name=score-2-0]")).to_have_value("6")

    phone.context.set_offline(False)
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator(".score-sheet .badge")).to_have_text(["to be confirmed", "to be confirmed"])
    assert server.call("tests.live.real_tables:written", code=code) == 2

    expect(other.locator("[data-part=sheet-state] form button")).to_be_visible()
    assert (violations(other), overflow(other)) == ([], 0)
    other.click("[data-part=sheet-state] form button")
    for page in (other, phone):
        expect(page.locator(".score-sheet input")).to_have_count(0)

    # the sheet of a session that is over is gone, also if its page goes on for a while
    phone.context.set_offline(True)  # no late answer brings the former token back
    phone.evaluate("document.cookie = 'csrftoken=another; path=/'")
    phone.locator(".score-sheet").dispatch_event("input")
    phone.reload()
    expect(phone.get_by_text("no score sheet was open in this tab")).to_be_visible()
    assert phone.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('session'))") == []


def test_the_console_goes_on_without_network_and_sends_everything_in_order(
    server: Stack, new_page: NewPage
) -> None:
    evening = server.call("tests.live.real_tables:begin", secret="5f" * 32)
    desk = new_page(evening["cookie"], service_workers="allow", plain=False, **ON_THE_PHONE)
    desk.goto(f"{server.url}/tornei/{evening['code']}/direzione/")
    desk.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    desk.reload()
    desk.wait_for_function("() => Object.keys(sessionStorage).some((key) => key.includes('desk'))")

    desk.context.set_offline(True)
    expect(desk.get_by_text("No network. You can go on")).to_be_visible()
    desk.get_by_role("link", name="Open table 2").click()
    table = desk.locator("details[open]")
    expect(table.locator("summary").first).to_contain_text("Table 2")
    assert (violations(desk), overflow(desk)) == ([], 0)
    for cell, score in (("1-0", "8"), ("1-1", "3")):
        table.locator(f"[name=score-{cell}]").fill(score)
    table.get_by_role("button", name="Enter the scores").click()
    expect(desk.locator(".alarms li")).to_contain_text("Round 1, Table 2: 8–3")
    desk.reload()
    expect(table.locator("[name=score-1-0]")).to_have_value("8")
    for cell, score in (("1-0", "6"), ("1-1", "5")):
        table.locator(f"[name=score-{cell}]").fill(score)
    table.get_by_role("button", name="Enter the scores").click()
    desk.get_by_text("Late entry").click()
    desk.fill("[name=first]", "Rosa Neri")
    desk.fill("[name=second]", "Pino Conti")
    assert (violations(desk), overflow(desk)) == ([], 0)
    desk.get_by_role("button", name="Enter them").click()
    expect(desk.locator(".alarms li")).to_have_count(3)
    expect(desk.locator(".alarms li").last).to_contain_text("Late entry: Rosa Neri, Pino Conti")
    server.call("tests.live.real_tables:enter", code=evening["code"], table=1, scores=[9, 2])

    desk.context.set_offline(False)
    desk.evaluate("dispatchEvent(new Event('online'))")
    expect(desk.get_by_role("heading", name="Round 1, table 2")).to_be_visible()
    expect(desk.locator("[name=score-1-0]")).to_have_value("6")
    expect(desk.locator(".alarms li")).to_have_count(0)
    assert server.call("tests.live.real_tables:written", code=evening["code"]) == 3
    desk.goto(f"{server.url}/tornei/{evening['code']}/")
    expect(desk.get_by_text("Rosa Neri – Pino Conti").first).to_be_attached()
