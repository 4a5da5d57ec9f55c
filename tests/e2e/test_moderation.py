"""Reporting a person and deciding on the report, in a browser."""

from __future__ import annotations

from tests.e2e.conftest import AT_THE_DESK, NewPage, overflow, violations
from tests.live.stack import Stack

MODERATOR = """
from django.contrib.auth.models import Group
from ludopoli.accounts.models import User
from tests.live.seed import cookie
someone, _ = User.objects.get_or_create(username="Moira", defaults={"password": "!", "is_staff": True})
someone.groups.add(Group.objects.get(name="moderators"))
print(cookie(someone))
"""


def test_a_report_leads_to_a_decision_and_a_notice(server: Stack, new_page: NewPage) -> None:
    [table] = server.seed(people=2, players=4, bots=False)
    page = new_page(table["cookies"][0], **AT_THE_DESK)
    page.goto(f"{server.url}/tavolo/{table['code']}/")
    page.click("[data-open=menu-dialog]")
    with page.context.expect_page() as opened:
        page.click(f"#menu-dialog .people li:has-text('{table['names'][1]}') a[href*=segnala]")
    form = opened.value
    form.wait_for_selector("form.report")
    assert violations(form) == []
    assert overflow(form) == 0
    form.check("[name=reason][value=words]")
    form.fill("[name=text]", "Mi ha insultato.")
    form.click("form.report .btn.primary")
    form.wait_for_selector(".toast[data-level=success]")

    staff = new_page(server.manage("shell", "-v", "0", "-c", MODERATOR).strip(), **AT_THE_DESK)
    staff.goto(f"{server.url}/moderazione/")
    assert violations(staff) == []
    assert overflow(staff) == 0
    staff.click(f"a:has-text('{table['names'][1]}')")
    assert violations(staff) == []
    assert overflow(staff) == 0
    dossier = staff.locator("section.panel", has=staff.locator(f"h2:has-text('{table['names'][1]}')")).first
    dossier.locator("[name=reason]").fill("Le parole contano.")
    dossier.locator("button.danger").click()
    staff.wait_for_selector(".toast[data-level=success]")

    rude = new_page(table["cookies"][1], **AT_THE_DESK)
    rude.goto(f"{server.url}/tavoli/")
    assert "Le parole contano." in rude.inner_text(".from-staff")
    rude.click(".from-staff button")
    rude.wait_for_selector(".from-staff", state="detached")
