"""The largest body that each address accepts. `server.py` enforces it before a request is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import unquote

from django.urls import Resolver404, resolve

from ludopoli.http import site_path

LARGEST = 64 * 1024
"""The limit in bytes, unless a view sets another."""

View = TypeVar("View", bound=Callable[..., Any])


def accept_bodies(most: int) -> Callable[[View], View]:
    """Let a view (or an API view) accept bodies of up to `most` bytes."""

    def mark(view: View) -> View:
        view.largest_body = most  # type: ignore[attr-defined]
        return view

    return mark


def largest_body(address: bytes) -> int:
    """Return the largest body in bytes that an address accepts."""
    try:
        view = resolve(site_path.whole_path(unquote(address.partition(b"?")[0].decode("ascii")))).func
    except (Resolver404, UnicodeDecodeError, ValueError):
        return LARGEST
    return int(getattr(view, "largest_body", getattr(getattr(view, "cls", None), "largest_body", LARGEST)))
