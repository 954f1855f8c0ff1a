"""Python by tree-sitter, which reads broken code too; and code without what everybody has in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from mlebench.errors import MissingExtra

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

_IMPORTS = {"import_statement", "import_from_statement", "future_import_statement"}


@cache
def _parser() -> Parser:
    try:
        import tree_sitter_python
        from tree_sitter import Language, Parser
    except ImportError as error:
        raise MissingExtra("Comparing code", "integrity") from error
    return Parser(Language(tree_sitter_python.language()))


def parse(code: bytes) -> Tree:
    """The tree of a text, whatever it is."""
    return _parser().parse(code)


def walk(tree: Tree) -> Iterator[Node]:
    """All nodes, each before those in it. A loop: trees of strangers are deeper than Python's stack."""
    cursor = tree.walk()
    while True:
        node = cursor.node
        assert node is not None
        yield node
        if cursor.goto_first_child() or cursor.goto_next_sibling():
            continue
        while cursor.goto_parent():
            if cursor.goto_next_sibling():
                break
        else:
            return


def without_shared(text: str) -> str:
    """The code without imports and docstrings, which everybody has; lines keep their numbers."""
    code = text.encode("utf-8", "replace")
    kept = bytearray(code)
    needed: set[int] = set()  # a block that holds nothing else must hold something: `0` fits everywhere
    for node in walk(parse(code)):
        # Not from below: to ask each statement for its block takes a time that grows with the square of the file.
        if node.type == "block" and all(map(_is_shared, children := node.named_children)) and children:
            needed.add(children[0].start_byte)
        if _is_shared(node):
            start, end = node.start_byte, node.end_byte
            kept[start:end] = bytes(byte if byte in b"\r\n" else 32 for byte in code[start:end])
            if start in needed:
                kept[start] = ord("0")
    return kept.decode("utf-8", "replace")


def _is_shared(node: Node) -> bool:
    if node.type in _IMPORTS:
        return True
    return node.type == "expression_statement" and node.child_count == 1 and node.children[0].type == "string"
