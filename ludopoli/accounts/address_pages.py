"""The page of the e-mail address, and confirming again an address that has refused a mail."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.signals import email_confirmed
from allauth.account.views import EmailView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ludopoli.accounts import refused_addresses
from ludopoli.accounts.access import account_of, with_account
from ludopoli.accounts.adapter import SENT
from ludopoli.accounts.models import RefusedAddress


class AddressView(EmailView):
    """django-allauth's page, which sends no mail beyond its limits; here it also says so."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().post(request, *args, **kwargs)
        asks = {"action_add", "action_send"} & request.POST.keys()
        if asks and answer.status_code == 302 and not hasattr(request, "not_mailed"):
            _refuse_for_now(request)
        return answer


def _refuse_for_now(request: HttpRequest) -> None:
    messages.warning(request, _("Too many emails to this address: ask again in a few minutes."))


@login_required
@with_account
@require_POST
def ask_to_confirm_again(request: HttpRequest) -> HttpResponse:
    """Mail a link to the address that has refused a mail."""
    me = account_of(request)
    refusal = RefusedAddress.objects.filter(address__user=me, address__verified=True).first()
    if refusal is None:
        return redirect("account_email")
    email = refusal.address.email
    if not consume_email_verification_rate_limit(request, email):
        _refuse_for_now(request)
        return redirect("account_email")
    link = settings.SITE_URL + reverse("confirm_again", args=[refused_addresses.key_of(refusal)])
    adapter = get_adapter()
    adapter.send_mail("account/email/email_confirmation", email, {"user": me, "activate_url": link})
    adapter.add_message(request, messages.INFO, SENT, {"email": email})
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "POST"])
def confirm_again(request: HttpRequest, key: str) -> HttpResponse:
    """Confirm by the link in the mail; a GET only asks, because mail scanners follow every link."""
    refusal = refused_addresses.refusal_of(key)
    if refusal is not None and request.method == "POST":
        refusal.delete()
        messages.success(request, _("%(email)s is confirmed.") % {"email": refusal.address.email})
        return redirect("account_email")
    context = {
        "confirmation": refusal and {"email_address": refusal.address},
        "can_confirm": refusal is not None,
        "action": request.path,
    }
    return render(request, "account/email_confirm.html", context, status=404 if refusal is None else 200)


@receiver(email_confirmed)
def _takes_mails(email_address: Any, **_signal: Any) -> None:
    RefusedAddress.objects.filter(address=email_address).delete()
