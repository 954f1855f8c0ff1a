"""Trajectories: one readable story from the journal of any dialect, whatever the journal is like."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mlebench.gateway.access import MODEL_CALLS
from mlebench.gateway.model.dialect import Route, find_route
from mlebench.gateway.model.streams import StreamRecord
from mlebench.gateway.trajectory import TRAJECTORY, steps, write_trajectory
from tests.environments import environment, newer_python
from tests.gateway.conftest import Chain
from tests.gateway.provider import OPENAI_KEY, WORDS

ROOT = Path(__file__).parent.parent.parent
CODE = {"code": "1 + 1"}
ARGUMENTS = json.dumps(CODE)
CHAT, RESPONSES, MESSAGES = "/v1/chat/completions", "/v1/responses", "/v1/messages"
GEMINI = "/v1beta/models/m:streamGenerateContent"


def chat() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """A request, its answer whole and in pieces, and the request that follows."""
    asked = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How?"}]
    call = {"id": "c1", "type": "function", "function": {"name": "run", "arguments": ARGUMENTS}}
    said = {"role": "assistant", "content": "I look.", "reasoning_content": "Hm.", "tool_calls": [call]}
    pieces: list[dict[str, Any]] = [{"reasoning_content": "Hm."}, {"content": "I "}, {"content": "look."}]
    pieces.append({"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "run", "arguments": '{"code": '}}]})
    pieces.append({"tool_calls": [{"index": 0, "function": {"arguments": '"1 + 1"}'}}]})
    result = {"role": "tool", "tool_call_id": "c1", "content": "2"}
    events = [{"choices": [{"index": 0, "delta": piece}]} for piece in pieces]
    return {"messages": asked}, {"choices": [{"message": said}]}, events, {"messages": [*asked, said, result]}


def responses() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    asked = [{"role": "user", "content": [{"type": "input_text", "text": "How?"}]}]
    thought = {"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "Hm."}]}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]}
    call = {"type": "function_call", "call_id": "c1", "name": "run", "arguments": ARGUMENTS}
    result = {"type": "function_call_output", "call_id": "c1", "output": "2"}
    deltas = (("reasoning_summary_text", thought, "Hm."), ("output_text", said, "I look."))
    events: list[dict[str, Any]] = []
    for index, (kind, item, text) in enumerate((*deltas, ("function_call_arguments", call, ARGUMENTS))):
        events.append({"type": "response.output_item.added", "output_index": index, "item": item})
        events.append({"type": f"response.{kind}.delta", "output_index": index, "delta": text})
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    first = {"instructions": "Be brief.", "input": asked}
    return first, {"output": [thought, said, call]}, events, {**first, "input": [*asked, thought, said, call, result]}


def messages() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    asked = [{"role": "user", "content": "How?"}]
    thought, said = {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "I look."}
    call = {"type": "tool_use", "id": "c1", "name": "run", "input": CODE}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "2"}]}
    starts = ({**thought, "thinking": ""}, {**said, "text": ""}, {**call, "input": {}})
    events: list[dict[str, Any]] = []
    for index, (block, delta) in enumerate(zip(starts, ({"thinking": "Hm."}, said, {"partial_json": ARGUMENTS}))):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
    first = {"system": [{"type": "text", "text": "Be brief."}], "messages": asked}
    history = [*asked, {"role": "assistant", "content": [thought, said, call]}, {"role": "user", "content": [result]}]
    return first, {"content": [thought, said, call]}, events, {**first, "messages": history}


def gemini() -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    asked = [{"role": "user", "parts": [{"text": "How?"}]}]
    parts = [{"text": "Hm.", "thought": True}, {"text": "I look."}, {"functionCall": {"name": "run", "args": CODE}}]
    said = {"role": "model", "parts": parts}
    result = {"role": "user", "parts": [{"functionResponse": {"name": "run", "response": {"output": "2"}}}]}
    events = [{"candidates": [{"content": {"parts": [part]}, "index": 0}]} for part in parts]
    first = {"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": asked}
    return first, {"candidates": [{"content": said}]}, events, {**first, "contents": [*asked, said, result]}


DIALECTS = {CHAT: chat, RESPONSES: responses, MESSAGES: messages, GEMINI: gemini}
STREAMED_END: dict[str, Any] = {"streamed": True, "stop": "stop", "parts": [{"kind": "text", "content": "Done: 2."}]}


class Journal:
    """Calls as the proxy writes them, one second each."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seconds = folder, 0
        self.path = folder / MODEL_CALLS

    def call(self, path: str, request: Any, answer: Any, **more: Any) -> None:
        self.seconds += 1
        usage = {"prompt": 10, "completion": 5, "cached": 4, "cache_write": 0, "cache_write_long": 0, "reasoning": 2}
        entry = {
            "at": f"2026-01-01T00:{self.seconds // 60:02}:{self.seconds % 60:02}.000+00:00",
            "number": self.seconds,
            "path": path,
            "model": "m",
            "asked_model": "m",
            "status": 200,
            "seconds": 1.0,
            "usage": usage,
            "estimated": False,
            "cost_usd": 0.25,
            "error": None,
            "request": request,
            "answer": answer,
            **more,
        }
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def story(self, secrets: list[str] | None = None) -> dict[str, Any]:
        names = {"run_id": "task_1", "agent": "tester", "version": "abc"}
        write_trajectory(self.path, self.folder / TRAJECTORY, **names, secrets=secrets or [])
        content: dict[str, Any] = json.loads((self.folder / TRAJECTORY).read_text())
        return content


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path)


def streamed(path: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    route = find_route("POST", path, {})
    assert route is not None
    record = StreamRecord(Route(*route), 1 << 20)
    for event in events:
        record.see(event)
    return {"id": None, **record.content()}


def talk(journal: Journal, path: str, stream: bool) -> None:
    first, whole, events, second = DIALECTS[path]()
    journal.call(path, {"model": "m", **first}, streamed(path, events) if stream else whole)
    journal.call(path, {"model": "m", **second}, STREAMED_END)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", DIALECTS)
def test_all_dialects_tell_the_same_story_each_message_once(journal: Journal, path: str, stream: bool) -> None:
    talk(journal, path, stream)
    story = journal.story()
    told = [(step["step_id"], step["source"], step["message"]) for step in story["steps"]]
    assert told == [(1, "system", "Be brief."), (2, "user", "How?"), (3, "agent", "I look."), (4, "agent", "Done: 2.")]
    step = story["steps"][2]
    assert step["reasoning_content"] == "Hm."
    [call] = step["tool_calls"]
    assert (call["function_name"], call["arguments"]) == ("run", CODE)
    [result] = step["observation"]["results"]
    assert (result["source_call_id"], result["content"]) == (call["tool_call_id"], "2")
    assert step["metrics"]["prompt_tokens"] == 10
    assert (step["metrics"]["cached_tokens"], step["metrics"]["cost_usd"]) == (4, 0.25)
    assert step["timestamp"] == "2026-01-01T00:00:01.000+00:00"
    assert story["agent"] == {"name": "tester", "version": "abc", "model_name": "m"}
    assert story["final_metrics"]["total_prompt_tokens"] == 20
    assert story["final_metrics"]["total_cost_usd"] == 0.5
    assert (story["schema_version"], story["session_id"]) == ("ATIF-v1.8", "task_1")
    assert "subagent_trajectories" not in story


def ask(text: str, *more: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}, *more]}


def say(text: str) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": text}}]}


def texts(story: dict[str, Any]) -> list[str]:
    return [step["message"] for step in story["steps"]]


def test_calls_that_follow_each_other_are_one_line_and_those_beside_it_are_embedded(journal: Journal) -> None:
    journal.call(CHAT, ask("plan"), say("a plan"))
    talk(journal, MESSAGES, stream=True)
    journal.call(CHAT, ask("a title?"), say("A title"), at="2026-01-01T00:00:02.500+00:00", seconds=0.4, model="small")
    journal.call(CHAT, ask("plan"), say("another plan"))
    story = journal.story()
    assert texts(story)[:3] == ["plan", "a plan", "Be brief."]
    assert texts(story)[-2:] == ["plan", "another plan"]
    [beside] = story["subagent_trajectories"]
    assert texts(beside) == ["a title?", "A title"]
    assert beside["steps"][1]["model_name"] == "small"
    assert beside["trajectory_id"] == "task_1-3"
    assert story["final_metrics"]["total_prompt_tokens"] == 50
    assert "embedded" in story["notes"]


def test_instructions_that_change_with_every_call_and_shortened_results_are_told_once(journal: Journal) -> None:
    first, whole, _, second = chat()
    journal.call(CHAT, first, whole)
    changed = [{"role": "system", "content": "Be brief. It is noon."}, *second["messages"][1:]]
    changed[-1] = {**changed[-1], "content": "[cleared]"}
    journal.call(CHAT, second, say("And?"))
    journal.call(CHAT, {"messages": [*changed, {"role": "assistant", "content": " And?\n"}]}, say("So."))
    story = journal.story()
    assert texts(story) == ["Be brief.", "How?", "I look.", "And?", "So."]
    assert story["steps"][2]["observation"]["results"][0]["content"] == "2"


def test_the_same_words_said_twice_are_told_twice(journal: Journal) -> None:
    more: list[dict[str, Any]] = []
    for _ in range(3):
        journal.call(CHAT, ask("go on", *more), say("ok"))
        more += [{"role": "assistant", "content": "ok"}, {"role": "user", "content": "go on"}]
    assert texts(journal.story()) == ["go on", "ok"] * 3


def test_answers_that_the_provider_keeps_are_gone_on_from(journal: Journal) -> None:
    journal.call(RESPONSES, {"input": "How?"}, {"id": "resp_1", "output": responses()[1]["output"]})
    result = {"type": "function_call_output", "call_id": "c1", "output": "2"}
    journal.call(RESPONSES, {"input": [result], "previous_response_id": "resp_1"}, STREAMED_END)
    story = journal.story()
    assert texts(story) == ["How?", "I look.", "Done: 2."]
    assert story["steps"][1]["observation"]["results"][0]["content"] == "2"


def test_a_history_that_was_written_anew_is_marked_as_such(journal: Journal) -> None:
    journal.call(CHAT, ask("How?"), say("Very long."))
    journal.call(CHAT, ask("How?", {"role": "assistant", "content": "Short."}), say("End."))
    story = journal.story()
    assert texts(story) == ["How?", "Very long.", "Short.", "End."]
    assert [step.get("is_copied_context") for step in story["steps"]] == [None, None, True, None]


def test_failures_are_told_once_and_tried_calls_are_no_new_conversation(journal: Journal) -> None:
    for _ in range(3):
        journal.call(CHAT, ask("How?"), None, status=429, error="budget used up", usage=None, cost_usd=None)
    journal.call(CHAT, ask("How?"), say("So."))
    story = journal.story()
    assert texts(story) == ["How?", "A call of the model got no answer: budget used up", "So."]
    assert story["steps"][1]["extra"]["repeated"] == 2
    assert "subagent_trajectories" not in story


def test_what_is_no_conversation_makes_none(journal: Journal) -> None:
    journal.call("/v1/messages/count_tokens", ask("How?"), {"input_tokens": 3})
    journal.call("/v1beta/models/m:countTokens", gemini()[0], {"totalTokens": 3})
    journal.call("/embeddings", {"input": "a"}, {"data": []})
    journal.call("/models", {}, {"data": []})
    write_trajectory(journal.path, journal.folder / TRAJECTORY, run_id="r", agent="a", version="1")
    write_trajectory(journal.folder / "nothing", journal.folder / TRAJECTORY, run_id="r", agent="a", version="1")
    assert not (journal.folder / TRAJECTORY).exists()
    journal.call(CHAT, ask("How?"), say("So."))
    assert journal.story()["final_metrics"]["total_prompt_tokens"] == 50  # embeddings and all


def broken(journal: Journal) -> None:
    """Whatever a killed harness, a full disk or a strange agent may leave."""
    talk(journal, CHAT, stream=True)
    cut = {"cut_from_characters": 5_000_000, "beginning": '{"messages": [{"role": '}
    journal.call(CHAT, cut, say("Late."))
    journal.call(CHAT, ask("more"), {"cut_from_characters": 5_000_000, "beginning": '{"choices": '})
    tool = {"role": "tool", "tool_call_id": [], "content": None}
    strange: list[Any] = [
        7,
        "x",
        [],
        [7, {"role": 7, "content": {"a": [1]}}],
        [tool, {"tool_calls": [{"function": 3}]}],
    ]
    strange += [[{"type": "function_call"}, {"type": 3}], [{"role": [], "parts": [{"functionCall": {}}, {"text": 3}]}]]
    for number, value in enumerate(strange):
        for path in (*DIALECTS, "/v1/completions"):
            field = {RESPONSES: "input", GEMINI: "contents", "/v1/completions": "prompt"}.get(path, "messages")
            journal.call(path, {field: value, "tools": value}, value, seconds="x" if number == 3 else 1.0)
            journal.call(path, value, {"choices": value, "candidates": value, "output": value, "content": value})
    deep = {"function": {"name": "run", "arguments": '{"a":' * 5000 + "1" + "}" * 5000}}
    journal.call(CHAT, ask("deep", {"role": "assistant", "tool_calls": [deep, deep]}), say("x"))
    journal.call(
        CHAT, ask("NaN", {"role": "assistant", "tool_calls": [{"function": {"arguments": "[NaN]"}}]}), say("\ud800")
    )
    with journal.path.open("ab") as file:
        file.write(b'\xff\xfe\n\n[]\n{"at": "2026", "path": "/v1/chat/completions", "requ')


@pytest.mark.attack
def test_broken_journals_are_told_as_far_as_they_can_be_read(journal: Journal) -> None:
    broken(journal)
    story = journal.story()
    assert texts(story)[:5] == ["Be brief.", "How?", "I look.", "Done: 2.", "Late."]
    assert "4 lines of the journal cannot be read" in story["notes"]
    assert "1 requests are too long" in story["notes"]
    assert "NaN" not in (journal.folder / TRAJECTORY).read_text().replace('"NaN"', "")


@pytest.mark.attack
def test_large_journals_are_bounded(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_LONGEST_TEXT", 100)
    monkeypatch.setattr(steps, "_ALL_TEXTS", 1000)
    monkeypatch.setattr(steps, "_MOST_STEPS", 30)
    for number in range(40):
        journal.call(CHAT, ask(f"{number} " + "x" * 1000), say("y" * 10), seconds=0.5)
    story = journal.story()
    assert len(story["steps"]) == 30
    assert sum(map(len, texts(story))) < 3000
    assert "50 steps are left out" in story["notes"]
    assert "texts are cut" in story["notes"]


@pytest.mark.attack
def test_no_secret_is_told(journal: Journal) -> None:
    journal.call(CHAT, ask("my key is hunter2hunter2"), say("sk-abcdefghijklmnop1234 is yours"))
    journal.story(["hunter2hunter2"])
    text = (journal.folder / TRAJECTORY).read_text()
    assert "hunter2" not in text
    assert "sk-abc" not in text


def test_a_disk_that_takes_nothing_fails_nobody(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    journal.call(CHAT, ask("How?"), say("So."))
    target = journal.folder / "nowhere" / TRAJECTORY
    write_trajectory(journal.path, target, run_id="r", agent="a", version="1")
    assert "could not be written" in caplog.text


READ = """
import json, sys
from harbor.models.trajectories import Trajectory
for path in sys.argv[1:]:
    trajectory = Trajectory.model_validate(json.load(open(path)))
    print(len(trajectory.steps), len(trajectory.subagent_trajectories or []))
"""


def test_harbor_reads_them_all(tmp_path: Path) -> None:
    python = newer_python()
    if python is None:
        pytest.skip("no Python 3.12 or newer is installed, which Harbor's reader needs")
    programs = environment("trajectory-reader", python=python)
    stories: list[Callable[[Journal], object]] = [broken]
    for path in DIALECTS:
        stories += [lambda journal, path=path, stream=stream: talk(journal, path, stream) for stream in (False, True)]
    stories.append(lambda journal: [talk(journal, MESSAGES, True), journal.call(CHAT, ask("a"), say("b"), seconds=2)])
    files = []
    for number, tell in enumerate(stories):
        folder = tmp_path / str(number)
        folder.mkdir()
        journal = Journal(folder)
        tell(journal)
        journal.story()
        files.append(folder / TRAJECTORY)
    done = subprocess.run([programs / "python", "-c", READ, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1:] == ["4 0"] * 8 + ["4 1"]


@pytest.mark.parametrize("stream", [False, True])
def test_what_the_proxy_writes_is_what_is_read(open_chain: Callable[..., Chain], stream: bool) -> None:
    chain = open_chain()
    web = httpx.Client(trust_env=False, timeout=60, base_url=chain.url("model"))
    for path, make in DIALECTS.items():
        page = path.replace("/m:", "/plain:").replace("streamG", "streamG" if stream else "g")
        body = {"max_tokens": 10} if path == MESSAGES else {}
        body |= {} if path == GEMINI else {"model": "plain", "stream": stream}
        answer = web.post(page, json={**make()[0], **body}, params={"alt": "sse"} if path == GEMINI else {})
        assert answer.status_code == 200, answer.text
    target = chain.logs / TRAJECTORY
    write_trajectory(chain.logs / MODEL_CALLS, target, run_id="r", agent="a", version="1", secrets=[OPENAI_KEY])
    story = json.loads(target.read_text())
    told = [step["message"] for step in story["steps"] if step["source"] == "agent"]
    assert told == ["".join(WORDS)] * 4
    assert all(step["metrics"]["prompt_tokens"] == 11 for step in story["steps"] if step["source"] == "agent")
