"""The review of finished matches: how choices are judged, and how reviews are requested and made."""
