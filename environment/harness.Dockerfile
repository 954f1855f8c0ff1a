# mlebench itself in a container, for machines without Python: prepare, grade, validate, report, view, verify, and runs of
# agents. Not what agents work in: that is environment/Dockerfile.
#
#     docker build -t mlebench -f environment/harness.Dockerfile .
#     docker run --rm -v "$PWD/data:/data" -v "$PWD/runs:/runs" mlebench prepare --split starter
#
# Any Linux image with Python 3.11 or newer and its venv module can be the base. bubblewrap comes along where the base has
# apt; docs/how-to/environment.md says what it needs in a container.
ARG BASE_IMAGE=python:3.12-slim-bookworm

FROM ${BASE_IMAGE} AS packages
ARG PIP_INDEX_URL
ARG EXTRAS=kaggle
# The pinned versions first: they change less often than the source, so that this layer is kept.
COPY requirements/core.txt /tmp/
RUN python3 -m venv /opt/mlebench \
    && /opt/mlebench/bin/python -m pip install --no-cache-dir --disable-pip-version-check -r /tmp/core.txt
COPY pyproject.toml README.md LICENSE /tmp/source/
COPY src /tmp/source/src
RUN /opt/mlebench/bin/python -m pip install --no-cache-dir --disable-pip-version-check -c /tmp/core.txt \
        "/tmp/source${EXTRAS:+[$EXTRAS]}"

FROM ${BASE_IMAGE}
RUN if command -v apt-get >/dev/null; then \
        apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*; \
    fi
COPY --from=packages /opt/mlebench /opt/mlebench
# Written by hand: not every base has useradd.
RUN grep -q '^[^:]*:[^:]*:1000:' /etc/passwd || echo 'mlebench:x:1000:1000:mlebench:/work:/bin/sh' >> /etc/passwd; \
    grep -q '^[^:]*:[^:]*:1000:' /etc/group || echo 'mlebench:x:1000:' >> /etc/group; \
    mkdir -p /data /runs /work && chown 1000:1000 /data /runs /work
ENV PATH=/opt/mlebench/bin:$PATH HOME=/work MLEBENCH_DATA_DIR=/data MLEBENCH_RUNS_DIR=/runs PYTHONUNBUFFERED=1
WORKDIR /work
USER 1000:1000
ENTRYPOINT ["mlebench"]
CMD ["--help"]
