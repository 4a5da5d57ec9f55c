"""The socket that sends notices to an open page. It accepts no frames."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

import msgspec
from autobahn.exception import Disconnected
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from msgspec import UNSET, UnsetType

from ludopoli.accounts.models import User
from ludopoli.http import languages
from ludopoli.http.throttle import process_bucket
from ludopoli.notices import notifying, page
from ludopoli.notices.bell import bell_label, bell_number
from ludopoli.notices.models import Notice
from ludopoli.sockets import sessions
from ludopoli.sockets.connections import SocketConsumer
from ludopoli.sockets.frames import SocketFrame, described_as
from ludopoli.text import zones
from ludopoli.work.threads import in_thread

CLOSED_SPOKE, CLOSED_SIGNED_OUT, CLOSED_FORBIDDEN, CLOSED_ABUSE = 4400, 4401, 4403, 4429


class NoticeShown(msgspec.Struct):
    text: str
    icon: str
    url: str


class UnreadFrame(SocketFrame, tag="unread"):
    """on connect, when a notice is new, and when some were read"""

    n: Annotated[int, described_as("the number of unread notices")]
    shown: Annotated[str, described_as("the number as the bell shows it")]
    label: Annotated[str, described_as("the number in words")]
    notice: Annotated[NoticeShown, described_as("the new one")] | UnsetType = UNSET


class NoticesConsumer(SocketConsumer):
    """One page of one person. It sends the number of unread notices after connecting and at every change."""

    person: User | None = None

    async def connect(self) -> None:
        user = self.scope["user"]
        cookies = self.scope.get("cookies", {})
        accepted = dict(self.scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        self.language = languages.preferred_language(cookies.get(settings.LANGUAGE_COOKIE_NAME, ""), accepted)
        await self.accept()
        if not user.is_authenticated or await in_thread(sessions.is_barred_stranger, user):
            await self.close(CLOSED_FORBIDDEN)
        elif not process_bucket(user.pk).take():
            await self.close(CLOSED_ABUSE)
        else:
            self.person = user
            await self.join(page.notices_group(user.pk))
            await self.join(sessions.person_group(user.pk))
            if "token" not in self.scope:
                await in_thread(notifying.remember_reader, user, self.language, zones.of_cookies(cookies))
            await self.emit(await in_thread(self._news, None))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(CLOSED_SPOKE)

    async def notice(self, message: dict[str, Any]) -> None:
        """Handle a group message: a notice is new, or some were read."""
        await self.emit(await in_thread(self._news, message.get("id")))

    async def session_check(self, message: dict[str, Any]) -> None:
        """Handle a group message: close if the session or token that opened this socket has ended."""
        if not await in_thread(self.still_opens):
            await self.close(CLOSED_SIGNED_OUT)

    def _news(self, new: int | None) -> UnreadFrame:
        """Return the frame: the number of unread notices, and the new one if it is still unread."""
        assert self.person is not None
        with translation.override(self.language):
            count = notifying.unread_count(self.person.pk)
            fresh = (
                None if new is None else notifying.inbox_of(self.person).filter(pk=new, read_at=None).first()
            )
            return UnreadFrame(
                count, bell_number(count), bell_label(count), UNSET if fresh is None else _shown(fresh)
            )

    async def emit(self, frame: UnreadFrame) -> None:
        with contextlib.suppress(Disconnected, OSError):  # the page has gone
            await self.send(frame.encoded())


def _shown(notice: Notice) -> NoticeShown:
    return NoticeShown(notice.text, notice.icon, reverse("open-notice", args=[notice.pk]))
