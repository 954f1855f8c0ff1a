import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.append(str(DOCS / "_extensions"))  # as docs/conf.py does
