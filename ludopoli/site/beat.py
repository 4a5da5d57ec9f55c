"""Beat as an application of its own: it sends the tasks of the schedule by their names, so it loads no
models, pages or games."""

import os
from logging.config import dictConfig

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludopoli.site.settings")

app = Celery("ludopoli", amqp="ludopoli.work.watched:TaskMessages", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.setup_logging.connect(dispatch_uid="beat")
def _log(**_others: object) -> None:
    dictConfig(settings.LOGGING)
