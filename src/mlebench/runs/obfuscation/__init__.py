"""Runs whose agents are not told which competition they work on."""

from mlebench.runs.obfuscation.aliases import new_aliases
from mlebench.runs.obfuscation.disguise import Disguise, disguise_of
from mlebench.runs.obfuscation.names import naming_files
from mlebench.runs.obfuscation.public import disguised_public

__all__ = ["Disguise", "disguise_of", "disguised_public", "naming_files", "new_aliases"]
