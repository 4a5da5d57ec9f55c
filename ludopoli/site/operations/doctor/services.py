"""The processes of the site, by their signs of life, and the work that they have given up."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils import timezone

from games.models import Pulse
from games.play.clock import DOWNTIME
from ludopoli.failures.models import Failure
from ludopoli.site.operations import heartbeats, retention
from ludopoli.site.operations.doctor.findings import Finding, defect, fine, warning
from ludopoli.text import times

SERVERS = {
    heartbeats.PLAY: ("the worker of bots and clocks", "systemctl restart 'ludopoli-worker@*'"),
    heartbeats.BEAT: ("beat", "systemctl restart ludopoli-beat"),
    "errands": ("the reviewer", "systemctl restart ludopoli-reviewer"),
    "webhooks": ("the courier", "systemctl restart ludopoli-courier"),
}
"""The process behind each heartbeat, and the command that restarts it."""

THE_ONE = "manage.py serve (in the embedded mode one process does everything)"


def examine_web() -> Iterator[Finding]:
    pulse = Pulse.objects.first()
    if pulse is None or times.measure_clock() - pulse.at > DOWNTIME:
        start = THE_ONE if settings.EMBEDDED else "systemctl restart 'ludopoli-daphne@*'"
        since = "" if pulse is None else f" since {pulse.at:%Y-%m-%d %H:%M:%S} UTC"
        yield defect(f"No web process has written a pulse{since}.", f"Start it: {start}.")
    else:
        yield fine("a web process has a pulse")


def examine_workers() -> Iterator[Finding]:
    heard = heartbeats.heartbeat_ages()
    for name, (process, start) in SERVERS.items():
        if silence := heartbeats.describe_silence(name, heard):
            command = THE_ONE if settings.EMBEDDED else start
            yield defect(f"{process}: {silence}", f"Read its log (journalctl), and start it: {command}.")
        else:
            yield fine(f"{process}: heard {heard[name].total_seconds():.0f} s ago")


def examine_retention() -> Iterator[Finding]:
    """Look for rows that should have been deleted nights ago, and for nights without deletion."""
    now, last = timezone.now(), heartbeats.heartbeat_ages().get(retention.FINISHED)
    late = [each.model for each in retention.RETENTIONS if each.due(now - retention.LATE).exists()]
    advice = "See /admin/failures/failure/, and the log of the reviewer: it deletes from two to five (UTC)."
    if late:
        grade = warning if last is None else defect
        yield grade(f"Kept for longer than docs/reference/retention.md says: {', '.join(late)}.", advice)
    elif last is not None and last > retention.LATE:
        yield warning(f"The nightly deletion has not been finished for {last.days} days.", advice)
    waiting = sum(each.due(now).count() for each in retention.RETENTIONS)
    since = (
        "no night has passed" if last is None else f"the last one was {last.total_seconds() / 3600:.0f} h ago"
    )
    yield fine(f"{waiting} rows wait for the next nightly deletion; {since}")


def examine_failures() -> Iterator[Finding]:
    given_up = Failure.objects.filter(due_at=None).count()
    if given_up:
        yield warning(
            f"{given_up} pieces of work were given up.", "See /admin/failures/failure/, and retry them there."
        )
    else:
        yield fine("no work was given up")
