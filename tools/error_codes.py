"""Which codes the errors of the source have, and an example of the words of each, read off the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).resolve().parent.parent / "src" / "sidepot"
CODE: Final = "code"


class Errors(NamedTuple):
    """What the source says: the codes by place, the class of each error by its usual code, and examples."""

    given: dict[str, str]  # code -> the first place that gives it
    usual: dict[str, str]  # class of errors -> its usual code
    examples: dict[str, str]


def read_source(known: set[str]) -> Errors:
    """The codes of all modules; `known` are those there are, which may also be given through a variable."""
    given: dict[str, str] = {}
    usual: dict[str, str] = {}
    examples: dict[str, str] = {}
    perhaps: dict[str, str] = {}  # the word stands for something else there, or for a code that comes to an error later
    bare: list[ast.Call] = []
    for path, tree in modules():
        parents = parents_in(tree)
        for node in (tree, *parents):
            if isinstance(node, ast.ClassDef) and (code := _usual(node)):
                usual[node.name] = code
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                is_code = _gives(parents, node)
                if is_code or node.value in known:
                    given.setdefault(node.value, f"{path}:{node.lineno}")
                    if words := _words(parents, node):
                        (examples if is_code else perhaps).setdefault(node.value, words)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                if not any(keyword.arg == CODE for keyword in node.keywords):
                    bare.append(node)
    for call in bare:
        if isinstance(call.func, ast.Name) and call.func.id in usual and (words := _text(call.args[-1])):
            examples.setdefault(usual[call.func.id], words)
    return Errors(given, usual, perhaps | examples)


def parents_in(tree: ast.Module) -> dict[ast.AST, ast.AST]:
    """Each node below the module with the one that it is in, in the order of `ast.walk`."""
    found: dict[ast.AST, ast.AST] = {}
    level: list[ast.AST] = [tree]
    while level:
        inside = [(child, node) for node in level for child in ast.iter_child_nodes(node)]
        found.update(inside)
        level = [child for child, _ in inside]
    return found


def modules() -> Iterator[tuple[str, ast.Module]]:
    """All modules but the list of codes, with their paths."""
    for file in sorted(SOURCE.rglob("*.py")):
        if file.name != "error_codes.py":
            yield str(file.relative_to(SOURCE)), ast.parse(file.read_text(encoding="utf-8"))


def _usual(node: ast.ClassDef) -> str:
    for line in node.body:
        target = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
        value = getattr(line, "value", None)
        if isinstance(target, ast.Name) and target.id == "usual" and isinstance(value, ast.Constant):
            return value.value if isinstance(value.value, str) else ""
    return ""


def _gives(parents: dict[ast.AST, ast.AST], node: ast.AST) -> bool:
    """Whether this text is given as a code."""
    up = parents.get(node)
    while isinstance(up, ast.IfExp):
        up = parents.get(up)
    if isinstance(up, ast.Call) and isinstance(up.func, ast.Name) and up.func.id == "illegal":
        return node is up.args[1]
    return isinstance(up, ast.keyword) and up.arg == CODE


def _words(parents: dict[ast.AST, ast.AST], node: ast.AST) -> str:
    """The sentence of the call that a code is given in, or else of its statement."""
    up = parents.get(node)
    while up is not None:
        found = next((text for one in ast.walk(up) if (text := _text(one))), "")
        if found:
            return found
        if isinstance(up, ast.Call) and (text := _assigned(parents, up)):
            return text
        if isinstance(up, ast.stmt):
            return _assigned(parents, up)
        up = parents.get(up)
    return ""


def _assigned(parents: dict[ast.AST, ast.AST], node: ast.AST) -> str:
    """The sentence that a name of this call was given before it, or that follows the code of a variable."""
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    function = parents.get(node)
    while function is not None and not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        function = parents.get(function)
    if function is None:
        return ""
    for line in ast.walk(function):
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id in names:
            found = next((text for one in ast.walk(line.value) if (text := _text(one))), "")
            if found:
                return found
    if isinstance(node, ast.Assign):
        after = [one for one in ast.walk(function) if isinstance(one, ast.Call) and one.lineno > node.lineno]
        return next((text for call in after for one in ast.walk(call) if (text := _text(one))), "")
    return ""


def _text(node: ast.AST) -> str:
    """What an expression says where it is a sentence: a value in it becomes `…`."""
    if isinstance(node, ast.JoinedStr):
        text = "".join([str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    else:
        return ""
    text = text.replace("{}", "seat …")
    return " ".join(text.split()) if len(text.split()) > 2 else ""
