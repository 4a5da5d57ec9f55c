"""Values that games make anew with every card: frozen dataclasses that are quick to make.

A frozen dataclass sets every field by a call of `object.__setattr__`, which takes five times as long as an
assignment, and `dataclasses.replace` examines every field. A `quick` value is filled as an object of a class
that is not frozen, then changes to its own class.
"""

from __future__ import annotations

import dataclasses
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that the names and types of the fields are checked
else:

    def replace(value, /, **changes):
        """The value with these fields changed; any dataclass will do."""
        quickly = getattr(value, "__replace__", None)
        return quickly(**changes) if quickly else dataclasses.replace(value, **changes)


V = TypeVar("V", bound=type[Any])

SOURCE = """
def __init__(self, {parameters}):
    _class = self.__class__
    _become(self, _Loose)
    {fill}
    self.__class__ = _class

def __replace__(self, /, **changes):
    made = _new(_Loose)
    {copy}
    for name, value in changes.items():
        setattr(made, name, value)
    made.__class__ = self.__class__
    return made
"""
"""The methods of a quick value: Python runs a list of assignments much faster than a loop over the fields."""


def quick(cls: V) -> V:
    """Make the objects of a frozen dataclass with slots quick to construct and to `replace`. All its fields
    are parameters, and nothing follows when they are set."""
    fields = dataclasses.fields(cls)
    assert all(each.init for each in fields), cls
    assert not hasattr(cls, "__post_init__"), cls
    names: dict[str, Any] = {
        "_Loose": _loose(cls),
        "_become": object.__dict__["__class__"].__set__,
        "_new": object.__new__,
        "_missing": dataclasses.MISSING,
    }
    for each in fields:
        names |= {f"_default_{each.name}": each.default, f"_make_{each.name}": each.default_factory}
    source = SOURCE.format(
        parameters=", ".join(map(_parameter, fields)),
        fill="\n    ".join(map(_assignment, fields)),
        copy="\n    ".join(f"made.{each.name} = self.{each.name}" for each in fields),
    )
    exec(source, names)
    cls.__init__ = wraps(cls.__init__)(names["__init__"])
    cls.__replace__ = names["__replace__"]
    return cls


def _loose(cls: type[Any]) -> type[Any]:
    """A class of objects with the same fields, which may be assigned."""
    same = {name: vars(cls)[name] for name in ("__slots__", "__orig_bases__") if name in vars(cls)}
    return type(cls.__name__, cls.__bases__, same)


def _parameter(field: dataclasses.Field[Any]) -> str:
    if _has_factory(field):
        return f"{field.name}=_missing"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_default_{field.name}"


def _assignment(field: dataclasses.Field[Any]) -> str:
    name = field.name
    made = f" if {name} is not _missing else _make_{name}()" if _has_factory(field) else ""
    return f"self.{name} = {name}{made}"


def _has_factory(field: dataclasses.Field[Any]) -> bool:
    return field.default_factory is not dataclasses.MISSING
