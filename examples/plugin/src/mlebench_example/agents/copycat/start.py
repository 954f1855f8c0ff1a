"""Hand in the sample submission."""

import os
import shutil

shutil.copy(f"{os.environ['DATA_DIR']}/sample_submission.csv", f"{os.environ['SUBMISSION_DIR']}/submission.csv")
print("priority", os.nice(0))
