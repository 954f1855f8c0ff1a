"""The model proxy: a sandbox's way to a language model. Keys, budget and prices stay outside.

`ModelProxy` is in `mlebench.gateway.model.proxy`: most runs need no HTTP client, whose import takes a while.
"""

from mlebench.gateway.model.config import Budget, ModelSettings, ProxyConfig
from mlebench.gateway.model.ledger import ModelUsage

__all__ = ["Budget", "ModelSettings", "ModelUsage", "ProxyConfig"]
