"""The style guide page: it shows every component in both themes, without violations for axe."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

STAFF = """
from ludopoli.accounts.models import User
from tests.live.seed import cookie
print(cookie(User.objects.get_or_create(username="Disegna", defaults={"password": "!", "is_staff": True})[0]))
"""

BAR = """[
    [...document.querySelectorAll("meta[data-of]")].find(({ media }) => matchMedia(media).matches).content,
    getComputedStyle(document.body).backgroundColor,
]"""


@pytest.mark.parametrize("room", [AT_THE_DESK, ON_THE_PHONE], ids=["light-desk", "dark-phone"])
def test_every_component_is_legible_in_both_themes(
    server: Stack, new_page: NewPage, room: dict[str, Any]
) -> None:
    page = new_page(server.manage("shell", "-v", "0", "-c", STAFF).strip(), **room)
    page.goto(f"{server.url}/design/")
    grounds = "halves => halves.map((half) => getComputedStyle(half).backgroundColor)"
    assert len(set(page.eval_on_selector_all(".half", grounds))) == 2
    assert violations(page) == []
    assert overflow(page) == 0
    page.click("[data-theme-toggle]")
    bar, ground = page.evaluate(BAR)
    assert ground == f"rgb({', '.join(str(part) for part in bytes.fromhex(bar[1:]))})", "the phone's bar too"
