"""The servers of others on which the site depends: for mail, and the receivers of webhooks."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from ludopoli.site.operations.doctor.findings import Finding, defect, fine, warning
from ludopoli.webhooks.models import Webhook
from ludopoli.work import mails, sending

HOSTS = 20
"""The number of hosts of webhooks whose certificates are checked."""

SOON = timedelta(days=14)


def examine_mail() -> Iterator[Finding]:
    if not settings.EMAIL_URL:
        text = f"There is no mail server: mails are files in {settings.MAILS_DIR}."
        yield fine(text) if settings.EMBEDDED else warning(text, "Set EMAIL_HOST and its companions.")
        return
    try:
        with mails.open_mailer():
            yield fine(f"{settings.EMAIL_URL} accepts us")
    except (OSError, ValueError) as failure:
        yield defect(
            f"{settings.EMAIL_URL} does not accept us: {type(failure).__name__}",
            "Check EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS, the user and the password.",
        )


def examine_webhooks() -> Iterator[Finding]:
    if not ssl.create_default_context().cert_store_stats()["x509_ca"]:
        yield defect(
            "This machine trusts no certificate: no webhook can be sent.", "apt-get install ca-certificates"
        )
        return
    addresses = Webhook.objects.filter(active=True, url__startswith="https:").values_list("url", flat=True)
    hosts = {urlsplit(address).netloc: address for address in addresses}
    for host, address in islice(sorted(hosts.items()), HOSTS):
        yield _certificate(host, address)
    yield fine(f"{len(hosts)} hosts receive webhooks")


def _certificate(host: str, address: str) -> Finding:
    try:
        ends = sending.certificate_ends(address)
    except sending.Unreachable as why:
        return warning(
            f"{host}: {why}", "Its owner has to cure this; the webhook is switched off after a day."
        )
    if ends - timezone.now() < SOON:
        return warning(f"{host}: its certificate ends on {ends:%Y-%m-%d}", "Remind its owner.")
    return fine(f"{host}: its certificate is valid until {ends:%Y-%m-%d}")
