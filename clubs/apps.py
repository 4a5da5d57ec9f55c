from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from clubs import receivers, refusals, tables  # noqa: F401  (register who is admitted, and what is refused)
