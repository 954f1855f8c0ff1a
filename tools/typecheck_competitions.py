"""Type-check prepare.py, grade.py and v2.py of every competition folder, strictly.

The folders are named after Kaggle slugs and are not packages, so mypy cannot name their files as modules.
This makes a package of links of each folder, in a temporary one, and runs mypy once over all of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "src/mlebench/competitions", ROOT / "src/mlebench/catalog"]


def main() -> int:
    """Exit status of mypy."""
    with tempfile.TemporaryDirectory() as name:
        links = Path(name)
        real = {}
        for root in FOLDERS:
            for file in sorted(file for name in ("prepare", "grade", "v2") for file in root.glob(f"*/{name}.py")):
                package = links / re.sub(r"\W", "_", f"c_{file.parent.name}")
                package.mkdir(exist_ok=True)
                (package / "__init__.py").touch()
                (package / file.name).symlink_to(file)
                real[f"{package.name}/{file.name}"] = str(file.relative_to(ROOT))
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--strict", "."],
            cwd=links,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"MYPYPATH": str(ROOT / "src"), "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache/c")},
        )
    text = done.stdout + done.stderr
    for link, path in real.items():
        text = text.replace(link, path)
    print(text.strip())
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
