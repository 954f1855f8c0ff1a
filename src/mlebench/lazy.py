"""Packages whose names come when they are asked for, so that a command imports what it needs and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(package: str, modules: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The `__getattr__` of a package with these names in its modules.

    A name may not be that of a module too: once the module is imported, Python finds it instead.
    """
    homes = {name: f"{package}.{module}" for module, names in modules.items() for name in names}

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return find


def names_of_helpers(package: str, otherwise: Callable[[str], object] | None = None) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names are those of its module `helpers`, else those of `otherwise`."""
    otherwise = otherwise or lazy_names(package, {})

    def find(name: str) -> object:
        # What Python itself asks modules for, as in `hasattr(module, "__wrapped__")`, is no reason to import anything.
        helpers = None if name.startswith("_") else import_module(f"{package}.helpers")
        if helpers is None or name not in helpers.__all__:
            return otherwise(name)
        return getattr(helpers, name)

    return find
