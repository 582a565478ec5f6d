"""The error codes that the judge can answer, read from the source by the rules below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from games.catalogue import GAMES
from games.fields import ChoiceField
from games.sheets.field import SheetField

ROOT = Path(__file__).parents[1]
CODE_AT = {"Refused": 1, "ValidationError": 1, "Unread": 1, "error": 1, "_unknown": 3, "Problem": 3}
"""The classes and functions that take the code of an error, and the place of that argument."""
OF_PAGES = {"Row", "Filled", "budget"}
"""Types and names of parameters that no single question of a program reaches: cells of a page, the budget of a list."""
ASKS = {f"{game}.{name}": ask for game, known in GAMES.items() for name, ask in known.asks.items()}
FIELDS = {name: ask().judged_fields for name, ask in ASKS.items() if ask.judged}
"""By the question, the fields that the judge reads."""


class Site(NamedTuple):
    """A place in the source that gives an error its code."""

    module: str
    line: int
    code: str

    @property
    def game(self) -> str:
        """The game whose package it is; nothing for what all games share."""
        part = self.module.split(".")[1]
        return part if part in GAMES else ""


@cache
def find_sites() -> list[Site]:
    """Return the places where an error that the judge can answer gets its code.

    :raises AssertionError: for a code that these rules cannot read.
    """
    every = [Site(module, *found) for module in sorted(find_modules()) for found in _Reader(module).find_sites()]
    renamed = _renamed()
    return [site for site in every if site.code not in renamed]


def find_modules() -> set[str]:
    """Return the modules of the judge and its questions: what they import, but for modules of unjudged questions alone."""
    judged = {ask.__module__ for ask in ASKS.values() if ask.judged}
    others = {ask.__module__ for ask in ASKS.values()} - judged
    found, ahead = set[str](), {"games.judge", *judged}
    while ahead:
        module = ahead.pop()
        found.add(module)
        # The catalogue imports every page of every game; the questions in it stand in `judged` already.
        ahead |= set(_imports(module)) - found - others - {"games.catalogue"}
    return found


def _renamed() -> set[str]:
    """Return the codes of unreadable pieces for which `CardsField.read` answers another code."""
    tests = [
        node.test for node in ast.walk(ast.parse(_path("games.fields").read_text())) if isinstance(node, ast.IfExp)
    ]
    every = [each for test in tests if isinstance(test, ast.Compare) for each in test.comparators]
    named = [item for each in every if isinstance(each, ast.Tuple) for item in each.elts]
    return {str(item.value) for item in named if isinstance(item, ast.Constant)}


def _path(module: str) -> Path:
    plain = ROOT.joinpath(*module.split("."))
    return plain / "__init__.py" if plain.is_dir() else plain.with_suffix(".py")


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(_path(module).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "games":
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name for name in (node.module, *named) if _path(name).exists())


class _Reader:
    """The codes of one module."""

    def __init__(self, module: str) -> None:
        self.module, self.tree = module, ast.parse(_path(module).read_text())
        self.around = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def find_sites(self) -> Iterator[tuple[int, str]]:
        for call in ast.walk(self.tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or self._is_left_out(call):
                continue
            if (code := _code(call)) is not None:
                for found in sorted(self._read(code, call)):
                    yield call.lineno, found

    def _is_left_out(self, call: ast.Call) -> bool:
        """Return whether a judged question cannot come to this call, or not by itself."""
        field = call.args[0] if call.args else None
        if isinstance(field, ast.Attribute) and field.attr == "field":
            return True  # another refusal is worded or gathered, whose code is found where it was first given
        if isinstance(field, ast.Constant) and self._is_choice(str(field.value)):
            return True  # for callers of the rules: the field itself refuses what is none of its choices
        return any(map(self._is_beyond, self._outside(call)))

    def _is_beyond(self, node: ast.AST) -> bool:
        if isinstance(node, ast.FunctionDef):
            every = (*node.args.args, *node.args.kwonlyargs)
            return any({each.arg, _root(each.annotation)} & OF_PAGES for each in every)
        if isinstance(node, ast.ExceptHandler):
            return _root(node.type) == "Exception"  # a fault of our own
        return (
            isinstance(node, ast.ClassDef)
            and getattr(getattr(import_module(self.module), node.name), "judged", 1) is False
        )

    def _is_choice(self, name: str) -> bool:
        """Return whether a field of this name is a choice in every question of the game that has it."""
        game = self.module.split(".")[1]
        found = [fields[name] for ask, fields in FIELDS.items() if ask.split(".")[0] == game and name in fields]
        return bool(found) and all(isinstance(field, ChoiceField) for field in found)

    def _outside(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.around:
            node = self.around[node]
            yield node

    def _read(self, code: ast.expr, call: ast.Call) -> set[str]:
        """Return the codes that an expression can be."""
        match code:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.IfExp():
                return self._read(code.body, call) | self._read(code.orelse, call)
            case ast.Attribute(attr="code") | ast.Call(args=[ast.Attribute(attr="code")]):
                return set()  # passed on: found where it was first given
            case ast.JoinedStr(values=[ast.Constant(value="no-"), _name]):
                return {f"no-{name}" for name in self._lists()}
            case ast.List() | ast.ListComp():
                return set()  # cards and no code
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                defined = next(node for node in ast.walk(self.tree) if getattr(node, "name", "") == name)
                returned = [node.value for node in ast.walk(defined) if isinstance(node, ast.Return) and node.value]
                return set[str]().union(*(self._read(value, call) for value in returned))
            case ast.Name():
                function = next(node for node in self._outside(call) if isinstance(node, ast.FunctionDef))
                bound = list(_bound(function, code.id))
                if bound:
                    return set[str]().union(*(self._read(value, call) for value in bound))
                if code.id in {each.arg for each in function.args.args}:
                    return set()  # found with the callers
        raise AssertionError(f"{self.module}:{call.lineno}: no code can be read from {ast.unparse(code)}")

    def _lists(self) -> set[str]:
        """Return the names of the fields whose hands are a list, as in `SheetField.entries`."""
        every = (field for fields in FIELDS.values() for field in fields.values())
        return {field.name for field in every if isinstance(field, SheetField) and field.is_list}


def _code(call: ast.Call) -> ast.expr | None:
    """Return the argument of a call that is an error's code."""
    assert isinstance(call.func, ast.Name)
    place = CODE_AT.get(call.func.id)
    if place is None:
        return None
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    return [*call.args[place : place + 1], *named, None][0]


def _root(annotation: ast.expr | None) -> str:
    """Return the name of a type, without what it is of."""
    while isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    return annotation.id if isinstance(annotation, ast.Name) else ""


def _bound(function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    """Return what a function assigns to a name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            yield node.value
