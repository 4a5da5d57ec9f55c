"""Tags for people: their avatar, and buttons to befriend, follow or block them."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import avatars, devices, people
from ludopoli.accounts.models import User

register = template.Library()

BUTTONS: dict[str, tuple[str, Any, Any, str, str]] = {
    "befriend": ("befriend", _("Ask to be friends"), _("Ask to be friends with %(name)s"), "plus", ""),
    "accept": ("befriend", _("Accept"), _("Accept %(name)s as a friend"), "check", "primary"),
    "decline": ("unfriend", _("Decline"), _("Decline the friendship of %(name)s"), "close", "ghost"),
    "withdraw": ("unfriend", _("Withdraw it"), _("Withdraw it: the request to %(name)s"), "back", "ghost"),
    "unfriend": (
        "unfriend",
        _("Remove from friends"),
        _("Remove from friends: %(name)s"),
        "close",
        "ghost",
    ),
    "follow": ("follow", _("Follow"), _("Follow %(name)s"), "eye", "ghost"),
    "unfollow": ("unfollow", _("Unfollow"), _("Unfollow %(name)s"), "eye", "ghost"),
    "block": ("block", _("Block"), _("Block %(name)s"), "mute", "ghost danger"),
    "unblock": ("unblock", _("Unblock"), _("Unblock %(name)s"), "back", ""),
}
"""The buttons by name: action, text, label for screen readers, icon and look."""


@register.simple_tag
def avatar(person: User) -> SafeString:
    """The avatar of a person, hidden from screen readers: the name stands beside it."""
    if person.is_guest:
        inside = SafeString()
    else:
        tile = SafeString(avatars.avatar_svg(person.username))
        inside = format_html('<svg class="tile" viewBox="0 0 100 100" fill="currentColor">{}</svg>', tile)
    letter = person.username[:1].upper()
    return format_html(
        '<span class="avatar tiled c{}" aria-hidden="true">{}<b>{}</b></span>', person.hue, inside, letter
    )


@register.simple_tag
def between(me: User, other: User) -> people.TiesBetween:
    return people.ties_between(me, other)


@register.inclusion_tag("account/_tie_button.html", takes_context=True)
def tie_button(context: RequestContext, kind: str, person: User) -> dict[str, Any]:
    """A button of `BUTTONS`, which leads back to the page it is on."""
    action, text, label, picture, look = BUTTONS[kind]
    request = context["request"]
    return {
        "action": action,
        "text": text,
        "label": str(label) % {"name": person.username},
        "picture": picture,
        "look": look,
        "person": person,
        "back": request.get_full_path(),
        "csrf_token": context.get("csrf_token"),
    }


@register.filter
def device(user_agent: str) -> str:
    return devices.device_name(user_agent)
