"""What is wrong with a file is said in plain words."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mlebench.fields import problems


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: float = Field(1, gt=0, le=5)


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    count: int = 1
    flag: bool = False
    level: Literal["low", "high"] = "low"
    words: tuple[str, ...] = Field(("x",), min_length=1)
    parts: dict[str, int] = {}
    inner: Inner = Inner()
    where: Path = Path()

    @field_validator("name")
    @classmethod
    def _short(cls, name: str) -> str:
        if len(name) > 3:
            raise ValueError("must be short")
        return name


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", 3, "name: must be a text"),
        ("name", "long", "name: must be short"),
        ("count", "x", "count: must be a whole number"),
        ("count", 1.5, "count: must be a whole number"),
        ("flag", "x", "flag: must be true or false"),
        ("level", "mid", "level: must be 'low' or 'high'"),
        ("words", [], "words: must have at least 1 entries"),
        ("words", "x", "words: must be a list"),
        ("words", ["a", 3], "words.1: must be a text"),
        ("parts", 3, "parts: must be a mapping of names to values"),
        ("inner", 3, "inner: must be a mapping of fields to values"),
        ("inner", {"number": 0}, "inner.number: must be greater than 0.0"),
        ("inner", {"number": 9}, "inner.number: must be at most 5.0"),
        ("inner", {"nmber": 9}, "inner.nmber: unknown field"),
        ("where", 3, "where: must be a path"),
        ("other", 3, "other: unknown field"),
    ],
)
def test_a_problem_is_told_with_its_field_and_without_jargon(field: str, value: object, sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({"name": "a", field: value})
    assert problems(caught.value) == [sentence]


def test_a_missing_field_and_a_text_that_is_no_json() -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({})
    assert problems(caught.value) == ["name: is missing"]
    with pytest.raises(ValidationError) as caught:
        Form.model_validate_json("{")
    assert problems(caught.value)[0].startswith("is not JSON (")
