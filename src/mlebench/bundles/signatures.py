"""Signatures with SSH keys, which people have already; `ssh-keygen` makes and checks them.

They stand in the comment at the end of the zip, and what is signed is the digest of all bytes before it. So no byte of
a signed bundle can change unseen, and adding a signature changes none. A countersignature signs that digest together
with the first signature: who countersigns vouches for that very pair.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from mlebench.bundles.archive import Bundle, BundleError
from mlebench.errors import MlebenchError
from mlebench.files import replaced

_SPACE = "mlebench-bundle"  # a signature made for another purpose does not count here
_MIB = 1 << 20
_MOST = 0xFFFF  # bytes of a zip's comment
_BLOCK = re.compile(rb"-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\n")
_GOOD = re.compile(r'Good "[\w-]+" signature (?:for .* )?with (\S+) key (\S+)')


@dataclass(frozen=True)
class Signature:
    """One signature that was looked at. `who` is null where nobody says whose key it is."""

    good: bool
    key: str = ""  # its fingerprint
    who: str | None = None
    why: str = ""  # it is not good


def sign(path: Path, key: Path) -> None:
    """Put the owner's signature on a bundle that has none."""
    with Bundle.open(path):
        pass
    size, blocks = _parts(path)
    if blocks:
        raise BundleError(f"{path}: is signed already.", hint="A second one is a countersignature.")
    _append(path, size, [_signed(key, _statement(path, size, []))])


def countersign(path: Path, key: Path) -> None:
    """Put the signature of whoever ran the machine on a signed bundle."""
    with Bundle.open(path):
        pass
    size, blocks = _parts(path)
    if not blocks:
        raise BundleError(f"{path}: is not signed; a countersignature needs a signature.")
    if not all(each.good for each in signatures_of(path)):
        raise MlebenchError(f"{path}: its signature does not fit it: nothing to vouch for.")
    _append(path, size, [*blocks, _signed(key, _statement(path, size, blocks))])


def signatures_of(path: Path, allowed_signers: Path | None = None) -> list[Signature]:
    """The owner's signature and the countersignatures, checked; none for an unsigned bundle."""
    size, blocks = _parts(path)
    return [
        _checked(block, _statement(path, size, blocks[:number]), allowed_signers) for number, block in enumerate(blocks)
    ]


def _parts(path: Path) -> tuple[int, list[bytes]]:
    """The length of the zip without its comment, and the signatures in the comment."""
    import zipfile

    with zipfile.ZipFile(path) as archive:
        comment = archive.comment
    blocks = [match.group() for match in _BLOCK.finditer(comment)]
    if b"".join(blocks) != comment:
        raise BundleError(f"{path}: what stands at its end are no SSH signatures.")
    return path.stat().st_size - len(comment), blocks


def _statement(path: Path, size: int, before: list[bytes]) -> bytes:
    """What is signed: the digest of the zip as it is without a comment, and the signatures before this one."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        left = size - 2  # the length of the comment follows
        while left > 0 and (piece := file.read(min(_MIB, left))):
            digest.update(piece)
            left -= len(piece)
    digest.update(b"\0\0")
    earlier = "".join(f"after {hashlib.sha256(block).hexdigest()}\n" for block in before)
    return f"{_SPACE}\nsha256 {digest.hexdigest()}\n{earlier}".encode()


def _append(path: Path, size: int, blocks: list[bytes]) -> None:
    comment = b"".join(blocks)
    if len(comment) > _MOST:
        raise MlebenchError(f"{path}: has no room for another signature.")
    with replaced(path) as new:
        shutil.copyfile(path, new)
        with new.open("r+b") as file:
            file.truncate(size)
            file.seek(size - 2)
            file.write(len(comment).to_bytes(2, "little") + comment)


def _signed(key: Path, statement: bytes) -> bytes:
    if not key.is_file():
        raise BundleError(f"There is no key {key}.", hint="Make one with: ssh-keygen -t ed25519")
    done = _ssh_keygen("sign", "-f", str(key), stdin=statement)
    if done.returncode or not _BLOCK.fullmatch(done.stdout):
        raise MlebenchError(f"{key}: ssh-keygen could not sign with it ({_last_line(done.stderr)}).")
    return done.stdout


def _checked(block: bytes, statement: bytes, allowed_signers: Path | None) -> Signature:
    if not _is_canonical(block):
        return Signature(good=False, why="its text is not as ssh-keygen writes it")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "signature"
        file.write_bytes(block)
        checked = _ssh_keygen("check-novalidate", "-s", str(file), stdin=statement)
        match = _GOOD.search(checked.stdout.decode(errors="replace"))
        if checked.returncode or match is None:
            return Signature(good=False, why=f"it does not fit the file ({_last_line(checked.stderr)})")
        key = f"{match[1]} {match[2]}"
        if allowed_signers is None:
            return Signature(good=True, key=key)
        found = _ssh_keygen("find-principals", "-s", str(file), "-f", str(allowed_signers), stdin=b"")
        for who in found.stdout.decode(errors="replace").splitlines() if not found.returncode else []:
            options = ("-s", str(file), "-f", str(allowed_signers), "-I", who)
            if not _ssh_keygen("verify", *options, stdin=statement).returncode:
                return Signature(good=True, key=key, who=who)
        return Signature(good=True, key=key)


def _is_canonical(block: bytes) -> bool:
    """Base64 has bits that mean nothing: with these set, a changed byte would go unseen."""
    match = _BLOCK.fullmatch(block)
    text = match[1].replace(b"\n", b"") if match else b""
    try:
        return bool(text) and base64.b64encode(base64.b64decode(text, validate=True)) == text
    except binascii.Error:
        return False


def _ssh_keygen(action: str, *options: str, stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise MlebenchError("Signatures need the program ssh-keygen.", hint="It is part of OpenSSH: openssh-client.")
    space = () if action == "find-principals" else ("-n", _SPACE)
    return subprocess.run([program, "-Y", action, *space, *options], input=stdin, capture_output=True, check=False)


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"
