"""Creations that a program may ask for again, because it has not received the answer.

Requests of an account with the same `Idempotency-Key` create once and get the same answer. The answer is
stored in the transaction that creates, so neither exists without the other. A refused request stores nothing.
What is stored cannot be read without the key, of which the site has only the digest: an answer may hold a
link that opens a seat, or somebody's name.

Source: draft-ietf-httpapi-idempotency-key-header, which names the header and the status 422.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.models import KeptAnswer
from ludopoli.api.rendering import JsonRenderer
from ludopoli.base import sealing
from ludopoli.http.refusals import ActionRefused

Handler = TypeVar("Handler", bound=Callable[..., Any])

HEADER = "Idempotency-Key"
KEY = "^[!-~]{1,100}$"


def create_once(handler: Handler) -> Handler:
    """Let the handler of an operation that creates answer a repeated request as it has answered the first."""

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **named: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            response: Response = handler(view, request, *args, **named)
            return response
        if re.fullmatch(KEY, key) is None:
            raise serializers.ValidationError({HEADER: [_("Only letters, digits and signs, 100 at most.")]})
        sent = _digest(*_sent(request))
        with transaction.atomic():
            kept, is_first = KeptAnswer.objects.get_or_create(
                user=requesting_account(request), key=_digest(key), defaults={"request": sent}
            )
            if is_first:
                response = handler(view, request, *args, **named)
                kept.status, kept.location = response.status_code, response.get("Location", "")
                kept.body = sealing.secret_box(key).encrypt(JsonRenderer().render(response.data)).decode()
                kept.save()
                return response
        if kept.request != sent:
            raise ActionRefused("key_reused")
        headers = {"Location": kept.location} if kept.location else {}
        body = json.loads(sealing.secret_box(key).decrypt(kept.body))
        return Response(body, kept.status, headers=headers)

    answer.creates_once = True  # type: ignore[attr-defined]
    return answer  # type: ignore[return-value]  # it takes what the handler takes


def _sent(request: Request) -> list[Any]:
    """Return the parts that identify a request: its token, its method, its address and its fields."""
    return [getattr(request.auth, "pk", None), request.method, request.get_full_path(), request.data]


def _digest(*of: Any) -> str:
    return hashlib.sha256(json.dumps(of, sort_keys=True).encode()).hexdigest()
