"""Write the scripts of the tutorials: the `sh` blocks of docs/tutorial/NAME.md, one after another, are NAME.sh.

The page about agents of one's own is such a page too.
"""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
HEAD = """\
#!/usr/bin/env bash
# The commands of {page}, in its order (tools/tutorial_scripts.py). They write into the folder you are in.
set -euo pipefail

"""


def scripts() -> dict[Path, str]:
    """Each script with the text that its page asks for."""
    found = {}
    for page in [*sorted(DOCS.glob("tutorial/first-*.md")), DOCS / "how-to" / "agents.md"]:
        blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        found[page.with_name(page.stem.replace("-", "_") + ".sh")] = HEAD.format(page=page.name) + "\n".join(blocks)
    return found


if __name__ == "__main__":
    for path, text in scripts().items():
        path.write_text(text, encoding="utf-8")
