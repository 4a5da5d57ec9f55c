from django.apps import AppConfig


class LudopoliConfig(AppConfig):
    name = "ludopoli.site"
    label = "ludopoli"

    def ready(self) -> None:
        from ludopoli.site import checks  # noqa: F401  (registers the system checks)
