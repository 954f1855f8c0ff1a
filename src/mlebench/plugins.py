"""Tables of things that others may add: sandboxes, executors, data sources, report formats.

An entry names a module and what to take from it; the module is imported when the entry is used. Installed packages add
entries through an entry point group.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from mlebench.errors import MissingExtra, MlebenchError


class UnknownPlugin(MlebenchError):
    """Nothing of this kind has that name."""


@dataclass(frozen=True)
class Plugin:
    """Where something is found: a module, what to take from it, and the optional part that its imports need."""

    module: str
    attribute: str
    extra: str | None = None
    about: str = ""


class PluginTable:
    """What there is of one kind, by name. Installed packages cannot replace what is built in."""

    def __init__(self, kind: str, group: str, built_in: Mapping[str, Plugin]) -> None:
        self.kind, self.group, self._built_in = kind, group, built_in

    def entries(self) -> dict[str, Plugin]:
        """All entries, the built-in ones first. Nothing is imported."""
        found = dict(self._built_in)
        for point in entry_points(group=self.group):
            found.setdefault(point.name, Plugin(point.module, point.attr))
        return found

    def names(self) -> list[str]:
        """All names, the built-in ones first."""
        return list(self.entries())

    def load(self, name: str) -> Any:
        """Import one."""
        found = self.entries()
        if name not in found:
            near = difflib.get_close_matches(name, found, n=2, cutoff=0.5)
            guess = f"Did you mean {' or '.join(near)}? " if near else ""
            raise UnknownPlugin(f"There is no {self.kind} '{name}'.", hint=f"{guess}There are: {', '.join(found)}")
        plugin = found[name]
        try:
            return getattr(importlib.import_module(plugin.module), plugin.attribute)
        except ImportError as error:
            if plugin.extra is not None:
                raise MissingExtra(f"The {self.kind} '{name}'", plugin.extra) from error
            raise
