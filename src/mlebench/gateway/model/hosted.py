"""Tools that run at the provider. A room without a network must not search the web by way of its model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Tools that the client itself carries out, inside the room. Whatever is not known here counts as hosted,
# because providers keep adding tools.
_IN_THE_ROOM = re.compile(
    r"function|custom|local_shell|apply_patch|computer_use_preview"
    r"|(?:bash|text_editor|computer|memory)_\d{8}|tool_search_tool_\w+"
)
_FIELDS = ("web_search_options", "mcp_servers", "plugins", "container", "conversation", "prompt_id")
_MODELS = re.compile(r"search-preview|search-api|deep-research|sonar|:online$")


def hosted_tool(request: Mapping[str, Any]) -> str | None:
    """What in a request would run at the provider, or null."""
    model = request.get("model")
    if isinstance(model, str) and _MODELS.search(model):
        return f"the model '{model}'"
    for field in _FIELDS:
        if request.get(field):
            return f"'{field}'"
    tools = request.get("tools")
    for tool in tools if isinstance(tools, list) else []:
        kind = tool.get("type", "custom") if isinstance(tool, dict) else None
        if not isinstance(kind, str) or not _IN_THE_ROOM.fullmatch(kind):
            return f"the tool '{kind}'"
    return None
