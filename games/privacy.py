"""The personal data of games: its export, its deletion (`ludopoli/accounts/privacy.py`), and a new name."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from games.models import (
    Challenge,
    Event,
    Happening,
    HouseRules,
    Invitation,
    Match,
    Message,
    PackedLog,
    Rating,
    Result,
    Seat,
    Share,
    SoloResult,
    Standing,
    Table,
    Vantage,
    Visit,
)
from games.play import actions, doorbell, event_log, selectors
from ludopoli.accounts import guests
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused
from ludopoli.text.renaming import rename_in_json, rows_with

AT_ONCE = 50
"""The number of matches whose events are read in one query."""


def _matches_of(person: User) -> list[uuid.UUID]:
    """The ids of all matches of a person. Not by results: matches that are annulled or not scored have
    none, nor have people who did not come to their seat in an event."""
    found = {*Result.objects.filter(user=person).values_list("match", flat=True)}
    seat = Q(table__hosted=True, table__seats__user=person)
    without = Match.objects.filter(Q(scored=False) | Q(annulled_at__isnull=False) | seat)
    seated = without.values_list("pk", "players")
    found |= {match for match, players in seated.iterator() if _seats(players, person)}
    return sorted(found)


def _seats(players: list[dict[str, Any]], person: User) -> list[int]:
    return [seat for seat, player in enumerate(players) if player["user"] == person.pk]


# ---- export


def _export(person: User) -> dict[str, Any]:
    at_table = Q(host=person) | Q(seats__user=person)
    results = Result.objects.filter(user=person).order_by("at")
    return {
        "tables": [
            *Table.objects.filter(at_table)
            .order_by("created_at")
            .distinct()
            .values("code", "game", "rules", "rules_name", "private", "status", "created_at")
        ],
        "matches": [*_matches(person)],
        "results": [
            *results.values(
                "match", "seat", "side", "score", "place", "won", "left", "at", "game", "preset", "rated",
                "deals", "points", "tally", "mu", "sigma", "gain", "weight",
            )
        ],
        "ratings": [
            *Rating.objects.filter(user=person).values("game", "mu", "sigma", "shown", "spread", "matches")
        ],
        "standings": [
            *Standing.objects.filter(user=person).values(
                "game", "period", "matches", "wins", "rated", "gain", "deals", "points", "longest", "tally"
            )
        ],
        "solo_results": [
            *SoloResult.objects.filter(user=person)
            .order_by("at", "match")
            .values("match", "game", "at", "level", "won", "to_nothing", "mu", "sigma", "gain")
        ],
        "messages": [
            *Message.objects.filter(user=person).values("table__code", "seat", "text", "at"),
        ],
        "watched_from": [*Vantage.objects.filter(user=person).values("table__code", "seat", "at")],
        "invitations": [
            *Invitation.objects.filter(by=person).values("table__code", "person__username", "at"),
        ],
        "challenges": [
            *Challenge.objects.filter(Q(challenger=person) | Q(challenged=person, heard=True)).values(
                "table__code", "challenger__username", "challenged__username", "status", "at", "answered_at"
            )
        ],
        "shared_matches": [*Share.objects.filter(by=person).values("match", "at")],
        "told_to_programs": [
            *Happening.objects.filter(user=person).values("kind", "data", "at"),
        ],
        "house_rules": [
            *HouseRules.objects.filter(owner=person).values("code", "game", "name", "rules", "created_at")
        ],
    }  # fmt: skip


def _matches(person: User) -> Iterator[dict[str, Any]]:
    """Each match with the person's own commands; those of others may still be secret."""
    ids = _matches_of(person)
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        matches = Match.objects.filter(pk__in=some).defer("snapshot").order_by("started_at")
        seats = {match.pk: _seats(match.players, person) for match in matches}
        since = {match.pk: {str(seat): match.since(seat) for seat in seats[match.pk]} for match in matches}
        commands: defaultdict[uuid.UUID, list[dict[str, Any]]] = defaultdict(list)
        for event in event_log.read_events(*some, only=("command_id", "command", "at", "ms"), undone=True):
            sender = (event.command_id or "").partition(":")[0]
            if event.seq > since[event.match_id].get(sender, event.seq):
                said = {"seq": event.seq, "command": event.command, "at": event.at, "ms": event.ms}
                commands[event.match_id].append(said)
        for row in matches:
            finished = row.status == Match.Status.FINISHED
            yield {
                "id": row.pk,
                "game": row.game,
                "rules": row.rules,
                "seats": seats[row.pk],
                "players": [player["name"] for player in row.players],
                "status": row.status,
                "started_at": row.started_at,
                "finished_at": row.finished_at,
                "record": reverse("match-record", args=[row.pk]) if finished else None,
                "commands": commands[row.pk],
            }


# ---- deletion


def _withdraw(person: User) -> None:
    """Get up from every table: where a match is being played, a bot plays it to the end."""
    for seat in selectors.seats_held(person):
        with suppress(ActionRefused):  # a tournament's seat stays theirs between matches
            actions.leave_table(person, seat.table)


def _forget(person: User, former: str) -> None:
    """Delete what the person has written and named; their matches stay, under the name of the ghost."""
    rename_in_games(person, person.username)
    _rename_in_feeds(person, former)
    Message.objects.filter(user=person).delete()
    HouseRules.objects.filter(owner=person).delete()
    Challenge.objects.filter(Q(challenger=person) | Q(challenged=person)).delete()
    Happening.objects.filter(user=person).delete()
    Vantage.objects.filter(user=person).delete()
    Visit.objects.filter(user=person).delete()
    Share.objects.filter(by=person).delete()
    SoloResult.objects.filter(user=person).delete()
    Rating.objects.filter(user=person).update(listed=False)
    Standing.objects.filter(user=person).update(listed=False)
    Invitation.objects.filter(Q(by=person) | Q(person=person)).delete()
    seated = Table.objects.filter(pk__in=Seat.objects.filter(user=person).values("table"))
    for table in seated.exclude(status=Table.Status.CLOSED).select_for_update():
        table.revision += 1
        table.save(update_fields=["revision"])
        after_commit(doorbell.ring_table, table.pk, revision=table.revision)


def rename_in_games(person: User, name: str) -> None:
    """Change a person's name where games keep it: in matches and chats."""
    for match in _matches_of(person):
        _rename(match, person, name)
    Message.objects.filter(user=person).update(name=name)


def _rename(match: uuid.UUID, person: User, name: str) -> None:
    with transaction.atomic():
        row = Match.objects.select_for_update().only("players").get(pk=match)
        for seat in _seats(row.players, person):
            who = {"name": name, "user": person.pk}
            _rename_events(match, seat, row.since(seat), name)
            if not actions.replace_player(match, seat, who, is_same=True):  # as a step, if it is being played
                row.players[seat]["name"] = name
                row.save(update_fields=["players"])


def _rename_in_feeds(person: User, former: str) -> None:
    """Change the former name of a person in the feeds of others."""
    for happening in Happening.objects.filter(rows_with("data", former)):
        happening.data = rename_in_json(happening.data, former, person.username)
        happening.save(update_fields=["data"])


def _rename_events(match: uuid.UUID, seat: int, since: int, name: str) -> None:
    """Change the name of a seat's player in the events by which they got it, or another name."""

    def is_changed(event: Event) -> bool:
        is_theirs = event.kind == "substituted" and event.seq >= since and event.public["seat"] == seat
        if is_theirs:
            event.public["name"] = name
        return is_theirs

    rows = Event.objects.filter(match=match, kind="substituted")
    Event.objects.bulk_update([event for event in rows if is_changed(event)], ["public"])
    log = PackedLog.objects.filter(match=match).first()
    if log is not None:
        events = event_log.unpack_events(match, log.content)
        if [event for event in events if is_changed(event)]:
            log.content = event_log.pack_events(events)
            log.save(update_fields=["content"])


register_personal_data("games", PersonalData(export=_export, withdraw=_withdraw, forget=_forget))
guests.signed_up.append(rename_in_games)
