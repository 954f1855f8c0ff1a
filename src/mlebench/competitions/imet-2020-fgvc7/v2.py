import pandas as pd

from mlebench.grading import Expected, Words, micro_f1, quietly, text_column, words

from .grade import check as check_v1

TEXT_COLUMNS = ["attribute_ids"]  # one attribute in every row is no number


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    return quietly(check_v1, submission, expected)


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return micro_f1(words(text_column(answers, "attribute_ids")), predicted)
