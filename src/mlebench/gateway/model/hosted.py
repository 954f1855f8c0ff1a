"""What would run at the provider. A sandbox without a network must not reach the web by way of its model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Tools that the client itself carries out, inside the sandbox. Whatever is not known here counts as hosted,
# because providers keep adding tools.
_IN_THE_SANDBOX = re.compile(
    r"function|custom|local_shell|apply_patch|computer_use_preview"
    r"|(?:bash|text_editor|computer|memory)_\d{8}|tool_search_tool_\w+"
)
_FIELDS = ("web_search_options", "mcp_servers", "plugins", "container")
_MODELS = re.compile(r"search-preview|search-api|deep-research|sonar|:online$")
_TALK = ("messages", "input", "system")


def hosted_part(request: Mapping[str, Any]) -> str | None:
    """What in a request would have the provider run a tool or fetch a page, or null."""
    model = request.get("model")
    if isinstance(model, str) and _MODELS.search(model):
        return f"the model '{model}'"
    for field in _FIELDS:
        if request.get(field):
            return f"'{field}'"
    if isinstance(request.get("prompt"), dict):
        return "a prompt that is stored at the provider"
    tools = request.get("tools")
    for tool in tools if isinstance(tools, list) else []:
        kind = tool.get("type", "custom") if isinstance(tool, dict) else None
        if not isinstance(kind, str) or not _IN_THE_SANDBOX.fullmatch(kind):
            return f"the tool '{kind}'"
    if any(_has_address(request.get(part)) for part in _TALK):
        return "a file or picture that is given by its address"
    return None


def _has_address(content: Any) -> bool:
    if isinstance(content, list):
        return any(_has_address(part) for part in content)
    if not isinstance(content, dict) or content.get("type") == "tool_use":
        return False  # what the model told a tool in the sandbox is no concern of the provider's
    picture = content.get("image_url")
    if isinstance(picture, dict):
        picture = picture.get("url")
    if isinstance(picture, str) and not picture.startswith("data:"):
        return True
    source = content.get("source")
    if isinstance(source, dict) and source.get("type") == "url":
        return True
    return bool(content.get("file_url")) or any(_has_address(part) for part in content.values())
