"""Browsers of people who have just proven who they are."""

from __future__ import annotations

from django.test import Client

from ludopoli.accounts.models import User

PASSWORD = "tre carte sul tavolo"


def proven(person: User) -> Client:
    """A client in which the person is signed in and gave the password a moment ago."""
    if not person.has_usable_password():
        person.set_password(PASSWORD)
        person.save()
    client = Client()
    client.force_login(person)
    client.post("/account/conferma/", {"password": PASSWORD})
    return client
