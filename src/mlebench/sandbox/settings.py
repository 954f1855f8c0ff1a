"""How sandboxes are made: what the user asked for, the same for all runs of a group."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mlebench.sandbox.resources import Resources


class SandboxSettings(BaseModel):
    """What a back end is given. A new setting of sandboxes is added here, and nowhere else."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    resources: Resources = Resources()  # the limits of one run, as they were asked for
    network: Literal["none", "open"] = "none"  # what can be reached beside the gateway
    image: str | None = Field(None, description="of containers, instead of the agent's own")
    runtime: str | None = Field(None, description="of a container engine: sysbox-runc, nvidia, ...")
    privileged: bool = Field(False, description="root of the container is root of the machine: no protection")
    build_network: str | None = Field(None, description="for building images; null is the engine's default")
    build_arguments: dict[str, str] = {}  # for building images
