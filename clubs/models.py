"""The models of clubs. `actions` writes them, `selectors` reads them."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs import roles
from clubs.role_field import RoleField
from clubs.roles import Capability
from games.models import HouseRules, RulesField, Table, table_code
from ludopoli.accounts.models import User

LONGEST_NAME, LONGEST_PLACE, LONGEST_DESCRIPTION = 80, 60, 2000
LONGEST_CARD, LONGEST_CATEGORY, LONGEST_PERSON = 20, 20, 40
LONGEST_WORDS, LONGEST_RULES, LONGEST_LINE = 500, 4000, 300
LONGEST_SLUG = 40


def new_club_secret() -> str:
    return secrets.token_urlsafe(12)


class Club(models.Model):
    """People who play together, with their own list of members."""

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True, help_text="the town or the house")
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True)
    rules = models.TextField(
        max_length=LONGEST_RULES, blank=True, db_default="", help_text="how things are done here, in words"
    )
    private = models.BooleanField(default=False, help_text="only its members know that it exists")
    categories = models.JSONField(default=list, help_text="the names of its categories, in order")
    sites = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="the origins of sites that may show its pages in a frame",
    )
    secret = models.CharField(
        max_length=24,
        unique=True,
        default=new_club_secret,
        editable=False,
        help_text="opens the link for joining",
    )
    last_number = models.PositiveIntegerField(default=0, editable=False, help_text="of a member, ever given")
    muted_people = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+", help_text="may not write in its chat, also after leaving"
    )
    removed_people = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+", help_text="become members by a director's hand alone"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.code])

    @property
    def owners(self) -> list[User]:
        owners = self.members.filter(role__may=Capability.ADMINISTER).select_related("user")
        return [each.user for each in owners if each.user is not None]


class Member(models.Model):
    """A person on the list of a club: with an account, or by name alone until they join with one."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members", db_index=False)
    number = models.PositiveIntegerField(help_text="the member's own in the club, for addresses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="memberships")
    name = models.CharField(
        max_length=LONGEST_PERSON, blank=True, help_text="as the directors know the person"
    )
    card = models.CharField(max_length=LONGEST_CARD, blank=True, help_text="the membership number")
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    role = RoleField(max_length=20, choices=roles.club_role_choices, default=roles.ORDINARY)
    since = models.DateTimeField()
    muted = models.BooleanField(default=False, db_default=False, help_text="may not write in the club's chat")
    asks_for = models.PositiveIntegerField(
        null=True, help_text="the number of the line whose person they say they are"
    )
    line_offered = models.BooleanField(
        default=False, db_default=False, help_text="not they say so, but a director, who asks them"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_number_of_a_member"),
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_in_a_club"),
            models.UniqueConstraint(
                fields=["club", "card"], name="one_card_in_a_club", condition=~Q(card="")
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | (Q(role=roles.ORDINARY) & ~Q(name="")),
                name="a_member_is_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"

    @property
    def shown(self) -> str:
        """The name by which other members know the person: the account's, if there is one."""
        return self.name if self.user is None else self.user.username

    @property
    def may(self) -> dict[str, bool]:
        """The capabilities of the member's role, by name, for templates."""
        return {each.value: each in roles.role_with_code(self.role).capabilities for each in Capability}

    @property
    def is_asking(self) -> bool:
        """True while the line is a request to join."""
        return self.role == roles.ASKING

    @property
    def asked_line(self) -> Member | None:
        """The line whose person they say they are, or are asked to be, while nobody has joined as it."""
        if self.asks_for is None:
            return None
        return Member.objects.filter(club=self.club_id, number=self.asks_for, user=None).first()

    @property
    def has_office(self) -> bool:
        """True if the member's role was given to them by an owner."""
        return self.role not in (roles.ORDINARY, roles.ASKING)


class Date(models.Model):
    """A day that a club has announced, beside its tournaments."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="dates", db_index=False)
    number = models.PositiveIntegerField(help_text="the date's own in the club, for addresses")
    title = models.CharField(max_length=LONGEST_NAME)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    words = models.TextField(max_length=LONGEST_WORDS, blank=True)
    starts_at = models.DateTimeField()
    minutes = models.PositiveIntegerField(null=True, help_text="how long it lasts, if that is known")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="one_number_of_a_date")]
        indexes = [models.Index(fields=["club", "starts_at"], name="club_dates")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("club-calendar", args=[self.club.code])


class ClubRules(models.Model):
    """House rules that are a club's."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    house = models.OneToOneField(HouseRules, models.CASCADE, related_name="of_club")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "club rules"

    def __str__(self) -> str:
        return f"{self.club_id} {self.house_id}"


class ClubTable(models.Model):
    """A table where only members of a club sit."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="tables")
    table = models.OneToOneField(Table, models.CASCADE, related_name="of_club")

    def __str__(self) -> str:
        return f"{self.club_id} {self.table_id}"


class Scorepad(models.Model):
    """The score pad of a match with real cards, which may be a club's. Whoever has the link writes on it."""

    secret = models.CharField(max_length=24, unique=True, default=new_club_secret, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="scorepads")
    game = models.CharField(max_length=32)
    rules = RulesField()
    names = models.JSONField(
        help_text="the people around the table, in the order of play; the first deals first"
    )
    log = models.JSONField(default=list, help_text="entries of ludocards/engine/scorepad.py; it only grows")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("scorepad", args=[self.secret])


class ScorepadSeat(models.Model):
    """An account that sat at a real table, and their place once the match is over."""

    scorepad = models.ForeignKey(Scorepad, models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="scorepad_seats")
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["scorepad", "seat"], name="one_account_of_a_seat"),
            models.UniqueConstraint(fields=["scorepad", "user"], name="one_seat_of_an_account"),
        ]

    def __str__(self) -> str:
        return f"{self.scorepad_id} {self.seat}"


class ClubMessage(models.Model):
    """A line of a club's chat. One that was removed keeps its place without its text."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="messages", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_LINE)
    at = models.DateTimeField(auto_now_add=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["club", "id"], name="club_chat")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.user_id}: {self.text}"

    @property
    def address_in_reports(self) -> str:
        return f"{reverse('club-chat', args=[self.club.code])}?prima={self.pk + 1} "

    @property
    def quoted(self) -> str:
        """The line with its address, for a report."""
        return f"{self.address_in_reports}“{self.text}”"


class Federation(models.Model):
    """Clubs that hold tournaments together, with licences for their members and one ranking."""

    slug = models.SlugField(max_length=LONGEST_SLUG, unique=True, help_text="its name in addresses")
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True)
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="federations")
    age_categories = models.JSONField(
        default=list,
        help_text="each with its name and the oldest age in it, the youngest first; null: no bound",
    )
    age_day = models.CharField(
        max_length=5, default="01-01", help_text="MM-DD: from then on ages are those reached in its year"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("federation", args=[self.slug])


class Affiliation(models.Model):
    """A club in a federation, once both sides have agreed."""

    class Status(models.TextChoices):
        ASKED = "asked", _("asks to join")
        INVITED = "invited", _("is invited")
        MEMBER = "member", _("belongs to it")

    federation = models.ForeignKey(Federation, models.CASCADE, related_name="affiliations", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="affiliations")
    status = models.CharField(max_length=8, choices=Status)
    since = models.DateTimeField()

    class Meta:
        ordering = ["club__name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "club"], name="one_affiliation_of_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.federation_id} {self.club_id}"


class Licence(models.Model):
    """A person's licence in a federation. The person is a line on the list of a club, and the licence goes
    with the line."""

    federation = models.ForeignKey(Federation, models.CASCADE, related_name="licences", db_index=False)
    number = models.CharField(max_length=LONGEST_CARD)
    line = models.ForeignKey(Member, models.CASCADE, related_name="licences")
    former_lines = models.JSONField(
        default=list, help_text="the lines that were this person's before they changed clubs"
    )
    born = models.PositiveSmallIntegerField(null=True, help_text="the year; only organisers see it")
    valid_from = models.DateField()
    valid_until = models.DateField(help_text="its last day")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "number"], name="one_licence_per_number"),
            models.UniqueConstraint(fields=["federation", "line"], name="one_licence_per_line"),
        ]

    def __str__(self) -> str:
        return f"{self.federation_id} {self.number}"
