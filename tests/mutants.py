"""The single changes of a room's source that its tests should notice: a ``<`` for a ``<=``, a 3 for a 4.

The changes are mutmut's (:data:`mutmut.mutation.mutators.mutation_operators`), applied to the whole module: tables,
defaults and properties as well as functions. A change is known by what it does to which lines of which function, so a
list of them outlives everything that happens to other lines.
"""

from __future__ import annotations

import builtins
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_arg_removal, operator_string

PROGRAMMERS = {"AssertionError", "AttributeError", "KeyError", "TypeError", "ValueError"}
"""Exceptions whose words are for programmers; a refusal, which readers see, is none of them."""
CHECKERS = {"cast", "TypeVar", "NewType"}
"""Calls that only the type checker heeds."""


@dataclass(frozen=True)
class Mutant:
    """A room with one change."""

    room: str
    function: str
    """Dotted, as ``Class.method`` or ``function.inner``; empty for the module itself."""
    outermost: str
    """The qualified name of the function or method that is changed, or empty for what runs at import."""
    before: str
    """The lines that change, stripped."""
    after: str
    nth: int
    """Which one it is where the same lines change alike more than once in a function; from 1."""
    source: str
    """The whole changed module."""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.room, self.function, self.before, self.after, self.nth

    def lot(self, seed: int) -> str:
        """By which a sample is drawn: it depends on the change and the seed alone, not on its neighbours."""
        return hashlib.sha256(repr((seed, *self.key)).encode()).hexdigest()


def mutants(root: Path, room: str) -> list[Mutant]:
    """Every change of a room, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module((root / room).read_text()))
    module, places = wrapper.module, wrapper.resolve(WhitespaceInclusivePositionProvider)
    code = module.code
    starts = [0, *accumulate(map(len, code.splitlines(keepends=True)))]
    changes = _Changes()
    module.visit(changes)
    found: dict[str, Mutant] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for change in changes.found:
        if isinstance(change.node, cst.Match):  # it spans lines that are indented
            source = cst.ensure_type(module.deep_replace(change.node, change.instead), cst.Module).code
        else:
            place = places[change.node]
            start = starts[place.start.line - 1] + place.start.column
            end = starts[place.end.line - 1] + place.end.column
            source = code[:start] + module.code_for_node(change.instead) + code[end:]
        if source != code and source not in found:
            before, after = _lines(code, source)
            times[change.function, before, after] += 1
            nth = times[change.function, before, after]
            found[source] = Mutant(room, change.function, change.outermost, before, after, nth, source)
    return list(found.values())


@dataclass(frozen=True)
class _Change:
    node: cst.CSTNode
    instead: cst.CSTNode
    function: str
    outermost: str


class _Changes(cst.CSTVisitor):
    """Collects the changes below a statement of a module."""

    def __init__(self) -> None:
        self.found: list[_Change] = []
        self._within: list[str] = []
        self._outermost: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            self._within.append(node.name.value)
            if isinstance(node, cst.FunctionDef):
                self._outermost.append(".".join(self._within))
        if _skipped(node):
            return False
        # Parameters' defaults are made where the function is, not where it runs.
        outermost = self._outermost[0] if self._outermost else ""
        if isinstance(node, cst.Parameters) and len(self._outermost) == 1:
            self._outermost.insert(0, "")
        for instead in _instead_of(node):
            self.found.append(_Change(node, instead, ".".join(self._within), outermost and self._outermost[0]))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.Parameters) and self._outermost[:1] == [""]:
            del self._outermost[0]
        if isinstance(original_node, (cst.FunctionDef, cst.ClassDef)):
            self._within.pop()
            if isinstance(original_node, cst.FunctionDef):
                self._outermost.pop()


def _skipped(node: cst.CSTNode) -> bool:
    """Whether no test could notice a change of this, or none should: types, slots, words for programmers."""
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Assert() | cst.ImportFrom():
            return True
        case cst.Raise(exc=cst.Call(func=cst.Name(value=name))):
            return name in PROGRAMMERS
        case cst.Call(func=cst.Name(value=name)):
            return name in CHECKERS
        case cst.Arg(keyword=cst.Name(value="strict")):
            return True  # of zip: what it would find is a mistake of ours
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))], value=value):
            return name == "__slots__" or (_names_a_type(name) and not isinstance(value, cst.Call))
    return False


def _names_a_type(name: str) -> bool:
    bare = name.removeprefix("_")
    return bare[:1].isupper() and not bare.isupper() and "_" not in bare


def _instead_of(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if not isinstance(node, kind):
            continue
        if operator is operator_string:
            yield from islice(operator(node), 1)  # its other ways write the same words in capitals
        elif operator is operator_arg_removal:
            yield from (changed for changed in operator(node) if _worth_asking(node, changed))
        else:
            yield from operator(node)


def _worth_asking(call: cst.Call, changed: cst.Call) -> bool:
    """Whether None for an argument can go unnoticed: not in a builtin, and an argument that is gone fails at once.

    Of a dataclass's field None is the same as False, and True is made False anyhow.
    """
    match call.func:
        case cst.Name(value=name) if hasattr(builtins, name) or name == "field":
            return False
    if len(call.args) != len(changed.args):
        return False
    [old] = [old for old, new in zip(call.args, changed.args, strict=True) if old is not new]
    return not _skipped(old) and not isinstance(old.value, cst.SimpleString)  # a string is changed as such


def _lines(before: str, after: str) -> tuple[str, str]:
    """What differs, as stripped lines."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return "\n".join(line.strip() for line in old), "\n".join(line.strip() for line in new)
