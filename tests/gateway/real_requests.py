"""What clients send: libraries of the providers, Codex, Claude Code, Gemini CLI."""

from __future__ import annotations

from typing import Any

from mlebench.gateway.model.dialect import Kind

URL, PICTURE = "https://example.org/answers.png", "data:image/png;base64,AAAA"
SCHEMA = {"type": "object", "properties": {"url": {"type": "string"}}}
EPHEMERAL = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}

REAL: list[tuple[Kind, dict[str, Any]]] = [
    (
        "chat",
        {
            "messages": [
                {"role": "developer", "content": "Be brief."},
                {
                    "role": "user",
                    "name": "u",
                    "content": [
                        {"type": "text", "text": f"What is at {URL}?", **EPHEMERAL},
                        {"type": "image_url", "image_url": {"url": PICTURE, "detail": "low"}},
                        {"type": "file", "file": {"file_data": "data:application/pdf;base64,AA", "filename": "a.pdf"}},
                    ],
                },
                {
                    "role": "assistant",
                    "content": None,
                    "refusal": None,
                    "annotations": [],
                    "audio": None,
                    "function_call": None,
                    "reasoning_content": "hm",
                    "provider_specific_fields": {"refusal": None},
                    "tool_calls": [
                        {
                            "id": "c",
                            "index": 0,
                            "type": "function",
                            "function": {"name": "run", "arguments": f'{{"url": "{URL}"}}'},
                        }
                    ],
                },
                {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "done"}]},
            ],
            "tools": [
                {
                    "type": "function",
                    "function": {"name": "run", "description": "", "parameters": SCHEMA, "strict": True},
                }
            ],
            "tool_choice": {"type": "function", "function": {"name": "run"}},
            "parallel_tool_calls": False,
            "temperature": 0.5,
            "top_p": 1,
            "max_tokens": 10,
            "max_completion_tokens": 10,
            "n": 1,
            "seed": 3,
            "stop": ["x"],
            "stream": True,
            "stream_options": {"include_usage": True},
            "logprobs": True,
            "top_logprobs": 2,
            "logit_bias": {"3": 1},
            "presence_penalty": 0,
            "frequency_penalty": 0,
            "user": "u",
            "store": False,
            "metadata": {"a": "b"},
            "reasoning_effort": "low",
            "prompt_cache_key": "k",
            "response_format": {"type": "json_schema", "json_schema": {"name": "s", "schema": SCHEMA}},
        },
    ),
    ("completions", {"prompt": ["a", "b"], "suffix": "c", "max_tokens": 3, "echo": False, "best_of": 1, "logprobs": 1}),
    (
        "responses",
        {  # as Codex sends it
            "instructions": "You are an agent.",
            "input": [
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Go."}]},
                {"role": "user", "content": "And?"},
                {
                    "type": "reasoning",
                    "id": "rs",
                    "summary": [{"type": "summary_text", "text": "hm"}],
                    "encrypted_content": "A",
                    "content": None,
                },
                {
                    "type": "message",
                    "id": "m",
                    "role": "assistant",
                    "status": "completed",
                    "content": [{"type": "output_text", "text": "ok", "annotations": [], "logprobs": []}],
                },
                {
                    "type": "function_call",
                    "id": "f",
                    "call_id": "c",
                    "name": "shell",
                    "arguments": "{}",
                    "status": "completed",
                },
                {
                    "type": "function_call_output",
                    "call_id": "c",
                    "output": [{"type": "input_image", "image_url": PICTURE}],
                },
                {
                    "type": "local_shell_call",
                    "call_id": "d",
                    "status": "completed",
                    "action": {"type": "exec", "command": ["ls"]},
                },
                {"type": "custom_tool_call", "call_id": "e", "name": "apply_patch", "input": "*** Begin Patch"},
                {"type": "custom_tool_call_output", "call_id": "e", "output": "done"},
            ],
            "tools": [
                {"type": "function", "name": "shell", "description": "", "strict": False, "parameters": SCHEMA},
                {"type": "local_shell"},
                {
                    "type": "namespace",
                    "name": "more",
                    "tools": [{"type": "function", "name": "f", "parameters": SCHEMA}],
                },
                {"type": "custom", "name": "apply_patch", "format": {"type": "grammar"}},
            ],
            "tool_choice": "auto",
            "parallel_tool_calls": True,
            "reasoning": {"effort": "high", "summary": "auto"},
            "store": False,
            "stream": True,
            "include": ["reasoning.encrypted_content"],
            "prompt_cache_key": "k",
            "text": {"verbosity": "low"},
            "max_output_tokens": 100,
            "metadata": {},
            "user": "u",
            "client_metadata": {"a": "b"},
        },
    ),
    ("embeddings", {"input": ["a", "b"], "encoding_format": "base64", "dimensions": 8, "user": "u"}),
    ("embeddings", {"input": [[1, 2], [3]]}),
    (
        "messages",
        {  # as Claude Code sends it
            "max_tokens": 32000,
            "stream": True,
            "temperature": 1,
            "top_k": 5,
            "top_p": 0.9,
            "stop_sequences": ["x"],
            "system": [{"type": "text", "text": "You are an agent.", **EPHEMERAL}],
            "metadata": {"user_id": "u"},
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Go.", **EPHEMERAL},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
                        {
                            "type": "document",
                            "title": "t",
                            "source": {"type": "text", "media_type": "text/plain", "data": f"see {URL}"},
                        },
                    ],
                },
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "hm", "signature": "s"},
                        {"type": "redacted_thinking", "data": "d"},
                        {"type": "text", "text": "ok", "citations": None},
                        {
                            "type": "tool_use",
                            "id": "t",
                            "name": "Bash",
                            "input": {"image_url": URL, "source": {"type": "url"}},
                        },
                    ],
                },
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "tool_result",
                            "tool_use_id": "t",
                            "is_error": False,
                            "content": [{"type": "text", "text": "done"}],
                        }
                    ],
                },
            ],
            "tools": [
                {"name": "Bash", "description": "", "input_schema": SCHEMA, **EPHEMERAL},
                {"type": "custom", "name": "Edit", "input_schema": SCHEMA},
                {"type": "bash_20250124", "name": "bash"},
                {"type": "text_editor_20250728", "name": "e", "max_characters": 9},
            ],
            "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
            "thinking": {"type": "enabled", "budget_tokens": 1024},
            "context_management": {"edits": []},
            "output_config": {"effort": "high"},
        },
    ),
    (
        "count",
        {
            "messages": [{"role": "user", "content": "How?"}],
            "system": "s",
            "tools": [{"name": "a", "input_schema": SCHEMA}],
        },
    ),
    (
        "generate",
        {
            "contents": [
                {
                    "role": "user",
                    "parts": [{"text": "How?"}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}],
                },
                {
                    "role": "model",
                    "parts": [
                        {"text": "Hm.", "thought": True, "thoughtSignature": "c2ln"},
                        {"functionCall": {"id": "f1", "name": "run", "args": {"url": URL}}, "thoughtSignature": "c2ln"},
                    ],
                },
                {
                    "role": "user",
                    "parts": [{"functionResponse": {"id": "f1", "name": "run", "response": {"output": URL}}}],
                },
            ],
            "systemInstruction": {"role": "user", "parts": [{"text": "Be brief."}]},
            "tools": [
                {
                    "functionDeclarations": [
                        {"name": "run", "description": "", "parametersJsonSchema": SCHEMA},
                        {"name": "look", "parameters": SCHEMA, "behavior": "BLOCKING"},
                    ]
                }
            ],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["run"]}},
            "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
            "generationConfig": {
                "temperature": 0,
                "topP": 1,
                "topK": 64,
                "candidateCount": 1,
                "maxOutputTokens": 100,
                "stopSequences": ["x"],
                "responseMimeType": "application/json",
                "responseJsonSchema": SCHEMA,
                "thinkingConfig": {"includeThoughts": True, "thinkingBudget": 100},
                "seed": 3,
            },
        },
    ),
    (
        "generate",
        {
            "contents": [{"parts": [{"text": "How?"}, {"inline_data": {"mime_type": "image/png", "data": "AAAA"}}]}],
            "system_instruction": {"parts": [{"text": "Be brief."}]},
            "generation_config": {"max_output_tokens": 100, "response_schema": SCHEMA},
        },
    ),
    ("count_contents", {"contents": [{"role": "user", "parts": [{"text": "How?"}]}]}),
]
