"""What every operation of the API shares: scopes, a strict query, a body only where one is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from django.http import QueryDict
from django.http.request import RawPostDataException
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ludopoli.api.auth import asker
from ludopoli.api.models import Scope
from ludopoli.api.paging import ByCursor, PageQuery, Whole
from ludopoli.api.shapes import Shape

Handler = TypeVar("Handler", bound=Callable[..., Any])


def documented(*, request: Any = empty, **told: Any) -> Callable[[Handler], Handler]:
    """Describe an operation as `extend_schema` does; without a `request` it takes no body."""
    describe = extend_schema(request=request, **told)

    def described(handler: Handler) -> Handler:
        handler.takes_body = request is not None and request is not empty  # type: ignore[attr-defined]
        return describe(handler)

    return described


class Operation(APIView):
    """An address of the API. By method: the scope it needs (`scopes`), the codes it refuses with, with their
    statuses (`refusals`), and the shape of its query (`queries`). What the shape does not name is refused.
    """

    scopes: ClassVar[Mapping[str, str]]
    refusals: ClassVar[Mapping[str, Mapping[str, int]]]
    queries: ClassVar[Mapping[str, type[Shape[Any]]]] = {}
    pagination_class: Any = Whole

    asked: dict[str, Any]
    """The query, checked."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.asked = check(self.queries.get(request.method or "", Shape), request._request.GET)
        handler = getattr(self, (request.method or "").lower(), None)
        if (
            request.method != "GET"
            and not getattr(handler, "takes_body", True)
            and _brings_something(request)
        ):
            raise serializers.ValidationError({"body": [_("Nothing is sent here.")]})


def _brings_something(request: Request) -> bool:
    """Return whether there is a body that is not `{}`."""
    try:
        return b"".join(request._request.body.split()) not in (b"", b"{}")
    except RawPostDataException:  # a form: the check of its CSRF token has read it
        return True


@method_decorator(conditional_page, name="dispatch")
class Reading(Operation):
    """An address whose answers carry an ETag: with `If-None-Match` an unchanged one is 304."""


class OwnList(Reading, ListAPIView[Any]):
    """A list of the account that asks, by cursor: a view has its `rows` and a `serializer_class` for them."""

    scopes = {"GET": Scope.READ}
    queries = {"GET": PageQuery}
    pagination_class = ByCursor

    rows: Callable[..., QuerySet[Any]]
    """From the person, and what the address names, by name."""

    @documented(tags=["me"])
    def get(self, request: Request, **named: Any) -> Response:
        page = self.paginate_queryset(self.rows(asker(request), **named)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


def check(shape: type[Shape[Any]], sent: QueryDict) -> dict[str, Any]:
    """A query as its shape has it; a problem that names what is unknown, wrong or sent twice."""
    once = {name: values[-1] for name, values in sent.lists()}
    twice = {name: [_("Only once.")] for name, values in sent.lists() if len(values) > 1}
    if twice:
        raise serializers.ValidationError(twice)
    return _checked(shape, once)


def body(shape: type[Shape[Any]], request: Request, *, partial: bool = False) -> dict[str, Any]:
    """What was sent, as its shape has it; with `partial` some of its fields."""
    return _checked(shape, request.data, partial=partial)


def _checked(shape: type[Shape[Any]], data: Any, *, partial: bool = False) -> dict[str, Any]:
    sent = shape(data=data, partial=partial)
    sent.is_valid(raise_exception=True)
    checked: dict[str, Any] = sent.validated_data
    return checked


def created(data: Any, address: str) -> Response:
    """The answer to who has made something, with its address below `/api/v1/`."""
    return Response(data, status=201, headers={"Location": f"/api/v1/{address}"})
