"""The wheel of the site: its packages, and as `ludopoli.assets` what lies beside them in a checkout.

`pyproject.toml` says the rest; a package that lies elsewhere under another name can only be said here.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

CODE = ("ludocards", "ludopoli", "games", "clubs", "practice", "analysis", "tournaments")
ASSETS = {f"ludopoli.assets.{folder}": folder for folder in ("templates", "static", "locale")}


class Build(build_py):
    """Compiles the translations first: the sources have only what people write."""

    def run(self) -> None:
        for source in Path("locale").rglob("*.po"):
            with source.open("rb") as texts, source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
        super().run()


setup(
    cmdclass={"build_py": Build},
    packages=[*find_packages(include=[*CODE, *(f"{name}.*" for name in CODE)]), *ASSETS],
    package_dir=ASSETS,
    include_package_data=False,  # what is no module is named here
    package_data={
        "": ["static/**/*", "fonts/*"],
        "ludocards": ["py.typed", "*.json", "catalogue/*/bot/*.json"],
        "practice": ["data/*"],
        **{name: ["**/*"] for name in ASSETS},
    },
)
