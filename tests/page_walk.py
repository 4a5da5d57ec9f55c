"""A reader who goes from page to page by what each offers: its links, and its forms as they are filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

ERRORS = re.compile(r'class="error".*?</p>', re.DOTALL)


@dataclass
class PageForm:
    """A form of a page."""

    action: str
    is_sent: bool
    """True if it is posted."""
    values: dict[str, Any] = field(default_factory=dict)
    """The values that are sent unless others are filled in, by field."""
    names: set[str] = field(default_factory=set)
    """Of all its fields and buttons."""


class PageParser(HTMLParser):
    """Finds the links, the forms, and the fields of a page that are there to be copied."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[PageForm] = []
        self.copied: list[str] = []
        self._form: PageForm | None = None
        self._select = self._text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(own.get("href", ""))
        elif tag == "form":
            self._form = PageForm(own.get("action", ""), own.get("method") == "post")
            self.forms.append(self._form)
        elif tag == "input" and "readonly" in own:
            self.copied.append(own.get("value", ""))
        elif tag == "option" and self._select and self._form is not None:
            if "selected" in own or self._select not in self._form.values:
                self._form.values[self._select] = own.get("value", "")
        elif self._form is not None and own.get("name") and "disabled" not in own:
            self._add_field(self._form, tag, own)

    def _add_field(self, form: PageForm, tag: str, own: dict[str, str]) -> None:
        name, kind = own["name"], own.get("type", "text")
        form.names.add(name)
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            self._text, form.values[name] = name, ""
        elif tag == "input" and kind in ("checkbox", "radio"):
            form.values |= {name: own.get("value", "on")} if "checked" in own else {}
        elif tag == "input" and kind != "file":
            form.values[name] = own.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._text and self._form is not None:
            self._form.values[self._text] += data.removeprefix("\n")  # as browsers do


class PageWalk:
    """The page that somebody has open, in a browser without scripts."""

    def __init__(self, client: Client, address: str = "/") -> None:
        self.client = client
        self.clicks = 0
        """The links followed, the fields filled in, and the forms sent."""
        self.visit(address)

    def visit(self, address: str) -> None:
        """Open an address that the reader has from elsewhere: a message, a code on paper."""
        self._show(self.client.get(address, follow=True))

    def reload(self) -> None:
        self.visit(self.address)

    def follow(self, ending: str) -> None:
        """Follow the first link whose address ends so."""
        links = [each.partition("#")[0] for each in self.page.links]
        found = [each for each in links if each.endswith(ending)]
        assert found, f"{self.address} leads nowhere to {ending}: {sorted({*links})}"
        self.clicks += 1
        self.visit(urljoin(self.address, found[0]))

    def send(self, ending: str, **values: Any) -> None:
        """Send the first form whose address ends so and that has these fields, as it is but for them."""
        forms = [each for each in self.page.forms if each.action.endswith(ending)]
        form = next((each for each in forms if values.keys() <= each.names), None)
        assert form is not None, f"{self.address} has no {ending} with {[*values]}: {self.page.forms}"
        self.clicks += 1 + len(values)
        ask = self.client.post if form.is_sent else self.client.get
        self._show(ask(urljoin(self.address, form.action), {**form.values, **values}, follow=True))

    def _show(self, answer: Any) -> None:
        self.text = answer.content.decode()
        asked = answer.request
        assert answer.status_code == 200, (asked["PATH_INFO"], answer.status_code, ERRORS.findall(self.text))
        self.address = "?".join(filter(None, (asked["PATH_INFO"], asked.get("QUERY_STRING"))))
        self.page = PageParser(self.text)
