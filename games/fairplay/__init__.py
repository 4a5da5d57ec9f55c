"""Fair play: what keeps a match worth playing. See `docs/fair-play.md`."""
