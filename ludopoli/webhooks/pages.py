"""The pages of webhooks: adding and changing them, and the log of their deliveries."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ludopoli.accounts import change_mails
from ludopoli.accounts.access import account_of, guarded_action, guarded_page, with_account
from ludopoli.accounts.models import User
from ludopoli.base.lookups import or_404
from ludopoli.http.error_pages import too_many_requests
from ludopoli.http.refused_forms import status_of
from ludopoli.webhooks import deliveries, kinds, making
from ludopoli.webhooks.models import Delivery, Webhook
from ludopoli.work import sending

SHOWN = 50
"""The number of latest deliveries shown on a page."""


class WebhookForm(forms.Form):
    url = forms.URLField(
        label=_("Address"),
        max_length=500,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"class": "input", "placeholder": "https://"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("It receives"), choices=kinds.kind_choices, widget=forms.CheckboxSelectMultiple
    )

    topic = forms.ChoiceField(
        label=_("Only about"), required=False, widget=forms.Select(attrs={"class": "input"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        topic = self.fields["topic"]
        assert isinstance(topic, forms.ChoiceField)
        topic.choices = [("", _("Everything of mine")), *kinds.topic_choices(user)]

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"])
        try:
            sending.check_public(url)
        except sending.Unreachable:
            raise ValidationError(
                _("Not there: use a public address that begins with https."), "unreachable"
            ) from None
        return url


@guarded_page
def webhooks_page(request: HttpRequest) -> HttpResponse:
    """The person's webhooks; the secret of a new one is shown once."""
    me = request.user
    assert isinstance(me, User)
    form, mine = WebhookForm(me, request.POST or None), Webhook.objects.of_token(me, None)
    secret = ""
    if request.method == "POST" and not making.may_look_up(me):
        return too_many_requests(request)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            me = User.objects.select_for_update().get(pk=me.pk)  # one at a time, for the count
            if mine.count() >= making.MOST_WEBHOOKS:
                most = {"most": making.MOST_WEBHOOKS}
                text = gettext("You have %(most)d webhooks: delete one first.") % most
                form.add_error(None, text)
            else:
                made = mine.create(user=me, **form.cleaned_data)
                secret = made.secret
                change_mails.mail_change(me, _("A webhook was added: %(url)s"), {"url": made.url})
                form = WebhookForm(me)
    context = {"form": form, "webhooks": mine, "secret": secret}
    return render(request, "account/webhooks.html", context, status=status_of(form))


@never_cache
@login_required
@with_account
@require_http_methods(["GET"])
def webhook_page(request: HttpRequest, webhook: int) -> HttpResponse:
    """The deliveries to a webhook, and the responses."""
    return _page(request, _of(request, webhook))


def _page(request: HttpRequest, hook: Webhook, secret: str = "") -> HttpResponse:
    context = {
        "webhook": hook,
        "kinds": [(kind, kinds.kind_label(kind)) for kind in hook.kinds],
        "topic": dict(kinds.topic_choices(hook.user)).get(hook.topic, hook.topic),
        "deliveries": [(kinds.kind_label(each.kind), each) for each in hook.deliveries.all()[:SHOWN]],
        "given_up": hook.deliveries.filter(status=Delivery.Status.FAILED).count(),
        "secret": secret,
    }
    return render(request, "account/webhook.html", context)


@login_required
@with_account
@require_POST
def send_test_event(request: HttpRequest, webhook: int) -> HttpResponse:
    """Send a test event."""
    hook = _own(request, webhook)
    if not deliveries.may_send_by_hand(hook):
        return too_many_requests(request)
    if hook.active:
        deliveries.store_deliveries([(hook, kinds.PING, {"webhook": hook.pk})], timezone.now())
        messages.success(request, gettext("On its way. Reload the page to see what came back."))
    return redirect("webhook", webhook=hook.pk)


class AgainForm(forms.Form):
    delivery = forms.UUIDField(required=False)
    since = forms.IntegerField(required=False, min_value=1, max_value=deliveries.MOST_SEQUENCE)

    @property
    def which(self) -> dict[str, Any]:
        """The query for the deliveries: one, those from a number on, or all that were given up."""
        match self.cleaned_data:
            case {"delivery": UUID() as delivery}:
                return {"pk": delivery}
            case {"since": int(since)}:
                return {"sequence__gte": since}
        return {"status": Delivery.Status.FAILED}


@login_required
@with_account
@require_POST
def send_again_view(request: HttpRequest, webhook: int) -> HttpResponse:
    """Send one delivery again, those from a number on, or all that were given up."""
    hook, form = _own(request, webhook), AgainForm(request.POST)
    if not deliveries.may_send_by_hand(hook):
        return too_many_requests(request)
    count = deliveries.send_again(hook, **form.which) if form.is_valid() else 0
    if count:
        sent = ngettext(
            "%(count)s delivery is on its way again.", "%(count)s deliveries are on their way again.", count
        )
        messages.success(request, sent % {"count": count})
    else:
        messages.info(request, gettext("There is nothing to send again."))
    return redirect("webhook", webhook=hook.pk)


@guarded_action
def switch_webhook(request: HttpRequest, webhook: int) -> HttpResponse:
    """Switch a webhook on or off."""
    hook = _own(request, webhook)
    hook.active, hook.failing_since = not hook.active, None
    hook.save(update_fields=["active", "failing_since"])
    now = _("A webhook was switched on: %(url)s") if hook.active else _("A webhook was switched off: %(url)s")
    change_mails.mail_change(hook.user, now, {"url": hook.url})
    return redirect("webhook", webhook=hook.pk)


@never_cache
@guarded_action
def renew_webhook_secret(request: HttpRequest, webhook: int) -> HttpResponse:
    """Replace the secret; the new one is shown once."""
    hook = _own(request, webhook)
    hook.renew()
    hook.save(update_fields=["salt"])
    change_mails.mail_change(hook.user, _("A webhook got a new secret: %(url)s"), {"url": hook.url})
    return _page(request, hook, hook.secret)


@guarded_action
def delete_webhook(request: HttpRequest, webhook: int) -> HttpResponse:
    hook = _of(request, webhook)
    hook.delete()
    change_mails.mail_change(hook.user, _("A webhook was deleted: %(url)s"), {"url": hook.url})
    messages.success(request, gettext("Webhook deleted."))
    return redirect("webhooks")


def _of(request: HttpRequest, webhook: int) -> Webhook:
    return or_404(Webhook.objects.of_token(account_of(request), None).filter(pk=webhook).first())


def _own(request: HttpRequest, webhook: int) -> Webhook:
    """A webhook that the person has added: one of an app's can only be looked at and deleted."""
    hook = _of(request, webhook)
    if hook.grant is not None:
        raise Http404
    return hook
