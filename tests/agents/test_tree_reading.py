"""What the tree agent makes of answers, outputs and descriptions that nobody controls."""

from __future__ import annotations

import sys

import pytest

from mlebench.agents.registry import BUILT_IN

sys.path.insert(0, str(BUILT_IN / "tree"))

from search.reading import lower_is_better, read_score, shortened, split_answer

SCRIPT = "import os\nprint(os.getcwd())"


@pytest.mark.parametrize(
    "answer",
    [
        f"A plan.\n\n```python\n{SCRIPT}\n```\n",
        f"A plan.\n```py\n{SCRIPT}\n```",
        f"A plan.\r\n```python\r\n{SCRIPT}\r\n```\r\n",
        f"A plan.\n```\n{SCRIPT}\n```",
        f"A plan.\n~~~Python\n{SCRIPT}\n~~~",
        f"<think>```python\nimport wrong_one_that_is_long_enough\n```</think>A plan.\n```python\n{SCRIPT}\n```",
        f"```bash\npip install x\n```\nA plan.\n```python\n{SCRIPT}\n```",
        f"```python\nx = 1\n```\nA plan.\n```python\n{SCRIPT}\n```",
        f"A plan.\n```python\n{SCRIPT}\n",  # the last fence is missing
    ],
)
def test_the_script_of_an_answer_is_found(answer: str) -> None:
    plan, code = split_answer(answer)
    assert code.replace("\r", "") == SCRIPT
    assert "A plan." in plan
    assert SCRIPT not in plan


def test_a_script_that_writes_fences_itself_is_not_cut() -> None:
    code = 'text = """\n```\nnot the end\n```\n"""\nprint(text)'
    assert split_answer(f"Plan.\n```python\n{code}\n```\nDone.")[1] == code


def test_a_script_with_a_mistake_is_run_all_the_same_so_that_the_model_sees_it() -> None:
    plan, code = split_answer("Plan.\n```python\nprint('a'\n```\nMore words.")
    assert (plan.split(), code) == (["Plan.", "More", "words."], "print('a'")


def test_a_script_without_a_fence() -> None:
    assert split_answer(SCRIPT) == ("", SCRIPT)


@pytest.mark.parametrize("answer", ["", "I cannot help with that.", "```", "```bash\nls\n```", "``` ```\x00"])
def test_no_script_is_no_script(answer: str) -> None:
    assert split_answer(answer)[1] == ""


@pytest.mark.parametrize(
    "answer", ["```python\n" * 3000, "```python\n" + "(" * 5000 + "\n```", "```python\nx=1\x00\n```"]
)
def test_hostile_answers_neither_hang_nor_raise(answer: str) -> None:
    split_answer(answer)


@pytest.mark.parametrize(
    ("output", "score", "lower"),
    [
        ("validation score: 0.83", 0.83, None),
        ("Validation Score = 1e-3 (lower is better)\n", 1e-3, True),
        ("fold 1\n** validation score: -12.5 (higher is better) **\nbye", -12.5, False),
        ("validation score: 0.1\nvalidation score: 0.2", 0.2, None),
        ("validation score: .5 (Lower values are better)", 0.5, True),
        ("validation score: nan", None, None),
        ("validation score: inf", None, None),
        ("validation score: 1e999", None, None),
        ("validation score: 0.1.2", None, None),
        ("the validation score: is good 5", None, None),
        ("", None, None),
    ],
)
def test_scores(output: str, score: float | None, lower: bool | None) -> None:
    assert read_score(output) == (score, lower)


@pytest.mark.parametrize(
    ("description", "lower"),
    [
        ("Multi-class logarithmic loss; **lower is better**, 0 is perfect", True),
        ("Accuracy of the labels; higher scores are better.", False),
        ("Submissions are evaluated on the root mean squared error.", True),
        ("Submissions are evaluated on area under the ROC curve.", False),
        ("", False),
    ],
)
def test_direction_from_the_description(description: str, lower: bool) -> None:
    assert lower_is_better(description) is lower


def test_long_texts_keep_their_end() -> None:
    text = shortened("a" * 500 + "b" * 500, 100)
    assert len(text) < 160
    assert text.startswith("aaaa")
    assert text.endswith("bbbb")
    assert "900 characters left out" in text
    assert shortened("short", 100) == "short"
