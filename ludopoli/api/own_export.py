"""Everything that is stored about the account's person, as an operation of the API."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from ludopoli.accounts import privacy
from ludopoli.accounts.access import has_proven
from ludopoli.api.auth import requesting_person
from ludopoli.api.models import Scope, Token
from ludopoli.api.operations import Unstored, document_operation
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS


class OwnExportView(Unstored):
    scopes = {"GET": Scope.EXPORT}
    http_method_names = ["get"]  # a HEAD would take the export without showing it

    @document_operation(
        responses={
            200: OpenApiResponse(
                OpenApiTypes.OBJECT,
                description="by part of the site; without passwords and keys",
                examples=[OpenApiExample("an excerpt", value={"exported_at": "2026-11-21T19:15:00Z"})],
            )
        },
        tags=["me"],
    )
    def get(self, request: Request) -> HttpResponse:
        """Everything that the site keeps about you. You get a mail about it.

        A browser's session needs a fresh proof of your identity.
        """
        me = requesting_person(request)
        if not isinstance(request.auth, Token) and not has_proven(request._request):
            raise Problem(*REFUSALS.problem("prove_again"))
        exported = privacy.take_export(me)
        if exported is None:
            raise Throttled(privacy.SECONDS_PER_EXPORT)
        return HttpResponse(exported, content_type="application/json", headers={"Cache-Control": "no-store"})


urlpatterns = [path("export/", OwnExportView.as_view())]
