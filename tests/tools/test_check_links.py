"""Links that lead nowhere are found, in Markdown and in a built site; others are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.check_links import broken, main, slug

ROOT = Path(__file__).resolve().parents[2]


def test_a_link_between_pages_of_the_project_leads_nowhere() -> None:
    assert list(broken(ROOT, ".md")) == []


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("b.md", None),
        ("b.md#two-words", None),
        ("b.md#two-words-1", None),
        ("#here", None),
        ("https://example.org/x#y", None),
        ("c.md", "no such file"),
        ("b.md#three-words", "no such heading"),
        ("#there", "no such heading"),
        ("pictures/none.png", "no such file"),
    ],
)
def test_a_broken_link_is_missed_or_a_good_one_is_called_broken(
    tmp_path: Path, link: str, problem: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text(f"# Here\n\n| a |\n| --- |\n| [text]({link}) |\n\n```\n[code](gone.md)\n```\n")
    (tmp_path / "b.md").write_text("# Two `words`\n\n## Two words\n")
    assert main(str(tmp_path)) == (problem is not None)
    assert capsys.readouterr().out == (f"{tmp_path / 'a.md'}: {link}: {problem}\n" if problem else "")


def test_a_broken_anchor_of_the_site_is_missed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#x">good</a><a href="b.html#y">bad</a><img src="none.png">')
    (tmp_path / "b.html").write_text('<p id="x">')
    assert [line.split(": ", 1)[1] for line in broken(tmp_path, ".html")] == [
        "b.html#y: no such heading",
        "none.png: no such file",
    ]


def test_anchors_are_those_of_code_hosts() -> None:
    assert slug("run.json and metadata.json") == "runjson-and-metadatajson"
    assert slug('"Unexpected error", or `internal`') == "unexpected-error-or-internal"
