from django.apps import AppConfig


class LudopoliConfig(AppConfig):
    name = "ludopoli"

    def ready(self) -> None:
        from ludopoli import checks  # noqa: F401  (registers the system checks)
