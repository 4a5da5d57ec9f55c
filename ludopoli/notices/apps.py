from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NoticesConfig(AppConfig):
    name = "ludopoli.notices"
    label = "notices"

    def ready(self) -> None:
        from ludopoli.notices import friends  # noqa: F401  (registers its kind, and listens)

        autodiscover_modules("notices")  # the kinds of each app
