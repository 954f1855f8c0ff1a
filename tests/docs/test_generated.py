"""Reference pages are made from the code: nothing that exists is missing in them, and nothing is unexplained."""

from __future__ import annotations

import re

import click
import pytest
from pydantic import BaseModel, Field

from mlebench.catalog import Registry
from mlebench.cli.main import COMMANDS, cli
from tests.docs import DOCS

from generated import fill, restructured  # isort: skip
from generated.fields import fields, meanings, type_name  # isort: skip


def page(name: str) -> str:
    return fill((DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8"))


class Inner(BaseModel):
    """Inside."""

    depth: int  # how far in


class Outer(BaseModel):
    """Outside."""

    inner: Inner | None = None  # one of them
    # Not about any field.
    many: dict[str, list[Inner]] = Field(
        {},
        description="several of them",
    )
    hidden: str = Field("", exclude=True)
    unexplained: int = 0

    def method(self) -> None:
        """Lines in here are no fields."""
        self.unexplained: int = 1  # not its meaning


class Deeper(Inner):
    """More of it."""

    colour: str  # of its walls


class TestFields:
    def test_a_meaning_is_lost_or_given_to_another_field(self) -> None:
        assert meanings(Outer) == {"inner": "one of them", "many": "several of them"}
        assert meanings(Deeper) == {"depth": "how far in", "colour": "of its walls"}

    def test_a_model_inside_is_missing_or_told_twice(self) -> None:
        text = fields(f"{__name__}:Outer")
        assert text.count("### ") == text.count("### Outer") + text.count("### Inner") == 2
        assert "hidden" not in text
        assert "| `many` | mapping to list of [Inner](#inner) | several of them |" in text

    def test_types_are_told_in_the_words_of_python(self) -> None:
        assert type_name(int | None) == "integer or null"
        assert type_name(tuple[str, ...]) == "list of text"

    def test_a_field_of_a_file_is_not_explained(self) -> None:
        rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", page("files"), re.MULTILINE)
        assert {"run_id", "group_id", "competition_reports", "sandbox_closed_at"} <= {name for name, _, _ in rows}
        assert [name for name, _, meaning in rows if not meaning] == []
        assert [kind for _, kind, _ in rows if "<" in kind or "typing" in kind] == []


class TestCommands:
    def test_a_command_or_an_option_is_missing(self) -> None:
        text = page("commands")
        context = click.Context(cli, info_name="mlebench")
        for name in COMMANDS:
            command = cli.get_command(context, name)
            assert command is not None
            assert f"## mlebench {name}\n" in text
            assert [
                p.opts[-1] for p in command.params if p.param_type_name == "option" and p.opts[-1] not in text
            ] == []
        assert "### mlebench runs cancel\n" in text

    def test_an_option_has_no_variable(self) -> None:
        rows = re.findall(r"^\| `(-.*?)` \| (.*?) \| (.*) \|$", page("commands"), re.MULTILINE)
        assert len(rows) > 100
        bare = {name.split()[0] for name, variable, meaning in rows if not variable and "[env var:" not in meaning}
        assert bare <= {"--version"}

    def test_an_example_is_told_as_prose(self) -> None:
        assert "\n    mlebench prepare --lite -j 4 --data-dir /big/disk\n" in page("commands").replace(
            "\n      ", "\n    "
        )


class TestCompetitions:
    def test_a_competition_or_one_of_its_known_issues_is_missing(self, registry: Registry) -> None:
        text = page("competitions")
        for competition in registry:
            row = next(line for line in text.splitlines() if f"`{competition.id}`" in line)
            assert f"{competition.leaderboard.gold:g}" in row
            assert text.count(f"(issues-{competition.id})=") == bool(competition.known_issues)
        assert text.count("\n- **") == sum(len(competition.known_issues) for competition in registry)
        assert f"{len(registry.ids())} competitions" in text

    def test_free_text_is_read_as_markdown(self) -> None:
        issues = page("competitions").split("## Known issues")[1]
        assert not re.search(r"(?<!\\)[_`$<>]", re.sub(r"^(\(issues-|###).*", "", issues, flags=re.MULTILINE))


def test_a_page_asks_for_something_that_nobody_makes() -> None:
    with pytest.raises(KeyError):
        fill("<!-- generated: wishes -->")
    assert fill("as it is <!-- generated: wishes -->") == "as it is <!-- generated: wishes -->"


def test_signs_in_docstrings_mean_something_to_sphinx() -> None:
    text = ["2|A ∩ B| of `f(*x)`", "", ">>> a | b", "1 * 2", "", "x * y"]
    assert restructured(text) == [r"2\|A ∩ B\| of ``f(*x)``", "", ">>> a | b", "1 * 2", "", r"x \* y"]
