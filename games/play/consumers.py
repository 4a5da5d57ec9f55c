"""The sockets of tables. They write through `actions`, and send readers what is new."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.http import Http404
from django.utils import translation

from games.models import Table
from games.play import actions, doorbell, frames, live, pings, pulse, selectors, table_frames, wire
from games.play.sockets import CLOSED_FORBIDDEN, CLOSED_UNKNOWN, Socket
from games.texts import accept_or_raise
from ludocards.engine.game import Command, Viewer
from ludopoli.api.models import Scope
from ludopoli.base import measures
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import client_address
from ludopoli.sockets.frames import decoder_of
from ludopoli.work.threads import in_thread

CHANGE_SEATS = {"away", "left", "returned", "substituted"}
"""Events after which the table frame is sent again."""


class TableConsumer(Socket):
    """One reader at one table, seated or not."""

    decoder = decoder_of(wire.PlayCommand)
    table: Table | None = None

    async def connect(self) -> None:
        await super().connect()
        self.match: uuid.UUID | None = None
        self.watched: uuid.UUID | None = None
        self.viewer: Viewer = None
        self.have = self.revision = self.chat = 0
        self.vantage: dict[str, Any] | None = None
        self.seated = self.has_place = False
        self.table = await self._admitted()
        if self.table is None:
            return
        await self.join(doorbell.table_group(self.table.pk))
        await self._note_open(is_new=True)
        await self.send_table()
        await self.send_chat(always=True)

    async def _admitted(self) -> Table | None:
        """Return the table if the reader may see it now, or else close the socket."""
        try:
            return await in_thread(self._table, self.scope["url_route"]["kwargs"]["code"])
        except Http404:
            await self._close_unknown()
        except ActionRefused as why:
            await self.refuse(why)
            await self.close(CLOSED_FORBIDDEN)
        return None

    async def _close_unknown(self) -> None:
        await self.refuse(ActionRefused("no_table"))
        await self.close(CLOSED_UNKNOWN)

    async def session_check(self, message: dict[str, Any]) -> None:
        """Check also whether the reader may still see the table: they may have left its club, or no longer
        direct its event."""
        await super().session_check(message)
        if self.table is not None and not self.closing:
            await self._admitted()

    async def disconnect(self, code: int) -> None:
        if self.table is not None:
            await in_thread(actions.note_socket_closed, self.table, self.channel_name)

    def _table(self, code: str) -> Table:
        table = selectors.access_table(self.user, code)
        if table.status != Table.Status.OPEN:
            selectors.check_watching(self.user, table)
        return table

    # ---- from the table to the reader

    async def doorbell(self, news: dict[str, Any]) -> None:
        if "revision" in news and news["revision"] != self.revision:
            await self.send_table(news["revision"])
        if "version" in news:
            await self._send_news_of(_match_id(news["match"]), news["version"])
        if "chat" in news and news["chat"] > self.chat:
            await self.send_chat()

    async def _send_news_of(self, match: uuid.UUID, version: int) -> None:
        """Send what is new of the match at the table.

        The doorbell may be late, and of the match before, or early, and of the next one, which the table of
        the reader does not have yet.
        """
        assert self.table is not None
        if match == self.table.match_id:
            await self.send_match(match, version)
        else:
            await self.send_table()

    async def send_table(self, revision: int | None = None, version: int = 0) -> None:
        """Send the table, and of its match what the reader does not have yet.

        With `revision` and `version`, a frame of these or later ones will do, and strangers share one. The
        revision counts as sent only at the end, so that after a failure the next ping does all of it again.
        """
        assert self.table is not None
        reader = self.user, self.table.code, self.language
        try:
            if revision is None or self.has_place:
                shown = await table_frames.shown_to(*reader)
            else:
                shown = await table_frames.shown_from_shared_read(
                    *reader, max(revision, self.revision), version
                )
        except Http404:
            await self._close_unknown()
            return
        self.table, frame = shown.table, shown.frame
        self.seated = frame["me"] is not None
        self.has_place = self.seated or frame["coming"] is not None
        self.channel_layer.let_wait(self.channel_name, not self.seated)
        self.watched = None
        self.vantage = frame["vantage"]
        is_lost = self.seated and frame["seats"][frame["me"]]["state"] == "lost"
        if is_lost or frame["coming"] is not None:
            await self._note_open(is_new=False)
        await self.emit_text(shown.text)
        if frame["match"] is not None:
            await self.send_match(uuid.UUID(frame["match"]), shown.version)
        self.revision = max(self.revision, self.table.revision)

    async def _note_open(self, *, is_new: bool) -> None:
        """Note that the player is there, unless a program that only reads is."""
        assert self.table is not None
        if not (self.user.is_authenticated and self.allows(Scope.BOARD)):
            return
        address = client_address(self.scope)
        await in_thread(
            actions.note_socket_open, self.table, self.user, self.channel_name, is_new=is_new, address=address
        )

    async def send_match(self, match: uuid.UUID, version: int) -> None:
        """Send the events that the reader does not have yet, or the whole state."""
        if match == self.match and version <= self.have:
            return
        now = await live.at_least(match, version)
        seat = now.row.seat_of(self.user_id)
        if seat is None and not await self._may_watch(match):
            return
        viewer = self._viewer(seat)
        newer = None
        if match == self.match and viewer == self.viewer:
            if now.version <= self.have:
                return
            newer = now.since(self.have, viewer)
        await self._send(now, seat, newer)

    async def _may_watch(self, match: uuid.UUID) -> bool:
        """Return whether the reader may watch; looked up once a match, and again if the table has changed."""
        assert self.table is not None
        if match == self.watched:
            return True
        if self.table.boards_id is None and not self.table.private:  # no need to look at who watches
            is_allowed = selectors.may_spectate(self.user, self.table)
        else:
            is_allowed = await in_thread(selectors.may_spectate, self.user, self.table)
        if is_allowed:
            self.watched = match
        return match == self.watched

    def _viewer(self, seat: int | None) -> Viewer:
        """The seat whose cards the reader sees: their own, or one whose hand they may watch."""
        vantage = self.vantage
        return vantage["seat"] if seat is None and vantage is not None and vantage["hand"] else seat

    async def _send(
        self, now: live.Live, seat: int | None, newer: Sequence[live.Numbered] | None = None
    ) -> None:
        """Send the newer events to the reader, who has this seat, or the state if there are None.

        The table follows if the seats have changed, or may have in the events that the state replaces.
        """
        viewer = self._viewer(seat)
        text = frames.frame_text(now, viewer, newer, plays=seat is not None)
        is_behind = now.row.pk == self.match and self.have < now.version
        self.match, self.have, self.viewer = now.row.pk, now.version, viewer
        await self.emit_text(text)
        if is_behind and (newer is None or any(event.kind in CHANGE_SEATS for _, event in newer)):
            await self.send_table(self.revision, self.have)

    async def send_chat(self, *, always: bool = False) -> None:
        assert self.table is not None
        lines = await in_thread(self._messages)
        if lines:
            self.chat = lines[-1]["id"]
        if lines or always:
            await self.emit(wire.ChatFrame(lines))

    def _messages(self) -> list[wire.TableChatLine]:
        """The lines that are new to the reader; none of the spectators' if they may not watch."""
        assert self.table is not None
        watches = self.watched is not None and self.watched == self.table.match_id
        if not (self.seated or watches or selectors.may_join_spectator_chat(self.user, self.table.pk)):
            return []
        with translation.override(self.language):
            return selectors.chat_messages(self.user, self.table.pk, self.seated, self.chat)

    # ---- from the reader to the table

    async def handle(self, command: wire.PlayCommand) -> None:
        if self.has_place:
            pulse.record_socket(self.channel_name)
        match command:
            case wire.DoCommand():
                await self.do(command)
            case wire.PingCommand():
                await self.ping()
            case wire.ResumeCommand(have):
                await self.resume(have)
            case wire.TouchedCommand():
                await self.touched()
            case wire.SayCommand(text, phrase):
                await self.say(text, phrase)
            case wire.BackCommand():
                await self._at_match(actions.reclaim_seat)
            case wire.LendCommand(seat):
                await self._at_match(actions.lend_seat, seat)
            case wire.WaitCommand(seat):
                await self._at_match(actions.wait_for_absent, seat)
            case wire.ProposeCommand(what):
                await self._at_match(actions.make_proposal, what)
            case wire.AnswerCommand(proposal, agrees):
                await self._at_match(actions.answer_proposal, proposal, agrees=agrees)
            case wire.ListenCommand():
                await self._at_match(actions.listen_to_bots)
            case wire.GoOnCommand():
                await self._at_match(actions.end_pause)
            case wire.RematchCommand(wants):
                await self._at_table(actions.request_rematch, wants)
            case wire.NonceCommand(commitment, nonce):
                await self._at_table(actions.add_player_nonce, commitment, nonce)

    async def do(self, sent: wire.DoCommand) -> None:
        """Submit a command of the game; the answer is sent once it is durable."""
        assert self.table is not None
        command = accept_or_raise(Command.from_json(sent.command), self.table.game)
        if self.match is None:
            raise ActionRefused("no_match")
        request = self.match, await self._own_seat(), command, sent.id, sent.version
        began = time.perf_counter()
        try:
            answer = await actions.attempt_together(*request)
            in_window = isinstance(answer, actions.Waiting)
            while isinstance(answer, actions.Waiting):
                await asyncio.sleep(answer.seconds)
                answer = await actions.attempt_together(*request)
        except ActionRefused as why:
            if why.code in ("stale", "too_late", "match_over"):
                now = await in_thread(live.load_match, self.match)
                await self._send(now, now.row.seat_of(self.user_id))
            raise
        await self.emit(wire.AckFrame(sent.id, answer.version))
        if not in_window:
            measures.MOVE_ACKNOWLEDGED.observe(time.perf_counter() - began)

    async def _own_seat(self) -> int:
        """The reader's seat in the match."""
        seat = None if self.match is None else (await live.at_least(self.match)).row.seat_of(self.user_id)
        if seat is None:
            raise ActionRefused("not_seated")
        return seat

    async def resume(self, have: int | None) -> None:
        """Send what is missing after the version that the client says it has."""
        if self.match is None:
            await self.send_table()
            return
        now = await in_thread(live.load_match, self.match)
        seat = now.row.seat_of(self.user_id)
        if seat is None and not await self._may_watch(self.match):
            return
        newer = now.since(have, self.viewer) if have is not None and 0 <= have <= now.version else None
        await self._send(now, seat, newer if self._viewer(seat) == self.viewer else None)

    async def ping(self) -> None:
        """Answer a ping, after sending what a lost doorbell has left out."""
        assert self.table is not None
        news = await pings.news_of_table(self.table.pk)
        if news.revision != self.revision:
            await self.send_table(news.revision, news.version)
        elif self.match is not None:
            await self.send_match(self.match, news.version)
        if (news.players_line if self.seated else news.spectators_line) > self.chat:
            await self.send_chat()
        await self.emit(wire.PongFrame(self.have, self.revision))

    async def touched(self) -> None:
        """Note that the player uses the page. Moves do not note it, since each would cost a write more."""
        assert self.table is not None
        if self.seated:
            await in_thread(actions.touch_seat, self.table, self.user)
            if self.table.move_seconds is None:  # no doorbell rings when others stop touching their pages
                await self.send_table()

    async def say(self, text: str, phrase: str | None) -> None:
        assert self.table is not None
        if not self.user.is_authenticated:
            raise ActionRefused("name_needed")
        await in_thread(actions.add_table_line, self.user, self.table, text, phrase)

    async def _at_match(self, act: Callable[..., object], *sent: object, **also: object) -> None:
        """Do something at the match for the reader's seat; only a refusal is answered."""
        seat = await self._own_seat()
        await in_thread(act, self.match, seat, *sent, **also)

    async def _at_table(self, act: Callable[..., object], *sent: object) -> None:
        """Do something at the table for the reader; only a refusal is answered."""
        if not self.user.is_authenticated:
            raise ActionRefused("not_seated")
        await in_thread(act, self.user, self.table, *sent)


@lru_cache(maxsize=live.KEPT_MATCHES)
def _match_id(text: str) -> uuid.UUID:
    return uuid.UUID(text)
