"""Help texts of commands with many options, in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click


class SectionedCommand(click.Command):
    """A command whose help lists its options under titles; what no section names comes last."""

    sections: Mapping[str, Sequence[str]] = {}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one list for each section."""
        left = {param.name: param.get_help_record(ctx) for param in self.get_params(ctx)}
        for title, names in self.sections.items():
            records = [record for name in names if (record := left.pop(name)) is not None]
            with formatter.section(title):
                formatter.write_dl(records)
        with formatter.section("Other options"):
            formatter.write_dl([record for record in left.values() if record is not None])


def sectioned(sections: Mapping[str, Sequence[str]]) -> type[SectionedCommand]:
    """The class of a command with these sections: title -> names of parameters."""
    return type("SectionedCommand", (SectionedCommand,), {"sections": sections})
