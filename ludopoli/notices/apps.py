from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NoticesConfig(AppConfig):
    name = "ludopoli.notices"
    label = "notices"

    def ready(self) -> None:
        from ludopoli.notices import friends, lost_devices, refused_mails  # noqa: F401  (register kinds, and listen)

        autodiscover_modules("notices")  # the kinds of each app
