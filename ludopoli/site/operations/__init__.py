"""For operators: health, findings, metrics, backups, the move to PostgreSQL. See docs/operations.md."""
