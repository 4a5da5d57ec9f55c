"""Clients of people who have just given their password."""

from __future__ import annotations

from django.test import Client

from ludopoli.accounts.models import User

PASSWORD = "tre carte sul tavolo"


def proven(person: User) -> Client:
    """Return a client signed in as the person, who has just given their password."""
    if not person.has_usable_password():
        person.set_password(PASSWORD)
        person.save()
    client = Client()
    client.force_login(person)
    client.post("/account/conferma/", {"password": PASSWORD})
    return client
