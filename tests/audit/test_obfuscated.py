"""What an obfuscated description must not hold, and what it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from mlebench.audit.lint import lint_folder
from mlebench.audit.obfuscated import FILE, OBFUSCATED, check_obfuscated, faults
from mlebench.audit.told_words import GENERIC, HOSTS, stem
from mlebench.catalog import Competition, load_competition
from tests.audit.lab import Lab

SOUND = """# Two states

## Task

Every row of the table has one number. Predict from it the probability that the row is in the second of two states.
{more}

## Evaluation

ROC AUC of your probabilities; {direction}. Equal values count half.

## Submission

One line for each row of `test.csv`, in whatever sequence, with the columns {columns}:

```
id,label
5,0.25
10,0.75
```

A file that lacks one of both columns, or in which a row is absent, foreign or repeated, gets no score. The same goes
for a probability that is blank, textual, negative or above one.

## Data

- `train.csv`: columns `id`, `value` (the number) and `label` (the state, 0 or 1).
- `test.csv`: the rows that you have to judge; they lack the state.
- {files}
- `sample_submission.csv`: a file that would be accepted, with the same probability for all.

Rows with a number that five divides are in the second table, the others in the first. Nothing else is known of them,
and there is no further table that could help. Read the values as floats, since most of them have decimals.
"""
WHOLE = {
    "more": "",
    "direction": "higher is better",
    "columns": "`id` and `label`",
    "files": "`notes.txt`, `pictures/` and `inner/`: of no use here.",
}


class Text:
    """A prepared competition and what is found in its obfuscated description."""

    def __init__(self, lab: Lab, **facts: object) -> None:
        self.competition: Competition = lab.make(**facts)
        self.prepared = lab.layout.prepared
        self.path = self.competition.folder / FILE

    def faults(self, identifying: tuple[str, ...] = (), **changes: str) -> str:
        self.path.write_text(SOUND.format(**WHOLE | changes))
        return " ".join(faults(self.competition, self.prepared, identifying))


@pytest.fixture
def text(lab: Lab) -> Text:
    return Text(lab)


def test_sound_text_passes(text: Text) -> None:
    assert text.faults() == ""


@pytest.mark.parametrize("sentence", ["It is a toy.", "All are TOYS.", "Mind the toy-like form.", "See `toy`."])
def test_word_of_name_or_id_is_found_in_any_form(text: Text, sentence: str) -> None:
    assert "toy" in text.faults(more=sentence)


@pytest.mark.parametrize(
    "sentence", ["Kaggle had it first.", "From FGVC 8.", "H&M wants to know.", "Found on Stack Overflow."]
)
def test_host_is_found(text: Text, sentence: str) -> None:
    assert "Words that lead to the original" in text.faults(more=sentence)


def test_phrase_of_a_table_is_found_as_a_whole(text: Text) -> None:
    assert "palo alto" in text.faults(("palo alto",), more="Recorded in Palo Alto.")
    assert text.faults(("palo alto",), more="An alto sings.") == ""


def test_names_of_the_data_may_hold_words_of_the_name_in_backquotes_only(lab: Lab) -> None:
    text = Text(lab, name="Pictures and notes")
    assert text.faults() == ""
    assert "Pictures" in text.faults(more="Look at the pictures.")
    assert "notes" in text.faults(files="notes.txt, `pictures/` and `inner/`: of no use here.")


def test_words_without_which_no_task_can_be_told_are_no_fault(lab: Lab) -> None:
    assert Text(lab, name="The Image Classification Challenge").faults(more="Classify each image.") == ""


def test_phrase_of_the_description_is_found_but_not_in_code(text: Text) -> None:
    folder = text.competition.folder
    (folder / "description.md").write_text("# A toy\n\nMerry rows stand in a ring of fire, a = b + c + d.\n")
    text.competition = load_competition(folder)
    assert "rows stand in a ring of" in text.faults(more="Rows stand in a ring of fire.")
    assert text.faults(more="Rows stand in a ring. `a = b + c + d` holds: `rows stand in a ring of fire`.") == ""


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"direction": "lower is better"}, "must say that higher is better, and says lower"),
        ({"direction": "at most 1"}, "must say that higher is better, and says nothing"),
        ({"files": "`notes.txt`: of no use here."}, "Files without backquotes or not named: inner, pictures"),
        ({"files": "`notes.txt`, `my_pictures/`, `inner.zip`"}, "not named: inner, pictures"),
    ],
)
def test_what_a_contestant_needs_is_missed(text: Text, changes: dict[str, str], fault: str) -> None:
    assert fault in text.faults(**changes)


def test_column_that_is_not_named_is_missed(text: Text) -> None:
    text.path.write_text(SOUND.format(**WHOLE).replace("label", "state"))
    assert "not named: label" in " ".join(faults(text.competition, text.prepared))


def test_short_text_without_sections_is_no_description(text: Text) -> None:
    text.path.write_text("Guess.\n")
    told = " ".join(faults(text.competition, text.prepared))
    assert "fewer than 150" in told
    assert "It lacks ## Evaluation." in told
    assert "It lacks ## Submission." in told


def test_it_may_be_left_out(text: Text) -> None:
    assert check_obfuscated(text.competition, text.prepared).ok is None


@pytest.mark.parametrize("target", ["/etc/hostname", "nowhere"])
def test_link_out_of_the_folder_is_a_finding_and_no_crash(text: Text, target: str) -> None:
    text.path.symlink_to(target)
    assert check_obfuscated(text.competition, text.prepared).ok is False


def test_bytes_that_are_no_text_are_a_finding(text: Text) -> None:
    text.path.write_bytes(b"\xff\xfe\x00")
    assert check_obfuscated(text.competition, text.prepared).ok is False


def test_lint_tells_it(lab: Lab) -> None:
    text = Text(lab)
    text.faults(more="A toy of Kaggle.")
    found = {finding.name: finding for finding in lint_folder(Path(text.competition.folder))}
    assert found[OBFUSCATED].ok is False
    assert "kaggle, toy" in found[OBFUSCATED].detail
    text.faults()
    assert {finding.name: finding.ok for finding in lint_folder(Path(text.competition.folder))}[OBFUSCATED] is True


def test_no_host_is_a_generic_word() -> None:
    assert not {stem(host) for host in HOSTS} & {stem(word) for word in GENERIC}
