"""The rules for the names of people."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from ludopoli.accounts import names, people
from ludopoli.accounts.models import User
from ludopoli.text.letters import closest_names, fold_text


@pytest.mark.parametrize(
    "name",
    ["Al", "Rosalia", "Nonno Vito", "d'Ambra", "Jean-Luc", "x_1", "Totò", "S. Rita", "9 di coppe", "a" * 24],
)
def test_valid_names(name: str) -> None:
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
def test_invalid_names(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize(
    "name", ["Ospite 4821", "ospite", "OSPITE9", "Ospitella", "0spite 3", "Ospıte 3", "Bot Ferro"]
)
def test_a_guest_name_is_reserved_for_guests(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize("name", ["\u3164\u3164", "\u115f\u1160", "\uffa0\uffa0", "Оspite 1234", "Аnna"])
def test_an_invisible_or_imitating_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize("name", ["Анна", "Ελένη", "Niccolò", "Bottero", "José"])
def test_a_name_in_one_alphabet_is_accepted(name: str) -> None:
    names.check_account_name(name)


@pytest.mark.parametrize("name", ["Sаrа", "Ρiero", "Аnna Rossi", "Anna Росси", "Ꭺnna", "さくらЯ"])
def test_a_name_that_mixes_scripts_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_account_name(name)


@pytest.mark.parametrize("name", ["山田太郎", "Yamada 太郎", "さくら", "김철수"])
def test_scripts_that_belong_together_may_be_mixed(name: str) -> None:
    names.check_account_name(name)


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "adm1n", "Adrnin", "admin 2", "Admin1", "Lud0poli", "Staff di Anna",
     "Arbitro", "Il Direttore", "L'Arbitro", "moderazione", "Tavoli", "tornei", "api", "giocatori"],
)  # fmt: skip
def test_a_name_that_claims_authority_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.check_account_name(name)
    assert refused.value.code == "reserved"


@pytest.mark.parametrize(
    "name", ["Amministrino", "Diretta", "Stefania", "Tavolino", "Apis", "Arbitrio", "Aiuto"]
)
def test_a_name_that_merely_resembles_a_reserved_one_is_accepted(name: str) -> None:
    names.check_account_name(name)


LOOKS_LIKE = {
    "Ilaria": ["llaria", "1laria", "ILARIA"],
    "Mario": ["MARIO", "Mari0", "Mаriо", "Mario.", "Маrіо"],
    "Anna Rosa": ["anna.rosa", "Anna_Rosa", "Anna-Rosa"],
    "Carmine": ["Carrnine"],
    "capa": ["сара"],
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "other"), [(name, each) for name in LOOKS_LIKE for each in LOOKS_LIKE[name]]
)
def test_a_name_that_looks_like_another_is_taken(name: str, other: str) -> None:
    User.objects.create(username=name)
    assert names.is_taken(names.tidy_username(other))
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=other)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "other"), [("Mario", "Maria"), ("Niccolò", "Niccolo"), ("Anna", "Anna 2")])
def test_a_name_that_looks_different_is_free(name: str, other: str) -> None:
    User.objects.create(username=name)
    assert not names.is_taken(other)
    User.objects.create(username=other)


@pytest.mark.django_db
def test_a_name_without_a_look_of_its_own_can_stay_and_be_changed() -> None:
    User.objects.create(username="Mario")
    User.objects.bulk_create([User(username="Mari0")])
    late = User.objects.get(username="Mari0")
    late.bio = "Sono arrivato dopo."
    late.save()
    late.username = "Giocatore 1234"
    late.save(update_fields=["username"])
    assert names.is_taken("MARIO")


@pytest.mark.django_db
def test_changing_a_name_frees_the_old_one() -> None:
    guest = User.objects.create(username="Ospite 1234", is_guest=True)
    guest.username = "Rosalia"
    guest.save(update_fields=["username"])
    assert (names.is_taken("R0salia"), names.is_taken("Ospite 1234")) == (True, False)


def test_a_name_is_tidied_before_it_is_judged() -> None:
    assert names.tidy_username("  Nonno \t  Vito ") == "Nonno Vito"
    assert names.tidy_username("d’Ambra") == "d'Ambra"


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["rosalia", "ROSALIA", "Rosalia"])
def test_a_name_is_taken_in_any_case(other: str) -> None:
    User.objects.create(username="Rosalia")
    assert names.is_taken(other)
    assert not names.is_taken("Rosalina")


@pytest.mark.django_db
def test_a_name_with_accents_is_taken_in_any_case() -> None:
    User.objects.create(username="Èva")
    assert names.is_taken("èva")


# ---- capitals and accents


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Èlia", "èlia"),
        ("Èlia", "E\u0300LIA"),
        ("Nicolò", "NICOLO'"),
        ("D'Angelo", "d’angelo"),
        ("D'Angelo", "DANGELO"),
        ("Łukasz Weiß", "lukasz  WEISS"),
        ("Йосиф", "йосиф"),
    ],
)
def test_capitals_accents_and_apostrophes_make_no_other_name(name: str, typed: str) -> None:
    assert fold_text(name) == fold_text(typed)


@pytest.mark.parametrize(("name", "other"), [("Elia", "Elio"), ("Anna Maria", "Annamaria"), ("かき", "がき")])
def test_other_letters_make_another_name(name: str, other: str) -> None:
    assert fold_text(name) != fold_text(other)


def test_the_name_that_is_spelt_the_same_comes_first() -> None:
    known = ["Elia", "Èlia", "ÈLIA", "Nicolò"]
    expected = {
        "Èlia": ["Èlia"],
        "E\u0300lia": ["Èlia"],
        "elia": ["Elia"],
        "èlia": ["Èlia", "ÈLIA"],
        "élia": ["Elia", "Èlia", "ÈLIA"],
        "nicolo": ["Nicolò"],
    }
    assert {typed: closest_names(typed, known, str) for typed in expected} == expected


@pytest.mark.django_db
def test_a_person_is_found_in_any_case_and_without_the_accents_unless_two_would_be() -> None:
    elia = User.objects.create_user("Èlia")
    assert [people.find_person(typed) for typed in ("Èlia", "èlia", "ELIA", "élia", "Elio")] == [elia] * 4 + [
        None
    ]
    other = User.objects.create_user("Elia")
    assert [people.find_person(typed) for typed in ("èlia", "ELIA", "élia")] == [elia, other, None]


@pytest.mark.django_db
def test_a_name_is_taken_in_any_case_but_not_with_other_accents() -> None:
    User.objects.create_user("TINÒ Èsposito")
    assert names.is_taken("tinò èsposito")
    assert not names.is_taken("Tino Esposito")


@pytest.mark.parametrize(("language", "shown"), [("it", "Ospite 4711"), ("en", "Guest 4711")])
def test_a_guest_who_has_chosen_no_name_is_called_in_the_language_of_the_reader(
    language: str, shown: str
) -> None:
    with translation.override(language):
        assert names.in_language_of_reader("Ospite 4711") == shown
        assert names.in_language_of_reader("Guest 4711") == shown
        assert names.in_language_of_reader("Carla °") == "Carla °"
