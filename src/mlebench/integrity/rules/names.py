"""What the names in a Python file stand for, as far as that can be read off without running it."""

from __future__ import annotations

import ast
import posixpath
from functools import cached_property

from mlebench.integrity.rules.places import UNKNOWN

_DEPTH = 12  # of names that stand for names
_LONGEST = 10_000  # characters of a text that is put together
_MOST_STEPS = 500_000  # for one file: names that stand for each other must not keep us busy
# Where the harness tells an agent its places.
_VARIABLES = {
    "DATA_DIR": "/home/data",
    "CODE_DIR": "/home/code",
    "LOGS_DIR": "/home/logs",
    "SUBMISSION_DIR": "/home/submission",
    "AGENT_DIR": "/home/agent",
    "VALIDATOR_URL": "http://localhost:5000",
    "HOME": "~",
}
_JOIN = ("os.path.join", "posixpath.join", "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath")
_SAME = ("str", "os.path.expanduser", "os.path.abspath", "os.path.realpath", "os.fspath")


class Names:
    """One file: its imports, and every value that a plain name is given anywhere in it."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.imported: dict[str, str] = {}  # name -> what it is called in full
        self.values: dict[str, list[ast.expr]] = {}
        self._left = _MOST_STEPS
        for node in ast.walk(tree):
            self._note(node)

    @property
    def is_whole(self) -> bool:
        """Whether everything that was asked could be looked up."""
        return self._left > 0

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for each in node.names:
                name = each.asname or each.name.split(".")[0]
                self.imported[name] = each.name if each.asname else name
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                self.imported[each.asname or each.name] = f"{node.module or ''}.{each.name}"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._give(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._give(node.target, node.value)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._give(node.optional_vars, node.context_expr)
        elif isinstance(node, ast.For | ast.comprehension):
            for value in node.iter.elts if isinstance(node.iter, ast.List | ast.Tuple | ast.Set) else ():
                self._give(node.target, value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args]
            for argument, value in zip(reversed(arguments), reversed(node.args.defaults)):
                self.values.setdefault(argument.arg, []).append(value)

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):  # of a class too: self.base is found by its last word
            self.values.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Attribute) and _is_self(target):
            self.values.setdefault(target.attr, []).append(value)
        elif isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List):
            for each, own in zip(target.elts, value.elts):
                self._give(each, own)
        elif isinstance(target, ast.Tuple | ast.List):  # several results of one call
            for each in target.elts:
                self._give(each, value)

    def dotted(self, node: ast.expr, depth: int = _DEPTH) -> str:
        """The full name of what is called or used, as `openai.OpenAI().chat.completions.create`; empty: not known."""
        self._left -= 1
        if depth <= 0 or self._left < 0:
            return ""
        if isinstance(node, ast.Name):
            if node.id in self.imported:
                return self.imported[node.id]
            for value in self.values.get(node.id, ())[:3]:
                if isinstance(value, ast.Call | ast.Attribute) and (name := self.dotted(value, depth - 1)):
                    return name
            return node.id
        if isinstance(node, ast.Attribute):
            before = self.dotted(node.value, depth - 1)
            return f"{before}.{node.attr}" if before else node.attr
        if isinstance(node, ast.Await):
            return self.dotted(node.value, depth - 1)
        if isinstance(node, ast.Call):
            called = self.dotted(node.func, depth - 1)
            return f"{called}()" if called else ""
        return ""

    @cached_property
    def calls(self) -> list[tuple[ast.Call, str]]:
        """All calls with the full name of what is called."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return [(call, name) for call in found if (name := self.dotted(call.func))]

    def is_imported(self, name: str) -> bool:
        """Whether a full name begins with a package that the file imports."""
        return any(full.split(".")[0] == name.split(".")[0] for full in self.imported.values())

    def texts(self, node: ast.expr | None) -> list[str]:
        """Every text that an expression may be, with `*` for parts that are not known."""
        if node is None:
            return []
        if isinstance(node, ast.Name) and node.id not in self.imported:
            found = [self.text(value) for value in self.values.get(node.id, ())[:50]]
            return found or [UNKNOWN]
        if isinstance(node, ast.List | ast.Tuple):
            return [self.text(each) for each in node.elts[:200]]
        return [self.text(node)]

    def text(self, node: ast.expr, depth: int = _DEPTH) -> str:
        """The text that an expression is, with `*` for parts that are not known."""
        return self._text(node, depth)[:_LONGEST]

    def _text(self, node: ast.expr, depth: int) -> str:
        self._left -= 1
        if depth <= 0 or self._left < 0:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else UNKNOWN if node.value is None else str(node.value)
        if isinstance(node, ast.Name):
            values = self.values.get(node.id, ())
            return self.text(values[0], depth - 1) if values and node.id not in self.imported else UNKNOWN
        if isinstance(node, ast.Attribute) and _is_self(node):
            values = self.values.get(node.attr, ())
            return self.text(values[0], depth - 1) if values else UNKNOWN
        if isinstance(node, ast.JoinedStr):
            return "".join(self.text(part, depth - 1) for part in node.values)
        if isinstance(node, ast.FormattedValue):
            return self.text(node.value, depth - 1)
        if isinstance(node, ast.BinOp):
            left, right = self.text(node.left, depth - 1), self.text(node.right, depth - 1)
            if isinstance(node.op, ast.Add):
                return left + right
            return posixpath.join(left, right) if isinstance(node.op, ast.Div) else UNKNOWN
        if isinstance(node, ast.Subscript) and self.dotted(node.value) == "os.environ":
            return _VARIABLES.get(self.text(node.slice, depth - 1), UNKNOWN)
        return self._text_of_call(node, depth - 1) if isinstance(node, ast.Call) else UNKNOWN

    def _text_of_call(self, node: ast.Call, depth: int) -> str:
        name = self.dotted(node.func)
        parts = [self.text(argument, depth) for argument in node.args]
        if name in ("os.getenv", "os.environ.get") and parts:
            return _VARIABLES.get(parts[0]) or (parts[1] if len(parts) > 1 else UNKNOWN)
        if name == "os.environ.setdefault" and len(parts) > 1:
            return parts[1]
        if name in _JOIN and parts:
            return posixpath.join(*parts)
        if name in _SAME and parts:
            return parts[0]
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "strip", "resolve", "absolute"):
            return self.text(node.func.value, depth).replace("{}", UNKNOWN)
        return UNKNOWN


def _is_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
