"""Agents: one folder each, with `agent.yaml` and what it starts."""

from mlebench.agents.registry import AgentRegistry
from mlebench.agents.spec import Agent, AgentError, AgentSpec, Needs, load_agent

__all__ = ["Agent", "AgentError", "AgentRegistry", "AgentSpec", "Needs", "load_agent"]
