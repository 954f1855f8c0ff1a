from mlebench.grading.text_normalization import grade_spoken_forms as grade

__all__ = ["grade"]
