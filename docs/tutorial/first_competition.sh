#!/usr/bin/env bash
# The commands of first-competition.md, in its order (tools/tutorial_scripts.py). They write into the folder you are in.
set -euo pipefail

mlebench new coin-toss --dir my-competitions
ls my-competitions/coin-toss
mlebench lint my-competitions/coin-toss

cat > my-competitions/coin-toss/grade.py <<'END'
import pandas as pd

from mlebench.grading import Expected, Floats, align, numbers, require_columns
from mlebench.metrics.classification import log_loss


def check(submission: pd.DataFrame, expected: Expected) -> Floats:
    require_columns(submission, ["id", "target"])
    submission = align(submission, expected, on="id")
    return numbers(submission, "target", low=0, high=1)


def score(predicted: Floats, answers: pd.DataFrame) -> float:
    return log_loss(answers["target"].to_numpy(), predicted)
END

cat > my-competitions/coin-toss/leaderboard.json <<'END'
{
  "kind": "human",
  "source": "invented for the tutorial",
  "teams": null,
  "gold": 0.45, "silver": 0.5, "bronze": 0.55, "median": 0.65,
  "percentiles": null
}
END
sed -i 's/ROC AUC/log loss/; s/lower_is_better: false/lower_is_better: true/' my-competitions/coin-toss/competition.yaml
sed -i 's/^ROC AUC .*/Log loss of the probability; lower is better./' my-competitions/coin-toss/description.md
mlebench lint my-competitions/coin-toss

export MLEBENCH_COMPETITIONS_DIR=$PWD/my-competitions
export MLEBENCH_DATA_DIR=$PWD/data
mlebench prepare -c coin-toss --miniature
mlebench run --agent baseline -c coin-toss --time-limit 5m
mlebench report latest
mlebench grade-sample data/coin-toss/prepared/public/sample_submission.csv coin-toss

sed 's/0.5$/1.5/' data/coin-toss/prepared/public/sample_submission.csv > too-sure.csv
mlebench validate too-sure.csv coin-toss || echo "exit code $?"
