"""Which names people may carry."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from ludopoli.accounts import names
from ludopoli.accounts.models import User


@pytest.mark.parametrize(
    "name",
    ["Al", "Rosalia", "Nonno Vito", "d'Ambra", "Jean-Luc", "x_1", "Totò", "S. Rita", "9 di coppe", "a" * 24],
)
def test_good_names(name: str) -> None:
    names.check_account_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "a" * 25,
        " Vito",
        "Vito ",
        "a   b",
        "-Vito",
        "Vito-",
        "a@b",
        "<b>",
        "a\nb",
        "a\x00b",
        "🂡 asso",
        "a\u202eb",
    ],
)
def test_bad_names(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize(
    "name", ["Ospite 4821", "ospite", "OSPITE9", "Ospitella", "0spite 3", "Ospıte 3", "Bot Ferro"]
)
def test_a_guests_name_is_for_guests(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize("name", ["\u3164\u3164", "\u115f\u1160", "\uffa0\uffa0", "Оspite 1234", "Аnna"])
def test_a_name_that_imitates_or_cannot_be_seen(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize("name", ["Анна", "Ελένη", "Niccolò", "Bottero", "José"])
def test_a_name_in_one_alphabet(name: str) -> None:
    names.check_account_name(name)


def test_a_name_is_tidied_before_it_is_judged() -> None:
    assert names.tidy("  Nonno \t  Vito ") == "Nonno Vito"
    assert names.tidy("d’Ambra") == "d'Ambra"


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["rosalia", "ROSALIA", "Rosalia"])
def test_a_name_is_taken_in_any_case(other: str) -> None:
    User.objects.create(username="Rosalia")
    assert names.taken(other)
    assert not names.taken("Rosalina")


@pytest.mark.django_db
def test_a_name_with_accents_is_taken_in_any_case() -> None:
    User.objects.create(username="Èva")
    assert names.taken("èva")
