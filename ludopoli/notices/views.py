"""The pages of notices: the inbox, the switches for each kind, and the link to unsubscribe."""

from __future__ import annotations

from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ludopoli.accounts import devices as browsers
from ludopoli.accounts.access import account_of, has_proven, with_account
from ludopoli.base.lookups import LONGEST_ID, number_of, or_404
from ludopoli.http.error_pages import too_many_requests
from ludopoli.http.prefetches import never_prefetched
from ludopoli.notices import devices, mails, notifying, pushes
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Device, Mailbox, Notice
from ludopoli.text import zones

PAGE = 30


@never_prefetched
@never_cache
@login_required
@require_GET
def inbox_page(request: HttpRequest) -> HttpResponse:
    """List notices, most recent first; `?prima=120` continues before that one.

    Whoever has seen them has read them: the unread ones are marked as such this once.
    """
    me, asked = account_of(request), request.GET.get("prima", "")
    notices = notifying.inbox_of(me)
    before = number_of(asked)
    if before is not None:
        notices = notices.filter(pk__lt=before)
    found = list(notices[: PAGE + 1])
    listed = found[:PAGE]
    if any(each.read_at is None for each in listed):
        notifying.mark_read(me, Notice.objects.filter(pk__in=[each.pk for each in listed]))
    context = {
        "notices": listed,
        "before": listed[-1].pk if len(found) > PAGE else None,
        "is_first": not asked,
    }
    return render(request, "notices/inbox.html", context)


@never_prefetched
@never_cache
@login_required
@require_GET
def open_notice(request: HttpRequest, notice: int) -> HttpResponse:
    """Mark a notice as read and redirect to its page. Opening it again does no harm."""
    me = account_of(request)
    found = or_404(Notice.objects.filter(pk=notice, user=me).first() if notice < 10**LONGEST_ID else None)
    notifying.mark_read(me, Notice.objects.filter(pk=found.pk))
    return redirect(found.url)


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
def notice_settings_page(request: HttpRequest) -> HttpResponse:
    """Choose where notices come, a topic or a kind at a time, and the quiet hours of the devices.

    Only what is sent changes: the named kinds, where a channel whose box is not sent is off, or the hours.
    """
    me = account_of(request)
    notifying.remember_reader(me, get_language(), zones.of_cookies(request.COOKIES))
    if request.method == "POST":
        kinds = [kind for kind in request.POST.getlist("kind") if kind in KINDS]
        if "topic" in request.POST:
            notifying.switch_kinds(me.pk, kinds, on="on" in request.POST)
        else:
            for kind in kinds:
                wanted = {way: f"{kind}-{way}" in request.POST for way in ("page", "mail", "push")}
                notifying.choose_delivery(me.pk, kind, **wanted)
        notifying.be_quiet(me, *(_hour(request.POST.get(f"quiet-{end}")) for end in ("from", "until")))
        messages.success(request, _("Saved."))
        return redirect("notice-switches")
    devices.forget_ended(me)
    mine = Device.objects.filter(user=me).order_by("pk")
    addresses = EmailAddress.objects.filter(user=me, verified=True)
    context = {
        "topics": notifying.choices_by_topic(me),
        "confirmed": addresses.exists(),
        "refused": addresses.exclude(refusal=None).exists(),
        "devices": mine,
        "this_device": mine.filter(session=request.session.session_key).first(),
        "push_key": pushes.public_key(),
        "hours": range(24),
        "city": zones.zone_city(),
        "box": Mailbox.objects.filter(user=me).first(),
    }
    return render(request, "notices/switches.html", context)


def _hour(sent: str | None) -> int | None:
    hour = number_of(sent)
    return hour if hour is not None and hour < 24 else None


@login_required
@with_account
@require_POST
def add_device_view(request: HttpRequest) -> HttpResponse:
    """Push notices to the browser that sends its subscription as JSON, after a fresh proof of identity.

    The script that sends it goes to the proof by itself when it is answered 403.
    """
    me = account_of(request)
    if not has_proven(request):
        return HttpResponse(status=403)
    if not devices.may_add(me):
        return too_many_requests(request)
    name = browsers.device_name(request.headers.get("User-Agent", ""))
    device = devices.add_device(request, me, _json(request), name)
    return HttpResponse(status=400 if device is None else 204)


@csrf_exempt
@require_POST
def renew_device_view(request: HttpRequest) -> HttpResponse:
    """Replace the subscription of a browser: its service worker sends the former one, too, as proof.

    A service worker cannot read the CSRF token. No other site knows the keys that this needs.
    """
    sent = _json(request)
    sent = sent if isinstance(sent, dict) else {}
    renewed = devices.renew_device(sent.get("former"), sent.get("subscription"))
    return HttpResponse(status=204 if renewed else 404)


def _json(request: HttpRequest) -> Any:
    try:
        return msgspec.json.decode(request.body)
    except (ValueError, RecursionError):
        return None


@login_required
@with_account
@require_POST
def remove_device(request: HttpRequest, device: int) -> HttpResponse:
    Device.objects.filter(user=account_of(request), pk=device).delete()
    return redirect("notice-switches")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from mails of one kind (with `all`, of every kind) by the signed link in a mail.

    Mail programs post here by themselves (RFC 8058) and have no cookie of ours, hence no CSRF token: the
    signature takes its place. A GET only asks, because mail scanners follow every link.
    """
    person, kind = or_404(mails.read_stop_token(token))
    done = request.method == "POST"
    if done:
        notifying.no_more_mail(person, KINDS if "all" in request.POST else [kind])
    context = {"kind": KINDS[kind], "done": done, "all": "all" in request.POST, "person": person}
    return render(request, "notices/stop.html", context)
