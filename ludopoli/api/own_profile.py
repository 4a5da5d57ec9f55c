"""The account's own profile as an operation of the API: what the page of the profile changes, by its form."""

from __future__ import annotations

from django.conf import settings
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts import countries
from ludopoli.accounts.forms import ProfileForm
from ludopoli.accounts.models import LONGEST_BIO, User
from ludopoli.api.auth import requesting_person
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.api.preconditions import if_match, own_account
from ludopoli.api.shapes import Shape, Text, with_example
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused
from ludopoli.text import zones

COUNTRIES = ["", *countries.country_codes()]
LANGUAGES = ["", *dict(settings.LANGUAGES)]


@with_example(about="Gioco a carte dal 1987.", country="IT", language="it", zone="")
class OwnProfileShape(Shape[User]):
    about = Text(source="bio", required=False, help_text=f"{LONGEST_BIO} characters at most, for everybody")
    country = serializers.ChoiceField(COUNTRIES, required=False, help_text="ISO 3166-1; empty: not given")
    language = serializers.ChoiceField(
        LANGUAGES, required=False, help_text="of pages and mails, for you alone; empty: of each device"
    )
    zone = Text(
        required=False, help_text="of the times that you see, as `Europe/Rome`; empty: of each device"
    )


class OwnProfileView(Operation):
    scopes = {"GET": Scope.READ, "PATCH": Scope.SETTINGS}

    @document_operation(responses={200: OwnProfileShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """Your profile, and the language and time zone in which the site writes to you."""
        return Response(OwnProfileShape.render(requesting_person(request)))

    @document_operation(request=OwnProfileShape, responses={200: OwnProfileShape}, tags=["me"])
    @if_match(own_account)
    def patch(self, request: Request) -> Response:
        """Change your profile."""
        me = User.objects.get(pk=requesting_person(request).pk)
        wanted = validated_body(OwnProfileShape, request, partial=True)
        if wanted.get("zone") and not zones.known_zone_name(wanted["zone"]):
            raise ActionRefused("bad_zone")
        form = ProfileForm(wanted, instance=me)
        for unsent in form.fields.keys() - wanted.keys():
            del form.fields[unsent]
        if not form.is_valid():
            raise Problem(*REFUSALS.problem("bad_about", str(form.errors["bio"][0])))
        me.language, me.zone = (wanted.get(each, getattr(me, each)) for each in ("language", "zone"))
        form.save()
        return Response(OwnProfileShape.render(me))


urlpatterns = [path("profile/", OwnProfileView.as_view())]
