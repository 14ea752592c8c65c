"""Mutants of the floor: its numbers, and the comparisons in it, each changed by itself in the running program.

A number that a module keeps by a name is changed wherever it was imported. A comparison is changed in the code of its
function: its number by one up and down, or `<` to `<=`, `==` to `!=`, `in` to `not in`. Whether something is None is
not changed: that asks whether a fact is told. What stands outside all functions cannot be changed so; `untried` counts
it.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

FLOOR: Final = "sidepot.floor"

Key = tuple[str, str]
"""A function: its file, and its name with that of its class."""

_OTHER: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: where, what, and what it needs to be made."""

    module: str
    line: int
    change: str
    functions: frozenset[Key]  # those that a case must go through to notice
    at: tuple[int, int] | None = None  # which comparison of the function, and which change of it
    name: str = ""  # of the number
    value: Any = None

    @property
    def place(self) -> str:
        return f"{self.module}:{self.line}"

    @property
    def where(self) -> str:
        """The module and what is changed in it, without the line: `acting.phrases:LONGEST`."""
        ((_, qualname),) = self.functions if self.at else (("", self.name),)
        return f"{self.module.removeprefix(FLOOR + '.')}:{qualname}"


class Found(NamedTuple):
    """The mutants of a package, and how many comparisons stand outside all functions."""

    mutants: list[Mutant]
    untried: int


def mutants_of(package: str) -> Found:
    """Every mutant of the modules of a package."""
    found: list[Mutant] = []
    untried = 0
    for module in _modules(package):
        tree = _tree(module.__name__)
        found += _numbers(module, tree)
        inside = {id(one) for _, function in _functions(tree) for one in _comparisons(function)}
        untried += sum(id(one) not in inside for one in _comparisons(tree))
        for qualname, function in _functions(tree):
            found += _in_function(module, qualname, function)
    return Found(found, untried)


def _modules(package: str) -> Iterator[ModuleType]:
    parent = importlib.import_module(package)
    for info in pkgutil.walk_packages(parent.__path__, f"{package}."):
        if not info.ispkg:
            yield importlib.import_module(info.name)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions of the module and of its classes; what is defined inside them belongs to them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))


def _comparisons(tree: ast.AST) -> list[ast.Compare]:
    """All but those with None."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    return [node for node in compared if not any(_is_none(one) for one in node.comparators)]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


# ---- numbers by name


def _numbers(module: ModuleType, tree: ast.Module) -> Iterator[Mutant]:
    for node in tree.body:
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and "Final" in ast.dump(node.annotation)
        ):
            value = getattr(module, node.target.id)
            if type(value) is int:
                users = frozenset(_users(node.target.id, value))
                for other in (value + 1, value - 1):
                    change = f"{node.target.id} = {other} for {value}"
                    yield Mutant(module.__name__, node.lineno, change, users, name=node.target.id, value=other)


def _holders(name: str, value: int) -> list[ModuleType]:
    """The modules that know a number by this name."""
    own = [module for key, module in sys.modules.items() if key.startswith("sidepot.")]
    return [module for module in own if type(vars(module).get(name)) is int and vars(module)[name] == value]


def _users(name: str, value: int) -> Iterator[Key]:
    """The functions that read it."""
    for module in _holders(name, value):
        for qualname, function in functions_in(module):
            if name in _names(function.__code__):
                yield str(module.__file__), qualname


def _names(code: CodeType) -> set[str]:
    inner = [_names(const) for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*inner)


def functions_in(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions of a module and of its classes, as they run."""
    for name, value in list(vars(module).items()):
        plain = getattr(value, "__wrapped__", value)
        if isinstance(plain, FunctionType) and plain.__module__ == module.__name__:
            yield name, plain
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for inner, one in vars(value).items():
                method = one.fget if isinstance(one, property) else getattr(one, "__func__", one)
                if isinstance(method, FunctionType):
                    yield f"{name}.{inner}", method


# ---- comparisons


def _in_function(module: ModuleType, qualname: str, function: ast.FunctionDef) -> Iterator[Mutant]:
    key = (str(module.__file__), qualname)
    seen: Counter[str] = Counter()
    for at, node in enumerate(_comparisons(function)):
        before = ast.unparse(node)
        for which, new in enumerate(_changed(node)):
            text = f"{ast.unparse(new)} for {before}"
            seen[text] += 1
            if seen[text] > 1:
                text += f", no. {seen[text]}"
            yield Mutant(module.__name__, node.lineno, text, frozenset((key,)), at=(at, which))


def _whole_numbers(node: ast.AST) -> list[Any]:
    """The numbers in a comparison, also in its sums and products; not those of another comparison in it, or places."""
    found: list[Any] = []
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.Constant) and type(one.value) is int:
            found.append(one)
        elif not isinstance(one, ast.Compare | ast.Subscript):
            found += _whole_numbers(one)
    return found


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(Path(sys.modules[module].__file__ or "").read_text(encoding="utf-8"))


def code_of(mutant: Mutant) -> CodeType:
    """The code of its function, changed."""
    if mutant.at is None:
        raise ValueError(f"{mutant.change}: a number has no code of its own")
    ((file, qualname),) = mutant.functions
    tree = deepcopy(_tree(mutant.module))
    target = _comparisons(dict(_functions(tree))[qualname])[mutant.at[0]]
    new = _changed(target)[mutant.at[1]]
    target.left, target.ops, target.comparators = new.left, new.ops, new.comparators
    return _code_of(compile(ast.fix_missing_locations(tree), file, "exec"), qualname)


def _changed(node: ast.Compare) -> list[ast.Compare]:
    """Each change of one comparison."""
    found = []
    for at, op in enumerate(node.ops):
        new = deepcopy(node)
        new.ops[at] = _OTHER[type(op)]()
        found.append(new)
    for at, number in enumerate(_whole_numbers(node)):
        for other in (number.value + 1, number.value - 1):
            new = deepcopy(node)
            _whole_numbers(new)[at].value = other
            found.append(new)
    return found


def _code_of(code: CodeType, qualname: str) -> CodeType:
    for name in qualname.split("."):
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code


def forget() -> None:
    """Empty what functions keep of earlier calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sidepot."):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


@contextmanager
def changed(mutant: Mutant) -> Iterator[None]:
    """The program with one change, and then as it was."""
    forget()
    try:
        with _swapped(mutant):
            yield
    finally:
        forget()


@contextmanager
def _swapped(mutant: Mutant) -> Iterator[None]:
    module = sys.modules[mutant.module]
    if mutant.at is not None:
        ((_, qualname),) = mutant.functions
        function = dict(functions_in(module))[qualname]
        before = function.__code__
        function.__code__ = code_of(mutant)
        try:
            yield
        finally:
            function.__code__ = before
        return
    value = getattr(module, mutant.name)
    holders = _holders(mutant.name, value)
    for holder in holders:
        setattr(holder, mutant.name, mutant.value)
    try:
        yield
    finally:
        for holder in holders:
            setattr(holder, mutant.name, value)
