"""A labelled set: programs, disguised copies of each, and pairs that have nothing to do with each other."""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

PROGRAMS = Path(__file__).parents[2] / "fixtures" / "plagiarism"
# Most alike first.
KINDS = ("verbatim", "commented", "renamed", "reordered", "partial", "unrelated")


class Case(NamedTuple):
    kind: str
    left_name: str
    right_name: str
    left: str
    right: str

    @property
    def is_copy(self) -> bool:
        return self.kind != "unrelated"


def programs() -> dict[str, str]:
    return {path.stem: path.read_text() for path in sorted(PROGRAMS.glob("*.py"))}


def cases(texts: Mapping[str, str]) -> list[Case]:
    """Every program with five copies of it, and with every other program and with its renamed copy."""
    found = []
    names = sorted(texts)
    for number, name in enumerate(names):
        host = texts[names[number - 1]]
        for kind, copy in copies(texts[name], host, seed=number).items():
            found.append(Case(kind, name, f"{kind}_{name}", texts[name], copy))
    for left, right in combinations(names, 2):
        found.append(Case("unrelated", left, right, texts[left], texts[right]))
    return found


def copies(text: str, host: str, seed: int) -> dict[str, str]:
    return {
        "verbatim": text,
        "commented": commented(text, seed),
        "renamed": renamed(text),
        "reordered": reordered(renamed(text), seed),
        "partial": partial(text, host),
    }


def commented(text: str, seed: int) -> str:
    """With other comments, docstrings and empty lines."""
    rng, lines = random.Random(seed), []
    for node_line in ast.unparse(_with_docstrings(ast.parse(text))).splitlines():
        indent = node_line[: len(node_line) - len(node_line.lstrip())]
        if rng.random() < 0.3:
            lines += ["", f"{indent}# step {rng.randrange(1000)}: what comes next"]
        lines.append(node_line + ("  # so it is" if rng.random() < 0.2 else ""))
    return "\n".join(lines) + "\n"


def _with_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.body.insert(0, ast.Expr(ast.Constant("What it does.")))
    return ast.fix_missing_locations(tree)


def renamed(text: str) -> str:
    """Every variable, argument, function and class has another name, and the numbers and texts are others."""
    tree = ast.parse(text)
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own -= {name for name in own if name.startswith("__")} | set(dir(builtins))
    names = {name: f"thing{number}" for number, name in enumerate(sorted(own))}
    return ast.unparse(_Renaming(names).visit(tree)) + "\n"


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "name", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str) and value in self.names:
                setattr(node, field, self.names[value])
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value > 1:
            node.value += 1
        return super().visit(node)


def reordered(text: str, seed: int) -> str:
    """Functions, classes and methods in another order; constants and what is executed stay where they can work."""
    tree = ast.parse(text)
    _shuffle(tree.body, random.Random(seed))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            _shuffle(node.body, random.Random(seed))
    return ast.unparse(tree) + "\n"


def _shuffle(body: list[ast.stmt], rng: random.Random) -> None:
    places = [place for place, node in enumerate(body) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    nodes = [body[place] for place in places]
    rng.shuffle(nodes)
    for place, node in zip(places, nodes):
        body[place] = node


def partial(text: str, host: str) -> str:
    """The first half of its statements, renamed, in front of the second half of another program."""
    mine, theirs = ast.parse(renamed(text)).body, ast.parse(host).body
    return "\n".join(ast.unparse(node) for node in (*_half(mine, first=True), *_half(theirs, first=False))) + "\n"


def _half(body: list[ast.stmt], *, first: bool) -> Iterator[ast.stmt]:
    lengths = [len(ast.unparse(node)) for node in body]
    done = 0
    for node, length in zip(body, lengths):
        if (done < sum(lengths) / 2) == first:
            yield node
        done += length
