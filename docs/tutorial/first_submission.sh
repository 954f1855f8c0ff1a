#!/usr/bin/env bash
# The commands of first-submission.md, in its order (tools/tutorial_scripts.py). They write into the folder you are in.
set -euo pipefail

export MLEBENCH_DATA_DIR=$PWD/data
mlebench competitions show starter-wine-cultivars
mlebench prepare -c starter-wine-cultivars
ls data/starter-wine-cultivars/prepared/public

cp data/starter-wine-cultivars/prepared/public/sample_submission.csv sample.csv
mlebench validate sample.csv starter-wine-cultivars
mlebench grade-sample sample.csv starter-wine-cultivars

sed '$d' sample.csv > broken.csv
mlebench validate broken.csv starter-wine-cultivars || echo "exit code $?"

cat > model.py <<'END'
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

public = "data/starter-wine-cultivars/prepared/public"
train, test = pd.read_csv(f"{public}/train.csv"), pd.read_csv(f"{public}/test.csv")
features = [name for name in test.columns if name != "id"]
middle = train[features].median()
model = make_pipeline(StandardScaler(), LogisticRegression(C=1.0))
model.fit(train[features].fillna(middle), train["cultivar"])
probabilities = model.predict_proba(test[features].fillna(middle))
submission = pd.DataFrame(probabilities, columns=[f"cultivar_{name}" for name in model.classes_])
submission.insert(0, "id", test["id"])
submission.to_csv("mine.csv", index=False)
END
python model.py
mlebench grade-sample mine.csv starter-wine-cultivars

echo '{"competition_id": "starter-wine-cultivars", "submission_path": "sample.csv"}' > submissions.jsonl
echo '{"competition_id": "starter-wine-cultivars", "submission_path": "mine.csv"}' >> submissions.jsonl
mlebench grade --submission submissions.jsonl --output-dir graded
