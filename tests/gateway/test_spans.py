"""Calls of models as OpenTelemetry spans: the real SDK sends them to a real receiver."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.gateway.conftest import Chain
from tests.gateway.provider import OPENAI_KEY
from tests.gateway.test_openai import ASK, client_of, openai

_HEADER_SECRET = "collector-secret-0123456789"


class Collector:
    """What speaks OTLP over HTTP, as collectors do."""

    def __init__(self) -> None:
        self.received: list[tuple[dict[str, str], bytes]] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                collector.received.append((dict(self.headers), body))
                self.send_response(200)
                self.send_header("content-type", "application/x-protobuf")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def spans(self) -> list[Any]:
        found = [ExportTraceServiceRequest.FromString(body) for _, body in self.received]
        groups = [group for each in found for group in each.resource_spans]
        return [span for group in groups for scope in group.scope_spans for span in scope.spans]


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    collector = Collector()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", f"x-key={_HEADER_SECRET}")
    yield collector
    collector.server.shutdown()
    collector.server.server_close()


def test_each_call_is_a_span_of_its_run(open_chain: Callable[..., Chain], collector: Collector) -> None:
    chain = open_chain()
    with client_of(chain) as client:
        client.chat.completions.create(model="plain", messages=ASK)
        client.embeddings.create(model="plain", input="How?", encoding_format="float")
        for _ in client.chat.completions.create(model="plain", messages=ASK, stream=True):
            pass
        client.models.list()  # no call of a model
    chain.gateway.close()
    *calls, run = sorted(collector.spans(), key=lambda span: span.end_time_unix_nano)
    assert [span.name for span in calls] == ["chat plain", "embeddings plain", "chat plain"]
    assert run.name == "invoke_agent"
    assert {span.parent_span_id for span in calls} == {run.span_id}
    assert {span.trace_id for span in calls} == {run.trace_id}
    found = attributes(calls[0])
    assert found["gen_ai.operation.name"] == "chat"
    assert found["gen_ai.provider.name"] == "openai"
    assert found["gen_ai.request.model"] == "plain"
    assert found["gen_ai.response.model"]
    assert found["gen_ai.usage.input_tokens"] + found["gen_ai.usage.output_tokens"] == 18
    assert found["server.address"] == "127.0.0.1"
    assert found["mlebench.cost_usd"] > 0
    assert "error.type" not in found
    assert attributes(calls[2])["gen_ai.request.stream"] is True
    assert 0 < calls[0].end_time_unix_nano - calls[0].start_time_unix_nano < 60e9


def test_spans_hold_no_message_no_key_and_no_path(open_chain: Callable[..., Chain], collector: Collector) -> None:
    chain = open_chain()
    asked: Any = [{"role": "user", "content": "a sentence of the agent"}]
    with client_of(chain) as client:
        answer = client.chat.completions.create(model="plain", messages=asked).choices[0].message.content
    chain.gateway.close()
    sent = b"".join(body for _, body in collector.received)
    assert b"chat plain" in sent
    for secret in ("a sentence of the agent", answer, OPENAI_KEY, _HEADER_SECRET, "/v1", str(chain.logs)):
        assert secret.encode() not in sent


def test_calls_without_an_answer_say_why(open_chain: Callable[..., Chain], collector: Collector) -> None:
    chain = open_chain(models=("plain",))
    with client_of(chain) as client, pytest.raises(openai.PermissionDeniedError):
        client.chat.completions.create(model="closed", messages=ASK)
    chain.gateway.close()
    call = next(span for span in collector.spans() if span.name == "chat closed")
    assert call.status.code == 2
    found = attributes(call)
    assert (found["error.type"], found["mlebench.refused"]) == ("403", True)
    assert not call.status.message


def test_a_collector_that_is_gone_holds_nobody_up(
    open_chain: Callable[..., Chain], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    chain = open_chain()
    with client_of(chain) as client:
        assert client.chat.completions.create(model="plain", messages=ASK).choices
    chain.gateway.close()  # raises where it takes longer than the harness waits


def test_an_exporter_that_is_not_there_is_told_and_the_call_goes_on(
    open_chain: Callable[..., Chain], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "no-such-exporter")
    chain = open_chain()
    with client_of(chain) as client:
        assert client.chat.completions.create(model="plain", messages=ASK).choices
    assert "pip install 'mlebench[otel]'" in caplog.text


def test_a_value_that_is_not_taken_is_told_and_the_call_goes_on(
    open_chain: Callable[..., Chain], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "-1")
    chain = open_chain()
    with client_of(chain) as client:
        assert client.chat.completions.create(model="plain", messages=ASK).choices
    assert "cannot be sent: max_queue_size must be a positive integer." in caplog.text


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"OTEL_SERVICE_NAME": "mine"},
        {"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"},
        {"OTEL_SDK_DISABLED": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"},
    ],
)
def test_who_asks_for_nothing_imports_nothing(variables: dict[str, str]) -> None:
    code = (
        "import sys; from mlebench.gateway.model.spans import Spans\n"
        "Spans('run').close()\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PATH": "/usr/bin:/bin", **variables})
