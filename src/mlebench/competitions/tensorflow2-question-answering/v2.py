import pandas as pd

from .grade import Answer


def score(predicted: list[Answer | None], answers: pd.DataFrame) -> float:
    """Kaggle's F1: 2 TP / (2 TP + FP + FN). No answer where there is none counts on neither side."""
    pairs = list(zip(predicted, answers["answers"], strict=True))
    right = sum(answer in accepted for answer, accepted in pairs if answer is not None)
    wrong = sum(answer not in accepted for answer, accepted in pairs if answer is not None)
    missed = sum(bool(accepted) for answer, accepted in pairs if answer is None)
    return 2 * right / (2 * right + wrong + missed) if right else 0.0
