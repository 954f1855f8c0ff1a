"""Tools that a provider carries out itself, such as a web search: told from those of the client, and taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mlebench.gateway.model.dialect import Kind

# Tools that the client itself carries out, inside the sandbox. (The last only searches among the tools of the request.)
_DATED = re.compile(r"((?:bash|text_editor|computer|memory)_\d{8}|tool_search_tool_\w+)")
_OF_CLIENTS: dict[Kind, frozenset[str]] = {
    "chat": frozenset({"function", "custom"}),
    "responses": frozenset(
        {"function", "custom", "namespace", "local_shell", "apply_patch", "computer_use_preview", "tool_search"}
    ),
    **dict.fromkeys(("messages", "count"), frozenset({"custom"})),
    "generate": frozenset({"functionDeclarations", "function_declarations", "computerUse", "computer_use"}),
}
# Fields that switch such a tool on without naming it among the others.
_SWITCHES: dict[Kind, frozenset[str]] = {
    "chat": frozenset({"web_search_options", "search_parameters", "enable_search", "plugins"}),
    "messages": frozenset({"mcp_servers", "container"}),
}
_ABOUT_TOOLS = ("tools", "tool_choice", "toolConfig", "tool_config", "parallel_tool_calls")
_LONGEST_NAME = 100


def is_dated_client_tool(kind: object) -> bool:
    """Whether this is a type of tool that Anthropic defines and the client carries out."""
    return isinstance(kind, str) and _DATED.fullmatch(kind) is not None


def without_hosted_tools(kind: Kind, request: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A request without the tools that the provider would carry out, and the names of what was taken out."""
    taken: list[str] = []
    switches = [name for name in request if name in _SWITCHES.get(kind, ())]
    kept = {name: value for name, value in request.items() if name not in switches}
    if isinstance(kept.get("tools"), list) and kind in _OF_CLIENTS:
        kept["tools"] = list(_of_client(kind, kept["tools"], taken))
        choice = kept.get("tool_choice")
        if isinstance(choice, dict) and choice.get("type") in taken:
            del kept["tool_choice"]
        if taken and not kept["tools"]:  # providers refuse a choice among no tools
            kept = {name: value for name, value in kept.items() if name not in _ABOUT_TOOLS}
    return kept, [*switches, *taken]


def _of_client(kind: Kind, tools: list[Any], taken: list[str]) -> Iterator[Any]:
    for tool in tools:
        if not isinstance(tool, dict):  # no form of a tool: refused later, with its place
            yield tool
        elif kind == "generate":  # one object, with a field for each kind of tool
            own = {name: value for name, value in tool.items() if name in _OF_CLIENTS[kind]}
            taken += [name[:_LONGEST_NAME] for name in tool if name not in own]
            yield from [own] if own else []
        else:
            yield from _typed(kind, tool, taken)


def _typed(kind: Kind, tool: dict[str, Any], taken: list[str]) -> Iterator[Any]:
    usual = "custom" if kind in ("messages", "count") else None
    name = tool.get("type", usual)
    if name == "namespace" and isinstance(tool.get("tools"), list) and kind == "responses":
        inner = list(_of_client(kind, tool["tools"], taken))
        yield from [{**tool, "tools": inner}] if inner else []
    elif not isinstance(name, str) or name in _OF_CLIENTS[kind] or (usual and is_dated_client_tool(name)):
        yield tool
    else:
        taken.append(name[:_LONGEST_NAME])
