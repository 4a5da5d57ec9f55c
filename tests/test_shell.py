"""The navigation marks the section of a page; markup that is rendered once keeps nothing of a reader."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpRequest
from django.template import Context, Template
from django.test import Client

from ludopoli.site.templatetags.shell import section

CURRENT = re.compile(r'<a\s+href="([^"]*)"\s+aria-current="page"')


@pytest.mark.parametrize(
    ("page", "marked"),
    [
        ("/", set()),
        ("/tavoli/", {"/tavoli/"}),
        ("/regole/tressette/", {"/lezioni/"}),
        ("/lezioni/tressette/", {"/lezioni/"}),
        ("/giocate/", {"/lezioni/", "/giocate/"}),
        ("/tornei/nessuno/", {"/tornei/"}),
        ("/circoli/", {"/circoli/"}),
        ("/circoli/nessuno/", {"/circoli/"}),
        ("/classifiche/", {"/classifiche/"}),
        ("/giocatori/nessuno/", {"/classifiche/"}),
    ],
)
def test_the_navigation_marks_the_section_of_a_page(
    client: Client, db: None, page: str, marked: set[str]
) -> None:
    for _ in range(2):
        assert {*CURRENT.findall(client.get(page).content.decode())} == marked


@pytest.mark.parametrize("bar", ["site-nav", "tabbar"])
def test_desk_and_phone_lead_to_the_same_sections(client: Client, db: None, bar: str) -> None:
    page = client.get("/").content.decode()
    shown = re.search(rf'<nav class="{bar}".*?</nav>', page, re.DOTALL)
    assert shown is not None
    assert re.findall(r'<a\s+href="([^"]*)"', shown[0]) == [
        "/tavoli/",
        "/tornei/",
        "/circoli/",
        "/lezioni/",
        "/classifiche/",
    ]


def test_the_rules_are_one_step_from_the_lessons(client: Client, db: None) -> None:
    for page in ("/lezioni/", "/giocate/", "/regole/"):
        shown = re.search(r'<nav aria-label="Impara">.*?</nav>', client.get(page).content.decode(), re.DOTALL)
        assert shown is not None
        assert re.findall(r'<a\s+href="([^"]*)"', shown[0]) == ["/lezioni/", "/giocate/", "/regole/"]
        assert re.findall(CURRENT, shown[0]) == [page]


@pytest.mark.parametrize("path", ["", "*", "//tornei/", "/nowhere/"])
def test_a_strange_address_belongs_to_no_section(path: str) -> None:
    request = HttpRequest()
    request.path = path
    assert section(request) == ""


def test_both_languages_have_their_own_navigation(client: Client, db: None) -> None:
    for accepted, word in (("it", "Tornei"), ("en", "Tournaments"), ("it", "Tornei")):
        page = client.get("/", headers={"Accept-Language": accepted}).content.decode()
        assert f">{word}</a>" in page


ONCE = Template("{% load shell %}{% once known %}{{ known }}{{ user }}{% endonce %}")


def test_content_rendered_once_knows_only_the_named_variables() -> None:
    assert [ONCE.render(Context({"known": known, "user": "Anna"})) for known in (1, 2, 1)] == ["1", "2", "1"]
    with pytest.raises(KeyError):
        ONCE.render(Context({}))


def test_while_templates_are_written_nothing_is_kept(settings: Any) -> None:
    shown = Template("{% load shell %}{% once %}{% now 'u' %}{% endonce %}")
    assert shown.render(Context()) == shown.render(Context())
    settings.DEBUG = True
    assert shown.render(Context()) != shown.render(Context())
