import pandas as pd

from mlebench.grading import align, listed, refuse, require_columns, require_rows, texts
from mlebench.metrics.ranking import pooled_kendall_tau


def grade(submission: pd.DataFrame, answers: pd.DataFrame) -> float:
    require_rows(submission, answers)
    require_columns(submission, ["id", "cell_order"])
    submission = align(submission, answers, on="id")
    truth = [cells.split() for cells in answers["cell_order"]]
    predicted = [cells.split() for cells in texts(submission, "cell_order", allow_numbers=True)]
    for notebook, wanted, given in zip(answers["id"], truth, predicted, strict=True):
        if len(given) != len(wanted) or set(given) != set(wanted):
            refuse_cells(notebook, wanted, given)
    return pooled_kendall_tau(truth, predicted)


def refuse_cells(notebook: str, wanted: list[str], given: list[str]) -> None:
    """Say what is wrong with one notebook; which cells it has is public, only their order is not."""
    if unknown := sorted(set(given) - set(wanted)):
        refuse(f"'cell_order' of notebook {notebook} has unknown cells: {listed(unknown)}.")
    if len(given) > len(set(given)):
        refuse(f"'cell_order' of notebook {notebook} has a cell more than once.")
    missing = sorted(set(wanted) - set(given))
    refuse(f"'cell_order' of notebook {notebook} lacks cells: {listed(missing)}.")
