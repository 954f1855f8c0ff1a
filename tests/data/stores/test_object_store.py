"""The same against a real S3 server. Its packages do not go together with what is pinned, so they lie apart."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.conftest import Miniatures
from tests.environments import variables_with

SPOOKY, PIZZA = "spooky-author-identification", "random-acts-of-pizza"
ADD_BUCKET = "import sys, boto3; boto3.client('s3').create_bucket(Bucket='bucket')"
READ_ACL = """
import boto3
s3 = boto3.client("s3")
for each in s3.list_objects_v2(Bucket="bucket")["Contents"]:
    grants = s3.get_object_acl(Bucket="bucket", Key=each["Key"])["Grants"]
    print(each["Key"], *[grant["Grantee"].get("URI", "owner") for grant in grants])
"""


class ObjectStore:
    """Moto's server, and commands that know the way to it."""

    def __init__(self, environment: dict[str, str], port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.environment = {
            **environment,
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_MAX_ATTEMPTS": "1",  # of Amazon's library; our own attempts are more
            "NO_PROXY": "*",
        }

    def python(self, *words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *map(str, words)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=300)

    def mlebench(self, *words: object) -> subprocess.CompletedProcess[str]:
        return self.python("-m", "mlebench", *words)


@pytest.fixture(scope="module")
def object_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    environment = variables_with("object-store")
    log = tmp_path_factory.mktemp("moto") / "log"
    serve = "from moto.server import main; main(['-H', '127.0.0.1', '-p', '0'])"
    with log.open("w") as file:
        server = subprocess.Popen([sys.executable, "-u", "-c", serve], env=environment, stderr=file, stdout=file)
    try:
        while "Running on http://127.0.0.1:" not in log.read_text():
            assert server.poll() is None, log.read_text()
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(0.1)
        port = int(log.read_text().split("Running on http://127.0.0.1:")[1].split()[0])
        store = ObjectStore(environment, port)
        made = store.python("-c", ADD_BUCKET)
        assert made.returncode == 0, made.stderr
        yield store
    finally:
        server.terminate()
        server.wait()


def content_of(tree: Path) -> dict[str, bytes]:
    return {str(path.relative_to(tree)): path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def test_pushed_to_a_bucket_and_pulled_from_it(
    object_store: ObjectStore, miniatures: Miniatures, tmp_path: Path
) -> None:
    for name, version in ((SPOOKY, "v1"), (PIZZA, "v2")):
        layout = miniatures.layout(name, version)
        words = ("-c", name, "--benchmark", version)
        pushed = object_store.mlebench("data", "push", "s3://bucket/data", *words, "--data-dir", layout.data_dir)
        assert pushed.returncode == 0, pushed.stderr
        assert "The answers go along" in pushed.stderr
        pull = ("prepare", *words, "--data-url", "s3://bucket/data", "--data-dir", tmp_path)
        pulled = object_store.mlebench(*pull)
        assert (pulled.returncode, pulled.stdout) == (0, f"{name}: prepared\n"), pulled.stderr
        assert object_store.mlebench(*pull).stdout == f"{name}: already prepared\n"
        assert content_of(tmp_path / name / layout.prepared.name) == content_of(layout.prepared)
    again = object_store.mlebench("data", "push", "s3://bucket/data", *words, "--data-dir", layout.data_dir)
    assert "of which 0 kB were sent now" in again.stdout

    # A bucket's own rules say who may read it; no object was made readable for everybody.
    listed = object_store.python("-c", READ_ACL)
    assert listed.returncode == 0, listed.stderr
    assert {line.split(" ", 1)[1] for line in listed.stdout.splitlines()} == {"owner"}

    head = httpx.get(f"{object_store.url}/bucket/data/{SPOOKY}/prepared/store.json", trust_env=False)
    assert head.status_code == 403  # who is not signed in


def test_what_is_wrong_with_a_bucket_is_one_message(object_store: ObjectStore, tmp_path: Path) -> None:
    words = ("prepare", "-c", SPOOKY, "--data-dir", tmp_path, "--data-url")
    for url, told in (
        ("s3://bucket/nothing", "holds no data"),
        ("s3://no-such-bucket/data", "holds no data"),
    ):
        failed = object_store.mlebench(*words, url)
        assert failed.returncode == 1
        assert told in failed.stderr
        assert "Traceback" not in failed.stderr
    store = ObjectStore(object_store.environment, 1)  # where nobody listens
    failed = store.mlebench(*words, "s3://bucket/data")
    assert failed.returncode == 1
    assert "cannot be reached" in failed.stderr
    assert not (tmp_path / SPOOKY / "prepared").exists()
