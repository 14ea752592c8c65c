"""Mutants of the floor: its numbers, and the comparisons in it, each changed by itself in the running program.

A number that a module keeps by a name is changed wherever it was imported. A comparison with a literal is changed in
the code of its function: its number by one up and down, or `<` to `<=`, `==` to `!=`, `in` to `not in`. What stands
outside all functions cannot be changed so; `untried` counts it.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

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
    code: CodeType | None = None  # of the one function, changed
    name: str = ""  # of the number
    value: Any = None

    @property
    def place(self) -> str:
        return f"{self.module}:{self.line}"


class Found(NamedTuple):
    """The mutants of a package, and how many comparisons stand outside all functions."""

    mutants: list[Mutant]
    untried: int


def mutants_of(package: str) -> Found:
    """Every mutant of the modules of a package."""
    found: list[Mutant] = []
    untried = 0
    for module in _modules(package):
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        found += _numbers(module, tree)
        inside = {id(one) for _, function in _functions(tree) for one in _comparisons(function)}
        untried += sum(id(one) not in inside for one in _comparisons(tree))
        for qualname, function in _functions(tree):
            found += _in_function(module, tree, qualname, function)
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
    """Those with a literal in them."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    return [node for node in compared if any(_is_literal(one) for one in (node.left, *node.comparators))]


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        return all(_is_literal(one) for one in node.elts)
    return isinstance(node, ast.Constant) and node.value is not None


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


def _in_function(module: ModuleType, tree: ast.Module, qualname: str, function: ast.FunctionDef) -> Iterator[Mutant]:
    for at, node in enumerate(_comparisons(function)):
        for change in range(len(_changed(deepcopy(node)))):
            copy = deepcopy(tree)
            twin = dict(_functions(copy))[qualname]
            target = _comparisons(twin)[at]
            new = _changed(target)[change]
            text = f"{ast.unparse(new)} for {ast.unparse(node)}"
            target.left, target.ops, target.comparators = new.left, new.ops, new.comparators
            code = _code_of(compile(ast.fix_missing_locations(copy), str(module.__file__), "exec"), qualname)
            key = (str(module.__file__), qualname)
            yield Mutant(module.__name__, node.lineno, text, frozenset((key,)), code=code)


def _changed(node: ast.Compare) -> list[ast.Compare]:
    """Each change of one comparison."""
    found = []
    for at, op in enumerate(node.ops):
        new = deepcopy(node)
        new.ops[at] = _OTHER[type(op)]()
        found.append(new)
    for at, one in enumerate(node.comparators):
        if isinstance(one, ast.Constant) and type(one.value) is int:
            for other in (one.value + 1, one.value - 1):
                new = deepcopy(node)
                new.comparators[at] = ast.Constant(other)
                found.append(new)
    return found


def _code_of(code: CodeType, qualname: str) -> CodeType:
    for name in qualname.split("."):
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code


@contextmanager
def changed(mutant: Mutant) -> Iterator[None]:
    """The program with one change, and then as it was."""
    module = sys.modules[mutant.module]
    if mutant.code is not None:
        ((_, qualname),) = mutant.functions
        function = dict(functions_in(module))[qualname]
        before = function.__code__
        function.__code__ = mutant.code
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
