"""The reference of files, from the models that read and write them."""

from __future__ import annotations

import importlib
import inspect
import io
import re
import tokenize
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from generated.tables import table

NAMES = {str: "text", int: "integer", float: "number", bool: "true or false", type(None): "null", Any: "any"}


def fields(*paths: str) -> str:
    """A table for each model named `package.module:Model`, and for each model inside of them, once."""
    models: list[type[BaseModel]] = []
    for path in paths:
        module, _, name = path.partition(":")
        _collect(getattr(importlib.import_module(module), name), models)
    return "\n\n".join(_section(model) for model in models)


def _collect(model: type[BaseModel], found: list[type[BaseModel]]) -> None:
    if model not in found:
        found.append(model)
        for field in _written(model):
            for inner in _models_in(model.model_fields[field].annotation):
                _collect(inner, found)


def _section(model: type[BaseModel]) -> str:
    described = meanings(model)
    rows = [
        [f"`{name}`", type_name(model.model_fields[name].annotation), described.get(name, "")]
        for name in _written(model)
    ]
    for name, computed in model.model_computed_fields.items():
        rows.append([f"`{name}`", type_name(computed.return_type), computed.description or ""])
    parts = [f"### {model.__name__}", inspect.getdoc(model) or "", table(["field", "type", "meaning"], rows)]
    return "\n\n".join(parts)


def _written(model: type[BaseModel]) -> list[str]:
    return [name for name, field in model.model_fields.items() if not field.exclude]


def meanings(model: type[BaseModel]) -> dict[str, str]:
    """What each field is: its description, or the comment at the end of its line."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base is not BaseModel:
            found |= dict(_comments(base))
    return found | {name: field.description for name, field in model.model_fields.items() if field.description}


def _comments(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    name = None
    for token in tokenize.generate_tokens(io.StringIO(inspect.getsource(model)).readline):
        if token.type == tokenize.COMMENT and name and not token.string.startswith("# type:"):
            yield name, token.string.lstrip("# ")
        elif start := re.match(r"    (\w+): ", token.line):
            name = start[1]
        if token.type == tokenize.NEWLINE:
            name = None


def type_name(annotation: Any) -> str:
    """A type in the words of JSON; models are links to their own sections."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_name(inner[0])
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(type_name(each) for each in inner)
    if origin in (list, tuple) or (inspect.isclass(origin) and issubclass(origin, Sequence)):
        return f"list of {type_name(inner[0])}"
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return f"mapping to {type_name(inner[1])}"
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    return NAMES.get(annotation) or {"datetime": "time (ISO 8601, UTC)", "Path": "path"}.get(
        getattr(annotation, "__name__", ""), str(annotation)
    )


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
