"""Models of the starter boards: one module per competition, each with `models()`.

A model is a function that sees the public folder only and returns a submission.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

import pandas as pd

Model = Callable[[Path], pd.DataFrame]
SEED = 0


def models_of(competition_id: str) -> dict[str, Model]:
    """The models of a competition by name."""
    module = import_module(f"starter_boards.{competition_id.removeprefix('starter-').replace('-', '_')}")
    named: Iterable[tuple[str, Model]] = module.models()
    models: dict[str, Model] = {}
    for name, model in named:
        if name in models:
            raise ValueError(f"{competition_id}: two models are called {name}")
        models[name] = model
    return models
