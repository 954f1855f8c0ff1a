import pandas as pd

from mlebench.grading import Expected, Words, micro_f1, quietly, texts, words

from .grade import check as check_v1


def check(submission: pd.DataFrame, expected: Expected) -> Words:
    return quietly(check_v1, submission, expected)


def score(predicted: Words, answers: pd.DataFrame) -> float:
    return micro_f1(words(texts(answers, "attribute_ids")), predicted)
