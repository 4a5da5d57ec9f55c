"""The Celery tasks that have a queue of their own, and those that are enqueued again and again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from celery.schedules import crontab

ROUTES = {
    "games.tasks.review": {"queue": "reviews"},
    "games.tasks.pack_logs": {"queue": "errands"},
    "practice.tasks.announce_puzzles": {"queue": "errands"},
    "practice.tasks.find_puzzles": {"queue": "reviews"},
    "practice.tasks.study_reviews": {"queue": "reviews"},
    "ludopoli.accounts.tasks.send_kept_mails": {"queue": "errands"},
    "ludopoli.notices.tasks.send_mails": {"queue": "errands"},
    "ludopoli.site.tasks.delete_due_rows": {"queue": "errands"},
    "ludopoli.notices.tasks.send_pushes": {"queue": "errands"},
    "ludopoli.webhooks.tasks.send": {"queue": "webhooks"},
    "ludopoli.webhooks.tasks.sweep": {"queue": "webhooks"},
}
"""The queues of slow tasks and of other people's servers, for which bots must not wait: a separate worker
serves `reviews` and `errands`, and another one `webhooks`, whose servers may be slow on purpose."""

SCHEDULE: Mapping[str, dict[str, Any]] = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
    "webhooks": {"task": "ludopoli.webhooks.tasks.sweep", "schedule": 5.0, "options": {"expires": 5.0}},
    "kept-mails": {
        "task": "ludopoli.accounts.tasks.send_kept_mails",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "notices-by-mail": {
        "task": "ludopoli.notices.tasks.send_mails",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "notices-by-push": {
        "task": "ludopoli.notices.tasks.send_pushes",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "ended-sessions": {
        "task": "ludopoli.site.tasks.clear_ended_sessions",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "retention": {
        "task": "ludopoli.site.tasks.delete_due_rows",
        "schedule": crontab(hour="2-4"),  # every minute
        "options": {"expires": 60.0},
    },
    "turns-by-the-day": {
        "task": "games.tasks.notify_turns",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "reviews": {"task": "games.tasks.sweep_reviews", "schedule": 10.0, "options": {"expires": 10.0}},
    "puzzles": {"task": "practice.tasks.find_puzzles", "schedule": crontab(minute="20", hour="3")},
    "puzzles-of-the-day": {
        "task": "practice.tasks.announce_puzzles",
        "schedule": crontab(minute="0", hour="9"),
    },
    "seasons": {"task": "tournaments.tasks.close_seasons", "schedule": 3600.0},
    "named-people": {"task": "tournaments.tasks.forget_named", "schedule": 3600.0},
    "tournaments": {"task": "tournaments.tasks.sweep", "schedule": 2.0, "options": {"expires": 2.0}},
}
"""The tasks of beat, by name."""
