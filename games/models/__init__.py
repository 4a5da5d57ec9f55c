"""The models of the games. Writes go through the actions, reads through the selectors of each part."""

from games.models.matches import (
    Epoch,
    Event,
    Happening,
    Match,
    PackedLog,
    Pulse,
    Review,
    ReviewedDeal,
    Share,
    Word,
)
from games.models.results import Annulled, Ladder, Rating, Result, Standing
from games.models.rules import RulesField
from games.models.tables import (
    CODE_PATTERN,
    Boards,
    Challenge,
    HouseRules,
    Invitation,
    Message,
    Seat,
    Table,
    Vantage,
    Visit,
    table_code,
)

__all__ = [
    "CODE_PATTERN",
    "Annulled",
    "Boards",
    "Challenge",
    "Epoch",
    "Event",
    "Happening",
    "HouseRules",
    "Invitation",
    "Ladder",
    "Match",
    "Message",
    "PackedLog",
    "Pulse",
    "Rating",
    "Result",
    "Review",
    "ReviewedDeal",
    "RulesField",
    "Seat",
    "Share",
    "Standing",
    "Table",
    "Vantage",
    "Visit",
    "Word",
    "table_code",
]
