"""The Celery application: bot turns, clocks and scoring."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.settings")

TASK = "ludopoli.failures.tasks:Noted"
"""The class of every task, as a dotted name: it needs models, which are loaded later."""

app = Celery("ludopoli", task_cls=TASK)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Without this a worker in a thread finds no task of ours (`NotRegistered`).
app.set_default()
