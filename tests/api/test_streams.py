"""The streams of accounts and matches: their lines, access to them, and what is sent after a reconnection."""

from __future__ import annotations

import asyncio
import gc
import json
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from django.utils import timezone

from games.api import stream_clients
from games.models import Challenge, Happening, Match, Table
from games.people import challenges
from games.play import actions, feed, live
from games.play.consumers import TableConsumer
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.moderation import sanctions
from ludopoli.sockets import draining, sessions
from ludopoli.webhooks import deliveries
from ludopoli.webhooks.kinds import KINDS, PING
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending
from tests.api.document import DOCUMENT, delivery_of, line_of
from tests.api.events import announced
from tests.security.world import begin
from tests.tournaments.evening import Evening
from tournaments import actions as tournament
from tournaments.outlets.feed import NEWS

pytestmark = pytest.mark.django_db(transaction=True)
MINE = "/api/v1/me/stream/"
RULES = {"preset": "classico", "match_end": {"deals": 1}}


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 0.2)


def account(name: str, **fields: Any) -> tuple[User, str]:
    user = User.objects.create(username=name, **fields)
    return user, Token.make(user.pk, "prova", [Scope.PLAY])[1]


def table_of(user: User) -> Table:
    table = actions.open_table(user, game="tressette", rules=RULES, players=4)
    return table


def play_one(match: uuid.UUID) -> None:
    """Play a legal card for whoever is on turn."""
    now = live.load_match(match)
    [seat] = now.to_act()
    card, bot = now.game.legal(now.state, seat)[0], now.row.is_played_by_bot(seat)
    actions.submit_command(match, seat, card, uuid.uuid4().hex, now.version, by_bot=bot)


def round_over(number: int) -> dict[str, Any]:
    """The data of an `event_round_over`."""
    return {"event": "XYZ234", "name": "Il giovedì", "round": number}


async def opened(secret: str, path: str = MINE, **headers: str) -> StreamingHttpResponse:
    authorization = {"Authorization": f"Bearer {secret}"} if secret else {}
    answer = await AsyncClient().get(path, headers={**authorization, **headers})
    assert isinstance(answer, StreamingHttpResponse), answer.content
    return answer


async def lines_of(answer: StreamingHttpResponse) -> AsyncGenerator[dict[str, Any]]:
    """Yield the lines of a stream, without the empty ones that keep it alive; all are as documented."""
    content: Any = answer.streaming_content
    async for line in content:
        if line.strip():
            found = json.loads(line)
            line_of("MatchLine" if "view" in found else "AccountLine").validate(found)
            yield found


async def test_a_stream_sends_the_state_and_then_what_happens() -> None:
    anna, _secret = await sync_to_async(account)("Anna")
    bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    state = await anext(lines)
    assert (state["t"], state["name"], state["challenges"], state["matches"]) == ("state", "Bruno", [], [])

    table = await sync_to_async(table_of)(anna)
    made = await sync_to_async(challenges.challenge_person)(anna, table, "Bruno")
    assert isinstance(made, Challenge)
    heard = await anext(lines)
    assert (heard["t"], heard["data"]["from"], heard["data"]["table"]) == ("challenge", "Anna", table.code)

    await sync_to_async(challenges.accept_challenge)(bruno, made.pk)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    began = await anext(lines)
    match = await Match.objects.aget()
    assert (began["t"], began["data"]["match"]) == ("match_started", str(match.pk))
    await lines.aclose()

    later = await anext(lines_of(await opened(secret)))
    assert [each["match"] for each in later["matches"]] == [str(match.pk)]
    assert later["tables"] == [table.code]


async def test_a_broken_stream_resumes_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "OVERLAP", feed.OVERLAP * 0)
    bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    await anext(lines)
    for number in range(3):
        await sync_to_async(feed.publish_happening)([bruno.pk], "event_round_over", round_over(number))
    first = await anext(lines)
    await lines.aclose()
    again = lines_of(await opened(secret, f"{MINE}?have={first['id']}"))
    assert [(await anext(again))["data"]["round"] for _ in range(2)] == [1, 2]
    await sync_to_async(feed.publish_happening)([bruno.pk], "event_round_over", round_over(3))
    assert (await anext(again))["data"]["round"] == 3
    await again.aclose()


async def test_events_during_the_reading_of_the_state_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    _bruno, secret = await sync_to_async(account)("Bruno")
    anna, _secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    reading = challenges.challenges_to_answer

    def read(user: User) -> list[Challenge]:
        found = reading(user)
        assert isinstance(challenges.challenge_person(anna, table, "Bruno"), Challenge)
        return found

    monkeypatch.setattr(challenges, "challenges_to_answer", read)
    lines = lines_of(await opened(secret))
    assert (await anext(lines))["challenges"] == []
    assert (await anext(lines))["t"] == "challenge"
    await lines.aclose()


async def test_events_committed_late_are_sent_after_all() -> None:
    """A transaction may commit after rows with larger ids have been read."""
    bruno, secret = await sync_to_async(account)("Bruno")
    await sync_to_async(feed.publish_happening)([bruno.pk], "event_round_over", round_over(0))
    first = await Happening.objects.aget()
    await Happening.objects.acreate(
        pk=first.pk + 2, user=bruno, kind=first.kind, data=first.data, at=first.at
    )
    lines = lines_of(await opened(secret, f"{MINE}?have={first.pk}"))
    assert (await anext(lines))["id"] == first.pk + 2
    await Happening.objects.acreate(
        pk=first.pk + 1, user=bruno, kind=first.kind, data=first.data, at=first.at
    )
    assert (await anext(lines))["id"] == first.pk + 1
    await lines.aclose()


def test_every_kind_of_event_has_its_line_in_the_document() -> None:
    lines = DOCUMENT["components"]["schemas"]["AccountLine"]["discriminator"]["mapping"]
    assert lines.keys() == {"state", *KINDS} - {PING, NEWS}


def test_every_kind_of_event_has_its_webhook_in_the_document() -> None:
    assert DOCUMENT["webhooks"].keys() == KINDS.keys()


async def test_a_director_follows_tournaments_on_the_stream_and_by_a_webhook(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def directed() -> str:
        ugo, secret = account("Ugo")
        hook = Webhook.objects.create(user=ugo, url="https://example.org/hook", kinds=[*KINDS])
        deliveries.store_deliveries([(hook, PING, {"webhook": hook.pk})], timezone.now())
        anna, bruno = (User.objects.create(username=name) for name in ("Anna", "Bruno"))
        evening = Evening(announced(ugo, settings={"rounds": 1, "deals": 1}), ugo, timezone.now())
        tournament.register_entry(anna, evening.event, partner=bruno)
        tournament.accept_partner(bruno, evening.event)
        evening.enter(*[[DEFAULT_POLICY] * 2] * 3)
        evening.start()
        tournament.call_directors(anna, evening.tables()[0], "La presa era nostra", now=evening.now)
        evening.to_the_end()
        tournament.cancel_event(ugo, announced(ugo), "Manca la luce.")
        return secret

    lines = lines_of(await opened(await sync_to_async(directed)(), f"{MINE}?have=0"))
    sent = set()
    while "event_cancelled" not in sent:
        sent.add((await anext(lines))["t"])
    assert sent == {kind for kind in KINDS if kind.startswith("event_")} - {NEWS}
    monkeypatch.setattr(sending, "deliver_webhook", lambda *_delivery: 200)
    await sync_to_async(deliveries.send_due_deliveries)()
    delivered = set()
    async for each in Delivery.objects.all():
        delivery_of(each.kind).validate(json.loads(each.body))
        delivered.add(each.kind)
    assert delivered == {*sent, NEWS, PING}
    await lines.aclose()


async def events_of(answer: StreamingHttpResponse) -> AsyncGenerator[tuple[str, dict[str, Any]]]:
    """Yield the ids and data of server-sent events as a browser reads them; comments keep them alive."""
    content: Any = answer.streaming_content
    assert answer["Content-Type"] == "text/event-stream"
    async for event in content:
        *fields, end, last = event.decode().split("\n")
        assert (end, last) == ("", "")
        if fields != [":"]:
            read = dict(field.split(": ", 1) for field in fields)
            assert read.keys() == {"id", "data"}
            data = json.loads(read["data"])
            line_of("MatchLine" if "view" in data else "AccountLine").validate(data)
            yield read["id"], data


AS_EVENTS = {"Accept": "text/event-stream"}


async def test_an_account_follows_server_sent_events_and_resumes_by_their_id() -> None:
    bruno, secret = await sync_to_async(account)("Bruno")
    events = events_of(await opened(secret, **AS_EVENTS))
    _id, state = await anext(events)
    assert state["t"] == "state"
    for number in range(2):
        await sync_to_async(feed.publish_happening)([bruno.pk], "event_round_over", round_over(number))
    first, line = await anext(events)
    assert (first, line["data"]["round"]) == (str(line["id"]), 0)
    await events.aclose()
    await Happening.objects.aupdate(at=timezone.now() - 2 * feed.OVERLAP)
    again = events_of(await opened(secret, f"{MINE}?have=0", **AS_EVENTS, **{"Last-Event-ID": first}))
    assert (await anext(again))[1]["data"]["round"] == 1
    await again.aclose()
    wrong = await AsyncClient().get(
        MINE, headers={"Authorization": f"Bearer {secret}", "Last-Event-ID": "yesterday"}
    )
    assert (wrong.status_code, [*wrong.json()["errors"]]) == (400, ["have"])


async def test_a_match_is_followed_by_server_sent_events_to_its_end() -> None:
    anna, secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    path = f"/api/v1/matches/{match.pk}/stream/"
    mine, watched = [events_of(await opened(who, path, **AS_EVENTS)) for who in (secret, "")]
    assert "hand" in (await anext(mine))[1]["view"]
    assert "hand" not in (await anext(watched))[1]["view"]
    await sync_to_async(play_one)(match.pk)
    number, line = await anext(watched)
    assert (number, line["t"]) == (str(line["version"]), "events")
    await sync_to_async(actions.abort_match)(match.pk)
    *_earlier, (last, _line) = [event async for event in watched]
    await mine.aclose()
    over = await AsyncClient().get(path, headers={**AS_EVENTS, "Last-Event-ID": last})
    assert over.status_code == 204, "a browser opens it no more"


async def test_resuming_from_a_forgotten_event_sends_the_state() -> None:
    _bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret, f"{MINE}?have=4711"))
    assert (await anext(lines))["t"] == "state"
    await lines.aclose()


async def test_a_stream_is_neither_compressed_nor_cached() -> None:
    """In a compressed stream, a line would wait in a buffer for the next ones."""
    _bruno, secret = await sync_to_async(account)("Bruno")
    answer = await opened(secret, **{"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "identity"
    assert answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"] == "application/x-ndjson"


async def test_what_happens_between_two_waits_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It happens after the feed has been read, and before the stream waits again."""
    bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    await anext(lines)
    since, reads = feed.happenings_since, iter([2, 1])

    def read(user: int, have: int) -> list[Happening]:
        found = since(user, have)
        if next(reads, None) == 1:  # the wait before has timed out
            monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 3600)
            feed.publish_happening([bruno.pk], "event_round_over", round_over(1))
        return found

    monkeypatch.setattr(feed, "happenings_since", read)
    async with asyncio.timeout(30):
        assert (await anext(lines))["data"]["round"] == 1
    await lines.aclose()


async def test_nothing_is_kept_of_a_stream_that_has_ended() -> None:
    layer: Any = get_channel_layer()
    anna, secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    before = {*layer.channels, *layer.groups}
    lines = lines_of(await opened(secret, f"/api/v1/matches/{match.pk}/stream/"))
    await anext(lines)
    assert {*layer.channels, *layer.groups} > before
    await sync_to_async(actions.abort_match)(match.pk)
    async for _line in lines:
        pass
    assert {*layer.channels, *layer.groups} <= before


async def test_a_stream_ends_when_its_process_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 3600)
    monkeypatch.setattr(draining, "_has_begun", False)  # as it is again after this test
    _bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    await anext(lines)
    asyncio.get_running_loop().call_later(0.1, draining.begin_draining)
    async with asyncio.timeout(30):
        assert [line async for line in lines] == []


async def test_a_stream_ends_when_its_token_is_revoked() -> None:
    _bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    await anext(lines)
    await Token.objects.all().adelete()
    assert [line async for line in lines] == []


async def test_a_stream_ends_with_the_session_that_opened_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: the session may be that of a lost phone."""
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 3600)
    bruno, _secret = await sync_to_async(account)("Bruno")
    client = AsyncClient()
    await client.aforce_login(bruno)
    answer = await client.get(MINE)
    assert isinstance(answer, StreamingHttpResponse), answer.content
    lines = lines_of(answer)
    assert (await anext(lines))["name"] == "Bruno"
    await sync_to_async(sessions.SessionStore().delete)(client.cookies["sessionid"].value)
    async with asyncio.timeout(30):
        assert [line async for line in lines] == []


async def test_a_busy_table_keeps_no_stream_of_a_revoked_token_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 1)
    anna, secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    lines = lines_of(await opened(secret, f"/api/v1/matches/{match.pk}/stream/"))
    assert "hand" in (await anext(lines))["view"]
    await Token.objects.all().adelete()

    async def play_on() -> None:
        while True:
            await sync_to_async(play_one)(match.pk)
            await asyncio.sleep(0.03)

    playing = asyncio.ensure_future(play_on())
    assert [line["t"] async for line in lines]
    playing.cancel()
    assert (await Match.objects.aget()).status == Match.Status.PLAYING, "no stream lasts until the end"


async def test_an_expired_token_ends_its_stream_and_opens_no_other() -> None:
    _bruno, secret = await sync_to_async(account)("Bruno")
    lines = lines_of(await opened(secret))
    await anext(lines)
    await Token.objects.all().aupdate(expires_at=timezone.now())
    assert [line async for line in lines] == []
    refused = await AsyncClient().get(MINE, headers={"Authorization": f"Bearer {secret}"})
    assert (refused.status_code, refused.json()["code"]) == (401, "token_expired")


@pytest.mark.parametrize("path", [MINE, "/api/v1/matches/{match}/stream/"])
async def test_an_invalid_token_opens_no_stream(path: str) -> None:
    anna, _secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    authorization = {"Authorization": "Bearer ludo_nonsense"}
    refused = await AsyncClient().get(path.format(match=match.pk), headers=authorization)
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")
    assert refused["Content-Type"] == "application/problem+json"


async def test_anonymous_clients_have_no_account_stream() -> None:
    refused = await AsyncClient().get(MINE)
    assert (refused.status_code, refused.json()["code"]) == (401, "sign_in")


async def refused(secret: str, path: str = MINE) -> tuple[int, str]:
    answer = await AsyncClient().get(path, headers={"Authorization": f"Bearer {secret}"})
    return answer.status_code, answer.json()["code"]


async def test_a_stream_counts_against_the_rate_and_states_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rates = {"anonymous": "2/min", "person": "2/min"}
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates)
    _bruno, secret = await sync_to_async(account)("Bruno")
    for left in ("1", "0"):
        answer = await opened(secret)
        assert (answer["RateLimit-Limit"], answer["RateLimit-Remaining"]) == ("2", left)
        await anext(lines_of(answer))
    over = await AsyncClient().get(MINE, headers={"Authorization": f"Bearer {secret}"})
    assert (over.status_code, over.json()["code"], over["RateLimit-Remaining"]) == (429, "throttled", "0")
    assert 1 <= int(over["Retry-After"]) <= int(over["RateLimit-Reset"]) <= 60
    other = await AsyncClient().get(f"/api/v1/matches/{uuid.uuid4()}/stream/")
    assert (other.status_code, other["RateLimit-Remaining"]) == (404, "1"), "by address, without a name"


async def test_a_newer_stream_replaces_the_oldest_first_one_of_its_own_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing tells a dead connection from a quiet one, so none may keep a new one out."""
    monkeypatch.setattr(stream_clients, "MOST_OPEN", 2)
    monkeypatch.setattr(stream_clients, "ALIVE_EVERY", 60.0)
    bruno, secret = await sync_to_async(account)("Bruno")
    _token, other = await sync_to_async(Token.make)(bruno.pk, "altra", [Scope.PLAY])
    waiting = {}
    for name, by in {"first": other, "own": secret, "newer": secret, "newest": other}.items():
        lines = lines_of(await opened(by))
        assert (await anext(lines))["t"] == "state"
        waiting[name] = asyncio.ensure_future(anext(lines, "ended"))
        due = {"first": [], "own": [], "newer": ["own"], "newest": ["first", "own"]}[name]
        async with asyncio.timeout(30):
            await asyncio.gather(*(waiting[each] for each in due))
        ended = [each for each, line in waiting.items() if line.done() and line.result() == "ended"]
        assert ended == due
    for line in waiting.values():
        line.cancel()


def taken(by: User) -> int:
    return len(stream_clients._open.get(by.pk, ()))


async def test_the_limit_on_streams_holds_for_simultaneous_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "MOST_OPEN", 2)
    bruno, secret = await sync_to_async(account)("Bruno")
    ask = AsyncClient()
    answers = await asyncio.gather(
        *(ask.get(MINE, headers={"Authorization": f"Bearer {secret}"}) for _ in range(8))
    )
    assert [answer.status_code for answer in answers] == [200] * 8
    assert taken(bruno) == 2


async def test_a_cancelled_read_frees_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server cancels the read like this when the client hangs up."""
    monkeypatch.setattr(stream_clients, "MOST_OPEN", 1)
    bruno, secret = await sync_to_async(account)("Bruno")
    answer = await opened(secret)
    lines = lines_of(answer)
    await anext(lines)
    waiting = asyncio.ensure_future(lines.__anext__())
    await asyncio.sleep(0.05)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    other = await opened(secret)
    answer.close()  # the server closes it as well; this must not free the place of `other`
    assert taken(bruno) == 1
    other.close()


async def test_an_abandoned_stream_frees_its_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "MOST_OPEN", 1)
    bruno, secret = await sync_to_async(account)("Bruno")
    (await opened(secret)).close()
    assert taken(bruno) == 0
    answer = await opened(secret)
    assert taken(bruno) == 1
    del answer  # a request cancelled between view and server: nobody closes the response
    for _turn in range(3_000):
        await asyncio.sleep(0.01)  # the test's client lets go of it
        gc.collect()
        if not taken(bruno):
            break
    assert taken(bruno) == 0


async def test_a_refused_stream_replaces_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_clients, "MOST_OPEN", 1)
    _bruno, secret = await sync_to_async(account)("Bruno")
    nowhere = f"/api/v1/matches/{uuid.uuid4()}/stream/"
    lines = lines_of(await opened(secret))
    await anext(lines)
    assert [await refused(secret, nowhere) for _ in range(2)] == [(404, "no_match")] * 2
    assert (await refused(secret, f"{MINE}?have=nothing"))[0] == 400
    waiting = asyncio.ensure_future(anext(lines))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    waiting.cancel()


async def test_a_match_is_streamed_to_its_end_without_the_others_cards() -> None:
    anna, secret = await sync_to_async(account)("Anna")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    path = f"/api/v1/matches/{match.pk}/stream/"
    mine, watched = lines_of(await opened(secret, path)), lines_of(await opened("", path))
    state, public = await anext(mine), await anext(watched)
    assert state["t"] == public["t"] == "state"
    assert len(state["view"]["hand"]) == 10
    assert not public["view"].get("hand")
    await mine.aclose()
    await watched.aclose()
    again = lines_of(await opened(secret, f"{path}?have={state['version'] - 1}"))
    newer = await anext(again)
    assert (newer["t"], [event["seq"] for event in newer["events"]]) == ("events", [state["version"]])
    await again.aclose()


async def test_a_replaced_player_sees_only_public_cards() -> None:
    anna, secret = await sync_to_async(account)("Anna")
    bruno, _secret = await sync_to_async(account)("Bruno")
    table = await sync_to_async(table_of)(anna)
    await sync_to_async(actions.fill_with_bots)(anna, table)
    match = await Match.objects.aget()
    mine, watched = [lines_of(await opened(secret, f"/api/v1/matches/{match.pk}/stream/")) for _ in range(2)]
    assert "hand" in (await anext(mine))["view"]
    assert "hand" in (await anext(watched))["view"]
    await sync_to_async(actions.substitute_player)(table, 0, bruno)
    after = await anext(mine)
    assert (after["t"], after["view"].get("hand")) == ("state", None)
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(watchable=False)
    assert not [line async for line in mine], "nobody may watch any more"
    await watched.aclose()


async def test_a_ban_ends_the_streams_of_a_person_and_of_their_bots() -> None:
    anna, of_anna = await sync_to_async(account)("Anna")
    _bot, of_bot = await sync_to_async(account)("Robot", is_bot=True, owner=anna)
    opened_before = [lines_of(await opened(secret)) for secret in (of_anna, of_bot)]
    for lines in opened_before:
        assert (await anext(lines))["t"] == "state"
    await sync_to_async(sanctions.impose_sanction)(anna, sanctions.Kind.BAN)
    for lines in opened_before:
        assert [line async for line in lines] == []
    for secret in (of_anna, of_bot):
        refused = await AsyncClient().get(MINE, headers={"Authorization": f"Bearer {secret}"})
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")


async def test_a_newcomer_is_not_shown_the_last_match_of_a_closed_table() -> None:
    def made() -> tuple[Match, User, str]:
        [anna, bruno, carla, dario] = [account(name)[0] for name in ("Anna", "Bruno", "Carla", "Dario")]
        match = begin([anna, bruno, carla, dario], watchable=False)
        actions.abort_match(match.pk)
        actions.leave_table(dario, match.table)
        elena, secret = account("Elena")
        actions.take_seat(elena, Table.objects.get(pk=match.table_id), 3)
        return match, elena, secret

    match, elena, secret = await sync_to_async(made)()
    path = f"/api/v1/matches/{match.pk}/stream/"
    refused = await AsyncClient().get(path, headers={"Authorization": f"Bearer {secret}"})
    assert refused.status_code == 403
    reader = TableConsumer()
    reader.table, reader.user, reader.watched = match.table, elena, None
    assert not await reader._may_watch(match.pk)
