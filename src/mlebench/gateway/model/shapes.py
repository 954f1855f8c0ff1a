"""Shapes of JSON values, to say what a request may hold. What a shape does not name is refused, whatever its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Shape = Callable[[Any, str], None]


class NotAllowed(Exception):
    """What in a request may not be asked; the text names its place."""


def anything(value: Any, place: str) -> None:
    """For what the provider only reads, such as the schema of a tool."""


def plain(value: Any, place: str) -> None:
    """Text, a number, yes or no, null."""
    if isinstance(value, dict | list):
        raise NotAllowed(f"'{place}' in this form")


def plains(value: Any, place: str) -> None:
    """Nothing but plain values, one or lists of them."""
    if not isinstance(value, list):
        plain(value, place)
    else:
        for each in value:
            plains(each, place)


def notes(value: Any, place: str) -> None:
    """Plain values under any names."""
    for name, inner in value.items() if isinstance(value, dict) else [("", value)]:
        plains(inner, f"{place}.{name}")


def encoded(value: Any, place: str) -> None:
    """A file or picture in the request itself, never the address of one."""
    if value is not None and not (isinstance(value, str) and (value.startswith("data:") or ":" not in value)):
        raise NotAllowed(f"'{place}', a file or picture that is given by its address")


def null(value: Any, place: str) -> None:
    """Clients that repeat an answer send fields that were empty there."""
    if value not in (None, []):
        raise NotAllowed(f"'{place}'")


def each(shape: Shape) -> Shape:
    """A list of these, or null."""

    def check(value: Any, place: str) -> None:
        if value is None:
            return
        if not isinstance(value, list):
            raise NotAllowed(f"'{place}' in this form")
        for number, item in enumerate(value):
            shape(item, f"{place}[{number}]")

    return check


def text_or(shape: Shape, text: Shape = plain) -> Shape:
    """A plain value, or this."""
    return lambda value, place: (shape if isinstance(value, dict | list) else text)(value, place)


def fields(names: str, more: Mapping[str, Shape] | None = None) -> Shape:
    """An object that has plain values under these names, and other shapes under some others."""
    known: dict[str, Shape] = {**dict.fromkeys(names.split(), plain), **(more or {})}

    def check(value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise NotAllowed(f"'{place}' in this form")
        for name, inner in value.items():
            where = f"{place}.{name}" if place else name
            if name not in known:
                raise NotAllowed(f"'{where[:200]}'")
            known[name](inner, where)

    return check


def both_spellings(names: str, more: Mapping[str, Shape] | None = None) -> Shape:
    """The same for readers that take `someName` as `some_name` too; null stands for a missing object."""
    known: dict[str, Shape] = {**dict.fromkeys(names.split(), plain), **(more or {})}
    check = fields("", {spelling: shape for name, shape in known.items() for spelling in (name, _snake(name))})
    return lambda value, place: None if value is None else check(value, place)


def _snake(name: str) -> str:
    return re.sub(r"(?<=.)[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def by_type(shapes: Mapping[str, Shape], usual: str | None = None) -> Shape:
    """An object whose `type` says which of these it is."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise NotAllowed(f"'{place}' in this form")
        kind = value.get("type", usual)
        if not isinstance(kind, str) or kind not in shapes:
            raise NotAllowed(f"'{place}' of the type {str(kind)[:100]!r}")
        shapes[kind]({name: inner for name, inner in value.items() if name != "type"}, place)

    return check


def later(find: Callable[[], Shape]) -> Shape:
    """A shape that holds itself."""
    return lambda value, place: find()(value, place)
