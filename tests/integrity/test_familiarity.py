"""integrity familiarity: what is measured, what is kept, and what is said where an endpoint cannot tell."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import JSONResponse, Response

from mlebench.catalog import Registry
from mlebench.errors import MlebenchError, WrongUsage
from mlebench.integrity import measure_familiarity
from mlebench.integrity.familiarity import Document, Familiarity, compare_with, descriptions, documents_at
from mlebench.integrity.familiarity.endpoint import EndpointError
from mlebench.integrity.familiarity.measure import PIECE, pieces
from mlebench.results import load_results
from mlebench.runs import RunGroup
from tests.cli import conftest as commands
from tests.cli.conftest import Cli
from tests.data.toy import make_competition
from tests.integrity.completions import KEY, MODEL, Completions, mean_probability, serving, words
from tests.results.making import group_on_disk
from tests.sandboxes import until

cli = commands.cli  # the fixture


@pytest.fixture
def server() -> Iterator[Completions]:
    with serving() as server:
        yield server


@pytest.fixture
def measure(server: Completions, tmp_path: Path) -> Callable[..., list[Familiarity]]:
    def measured(*texts: str, **more: Any) -> list[Familiarity]:
        documents = [Document(f"{number}.txt", None, text) for number, text in enumerate(texts)]
        return measure_familiarity(documents, MODEL, server.config, cache_dir=tmp_path / "cache", **more)

    return measured


Measure = Callable[..., list[Familiarity]]


def test_the_mean_is_over_the_tokens_of_the_document_alone(server: Completions, measure: Measure) -> None:
    text = "a few words about whales"
    (found,) = measure(text)
    assert found.mean_probability == pytest.approx(mean_probability(text))
    assert found.tokens == len(words(text)) - 1  # the first has no probability, and the answer's own does not count
    assert found.perplexity is not None
    assert found.perplexity > 1
    assert server.keys == [f"Bearer {KEY}"]


def test_servers_that_do_not_count_tokens_tell_by_their_places(server: Completions, measure: Measure) -> None:
    server.change = lambda answer: {**answer, "usage": None}
    (found,) = measure("a few words about whales")
    assert found.mean_probability == pytest.approx(mean_probability("a few words about whales"))


def test_long_documents_are_sent_in_pieces_that_are_the_whole_text(server: Completions, measure: Measure) -> None:
    text = "".join(f"word{number} " for number in range(2000))
    assert "".join(pieces(text)) == text
    assert "".join(pieces("x" * 15_000)) == "x" * 15_000
    (found,) = measure(text)
    assert len(server.asked) == len(pieces(text)) > 2
    assert max(map(len, server.asked)) <= PIECE
    assert found.tokens == sum(len(words(piece)) - 1 for piece in pieces(text))


def test_what_was_measured_is_not_asked_again(server: Completions, measure: Measure, tmp_path: Path) -> None:
    first = measure("one text here", "and another one")
    assert len(server.asked) == 2
    assert measure("one text here", "and another one", "a third one")[:2] == first
    assert server.asked[2:] == ["a third one"]
    for kept in (tmp_path / "cache").rglob("*.json"):
        kept.write_text('{"tokens": {"number": 2, "probability": 9.0, "log_probability": -1.0}}')  # damaged
    assert measure("one text here") == first[:1]
    assert server.asked.count("one text here") == 2


def test_another_model_or_address_is_measured_anew(server: Completions, tmp_path: Path) -> None:
    document = [Document("x", None, "one text here")]
    for model in (MODEL, "base-2", MODEL):
        measure_familiarity(document, model, server.config, cache_dir=tmp_path)
    assert len(server.asked) == 2
    with serving() as other:
        measure_familiarity(document, MODEL, other.config, cache_dir=tmp_path)
        assert len(other.asked) == 1


def test_limits_and_faults_of_the_server_are_waited_for(server: Completions, measure: Measure) -> None:
    slow = JSONResponse({"error": {"message": "slow down"}}, 429, {"retry-after": "0"})
    server.instead = [slow, Response("oops", 503), slow]
    (found,) = measure("a few words about whales")
    assert found.mean_probability == pytest.approx(mean_probability("a few words about whales"))
    assert len(server.asked) == 4


def test_one_text_that_cannot_be_measured_does_not_cost_the_others(server: Completions, measure: Measure) -> None:
    server.instead = [JSONResponse({"error": {"message": f"the context is too small ({KEY})"}}, 400)]
    bad, good = measure("too long for it", "a few words", workers=1)
    assert bad.mean_probability is None
    assert "answered with 400" in (bad.problem or "")
    assert "context is too small" in (bad.problem or "")
    assert KEY not in (bad.problem or "")
    assert good.problem is None
    again, _ = measure("too long for it", "a few words")  # a failure is not kept
    assert again.problem is None


def of_choice(**changes: object) -> Callable[[dict[str, Any]], object]:
    return lambda answer: {**answer, "choices": [{**answer["choices"][0], **changes}]}


def of_tokens(**changes: object) -> Callable[[dict[str, Any]], object]:
    return lambda answer: of_choice(logprobs={**answer["choices"][0]["logprobs"], **changes})(answer)


@pytest.mark.parametrize(
    "change",
    [
        lambda answer: [],
        lambda answer: {"choices": []},
        of_choice(text=None, logprobs="none"),
        of_tokens(token_logprobs=[None, "much", -1.0, -1.0, -1.0, -1.0]),
        of_tokens(token_logprobs=[None, 0.5, -1.0, -1.0, -1.0, -1.0]),
        of_tokens(token_logprobs=[None, True, -1.0, -1.0, -1.0, -1.0]),
        of_tokens(token_logprobs={"0": -1.0}),
    ],
)
def test_answers_that_are_none_give_no_figure(
    server: Completions, measure: Measure, change: Callable[[dict[str, Any]], object]
) -> None:
    server.change = change
    (found,) = measure("a few words about whales")
    assert found.mean_probability is None
    assert "something else than a completion" in (found.problem or "")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (of_choice(text=" end"), "does not repeat the prompt"),
        (of_choice(logprobs=None), "tells no probabilities of the prompt"),
        (of_tokens(token_logprobs=[None] * 6), "tells no probabilities of the prompt"),
        (of_tokens(tokens=[" end"], token_logprobs=[-1.0], text_offset=[24]), "tells no probabilities of the prompt"),
        (of_tokens(token_logprobs=[-1.0], text_offset=None), "tells no probabilities of the prompt"),
    ],
)
def test_an_endpoint_that_does_not_tell_of_prompts_is_named(
    server: Completions, measure: Measure, change: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    server.change = change
    with pytest.raises(EndpointError, match=complaint) as error:
        measure("a few words about whales")
    assert "POST /completions with echo and logprobs" in str(error.value.hint)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_closed_or_missing_endpoint_ends_the_work_at_once(server: Completions, measure: Measure, status: int) -> None:
    server.instead = [JSONResponse({"error": {"message": "no"}}, status) for _ in range(3)]
    with pytest.raises(EndpointError, match=f"answered with {status}"):
        measure("one text", "another text", "a third text", workers=1)
    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_said(server: Completions, tmp_path: Path) -> None:
    config = server.config.model_copy(update={"openai_base_url": "http://127.0.0.1:9/v1", "retries": 1})
    (found,) = measure_familiarity([Document("x", None, "a text")], MODEL, config, cache_dir=tmp_path)
    assert "cannot be reached" in (found.problem or "")


def test_documents_belong_to_the_competition_that_they_are_named_for(tmp_path: Path) -> None:
    posts = tmp_path / "posts"
    (posts / "toy" / "deep").mkdir(parents=True)
    (posts / "toy" / "deep" / "1.txt").write_text("one")
    (posts / "other.md").write_text("two")
    (posts / "other2.md").write_text("three")
    (posts / ".hidden").write_text("four")
    (posts / "picture.png").write_bytes(b"\x89PNG\xff")
    (posts / "void.txt").write_text(" \n")
    found = {each.name: each for each in documents_at([posts], {"toy", "other"})}
    assert {name: each.competition_id for name, each in found.items()} == {
        "posts/toy/deep/1.txt": "toy",
        "posts/other.md": "other",
        "posts/other2.md": None,
        "posts/picture.png": None,
        "posts/void.txt": None,
    }
    assert (found["posts/picture.png"].problem, found["posts/void.txt"].problem) == ("is no UTF-8 text", "is empty")
    (posts / "large.txt").write_bytes(b"x" * (5 << 20))
    (large,) = documents_at([posts / "large.txt"], {"toy"})
    assert large.problem == "has 5 MiB, more than 4"
    with pytest.raises(WrongUsage, match="There is no file or folder"):
        documents_at([tmp_path / "nowhere"], {"toy"})
    (tmp_path / "nothing").mkdir()
    with pytest.raises(WrongUsage, match="There is no document in"):
        documents_at([tmp_path / "nothing"], {"toy"})


def test_descriptions_of_either_kind_are_documents(tmp_path: Path) -> None:
    competition = make_competition(tmp_path)
    (own,) = descriptions([competition])
    assert (own.competition_id, own.text, own.problem) == ("toy", "# A toy\n", None)
    (absent,) = descriptions([competition], obfuscated=True)
    assert absent.problem == "there is no such text"
    (competition.folder / "description_obfuscated.md").write_text("Something")
    (other,) = descriptions([make_competition(tmp_path)], obfuscated=True)
    assert other.text == "Something"


IDS = (
    "spooky-author-identification",
    "leaf-classification",
    "dog-breed-identification",
    "aerial-cactus-identification",
)


def known_as(values: dict[str, float]) -> list[Familiarity]:
    return [Familiarity(i, i, 10, value, 2.0) for i, value in values.items()]


def results_on_disk(tmp_path: Path, registry: Registry, **more: Any) -> RunGroup:
    won = dict(zip(IDS, ("gold", "bronze", "median", "none"), strict=True))
    return group_on_disk(tmp_path / "runs", registry, IDS, lambda i, _: won[i], **more)


def test_familiarity_and_performance_are_put_together_by_competition(tmp_path: Path, registry: Registry) -> None:
    results = load_results([results_on_disk(tmp_path, registry).folder], registry)
    familiar = known_as(dict(zip(IDS, (0.9, 0.7, 0.5, 0.3), strict=True)))
    more = Familiarity("a post", IDS[0], 30, 0.5, 2.0)  # three times as long: the mean is over tokens
    found = compare_with(
        [*familiar, more, Familiarity("void", IDS[1], 0, None, None, "is empty")], results.runs, "made"
    )
    assert [point.competition_id for point in found.points] == list(IDS)
    assert [point.familiarity for point in found.points] == pytest.approx([0.6, 0.7, 0.5, 0.3])
    assert found.pearson is not None
    assert found.spearman is not None
    assert found.spearman.value == pytest.approx(0.8)
    assert "So few competitions" in found.sentence
    backwards = compare_with(known_as(dict(zip(IDS, (0.3, 0.5, 0.7, 0.9), strict=True))), results.runs, "made")
    assert backwards.spearman is not None
    assert backwards.spearman.value == pytest.approx(-1)
    medals = compare_with(familiar, results.runs, "made", "any_medal")
    assert [point.performance for point in medals.points] == [100, 100, 0, 0]


def test_no_correlation_is_told_where_there_is_none_to_tell(tmp_path: Path, registry: Registry) -> None:
    results = load_results([results_on_disk(tmp_path, registry).folder], registry)
    few = compare_with(known_as({IDS[0]: 0.5, IDS[1]: 0.7}), results.runs, "made")
    same = compare_with(known_as(dict.fromkeys(IDS, 0.5)), results.runs, "made")
    assert (few.pearson, few.spearman, same.pearson, same.spearman) == (None, None, None, None)
    assert "no correlation can be told of 2 competitions" in few.sentence
    with pytest.raises(MlebenchError, match="no competition has both"):
        compare_with(known_as({"elsewhere": 0.5}), results.runs, "made")


def test_miniatures_are_not_compared(tmp_path: Path, registry: Registry) -> None:
    results = load_results([results_on_disk(tmp_path, registry, kind="miniature").folder], registry)
    with pytest.raises(MlebenchError, match="miniatures have no"):
        compare_with(known_as(dict.fromkeys(IDS, 0.5)), results.runs, "made")


@pytest.fixture
def asked(server: Completions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[object]:
    """The command up to its last options."""
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    kept = ["--cache-dir", tmp_path / "cache", "--runs-dir", tmp_path / "runs"]
    return ["integrity", "familiarity", "--model", MODEL, *kept]


def test_the_command_shows_writes_and_draws(
    cli: Cli, asked: list[object], server: Completions, tmp_path: Path, registry: Registry
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'figures')")
    group = results_on_disk(tmp_path, registry)
    done = cli(*asked, "--group", group.folder, "--figures", tmp_path / "figures")
    assert done.code == 0, done.err
    assert f"{group.spec.agent}, 4 competitions: Pearson's r" in done.out
    assert all(i in done.out for i in IDS)
    assert KEY not in done.out + done.err
    times = len(server.asked)
    machine = cli(*asked, "--group", group.folder, "--json")
    assert len(server.asked) == times
    content = json.loads(machine.out)
    assert content == json.loads((group.folder / "integrity" / "familiarity.json").read_text())
    assert {each["competition_id"] for each in content["documents"]} == set(IDS)
    assert [len(each["points"]) for each in content["comparisons"]] == [4]
    assert content["comparisons"][0]["pearson"]["interval"][0] <= content["comparisons"][0]["pearson"]["value"]
    text = (tmp_path / "figures" / "familiarity.svg").read_text()
    assert "mean token probability, base-1" in text
    assert "mean percentile on the leaderboard" in text
    assert (tmp_path / "figures" / "familiarity.png").read_bytes().startswith(b"\x89PNG")


def test_posts_of_the_user_are_measured_instead(
    cli: Cli, asked: list[object], server: Completions, tmp_path: Path
) -> None:
    posts = tmp_path / "posts" / IDS[0]
    posts.mkdir(parents=True)
    (posts / "1.txt").write_text("a few words about whales")
    (posts / "2.bin").write_bytes(b"\xff\xfe\x00")
    done = cli(*asked, "--documents", tmp_path / "posts", "--json")
    assert done.code == 1
    assert "Not measured: 1 of 2 documents." in done.err
    first, second = json.loads(done.out)["documents"]
    assert first["mean_probability"] == pytest.approx(mean_probability("a few words about whales"))
    assert (first["competition_id"], second["problem"]) == (IDS[0], "is no UTF-8 text")


def test_what_does_not_go_together_is_wrong_usage(
    cli: Cli, asked: list[object], server: Completions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "post.txt").write_text("a text")
    for wrong, complaint in {
        (): "Say which competitions",
        ("--lite", "--figures", "x"): "--figures needs --group",
        ("--documents", tmp_path / "post.txt", "--lite"): "cannot be chosen beside them",
        ("--documents", tmp_path / "post.txt", "--obfuscated"): "does not go with --documents",
        ("--documents", tmp_path / "nowhere"): "does not exist",
        ("-c", "no-such-competition"): "no-such-competition",
        ("-c", IDS[0], "--workers", 0): "--workers",
    }.items():
        done = cli(*asked, *wrong)
        assert (done.code, done.out) == (2, ""), wrong
        assert complaint in done.err
    assert "Missing option '--model'" in cli("integrity", "familiarity", "--lite").err
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    done = cli(*asked, "--lite")
    assert (done.code, "No endpoint is set" in done.err) == (2, True)
    assert server.asked == []


def test_an_endpoint_without_probabilities_of_prompts_is_one_message(
    cli: Cli, asked: list[object], server: Completions
) -> None:
    server.change = of_choice(logprobs=None)
    done = cli(*asked, "-c", IDS[0])
    assert (done.code, done.out) == (1, "")
    assert "tells no probabilities of the prompt's tokens" in done.err
    assert "POST /completions with echo and logprobs" in done.err
    assert "Traceback" not in done.err


def test_a_call_that_was_cut_off_goes_on_where_it_was(server: Completions, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / "posts").mkdir(exist_ok=True)
        (tmp_path / "posts" / f"{number}.txt").write_text(f"the text with number {number}")
    server.hold_after = 3
    line = ["integrity", "familiarity", "--model", MODEL, "--documents", tmp_path / "posts", "--workers", 1, "--json"]
    command = [sys.executable, "-m", "mlebench", *map(str, line), "--cache-dir", str(tmp_path / "cache")]
    environment = {**os.environ, "OPENAI_BASE_URL": server.url, "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as first:
        assert until(lambda: server.waiting == 1, 120)
        first.send_signal(signal.SIGINT)
        _, told = first.communicate(timeout=120)
    assert first.returncode == 130
    assert "what was measured is kept" in told
    assert "Traceback" not in told
    server.hold_after = None
    before = list(server.asked)
    second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert len(json.loads(second.stdout)["documents"]) == 6
    assert sorted(server.asked[3:])[-3:] == [f"the text with number {number}" for number in (3, 4, 5)]
    assert all(before.count(f"the text with number {number}") == 1 for number in range(3))
    assert all(server.asked.count(f"the text with number {number}") == 1 for number in range(3))
