from pathlib import Path

import pandas as pd

from mlebench.grading.text_columns import check_spoken_forms as check
from mlebench.grading.text_columns import expected_tokens
from mlebench.grading.text_columns import score_spoken_forms as score

__all__ = ["check", "expect", "score"]


def expect(public: Path) -> pd.DataFrame:
    return expected_tokens("ru", public)
