"""What all models of the catalog have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class StrictModel(BaseModel):
    """Immutable; an unknown field is an error, so that a typing mistake in a file is found."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)
