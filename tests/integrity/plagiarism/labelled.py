"""A labelled set: programs, disguised copies of each, and pairs that have nothing to do with each other."""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import mlebench

PROGRAMS = Path(__file__).parents[2] / "fixtures" / "plagiarism"
# Most alike first.
KINDS = ("verbatim", "commented", "renamed", "reordered", "partial", "fragment", "unrelated")
# Programs of other people's, so to speak: nothing in them was copied, from the others or from each other.
OTHERS = Path(mlebench.__file__).parent / "agents" / "baseline" / "solver"


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
    """Solutions of different tasks, and two of the same one."""
    return {path.stem: path.read_text() for path in sorted(PROGRAMS.glob("*.py"))}


def cases() -> list[Case]:
    """Every program with its copies, and with everything that it has nothing to do with."""
    texts = programs()
    names = list(texts)
    found = []
    for number, name in enumerate(names):
        host = texts[names[number - 1]]
        for kind, copy in copies(texts[name], host, seed=number).items():
            found.append(Case(kind, name, f"{kind}_{name}", texts[name], copy))
    texts |= {f"other_{path.stem}": path.read_text() for path in sorted(OTHERS.glob("*.py"))}
    texts = {name: text for name, text in texts.items() if len(text.splitlines()) >= 60}
    for left, right in combinations(texts, 2):
        found.append(Case("unrelated", left, right, texts[left], texts[right]))
    return found


def copies(text: str, host: str, seed: int) -> dict[str, str]:
    return {
        "verbatim": text,
        "commented": commented(text, seed),
        "renamed": renamed(text),
        "reordered": reordered(renamed(text), seed),
        "partial": partial(text, host, share=0.5),
        "fragment": partial(text, host, share=0.15),
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


def partial(text: str, host: str, share: float) -> str:
    """The beginning of a program, renamed, in front of the end of another."""
    mine, theirs = ast.parse(renamed(text)).body, ast.parse(host).body
    parts = [*_beginning(mine, share), *theirs[len(_beginning(theirs, share)) :]]
    return "\n".join(map(ast.unparse, parts)) + "\n"


def _beginning(body: list[ast.stmt], share: float) -> list[ast.stmt]:
    """So many of the first statements as have this share of the program's length, or a little more."""
    lengths = [len(ast.unparse(node)) * (not isinstance(node, ast.Import | ast.ImportFrom)) for node in body]
    return [node for at, node in enumerate(body) if sum(lengths[:at]) < share * sum(lengths)]
