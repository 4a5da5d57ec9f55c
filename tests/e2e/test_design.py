"""The style guide page: it shows every component in both themes, without violations for axe."""

from __future__ import annotations

from tests.e2e.conftest import AT_THE_DESK, DESK, PHONE, NewPage, overflow, resize, violations
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


def test_every_component_is_legible_in_both_themes(server: Stack, new_page: NewPage) -> None:
    """The page has a half in each theme: axe sees both at a desk. On a dark phone all fits as well."""
    page = new_page(server.manage("shell", "-v", "0", "-c", STAFF).strip(), **AT_THE_DESK)
    page.goto(f"{server.url}/design/")
    assert violations(page) == []
    for scheme, size in (("light", DESK), ("dark", PHONE)):
        if scheme == "dark":
            page.evaluate("localStorage.clear()")
            page.emulate_media(color_scheme="dark")
            page.reload()
        resize(page, **size)
        grounds = "halves => halves.map((half) => getComputedStyle(half).backgroundColor)"
        assert len(set(page.eval_on_selector_all(".half", grounds))) == 2
        assert overflow(page) == 0
        page.click("[data-theme-toggle]")
        bar, ground = page.evaluate(BAR)
        assert ground == f"rgb({', '.join(str(part) for part in bytes.fromhex(bar[1:]))})", (
            "the phone's bar too"
        )
