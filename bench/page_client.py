"""A client of the site without scripts: its pages, their forms, and what it sends."""

from __future__ import annotations

import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from secrets import token_hex

AGAIN_SECONDS = 1.0
"""The pause before something is sent again; browsers wait eight seconds."""

LONGEST_SECONDS = 60.0
"""The longest wait for an answer, and for a round to be paired."""


class NoAnswer(Exception):
    """The server could not be reached, or did not answer."""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    status: int
    url: str
    text: str


class SiteClient:
    """A browser without scripts."""

    def __init__(self, url: str) -> None:
        self.url, self.jar, self.failures = url, CookieJar(), Counter[str]()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, accept: str = "text/html") -> PageAnswer:
        return self._send(urllib.request.Request(self.url + path, headers={"Accept": accept}))

    def patient_get(self, path: str, accept: str = "text/html") -> PageAnswer:
        """Load a page, again and again until there is an answer; a failure of the server is none."""
        while True:
            try:
                answer = self.get(path, accept)
            except NoAnswer:
                time.sleep(AGAIN_SECONDS)
                continue
            if answer.status < 500:
                return answer
            self.failures[f"{answer.status} {visible_text(answer.text)[:80]}"] += 1
            time.sleep(AGAIN_SECONDS)

    def post(self, path: str, body: bytes, kind: str, accept: str) -> PageAnswer:
        headers = {"Accept": accept, "Content-Type": kind, "X-CSRFToken": self.cookie("csrftoken")}
        return self._send(urllib.request.Request(self.url + path, body, headers))

    def post_unanswered(self, path: str, body: bytes) -> None:
        """Send a form, and hang up before the answer."""
        where = urllib.parse.urlsplit(self.url)
        line = http.client.HTTPConnection(where.netloc, timeout=LONGEST_SECONDS)
        headers = {
            "Accept": "application/json", "Content-Type": FORM, "X-CSRFToken": self.cookie("csrftoken"),
            "Cookie": "; ".join(f"{each.name}={each.value}" for each in self.jar),
        }  # fmt: skip
        try:
            line.request("POST", path, body, headers)
        except OSError as error:
            raise NoAnswer from error
        finally:
            line.close()

    def cookie(self, name: str) -> str:
        return next((each.value or "" for each in self.jar if each.name == name), "")

    def _send(self, request: urllib.request.Request) -> PageAnswer:
        try:
            with self.opener.open(request, timeout=LONGEST_SECONDS) as answer:
                return PageAnswer(answer.status, answer.url, answer.read().decode())
        except urllib.error.HTTPError as refused:
            with refused:
                return PageAnswer(refused.code, request.full_url, refused.read().decode())
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error


FORM = "application/x-www-form-urlencoded"


def multipart(fields: Mapping[str, str], name: str, filename: str, data: bytes) -> tuple[bytes, str]:
    """Return the body of a form with a file, and its content type."""
    mark = token_hex()
    parts = [f'"{each}"\r\n\r\n{value}\r\n'.encode() for each, value in fields.items()]
    parts.append(f'"{name}"; filename="{filename}"\r\n\r\n'.encode() + data + b"\r\n")
    head = f"--{mark}\r\nContent-Disposition: form-data; name=".encode()
    body = b"".join(head + part for part in parts) + f"--{mark}--\r\n".encode()
    return body, f"multipart/form-data; boundary={mark}"


class PageForms(HTMLParser):
    """The forms of a page: for each its address, and the fields with which it would be sent."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._fields: dict[str, str] | None = None
        self._select = self._textarea = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        name = of.get("name", "")
        if tag == "form":
            self._fields = {}
            self.forms.append((of.get("action", ""), self._fields))
        if self._fields is None or "disabled" in of:
            return
        if tag == "input" and name and of.get("type") not in ("submit", "file", "button"):
            is_box = of.get("type") in ("radio", "checkbox")
            if not is_box or "checked" in of:
                self._fields[name] = of.get("value", "on" if is_box else "")
        elif tag == "textarea":
            self._textarea, self._fields[name] = name, ""
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and (self._select not in self._fields or "selected" in of):
            self._fields[self._select] = of.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._fields is not None and self._textarea:
            self._fields[self._textarea] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._fields is not None and self._textarea:
            text = self._fields[self._textarea]
            self._fields[self._textarea] = text.removeprefix("\r\n").removeprefix("\n")
            self._textarea = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._fields = None

    def find(self, action: str) -> tuple[str, dict[str, str]] | None:
        """Return the form whose address ends so, if there is one."""
        return next((each for each in self.forms if each[0].partition("?")[0].endswith(action)), None)


def moment(at: datetime) -> str:
    """Return a time as a browser sends it."""
    return f"{at:%Y-%m-%dT%H:%M}"


def visible_text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"(?s)<(script|style).*?</\1>|<[^>]*>", " ", page))
