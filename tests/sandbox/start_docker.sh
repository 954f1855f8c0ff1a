#!/usr/bin/env bash
# Start a private Docker engine for the tests and make their image. Prints the engine's address:
#
#     export DOCKER_HOST="$(tests/sandbox/start_docker.sh DIR)"
#
# DIR holds everything of the engine (a short path: sockets have little room). Where it runs already, nothing
# is started; where the image is there, nothing is made. Needs root, dockerd, a static busybox and python3.
# `tests/sandbox/start_docker.sh DIR stop` ends the engine.
set -euo pipefail

folder="$(mkdir -p "${1:?usage: start_docker.sh DIR [stop]}" && cd "$1" && pwd)"
socket="$folder/docker.sock"
export DOCKER_HOST="unix://$socket"
image=mlebench-test:python

if [ "${2:-}" = stop ]; then
    if [ -s "$folder/docker.pid" ] && kill "$(cat "$folder/docker.pid")" 2>/dev/null; then
        for _ in $(seq 100); do [ -e "$folder/docker.pid" ] || break; sleep 0.1; done
    fi
    # An engine leaves mounts: of its own folder where it was killed, of the network where it built an image.
    awk -v below="$folder/" 'index($2, below) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mounted; do
        umount "$mounted" || true
    done
    exit 0
fi

for program in dockerd docker busybox; do
    command -v "$program" >/dev/null || { echo "start_docker.sh: $program is not installed" >&2; exit 1; }
done

(
    flock 9 # test workers may call this at the same time
    if ! timeout 10 docker version >/dev/null 2>&1; then
        rm -f "$folder/docker.pid" "$socket"
        # No bridge and no firewall rules: the tests' sandboxes have no network, and the machine stays as it is.
        setsid nohup dockerd --iptables=false --ip6tables=false --bridge=none --host "$DOCKER_HOST" \
            --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/docker.pid" \
            >"$folder/dockerd.log" 2>&1 9>&- </dev/null &
        for _ in $(seq 300); do
            timeout 10 docker version >/dev/null 2>&1 && break
            sleep 0.1
        done
        timeout 10 docker version >/dev/null 2>&1 || { tail -20 "$folder/dockerd.log" >&2; exit 1; }
    fi
    if ! docker image inspect "$image" >/dev/null 2>&1; then
        # No registry is needed: busybox and the system's Python make a small but complete system.
        python="$(readlink -f /usr/bin/python3)"
        version="$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')"
        tree="$(mktemp -d)"
        trap 'rm -rf "$tree"' EXIT
        mkdir -p "$tree"/{usr/bin,usr/lib,etc,home,proc,sys,dev,run} "$tree/root" && mkdir -m 1777 "$tree/tmp"
        ln -s usr/bin "$tree/bin"
        cp "$(command -v busybox)" "$tree/bin/busybox"
        for name in $("$tree/bin/busybox" --list | grep -vx busybox); do ln -s busybox "$tree/bin/$name"; done
        cp --remove-destination "$(command -v bash)" "$tree/bin/bash" # which other harnesses run their commands with
        cp "$python" "$tree/usr/bin/$version"
        ln -s "$version" "$tree/usr/bin/python3"
        ln -s "$version" "$tree/usr/bin/python"
        cp -r "/usr/lib/$version" "$tree/usr/lib/"
        rm -rf "$tree/usr/lib/$version"/{test,idlelib,lib2to3,ensurepip,config-*}
        find "$tree/usr/lib/$version" -name __pycache__ -prune -exec rm -rf {} +
        { ldd "$python" "$tree/bin/bash"; find "$tree/usr/lib/$version/lib-dynload" -name '*.so' -exec ldd {} +; } \
            | grep -o '/[^ ]*\.so[^ ]*' | grep '^/\(usr/\)\?lib' | sort -u | while read -r library; do
                mkdir -p "$tree$(dirname "$library")" && cp -L "$library" "$tree$library"
            done
        printf 'root:x:0:0:root:/root:/bin/sh\nagent:x:1000:1000:agent:/home:/bin/sh\n' >"$tree/etc/passwd"
        printf 'root:x:0:\nagent:x:1000:\n' >"$tree/etc/group"
        tar -C "$tree" -c . | docker import --change 'ENV PATH=/usr/bin:/bin' - "$image" >/dev/null
    fi
) 9>"$folder/lock" 1>&2
echo "$DOCKER_HOST"
