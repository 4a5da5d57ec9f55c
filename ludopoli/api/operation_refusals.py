"""The refusals of an operation, collected from the sources of what it calls.

An action states a refusal once, where it raises it: `raise ActionRefused("seat_taken")`. From the method of a
view this follows the functions, classes and tables of functions that are named on the way, and collects these
codes. What is checked inside `passes` or `suppress`, or caught by a `try` that does not raise again, refuses
nothing.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from itertools import chain
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, cast

from django.db.models import Model
from django.http import Http404
from rest_framework.serializers import BaseSerializer

from ludopoli.http.refusals import REFUSALS, ActionRefused, passes

OURS = {"analysis", "clubs", "games", "ludopoli", "practice", "tournaments"}
ENGINE = "ludocards"

OF_GAMES = {
    "rules_from": ("bad_rules",),
    "start": ("wrong_players",),
    "apply": ("bad_command", "not_your_turn", "not_in_hand"),
}
"""The refusals that the methods of all games share; each game has codes of its own besides."""

RAISES_ANSWERS = ("accept_or_raise", "RulesRefused")
"""The names by which `games.texts` raises what the engine refuses."""

UNKNOWN = object()

Bound = tuple[tuple[str, Enum], ...]
"""The parameters of a function whose values are known, members of enumerations."""


class SourceName(NamedTuple):
    """Something that a source names: the class that it was found in, and the arguments that are known."""

    found: object
    owner: type | None = None
    bound: Bound = ()
    is_answer: bool = False
    """True if what it returns is raised if it is a refusal."""


def refusals_of(handler: object, view: type | None = None) -> dict[str, int]:
    """Return the codes with which the handler of an operation refuses, and their statuses."""
    codes, reraised = set[str](), set[type]()
    coded = defaultdict[type, set[str]](set)
    seen, waiting = set[SourceName](), [SourceName(handler, view)]
    while waiting:
        for each in _functions(waiting.pop()):
            if each in seen:
                continue
            seen.add(each)
            reader = _read(each)
            codes |= reader.codes
            reraised |= reader.reraised
            for error, its_codes in reader.coded.items():
                coded[error] |= its_codes
            waiting += reader.named
    return REFUSALS.statuses(*sorted(codes.union(*(coded[error] for error in reraised))))


def _functions(named: SourceName) -> Iterator[SourceName]:
    """Yield the functions of the site behind a function, or a class that is called."""
    found = named.found
    if isinstance(found, functools.partial):
        yield from _functions(named._replace(found=found.func))
    elif isinstance(found, type):
        if _is_ours(found) and not issubclass(found, Model | BaseSerializer | Exception):
            for each in vars(found).values():
                yield from _functions(SourceName(getattr(each, "fget", each), found))
    elif isinstance(found, FunctionType) and _is_ours(found):
        yield named
    elif (inner := getattr(found, "__wrapped__", getattr(found, "__func__", None))) is not None:
        yield from _functions(named._replace(found=inner))


def _package_of(found: Any) -> str:
    """The package in which a function or a class was defined, whatever its decorators say."""
    if isinstance(found, FunctionType):
        return str(found.__globals__["__name__"]).partition(".")[0]
    return str(getattr(found, "__module__", "")).partition(".")[0]


def _is_ours(found: Any) -> bool:
    return _package_of(found) in OURS | {ENGINE}


@cache
def _nodes(module: ModuleType) -> dict[int, ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a module by the lines where they begin."""
    found, waiting = {}, [*ast.parse(inspect.getsource(module)).body]
    while waiting:
        node = waiting.pop()
        waiting += getattr(node, "body", ())
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found[min(each.lineno for each in (node, *node.decorator_list))] = node
    return found


@cache
def _read(named: SourceName) -> _Reader:
    function = cast("FunctionType", named.found)
    reader = _Reader(function, named)
    node = _nodes(sys.modules[function.__globals__["__name__"]]).get(function.__code__.co_firstlineno)
    if node is not None:  # else it is a lambda, read where it stands
        reader.read(node)
    return reader


class _Reader(ast.NodeVisitor):
    """The refusals in the source of one function, and what else it names."""

    def __init__(self, function: FunctionType, named: SourceName) -> None:
        self.codes: set[str] = set()
        self.named: list[SourceName] = []
        self.coded: defaultdict[type, set[str]] = defaultdict(set)
        """The codes of other exceptions, which become refusals if they are `reraised`."""
        self.reraised: set[type] = set()
        self._is_engine = _package_of(function) == ENGINE
        self._refuses_by_value = self._is_engine or named.is_answer
        self._owner = named.owner
        local = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        self._names = {name: each for name, each in function.__globals__.items() if name not in local}
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # not filled yet
                self._names[name] = cell.cell_contents
        self._names |= dict(named.bound)
        self._assigned: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._caught: dict[str, type] = {}

    def read(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def _value(self, node: ast.expr) -> Any:
        """The object that a name in the source stands for."""
        match node:
            case ast.Name("self" | "cls") if self._owner is not None:
                return self._owner
            case ast.Name(name):
                return self._names.get(name, UNKNOWN)
            case ast.Attribute(of, name):
                base = self._value(of)
                return getattr(base, name, UNKNOWN) if isinstance(base, ModuleType | type) else UNKNOWN
        return UNKNOWN

    def _truth(self, test: ast.expr) -> bool | None:
        """Return whether a condition on a member of an enumeration holds; None if that is not known."""
        match test:
            case ast.Compare(left, [ast.Eq()], [right]):
                one, other = self._value(left), self._value(right)
                return one is other if isinstance(one, Enum) and isinstance(other, Enum) else None
            case ast.Name() if (one := self._value(test)) is None or isinstance(one, Enum):
                return one is not None
        return None

    def _constants(self, node: ast.expr) -> Iterator[str]:
        """The texts that an argument may be."""
        match node:
            case ast.Constant(str(text)) if text:
                yield text
            case ast.IfExp():
                is_true = self._truth(node.test)
                yield from () if is_true is False else self._constants(node.body)
                yield from () if is_true else self._constants(node.orelse)
            case ast.Name() if isinstance(text := self._value(node), str) and text:
                yield text

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_Assign(self, node: ast.Assign) -> None:
        match node.targets:
            case [ast.Name(name)]:
                self._assigned[name].append(node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        self._name(self._value(node))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if (found := self._value(node)) is UNKNOWN:
            self.generic_visit(node)
        else:
            owner = self._value(node.value)
            self._name(found, owner if isinstance(owner, type) else None)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(table := self._value(node.value), Mapping):
            self.named += map(SourceName, table.values())
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        is_true = self._truth(node.test)
        self.visit(node.test)
        for each in (*(() if is_true is False else node.body), *(() if is_true else node.orelse)):
            self.visit(each)

    def visit_Match(self, node: ast.Match) -> None:
        """Read only the case that is taken, if it is known."""
        subject = self._value(node.subject)
        for case in node.cases:
            match case.pattern:
                case ast.MatchValue(value) if isinstance(subject, Enum) and self._value(value) is not subject:
                    continue
            for each in case.body:
                self.visit(each)
            if isinstance(subject, Enum):
                return

    def visit_Raise(self, node: ast.Raise) -> None:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        kind = UNKNOWN if error is None else self._value(error)
        if kind is Http404:
            self.codes.add("not_found")
        elif (code := str(getattr(kind, "default_code", ""))) in REFUSALS:
            self.codes.add(code)
        self.generic_visit(node)

    def _name(self, found: Any, owner: type | None = None, bound: Bound = ()) -> None:
        if self._is_engine and type(found).__name__ == "Refused":
            self.codes.add(found.code)
        is_code = isinstance(found, FunctionType | functools.partial) or hasattr(found, "__wrapped__")
        is_followed = self._refuses_by_value or _package_of(found) != ENGINE
        if is_code and is_followed and not isinstance(found, type):
            self.named.append(SourceName(found, owner, bound))

    def _name_methods(self, name: str) -> None:
        """Name the methods of this name of all classes of the engine that this module knows."""
        for kind in self._names.values():
            if isinstance(kind, type) and _package_of(kind) == ENGINE and name in vars(kind):
                self._name(vars(kind)[name], kind)

    def _bound(self, called: Any, node: ast.Call) -> Bound:
        """The arguments of a call that are members of enumerations, with those that it leaves out."""
        if not isinstance(called, FunctionType):
            return ()
        parameters = inspect.signature(called).parameters
        given = dict(zip(parameters, map(self._value, node.args), strict=False))
        given |= {each.arg: self._value(each.value) for each in node.keywords if each.arg}
        values = {name: given.get(name, each.default) for name, each in parameters.items()}
        return tuple((name, value) for name, value in values.items() if isinstance(value, Enum))

    def visit_Call(self, node: ast.Call) -> None:
        called = self._value(node.func)
        of = self._value(node.func.value) if isinstance(node.func, ast.Attribute) else None
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(called, "__name__", "")
        if called is passes:
            return
        if name in RAISES_ANSWERS:
            self._read_answer(node.args[0])
        elif (of is REFUSALS and name == "problem") or (self._is_engine and name == "Refused"):
            self.codes |= {*self._constants(node.args[0])}
        elif self._refuses_by_value and name in OF_GAMES:
            self.codes |= {*OF_GAMES[name]}
        elif isinstance(called, type) and issubclass(called, ActionRefused):
            self._read_refusal(called, node.args[0])
        elif isinstance(called, type) and issubclass(called, Exception) and node.args:
            self.coded[called] |= {*self._constants(node.args[0])}
        elif isinstance(called, type):
            self.named.append(SourceName(called))
        if called is UNKNOWN:
            self.visit(node.func)
            if self._is_engine:
                self._name_methods(name)
        else:
            self._name(called, of if isinstance(of, type) else None, self._bound(called, node))
        for each in (*node.args, *node.keywords):
            self.visit(each)

    def _read_refusal(self, kind: type[ActionRefused], code: ast.expr) -> None:
        if kind.__init__ is ActionRefused.__init__:
            self.codes |= {*self._constants(code)}
        match code:
            case ast.Attribute(ast.Name(error), "code") if error in self._caught:
                self.reraised.add(self._caught[error])

    def _read_answer(self, answer: ast.expr) -> None:
        """Collect what the engine may refuse, whether it is asked here or was asked before."""
        answers = self._assigned[answer.id] if isinstance(answer, ast.Name) else [answer]
        for each in chain.from_iterable(map(ast.walk, answers)):
            if isinstance(each, ast.Call) and (found := self._value(each.func)) is not UNKNOWN:
                self.named.append(SourceName(found, is_answer=True))
            elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
                self.codes |= {*OF_GAMES.get(each.func.attr, ())}

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            match item.context_expr:
                case ast.Call(func, [error]) if self._value(func) is suppress:
                    if _refuses(self._value(error)):
                        return
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        is_caught = False
        for handler in node.handlers:
            error = UNKNOWN if handler.type is None else self._value(handler.type)
            if handler.name and isinstance(error, type):
                self._caught[handler.name] = error
            raises = any(isinstance(each, ast.Raise) for each in ast.walk(handler))
            is_caught |= _refuses(error) and not raises
        for part in (*(() if is_caught else node.body), *node.handlers, *node.orelse, *node.finalbody):
            self.visit(part)


def _refuses(error: Any) -> bool:
    return isinstance(error, type) and issubclass(error, ActionRefused)
