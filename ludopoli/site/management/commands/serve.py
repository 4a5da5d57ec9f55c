"""manage.py serve: pages, sockets, bots and clocks in one process, with nothing to install but Python."""

from __future__ import annotations

import os
import socket
import threading
from typing import Any

from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser

from games.models import Seat
from games.play import downtime, sweeping
from ludopoli.http import static_files
from ludopoli.http.bodies import LARGEST
from ludopoli.site.celery import TASK, app
from ludopoli.site.operations import site_lock
from ludopoli.site.server import Draining
from ludopoli.work import loops

SWEEP_EVERY = 0.5
"""Seconds between two sweeps."""


class Command(BaseCommand):
    help = "Run the whole of Ludopoli in this process (the embedded mode)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "REDIS_URL is set: the full mode runs daphne, celery worker and celery beat instead."
            )
        with site_lock.hold_site_lock():
            _try_to_bind(options["host"], options["port"])
            if "SITE_URL" not in os.environ:  # links in mails lead to where it is served
                settings.SITE_URL = _address(options["host"], options["port"])
            self._serve(options["host"], options["port"])

    def _serve(self, host: str, port: int) -> None:
        call_command("migrate", verbosity=0)
        static_files.collect_folders()
        Seat.objects.exclude(socket="").update(socket="")
        from ludopoli.site.asgi import application

        for name, worker in workers().items():
            threading.Thread(target=worker.start, name=name, daemon=True).start()
        threading.Thread(target=_beat, name="beat", daemon=True).start()
        sweeper = ("sweep", _sweep, SWEEP_EVERY)
        threading.Thread(target=loops.run_forever, args=sweeper, name="sweeper", daemon=True).start()
        self.stdout.write(
            f"Ludopoli: {_address(host, port)}{settings.SITE_PATH}  (Ctrl+C ends it; nothing is lost)"
        )
        endpoints = build_endpoint_description_strings(host=host, port=port)
        frames = {"websocket_max_message_size": LARGEST, "websocket_max_frame_size": LARGEST}
        Draining(application, endpoints=endpoints, verbosity=0, server_name="ludopoli", **frames).run()


EVERYWHERE = ("0.0.0.0", "::")


def _address(host: str, port: int) -> str:
    """Return the address at which a browser on this machine finds the site."""
    named = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"


def _try_to_bind(host: str, port: int) -> None:
    """Raise `CommandError` if nobody could reach the site at this address."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server will
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as why:
            reason = getattr(why, "strerror", None) or why
            raise CommandError(
                f"{host}:{port}: {reason}. Choose another address with --host or --port"
            ) from None


BESIDE = {"reviewer": (["reviews", "errands"], 2), "courier": (["webhooks"], 1)}
"""The workers besides that of the bots, with their queues, of which none waits for another, and their
threads: a search for puzzles takes one of the reviewer's for half the night."""


def workers() -> dict[str, WorkController]:
    """Return the workers: one for bots, one for reviews and mails, one for webhooks.

    A Celery application has one set of queues, so each further worker has an application of its own, with the
    same broker and tasks; its timer looks less often. All tasks are loaded before any thread starts: Celery
    loses tasks that are registered while another application is made.
    """
    app.finalize()
    others = ("without_gossip", "without_mingle", "without_heartbeat")  # there are none in this broker
    usual: dict[str, Any] = {"pool": "threads", **dict.fromkeys(others, True)}
    made = {"worker": WorkController(app=app, concurrency=2, **usual)}
    for name, (queues, threads) in BESIDE.items():
        beside = Celery(name, set_as_current=False, task_cls=TASK)
        beside.config_from_object("django.conf:settings", namespace="CELERY")
        beside.conf.update(worker_timer_precision=0.25)
        made[name] = WorkController(app=beside, concurrency=threads, queues=queues, **usual)
    return made


def _beat() -> None:
    """Run the periodic tasks of `CELERY_BEAT_SCHEDULE`."""
    Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler).start(embedded_process=True)


def _sweep() -> None:
    downtime.record_pulse()
    sweeping.sweep_overdue()
