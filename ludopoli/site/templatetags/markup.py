"""Tags and filters for small pieces of markup: icons, cards, texts."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ludopoli.accounts import preferences
from ludopoli.accounts.models import User
from ludopoli.base.decks import KNOWN_BY, SHOWCASE
from ludopoli.text import word_filter

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """A line icon from `icons.svg`, hidden from screen readers."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def own_settings(user: Any) -> dict[str, Any]:
    """The reader's settings for the scripts of a page.

    `account` is true if an account stores them, `fresh` if it has not chosen any yet.
    """
    if isinstance(user, User) and not user.is_guest:
        return {"values": preferences.settings_of(user), "account": True, "fresh": not user.preferences}
    return {"values": preferences.settings_of(User()), "account": False, "fresh": False}


@register.simple_tag
def card(deck: str, code: str, label: str = "") -> SafeString:
    """The face of a card; without a label it is decorative.

    For whole decks each card is a file of its own: to render one `use`, a browser lays out the whole sprite.
    Regional decks have one for the card by which they are known.
    """
    if deck in SHOWCASE or KNOWN_BY.get(deck) == code:
        alone = static(f"decks/{deck}/{code}.svg")
        picture = '<img src="{}" alt="{}" width="100" height="160" loading="lazy" decoding="async">'
        return format_html(picture, alone, label)
    href = f"{static(f'decks/{deck}.svg')}#{code}"
    if label:
        return format_html(
            '<svg viewBox="0 0 100 160" role="img" aria-label="{}"><use href="{}"/></svg>', label, href
        )
    return format_html('<svg viewBox="0 0 100 160" aria-hidden="true"><use href="{}"/></svg>', href)


@register.filter
def masked(text: str) -> str:
    """A free text with bad words masked."""
    return word_filter.mask_words(text)


@register.filter
def initial(name: str) -> str:
    """The initial of a name, for an avatar."""
    return name[:1].upper()


@register.simple_tag(takes_context=True)
def absolute(context: template.Context, path: str) -> str:
    """The absolute URL of a path on this site."""
    try:
        return str(context["request"].build_absolute_uri(path))
    except DisallowedHost:
        return f"{settings.SITE_URL}{path}"


class KeptNode(template.Node):
    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist, self.name = nodelist, name

    def render(self, context: template.Context) -> SafeString:
        content = mark_safe(" ".join(self.nodelist.render(context).split()))
        context[self.name] = mark_safe(content.replace('"', "&quot;"))
        return content


@register.tag
def keep(parser: Parser, token: Token) -> KeptNode:
    """Render the content up to `endkeep`, and keep it under a name for reuse in an attribute."""
    _tag, name = token.split_contents()
    nodelist: Any = parser.parse(("endkeep",))
    parser.delete_first_token()
    return KeptNode(nodelist, name)
