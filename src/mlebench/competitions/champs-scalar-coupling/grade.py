import numpy as np
import pandas as pd

from mlebench.grading import listed, numbers, refuse, require_columns, warn
from mlebench.metrics.regression import mean_log_mae

TARGET = "scalar_coupling_constant"
# Any error of less than this is beyond the printed digits.
TINY = 1e-9


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_columns(submission, ["id", TARGET])
    row = pd.Index(answers["id"]).get_indexer(pd.Index(submission["id"]))
    if (row < 0).any():
        refuse(f"Unknown 'id': {listed(submission['id'][row < 0].to_list())}.")
    counts = np.bincount(row, minlength=len(answers))
    if (counts == 0).any():
        refuse(f"Missing 'id': {listed(answers['id'][counts == 0].to_list())}.")
    if (counts > 1).any():
        warn(f"Repeated 'id' {listed(answers['id'][counts > 1].to_list())}: every copy was scored.")
    predicted = numbers(submission, TARGET)
    return mean_log_mae(answers[TARGET].to_numpy()[row], predicted, groups=pd.factorize(answers["type"])[0][row])


def perfect(answers: pd.DataFrame) -> pd.DataFrame:
    """As good as a finite score gets: the logarithm of no error at all is minus infinity."""
    return answers[["id"]].assign(**{TARGET: answers[TARGET] + TINY})
