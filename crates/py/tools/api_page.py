"""Writes the reference part of docs/python.md from the docstrings of the installed package.

Run by `make py-docs`; a test fails if the page is out of date.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mekong

BEGIN = "<!-- Generated from here on by crates/py/tools/api_page.py: make py-docs. -->"
MODULES = [
    "mekong",
    "mekong.batch",
    "mekong.open_spiel",
    "mekong.pettingzoo",
    "mekong.gymnasium",
    "mekong.datasets",
    "mekong.errors",
]


@dataclass(frozen=True)
class Entry:
    """A documented object."""

    name: str
    kind: str
    signature: str
    doc: str


def _stub_signatures() -> dict[str, str]:
    """The signatures of the compiled classes, from their stub."""
    tree = ast.parse(Path(mekong.__file__).with_name("_mekong.pyi").read_text())
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[f"mekong.{node.name}"] = _signature(node, False)
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    name = "" if item.name == "__new__" else f".{item.name}"
                    found[f"mekong.{node.name}{name}"] = _signature(item, True)
    return found


def _signature(node: ast.FunctionDef, is_method: bool) -> str:
    decorators = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
    returns = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    if "property" in decorators:
        return f": {ast.unparse(node.returns)}" if node.returns else ""
    arguments = node.args
    if is_method and "staticmethod" not in decorators:
        for group in (arguments.posonlyargs, arguments.args):
            if group:
                del group[0]
                break
    if node.name == "__new__":
        returns = ""
    text = ast.unparse(arguments)
    return f"({text.removesuffix(', /').removesuffix('/')}){returns}"


def _python_signature(value: Any) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    text = str(signature.replace(parameters=parameters))
    return text.replace("'", "").removesuffix(" -> None")


def _attribute_docs(cls: type) -> dict[str, str]:
    """The docstrings below attributes, of dataclass fields and of assignments in the constructor."""
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(cls)))
    except (OSError, TypeError):
        return {}
    found = {}
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    for body in bodies:
        for first, second in itertools.pairwise(body):
            if not (isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant)):
                continue
            target: ast.expr | None = first.target if isinstance(first, ast.AnnAssign) else None
            if isinstance(first, ast.Assign):
                target = first.targets[0]
            name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", None)
            if name and not name.startswith("_"):
                found[name] = str(second.value.value)
    return found


def _members(name: str, cls: type, stubs: dict[str, str]) -> Iterator[Entry]:
    for attribute, doc in _attribute_docs(cls).items():
        yield Entry(f"{name}.{attribute}", "attribute", "", inspect.cleandoc(doc))
    # The properties of compiled classes come in another order after every build; the stub has a fixed one.
    places = {full: place for place, full in enumerate(stubs)}
    members = sorted(vars(cls).items(), key=lambda member: places.get(f"{name}.{member[0]}", len(places)))
    for attribute, value in members:
        if attribute.startswith("_"):
            continue
        full = f"{name}.{attribute}"
        function = getattr(value, "__func__", value)
        if inspect.isroutine(function) or isinstance(value, property) or inspect.isgetsetdescriptor(value):
            is_property = isinstance(value, property) or inspect.isgetsetdescriptor(value)
            kind = "attribute" if is_property else "method"
            signature = stubs.get(full, "") or ("" if is_property else _python_signature(function))
            yield Entry(full, kind, signature, inspect.getdoc(function) or "")


def entries() -> Iterator[Entry]:
    """Every public module, class, function, method and attribute."""
    stubs = _stub_signatures()
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        yield Entry(module_name, "module", "", inspect.getdoc(module) or "")
        for attribute in module.__all__:
            value = getattr(module, attribute)
            name = f"{module_name}.{attribute}"
            if inspect.ismodule(value) or attribute.startswith("__"):
                continue
            if module_name == "mekong" and issubclass(type(value), type) and issubclass(value, Exception):
                continue
            if inspect.isclass(value):
                doc = inspect.cleandoc(value.__doc__ or "")
                signature = stubs.get(name) or ("" if name in _COMPILED else _python_signature(value))
                yield Entry(name, "class", "" if module_name == "mekong.errors" else signature, doc)
                if module_name == "mekong.errors" and attribute != "MekongError":
                    continue
                yield from _members(name, value, stubs)
            else:
                signature = stubs.get(name) or _python_signature(value)
                yield Entry(name, "function", signature, inspect.getdoc(value) or "")


_COMPILED = {"mekong.Game", "mekong.Position", "mekong.Record"}


def _encodings() -> Iterator[str]:
    yield "## Actions and planes\n"
    yield (
        "Actions are integers that denote the same move in every position and every version. Observations are `uint8` arrays of planes, "
        'rows and columns; "own" is the viewer\'s, by default the player to move. In a finished game the plane of the player to move '
        "names the player who would be next.\n"
    )
    for game in mekong.games():
        yield f"### {game.title()}\n"
        yield f"{game.action_count} actions:\n"
        yield "| actions | moves |\n|---|---|"
        first = 0
        for count, text in game.action_groups:
            last = first + count - 1
            yield f"| {first} to {last} | {text} |" if count > 1 else f"| {first} | {text} |"
            first += count
        planes, rows, columns = game.observation_shape
        yield f"\nObservations of the shape ({planes}, {rows}, {columns}), and {game.symmetry_count} symmetries besides the identity:\n"
        yield "| plane | up to | entries |\n|---|---|---|"
        for number, (maximum, text) in enumerate(game.planes):
            yield f"| {number} | {maximum} | {text} |"
        yield ""


def _reference() -> Iterator[str]:
    yield "## Reference\n"
    for entry in entries():
        short = entry.name.removeprefix("mekong.") if entry.kind != "module" else entry.name
        heading = {"module": "###", "class": "####", "function": "####"}.get(entry.kind)
        if heading:
            yield f"{heading} `{entry.name}`\n"
            if entry.signature:
                yield f"```python\n{short}{entry.signature}\n```\n"
            yield f"{_markdown(entry.doc)}\n"
        else:
            member = short.split(".", short.count("."))[-1]
            yield f"**`{member}{entry.signature}`** {_markdown(entry.doc)}\n"


def _markdown(doc: str) -> str:
    """A docstring with its examples as code blocks."""
    lines: list[str] = []
    in_example = False
    for line in doc.splitlines():
        if line.startswith(">>>") and not in_example:
            lines += ["```python"]
            in_example = True
        elif in_example and not line.strip():
            lines += ["```"]
            in_example = False
        lines.append(line)
    if in_example:
        lines.append("```")
    return "\n".join(lines)


def page(current: str) -> str:
    """The page with its generated part replaced."""
    head = current.split(BEGIN)[0]
    return f"{head}{BEGIN}\n\n" + "\n".join([*_encodings(), *_reference()]).rstrip() + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(page(target.read_text()))
