"""Small pieces of markup that every page needs."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """A line icon from `icons.svg`; it says nothing to a screen reader."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def card(deck: str, code: str, label: str = "") -> SafeString:
    """The face of a card; with a label it is an image, without one an ornament."""
    href = f"{static(f'decks/{deck}.svg')}#{code}"
    if label:
        return format_html(
            '<svg viewBox="0 0 100 160" role="img" aria-label="{}"><use href="{}"/></svg>', label, href
        )
    return format_html('<svg viewBox="0 0 100 160" aria-hidden="true"><use href="{}"/></svg>', href)


@register.filter
def initial(name: str) -> str:
    """The letter in an avatar."""
    return name[:1].upper()
