"""How well a language model knows the texts about competitions: the mean probability that it gives to their tokens."""

from mlebench.integrity.familiarity.documents import Document, descriptions, documents_at
from mlebench.integrity.familiarity.measure import Familiarity, measure_familiarity
from mlebench.integrity.familiarity.performance import Comparison, compare_with

__all__ = [
    "Comparison",
    "Document",
    "Familiarity",
    "compare_with",
    "descriptions",
    "documents_at",
    "measure_familiarity",
]
