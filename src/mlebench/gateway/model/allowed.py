"""What a sandbox may ask of a provider: the fields and contents of each page that work on the request alone.

Everything else is refused, known or not: a sandbox without a network must not reach the web by way of its model, and
providers keep adding fields that search, fetch, route or bill otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mlebench.gateway.model.config import MODEL_NAME
from mlebench.gateway.model.dialect import Kind
from mlebench.gateway.model.hosted import is_dated_client_tool
from mlebench.gateway.model.shapes import (
    NotAllowed,
    Shape,
    anything,
    both_spellings,
    by_type,
    each,
    encoded,
    fields,
    later,
    notes,
    null,
    plains,
    text_or,
)

# Models that search by themselves, and presets of a router, which may hold tools.
_SEARCHING_MODEL = re.compile(r"(?<!re)search|deep-research|sonar|compound|:online|@preset", re.IGNORECASE)
_CACHE = {"cache_control": fields("type ttl")}
_CHOICE = text_or(
    by_type(
        {
            **dict.fromkeys(("auto", "any", "none", "required"), fields("disable_parallel_tool_use")),
            "tool": fields("name disable_parallel_tool_use"),
            "function": fields("name", {"function": fields("name")}),
            "custom": fields("name", {"custom": fields("name")}),
            "allowed_tools": fields("mode", {"tools": anything, "allowed_tools": anything}),
        }
    )
)

# Chat completions
_FUNCTION = fields("name description strict", {"parameters": anything, "arguments": anything})
_FILE = fields("filename", {"file_data": encoded})
_CHAT_PART = by_type(
    {
        "text": fields("text", _CACHE),
        "refusal": fields("refusal"),
        "image_url": fields("", {"image_url": text_or(fields("detail", {"url": encoded}), encoded), **_CACHE}),
        "input_audio": fields("", {"input_audio": fields("format", {"data": encoded})}),
        "file": fields("", {"file": _FILE, **_CACHE}),
        "thinking": fields("thinking signature"),
    }
)
_CUSTOM = fields("name description input", {"format": anything})
_CALL = by_type(
    {"function": fields("id index", {"function": _FUNCTION}), "custom": fields("id index", {"custom": _CUSTOM})},
    usual="function",
)
_CHAT_MESSAGE = fields(
    "role name tool_call_id refusal reasoning_content reasoning",
    {
        "content": text_or(each(_CHAT_PART)),
        "tool_calls": each(_CALL),
        "function_call": text_or(_FUNCTION),
        "reasoning_details": anything,
        "annotations": anything,
        "provider_specific_fields": notes,  # LiteLLM repeats them
        "audio": null,
        **_CACHE,
    },
)
_CHAT_TOOL = by_type(
    {"function": fields("", {"function": _FUNCTION, **_CACHE}), "custom": fields("", {"custom": _CUSTOM})}
)
_SAMPLING = (
    "model temperature top_p top_k min_p max_tokens max_completion_tokens n seed stream logprobs top_logprobs"
    " presence_penalty frequency_penalty repetition_penalty store user safety_identifier prompt_cache_key"
    " prompt_cache_retention parallel_tool_calls reasoning_effort verbosity enable_thinking thinking_budget"
)
_OPTIONS: dict[str, Shape] = {
    "stop": plains,
    "stream_options": text_or(fields("include_usage include_obfuscation")),
    "logit_bias": anything,
    "metadata": anything,
}

# Responses
_RESPONSE_PART = by_type(
    {
        **dict.fromkeys(("input_text", "text", "summary_text", "reasoning_text"), fields("text")),
        "output_text": fields("text", {"annotations": anything, "logprobs": anything}),
        "refusal": fields("refusal"),
        "input_image": fields("detail", {"image_url": encoded, "file_id": null}),
        "input_file": fields("filename", {"file_data": encoded, "file_id": null, "file_url": null}),
        "input_audio": fields("", {"input_audio": fields("format", {"data": encoded})}),
        "computer_screenshot": fields("", {"image_url": encoded, "file_id": null}),
    }
)
_PARTS = text_or(each(_RESPONSE_PART))
_ANY_CALL = fields("id call_id status name arguments input namespace", {"action": anything, "operation": anything})
_ANY_OUTPUT = fields("id call_id status max_output_length", {"output": _PARTS})
_ITEM = by_type(
    {
        "message": fields("id role status phase", {"content": _PARTS}),
        "reasoning": fields("id status encrypted_content", {"summary": _PARTS, "content": _PARTS}),
        "compaction": fields("id encrypted_content"),
        **dict.fromkeys(
            ("function_call", "custom_tool_call", "local_shell_call", "apply_patch_call"),
            _ANY_CALL,
        ),
        **dict.fromkeys(
            ("function_call_output", "custom_tool_call_output", "local_shell_call_output", "apply_patch_call_output"),
            _ANY_OUTPUT,
        ),
        "tool_search_call": fields("id call_id status execution", {"arguments": anything}),
        "tool_search_output": fields("id call_id status execution", {"tools": each(later(lambda: _RESPONSE_TOOL))}),
        "computer_call": fields("id call_id status", {"action": anything, "pending_safety_checks": anything}),
        "computer_call_output": fields(
            "id call_id status", {"output": _RESPONSE_PART, "acknowledged_safety_checks": anything}
        ),
    },
    usual="message",
)
_CLIENT_TOOLS: dict[str, Shape] = {
    "function": fields("name description strict defer_loading", {"parameters": anything, "output_schema": anything}),
    "custom": fields("name description defer_loading", {"format": anything}),
}
_RESPONSE_TOOL: Shape = by_type(
    {
        **_CLIENT_TOOLS,
        "namespace": fields("name description", {"tools": each(by_type(_CLIENT_TOOLS))}),
        "local_shell": fields(""),
        "apply_patch": fields(""),
        "computer_use_preview": fields("display_width display_height environment"),
        "tool_search": fields("description execution", {"parameters": anything}),  # among the tools of the request
    }
)

# Messages
_BLOCK = later(lambda: _BLOCKS)
_CONTENT = text_or(each(_BLOCK))
_SOURCE = by_type(
    {
        "base64": fields("media_type", {"data": encoded}),
        "text": fields("media_type data"),
        "content": fields("", {"content": _CONTENT}),
    }
)
_BLOCKS: Shape = by_type(
    {
        "text": fields("text", {"citations": anything, **_CACHE}),
        "thinking": fields("thinking signature"),
        "redacted_thinking": fields("data"),
        "image": fields("", {"source": _SOURCE, **_CACHE}),
        "document": fields("title context", {"source": _SOURCE, "citations": text_or(fields("enabled")), **_CACHE}),
        "search_result": fields(
            "source title", {"content": _CONTENT, "citations": text_or(fields("enabled")), **_CACHE}
        ),
        # What the model told a tool in the sandbox is no concern of the provider's.
        "tool_use": fields("id name", {"input": anything, "caller": text_or(fields("type")), **_CACHE}),
        "tool_result": fields("tool_use_id is_error", {"content": _CONTENT, **_CACHE}),
        "tool_reference": fields("tool_name", _CACHE),
        "server_tool_use": fields("id name", {"input": anything, "caller": text_or(fields("type")), **_CACHE}),
        "tool_search_tool_result": fields("tool_use_id", {"content": _BLOCK, **_CACHE}),
        "tool_search_tool_search_result": fields("", {"tool_references": each(_BLOCK)}),
        "tool_search_tool_result_error": fields("error_code error_message"),
        "compaction": fields("content encrypted_content", _CACHE),
    }
)
_OWN_TOOL = fields(
    "name description strict defer_loading eager_input_streaming",
    {"input_schema": anything, "input_examples": anything, **_CACHE},
)
_SANDBOX_TOOL = fields(
    "name display_width_px display_height_px display_number max_characters enable_zoom defer_loading", _CACHE
)


def _message_tool(value: Any, place: str) -> None:
    kind = value.get("type") if isinstance(value, dict) else None
    dated = is_dated_client_tool(kind)
    by_type({str(kind): _SANDBOX_TOOL} if dated else {"custom": _OWN_TOOL}, usual="custom")(value, place)


_MESSAGES: dict[str, Shape] = {
    "messages": each(fields("role", {"content": _CONTENT})),
    "system": _CONTENT,
    "tools": each(_message_tool),
    "tool_choice": _CHOICE,
    "thinking": text_or(fields("type budget_tokens display")),
    "context_management": anything,
    "output_config": anything,
    "output_format": anything,
    **_CACHE,
}

# Gemini, which takes its fields in both spellings; a part has no type, but one field that says what it is.
_INLINE = both_spellings("mimeType displayName", {"data": encoded})
_GEMINI_PART = both_spellings(
    "text thought thoughtSignature",
    {
        "mediaResolution": both_spellings("level"),
        "inlineData": _INLINE,
        "functionCall": both_spellings("id name", {"args": anything}),
        "functionResponse": both_spellings(
            "id name willContinue scheduling",
            {"response": anything, "parts": each(both_spellings("", {"inlineData": _INLINE}))},
        ),
        "videoMetadata": both_spellings("startOffset endOffset fps"),
    },
)
_GEMINI_CONTENT = both_spellings("role", {"parts": each(_GEMINI_PART)})
_GEMINI_TOOL = both_spellings(
    "",
    {
        "functionDeclarations": each(
            both_spellings(
                "name description behavior",
                dict.fromkeys(("parameters", "parametersJsonSchema", "response", "responseJsonSchema"), anything),
            )
        ),
        "computerUse": both_spellings("environment", {"excludedPredefinedFunctions": plains}),
    },
)
_GENERATION = both_spellings(
    "temperature topP topK candidateCount maxOutputTokens responseMimeType presencePenalty frequencyPenalty seed"
    " responseLogprobs logprobs mediaResolution",
    {
        "stopSequences": plains,
        "responseModalities": plains,
        "responseSchema": anything,
        "responseJsonSchema": anything,
        "_responseJsonSchema": anything,
        "thinkingConfig": both_spellings("includeThoughts thinkingBudget thinkingLevel"),
    },
)

_PAGES: Mapping[Kind, Shape] = {
    "generate": both_spellings(
        "model",
        {
            "contents": each(_GEMINI_CONTENT),
            "systemInstruction": _GEMINI_CONTENT,
            "tools": each(_GEMINI_TOOL),
            "toolConfig": both_spellings(
                "", {"functionCallingConfig": both_spellings("mode", {"allowedFunctionNames": plains})}
            ),
            "safetySettings": each(both_spellings("category threshold")),
            "generationConfig": _GENERATION,
        },
    ),
    "count_contents": both_spellings("model", {"contents": each(_GEMINI_CONTENT)}),
    "chat": fields(
        _SAMPLING,
        {
            **_OPTIONS,
            "messages": each(_CHAT_MESSAGE),
            "tools": each(_CHAT_TOOL),
            "functions": each(_FUNCTION),
            "function_call": text_or(fields("name")),
            "tool_choice": _CHOICE,
            "response_format": anything,
            "usage": text_or(fields("include")),
            "reasoning": text_or(fields("effort max_tokens exclude enabled summary")),
            "thinking": text_or(fields("type budget_tokens")),
            "prediction": text_or(by_type({"content": fields("", {"content": text_or(each(_CHAT_PART))})})),
        },
    ),
    "completions": fields(f"{_SAMPLING} suffix echo best_of", {**_OPTIONS, "prompt": plains}),
    "responses": fields(
        "model instructions temperature top_p max_output_tokens max_tool_calls stream store parallel_tool_calls"
        " previous_response_id prompt_cache_key prompt_cache_retention truncation user safety_identifier top_logprobs",
        {
            "input": text_or(each(_ITEM)),
            "tools": each(_RESPONSE_TOOL),
            "tool_choice": _CHOICE,
            "include": plains,
            "stream_options": _OPTIONS["stream_options"],
            "reasoning": text_or(fields("effort summary generate_summary")),
            "text": anything,
            "metadata": anything,
            "client_metadata": anything,
            "context_management": anything,
        },
    ),
    "embeddings": fields("model encoding_format dimensions user input_type", {"input": plains}),
    "messages": fields(
        "model max_tokens stream temperature top_p top_k",
        {**_MESSAGES, "stop_sequences": plains, "metadata": anything},
    ),
    "count": fields("model", _MESSAGES),
}


def not_allowed(kind: Kind, request: Mapping[str, Any]) -> str | None:
    """What in a request may not be asked of this page, or null."""
    model = str(request.get("model"))
    if not MODEL_NAME.fullmatch(model) or _SEARCHING_MODEL.search(model):
        return f"the model '{model}'"
    try:
        _PAGES[kind](request, "")
    except NotAllowed as problem:
        return str(problem)
    return None
