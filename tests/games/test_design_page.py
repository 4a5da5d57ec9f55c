"""The design page shows every token, icon and card, and all its colours have enough contrast."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from games.pages.design import BORDER, BORDERS, TEXT, contrast, icons, tokens
from ludocards.engine.cards import DECKS
from ludopoli.accounts.models import User
from ludopoli.base.decks import BACKS

DECLARED = re.compile(r"--([\w-]+):")


def test_the_contrast_of_black_and_white_is_21() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 1) == 21
    assert contrast("#1B2A27", "#1B2A27") == 1


def test_all_tokens_are_found_with_their_colours() -> None:
    css = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    assert {token.name for token in tokens()} == set(DECLARED.findall(css))
    for token in tokens():
        least = BORDER if token.name in BORDERS else TEXT
        assert all(float(ratio) >= least for ratio in token.worst or ()), token


@pytest.mark.django_db
@pytest.mark.parametrize("deck", DECKS)
def test_the_page_shows_every_token_icon_and_card_from_one_sprite(client: Client, deck: str) -> None:
    client.force_login(User.objects.create_user("Moira", is_staff=True))
    page = client.get(f"/design/?mazzo={deck}&veste=-large").content.decode()
    assert set(re.findall(r'data-token="([\w-]+)"', page)) == {token.name for token in tokens()}
    assert set(icons()) <= set(re.findall(r"icons\.\w*\.?svg#([\w-]+)", page))
    sprites = re.findall(r'decks/([\w.-]+)\.svg#([\w-]+)"', page)
    assert {card for _, card in sprites} == set(DECKS[deck].cards) | {f"back-{name}" for name in BACKS}
    assert {sprite for sprite, _ in sprites} == {f"{deck}-large"}
    assert "style=" not in page


@pytest.mark.django_db
def test_the_design_page_is_for_staff(client: Client) -> None:
    client.force_login(User.objects.create_user("Rosalia"))
    assert client.get("/design/").status_code == 403
