"""A minimal browser with cookies, forms and sockets, which can sign in."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

from websockets.asyncio.client import connect

from tests.live.stack import Stack

PASSWORD = "tre carte sul tavolo"


class Browser:
    """A person's browser at the first web process; its sockets go to the last one."""

    def __init__(self, server: Stack) -> None:
        self.server, self.jar = server, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, **headers: str) -> str:
        request = urllib.request.Request(self.server.url + path, headers=headers)
        return self._read(request)

    def post(self, path: str, **fields: str) -> str:
        if "csrftoken" not in self.cookies:
            self.get("/account/accedi/")
        fields["csrfmiddlewaretoken"] = self.cookies["csrftoken"]
        return self._read(
            urllib.request.Request(self.server.url + path, urllib.parse.urlencode(fields).encode())
        )

    def _read(self, request: urllib.request.Request) -> str:
        try:
            with self.opener.open(request) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.read().decode()

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.jar}

    def socket(self, path: str) -> connect:
        cookie = f"sessionid={self.cookies['sessionid']}"
        return connect(
            self.server.urls[-1].replace("http", "ws") + path, additional_headers={"Cookie": cookie}
        )


def signed_up(server: Stack, name: str) -> Browser:
    browser = Browser(server)
    browser.post(
        "/account/iscriviti/", username=name, email=f"{name.lower()}@example.org", password1=PASSWORD
    )
    assert "sessionid" in browser.cookies
    return browser


def signed_in(server: Stack, name: str) -> Browser:
    browser = Browser(server)
    browser.post("/account/accedi/", login=name, password=PASSWORD)
    assert "sessionid" in browser.cookies
    return browser
