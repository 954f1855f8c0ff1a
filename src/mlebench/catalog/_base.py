"""What all models of the catalog have in common."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict


class StrictModel(BaseModel):
    """Immutable; an unknown field is an error, so that a typing mistake in a file is found."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


def _side_and_name(path: str) -> str:
    parts = PurePosixPath(path).parts
    if len(parts) < 2 or parts[0] not in ("public", "private") or ".." in parts:
        raise ValueError("must be public/… or private/…, relative to the prepared folder")
    return path


PreparedPath = Annotated[str, AfterValidator(_side_and_name)]
