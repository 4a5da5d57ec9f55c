"""A table over real sockets: everybody sees each action in order, and nobody sees more than they may."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import uuid
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.live.player import Player, at_table, converged
from tests.live.stack import Stack

GRACE_SECONDS = 1
ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


async def test_four_people_play_a_match_to_its_end(full: Stack) -> None:
    [table] = full.seed(people=4, rules={"preset": "classico", "match_end": {"deals": 2}}, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(full, everybody, table)
        await asyncio.gather(
            *(player.play_along(random.Random(seat)) for seat, player in enumerate(players[:4]))
        )
        await converged(players)
        assert all(player.is_over() for player in players)
        public = [[{**event, "hand": None} for event in player.events] for player in players]
        assert all(seen == public[0][-len(seen) :] for seen in public)
        assert players[4].table["me"] is None
        assert [player.saw_hand for player in players] == [True] * 4 + [False]
        assert sum(event["kind"] == "played" for event in players[0].events) == 80
        assert {tuple(player.view["totals"]) for player in players} == {tuple(players[0].view["totals"])}


async def test_bots_take_the_free_seats_and_a_rematch_follows(stack: Stack) -> None:
    [table] = stack.seed(people=2, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(stack, everybody, table)
        await asyncio.gather(*(player.play_along(random.Random(seat)) for seat, player in enumerate(players)))
        first = players[0].state["match"]
        await players[0].until(lambda: players[0].table["status"] == "over")
        await players[0].send({"t": "rematch", "wants": True})
        await players[1].until(lambda: players[1].table["seats"][0]["rematch"])
        assert players[1].state["match"] == first
        await players[1].send({"t": "rematch", "wants": True})
        for player in players:
            await player.until(lambda player=player: player.state["match"] != first)
        await asyncio.gather(*(player.play_along(random.Random(seat)) for seat, player in enumerate(players)))
        asked = f"SELECT COUNT(*) FROM games_result WHERE match_id = '{stack.key(first)}'"
        for _again in range(600):  # a worker scores it
            if stack.query(asked) == [(4,)]:
                break
            await asyncio.sleep(0.1)
        assert stack.query(asked) == [(4,)]


async def test_a_reload_in_mid_trick_restores_the_exact_position(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        rng = random.Random(1)

        def in_mid_trick():
            """Return whether any client has seen the second card of the fourth trick."""
            return any(
                len(player.view["tricks"]) == 3 and len(player.view["trick"]["cards"]) == 2
                for player in players
            )

        await asyncio.gather(*(player.play_along(rng, until=in_mid_trick) for player in players))
        await converged(players)
        for player in players:
            before = player.state
            player.cut()
            await player.open()
            await player.until(lambda player=player, before=before: player.state is not before)
            for part in ("match", "version", "view", "legal"):
                assert player.state[part] == before[part]
            fair = {name: value for name, value in player.state["fair"].items() if name != "nonces"}
            assert fair == before["fair"], "a state has the nonces too, events do not"


async def test_a_gap_is_filled_by_resume(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        rng = random.Random(2)
        await asyncio.gather(
            *(player.play_along(rng, until=lambda: players[0].have > 20) for player in players)
        )
        await converged(players)
        reader, known = players[0], players[0].have
        reader.have = 10
        frame = await reader.ask({"t": "resume", "have": 10}, "events")
        assert [event["seq"] for event in frame["events"]] == list(range(11, known + 1))
        assert (await reader.ask({"t": "resume", "have": known + 99}, "state"))["version"] == known


async def test_commands_sent_twice_and_out_of_order_count_once(embedded: Stack) -> None:
    """A repeated command gets the same answer, a late one is refused, and nothing happens twice."""
    [table] = embedded.seed(people=4, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        rng = random.Random(3)
        sent: list[tuple[Player, dict[str, object], str, int, int]] = []
        while not players[0].is_over():
            mover = next(player for player in players if player.legal)
            command, command_id, version = rng.choice(mover.legal), str(uuid.uuid4()), mover.have
            answer = await mover.do(command, command_id, version)
            assert answer["t"] == "ack"
            sent.append((mover, command, command_id, version, answer["version"]))
            again = await mover.do(command, command_id, version)
            assert (again["t"], again["version"]) == ("ack", answer["version"])
            if len(sent) > 2:
                old, old_command, old_id, old_version, _ = rng.choice(sent[:-1])
                assert (await old.do(old_command, old_id, old_version))["t"] == "ack"
                late = await old.do(old_command, str(uuid.uuid4()), old_version)
                assert (late["t"], late["code"]) in {("error", "stale"), ("error", "match_over")}
            await converged(players, answer["version"])
        match = embedded.key(table["match"])
        played = embedded.query(f"SELECT public FROM games_event WHERE match_id='{match}' AND kind='played'")
        assert len(played) == len({str(each) for each in played}) == 40


async def test_a_stale_refusal_brings_the_view(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        await players[0].until(lambda: any(player.legal for player in players))
        mover = next(player for player in players if player.legal)
        command, version = mover.legal[0], mover.have
        assert (await mover.do(command))["t"] == "ack"
        seen = len(mover.frames)
        answer = await mover.do(command, version=version)
        assert answer["code"] == "stale"
        kinds = [frame["t"] for frame in mover.frames[seen:]]
        assert "state" in kinds[: kinds.index("error")]


async def test_no_frame_shows_a_hidden_card(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        deck = {rank + suit for rank, suit in itertools.product("32ARCF7654", "BCDS")}
        known: list[set[str]] = []
        for player in players:
            if not player.legal:
                assert (await player.do({"do": "play", "card": "3B"}))["t"] == "error"
            known.append(set(player.view.get("hand", [])))
            text = json.dumps([frame for frame in player.frames if frame["t"] not in ("table", "chat")])
            shown = {card for card in deck if f'"{card}"' in text}
            assert shown == known[-1], "only the own hand is in the frames before the first card"
        assert [len(hand) for hand in known] == [10, 10, 10, 10, 0]
        assert len(set.union(*known)) == 40


BAD_INPUT = (
    ("not json", "bad_frame"),
    ("[]", "bad_frame"),
    ('{"t": 1}', "bad_frame"),
    ('{"t": "nonsense"}', "bad_frame"),
    ('{"t": "__class__"}', "bad_frame"),
    ('{"t": "do"}', "bad_frame"),
    ('{"t": "do", "id": "a", "version": true, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "a", "version": 2, "command": "play"}', "bad_command"),
    ('{"t": "do", "id": "a", "version": 2, "command": {"do": "play", "card": {"x": 1}}}', "bad_command"),
    ('{"t": "do", "id": "a", "version": 9e99, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "a\\u0000b", "version": 2, "command": {"do": "play"}}', "bad_frame"),
    ('{"t": "do", "id": "\\ud800", "version": 1, "command": 3}', "bad_frame"),
    ('{"t": "say", "text": ""}', "bad_text"),
    ('{"t": "say", "text": "a\\u0000b"}', "bad_text"),
    ('{"t": "say", "text": "\\ud800"}', "bad_text"),
    ('{"t": "say", "text": {"a": 1}}', "bad_text"),
    ('{"t": "say", "text": "' + "x" * 301 + '"}', "bad_text"),
    ('{"t": "say", "text": "' + "x" * 20_000 + '"}', "frame_too_large"),
    ("[" * 9000, "bad_frame"),
)


async def test_bad_input_is_refused_and_changes_nothing(embedded: Stack) -> None:
    [table] = embedded.seed(people=1, rules=ONE_DEAL, pace=3)
    async with AsyncExitStack() as everybody:
        [player] = await at_table(embedded, everybody, table)
        for frame, code in BAD_INPUT:
            error = await player.ask(frame, "error")
            assert error["code"] == code, frame
            assert error["message"]
            assert "Traceback" not in error["message"]
            await player.ask({"t": "ping", "have": player.have, "rev": 0, "chat": 0}, "pong")  # still open


async def test_illegal_commands_are_refused_with_their_code(embedded: Stack) -> None:
    [table] = embedded.seed(people=4, rules=ONE_DEAL, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(embedded, everybody, table)
        await players[0].until(lambda: any(player.legal for player in players))
        mover = next(player for player in players[:4] if player.legal)
        waiting = next(player for player in players[:4] if not player.legal)
        foreign = waiting.view["hand"][0]

        async def code(player: Player, **command: object) -> str:
            answer = await player.do(command)
            assert answer["t"] == "error", answer
            return str(answer["code"])

        assert await code(mover, do="play", card=foreign) == "not_in_hand"
        assert await code(mover, do="play", card="9Z") == "bad_command"
        assert await code(mover, do="dance") == "bad_command"
        assert await code(waiting, do="play", card=foreign) == "not_your_turn"
        assert await code(players[4], do="play", card=foreign) == "not_seated"
        future = await mover.do(mover.legal[0], version=10**9)
        assert future["t"] in ("ack", "error")


async def test_a_table_closed_to_spectators_shows_its_match_only_to_players(embedded: Stack) -> None:
    """Spectators who came while it was still open see the seats fill, and then nothing more."""
    [table] = embedded.seed(people=3, rules=ONE_DEAL, watchers=2, watchable=False, bots=False)
    async with AsyncExitStack() as everybody:
        *_, late, curious = await at_table(embedded, everybody, table, wait=False)
        await asyncio.to_thread(
            embedded.post, f"/tavolo/{table['code']}/siediti/", table["cookies"][3], seat=3
        )
        await late.until(lambda: late.state)
        assert len(late.view["hand"]) == 10
        await curious.until(lambda: curious.table["status"] == "playing")
        await curious.send({"t": "resume", "have": None})
        await curious.ask({"t": "ping", "have": 0, "rev": 0, "chat": 0}, "pong")
        assert not [frame for frame in curious.frames if frame["t"] in ("state", "events")]
        newcomer = Player(embedded.url, table["code"], table["cookies"][4])
        await newcomer.open()
        assert (await newcomer.next("error"))["code"] == "not_watchable"
        await newcomer.close()


async def test_pages_of_other_sites_cannot_open_a_socket(embedded: Stack) -> None:
    [table] = embedded.seed(people=1)
    address = f"{embedded.url.replace('http', 'ws', 1)}/ws/table/{table['code']}/"
    with pytest.raises(InvalidStatus):
        await connect(
            address,
            additional_headers={"Cookie": table["cookies"][0]},
            origin=Origin("https://elsewhere.example"),
        )


@pytest.mark.parametrize("code", ["nowhere", "%00", "a%0Ab", "x" * 99])
async def test_an_unknown_table_is_reported_and_the_socket_closed(embedded: Stack, code: str) -> None:
    player = Player(embedded.url, code)
    await player.open()
    assert (await player.next("error"))["code"] == "no_table"
    await player.close()


async def test_flooding_is_throttled_and_ends_the_connection(embedded: Stack) -> None:
    [table] = embedded.seed(people=1, rules=ONE_DEAL, pace=3)
    async with AsyncExitStack() as everybody:
        [player] = await at_table(embedded, everybody, table)
        for _ in range(400):
            await player.send({"t": "ping", "have": 0, "rev": 0, "chat": 0})
        assert player.socket is not None
        await asyncio.wait_for(player.socket.wait_closed(), 60)
        assert {error["code"] for error in player.errors} == {"throttled"}


async def test_players_and_spectators_have_separate_chats(full: Stack) -> None:
    [table] = full.seed(people=2, rules=ONE_DEAL, pace=3, watchers=2)
    async with AsyncExitStack() as everybody:
        anna, bruno, carla, dario = await at_table(full, everybody, table)
        await anna.send({"t": "say", "text": "  buona   a tutti "})
        await bruno.until(lambda: bruno.chat)
        await carla.send({"t": "say", "text": "che mano"})
        await dario.until(lambda: dario.chat)
        await anna.ask({"t": "ping", "have": 0, "rev": 0, "chat": 0}, "pong")
        assert [line["text"] for line in bruno.chat] == ["buona a tutti"]
        assert [line["text"] for line in anna.chat] == ["buona a tutti"]
        assert [line["text"] for line in dario.chat] == ["che mano"]


async def test_a_lost_socket_and_its_return_are_shown(full: Stack) -> None:
    [table] = full.seed(people=2, rules=ONE_DEAL, pace=3)
    async with AsyncExitStack() as everybody:
        anna, bruno = await at_table(full, everybody, table)
        await anna.until(lambda: anna.table["seats"][1]["state"] == "here")
        await bruno.close()
        await anna.until(lambda: anna.table["seats"][1]["state"] == "lost")
        await bruno.open()
        await anna.until(lambda: anna.table["seats"][1]["state"] == "here")


async def test_the_remaining_one_of_two_tabs_keeps_the_seat(full: Stack) -> None:
    [table] = full.seed(people=2, rules=ONE_DEAL, pace=3)
    async with AsyncExitStack() as everybody:
        anna, bruno = await at_table(full, everybody, table)
        second = Player(full.urls[-1], table["code"], table["cookies"][1])
        await second.open()
        await second.until(lambda: second.table)
        await second.close()
        await asyncio.sleep(1)
        await bruno.ask({"t": "ping", "have": 0, "rev": 0, "chat": 0}, "pong")
        await anna.until(lambda: anna.table["seats"][1]["state"] == "here")


async def test_the_clock_plays_then_a_bot_then_the_person_again(stack: Stack) -> None:
    """The clock plays two turns of three seconds, then a bot does until the person reclaims the seat."""
    [table] = stack.seed(
        people=2, rules={"preset": "classico", "match_end": {"deals": 9}}, move_seconds=3, pace=0.3
    )
    async with AsyncExitStack() as everybody:
        anna, _ = await at_table(stack, everybody, table)
        await anna.until(lambda: anna.table["seats"][0]["state"] == "away", 120)
        kinds = [event["kind"] for event in anna.events if event.get("seat") == 0]
        assert kinds.count("timed_out") == 2
        assert kinds.count("away") == 1
        await anna.send({"t": "back"})
        await anna.until(lambda: anna.table["seats"][0]["state"] == "here")
        assert any(event["kind"] == "returned" for event in anna.events)
        await anna.until(lambda: anna.legal)
        assert (await anna.do(anna.legal[0]))["t"] == "ack"
    stack.call("tests.live.seed:abort", matches=[table["match"]])


async def test_a_command_sent_over_two_connections_at_once_counts_once(stack: Stack) -> None:
    [table] = stack.seed(people=4, rules=ONE_DEAL)
    async with AsyncExitStack() as everybody:
        players = await at_table(stack, everybody, table)
        doubles = await at_table(
            stack, everybody, {**table, "cookies": table["cookies"][1:] + table["cookies"][:1]}
        )
        doubles = doubles[-1:] + doubles[:-1]  # so that each double uses another web process
        rng = random.Random(5)
        while not players[0].is_over():
            seat = next(seat for seat in range(4) if players[seat].legal)
            command, command_id, version = (
                rng.choice(players[seat].legal),
                str(uuid.uuid4()),
                players[seat].have,
            )
            answers = await asyncio.gather(
                *(one.do(command, command_id, version) for one in (players[seat], doubles[seat]))
            )
            assert {answer["t"] for answer in answers} == {"ack"}, answers
            await converged([*players, *doubles], answers[0]["version"])
        played = [event["card"] for event in players[0].events if event["kind"] == "played"]
        assert len(played) == len(set(played)) == 40


async def test_a_move_and_the_flag_never_both_count(full: Stack) -> None:
    """Of moves sent at the very end of the grace, each counts, or the clock has played instead."""
    tables = full.seed(tables=12, people=4, rules=ONE_DEAL, move_seconds=5)
    rng = random.Random(6)

    async with AsyncExitStack() as everybody:

        async def on_turn(table: dict[str, Any]) -> tuple[Player, float]:
            """Return the player on turn, and the seconds left; meanwhile the clock may play for one."""
            seat = 0
            while True:
                url, cookie = full.urls[seat % len(full.urls)], table["cookies"][seat]
                player = await everybody.enter_async_context(Player(url, table["code"], cookie))
                await player.until(lambda player=player: player.state)
                frame = await player.ask({"t": "resume", "have": None}, "state")
                if player.legal:
                    return player, frame["clock"]["left_ms"] / 1000
                [seat] = player.view["to_act"]

        async def race(table: dict[str, Any], jitter: float) -> str:
            mover, left = await on_turn(table)
            command, version = rng.choice(mover.legal), mover.have
            await asyncio.sleep(left + GRACE_SECONDS + jitter)
            answer = await mover.do(command, version=version)
            await mover.until(lambda: mover.have > version)
            turn = full.query(
                f"SELECT kind, command_id FROM games_event WHERE seq = {version + 1} AND match_id = "
                f"'{full.key(table['match'])}'"
            )
            if answer["t"] == "ack":
                assert turn[0][0] in ("played", "accused")
                assert ":timeout" not in turn[0][1]
                return "moved"
            assert answer["code"] in ("too_late", "stale", "not_your_turn")
            assert turn == [("timed_out", f"timeout:{version}")]
            return "flagged"

        early, late = (-9.0, -9.0), (0.06 * index - 0.4 for index in range(len(tables) - 2))
        jitters = zip(tables, (*early, *late), strict=True)  # the early ones move at once
        outcomes = await asyncio.gather(*(race(table, jitter) for table, jitter in jitters))
    full.call("tests.live.seed:abort", matches=[table["match"] for table in tables])
    assert set(outcomes) == {"moved", "flagged"}, outcomes
