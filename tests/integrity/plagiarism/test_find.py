"""Which files are compared, what counts, and what a report says."""

from __future__ import annotations

import pytest

from mlebench.errors import WrongUsage
from mlebench.integrity.plagiarism import THRESHOLD
from mlebench.integrity.plagiarism.code_files import CodeFile
from mlebench.integrity.plagiarism.find import Material, Method, Settings, code_blocks, compare, method_of
from mlebench.integrity.plagiarism.report import PlagiarismReport
from tests.integrity.plagiarism.labelled import programs, renamed
from tests.integrity.plagiarism.test_labelled import METHODS

PROGRAMS = programs()
TREES, RIDES = PROGRAMS["gradient_boosting"], PROGRAMS["taxi_rides"]


def look(
    *files: CodeFile, shared: tuple[str, ...] = (), method: Method = "winnowing", most: int = 99
) -> PlagiarismReport:
    return compare(Material(list(files), list(shared)), Settings(method, THRESHOLD, most))


def kernel(name: str, text: str, competition: str | None = None) -> CodeFile:
    return CodeFile(name, "kernels", text, competition, is_kernel=True)


def suspicious(report: PlagiarismReport) -> list[tuple[str, str]]:
    return [(pair.left, pair.right) for pair in report.suspicious]


def test_files_of_one_run_and_kernels_are_not_compared_with_each_other() -> None:
    report = look(
        CodeFile("one/a", "one", TREES),
        CodeFile("one/b", "one", TREES),
        CodeFile("two/a", "two", RIDES),
        kernel("k1", RIDES),
        kernel("k2", RIDES),
    )
    assert suspicious(report) == [("two/a", "k1"), ("two/a", "k2")]


def test_kernels_of_another_competition_do_not_count() -> None:
    report = look(CodeFile("one", "one", TREES, "dogs"), kernel("k1", TREES, "cats"), kernel("k2", TREES, "dogs"))
    assert suspicious(report) == [("one", "k2")]


@pytest.mark.parametrize("method", METHODS)
def test_regions_say_where_the_copied_lines_stand(method: Method) -> None:
    function = TREES[TREES.index("def train_folds") : TREES.index("def importance_table")]
    host = RIDES.replace("def clean(", f"{renamed(function)}\n\ndef clean(")
    first = TREES[: TREES.index("def train_folds")].count("\n") + 1
    there = host[: host.index("def thing")].count("\n") + 1
    (pair,) = look(CodeFile("mine", "mine", TREES), kernel("theirs", host), method=method).pairs
    longest = max(pair.regions, key=lambda region: region.length)
    assert pair.longest == longest.length >= 15
    # Stretches reach a little over the ends of what was copied.
    assert abs(longest.left[0] - first) <= 3
    assert abs(longest.right[0] - there) <= 3
    assert longest.left[1] <= first + function.count("\n") + 3


@pytest.mark.parametrize("method", METHODS)
def test_code_that_everybody_was_given_does_not_count(method: Method) -> None:
    ours, theirs = TREES + RIDES, TREES + PROGRAMS["bird_calls"]
    files = CodeFile("a", "a", ours), CodeFile("b", "b", theirs)
    (pair,) = look(*files, method=method).suspicious
    assert pair.longest > 50
    report = look(*files, shared=(TREES,), method=method)
    assert not report.suspicious
    assert "nor do 1 pieces of code that everybody was given" in report.notes[1]


def test_a_short_example_in_a_description_does_not_count() -> None:
    example = "for name in sorted(names):\n    table[name] = [score(row, name) * 2 for row in rows if row[name] > 0]\n"
    description = f"# Task\n\nScore like this:\n\n```python\n{example}```\n\n~~~\nx = 1\n~~~\n"
    assert code_blocks(description) == [example, "x = 1\n"]
    both = CodeFile("a", "a", example + RIDES), kernel("k", example + PROGRAMS["kidney_masks"])
    before = {pair.right: pair for pair in look(*both).pairs}["k"]
    assert before.regions[0].left[0] == 1
    after = look(*both, shared=tuple(code_blocks(description))).pairs
    assert not any(region.left[1] <= 2 for pair in after for region in pair.regions)


def test_imports_alone_make_nobody_a_copyist() -> None:
    imports = "".join(f"from package{i} import a{i}, b{i} as c{i}\n" for i in range(60))
    report = look(CodeFile("a", "a", imports + TREES), CodeFile("b", "b", imports + RIDES))
    assert not report.suspicious


@pytest.mark.parametrize("text", ["x = 1\nprint(x)\n", f"TABLE = [{'1.5, 2, ' * 5000}]\n"])
def test_short_and_uniform_files_are_named_instead_of_being_called_copies(text: str) -> None:
    report = look(CodeFile("a", "a", text), CodeFile("b", "b", text))
    assert report.pairs == []
    assert "Too short or too uniform to be told from others: a, b." in report.notes


def test_pairs_come_sorted_and_those_that_are_not_listed_are_counted() -> None:
    files = [CodeFile(f"f{i}", f"f{i}", TREES) for i in range(5)]
    report = look(*files, most=4)
    assert len(report.pairs) == 4
    assert "6 more pairs are at or above the threshold, and not listed (--pairs)." in report.notes
    mixed = look(*files[:2], CodeFile("half", "half", TREES + RIDES), most=99).pairs
    assert [pair.similarity for pair in mixed] == sorted((pair.similarity for pair in mixed), reverse=True)
    assert mixed[0].similarity == 1


@pytest.mark.parametrize("method", METHODS)
def test_broken_code_is_compared_all_the_same(method: Method) -> None:
    broken = TREES.replace("def main():", "def main(:\n    oops = = (")
    (pair,) = look(CodeFile("a", "a", broken), kernel("k", TREES), method=method).pairs
    assert pair.similarity > 0.6


@pytest.mark.parametrize("method", METHODS)
def test_a_file_of_one_line_a_thousand_times_takes_no_time_to_speak_of(method: Method) -> None:
    same = "x = f(a, b)[0]\n" * 20_000
    (pair,) = look(CodeFile("a", "a", TREES + same), kernel("k", same + RIDES), method=method).pairs
    assert pair.similarity > 0.9
    assert len(pair.regions) <= 50


@pytest.mark.parametrize("method", METHODS)
def test_a_copy_among_much_code_of_ones_own_is_found(method: Method) -> None:
    rest = "\n".join(text for text in PROGRAMS.values() if text != TREES)
    (pair,) = look(CodeFile("a", "a", rest + renamed(TREES)), kernel("k", TREES), method=method).pairs
    assert pair.similarity > 0.9


def test_nothing_to_compare_is_told() -> None:
    with pytest.raises(WrongUsage, match="no Python code to compare"):
        look(kernel("k", TREES))
    with pytest.raises(WrongUsage, match="nothing to compare the code with"):
        look(CodeFile("a", "a", TREES))
    with pytest.raises(WrongUsage, match="no method 'moss'"):
        method_of("moss")
