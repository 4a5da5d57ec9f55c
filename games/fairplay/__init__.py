"""Fair play: bans, quits, shared connections, rated matches, public texts. See `docs/fair-play.md`."""
