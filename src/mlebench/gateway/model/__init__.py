"""The model proxy: a room's way to a language model. Keys, budget and prices stay outside."""

from mlebench.gateway.model.config import Budget, ProxyConfig
from mlebench.gateway.model.ledger import ModelUsage
from mlebench.gateway.model.proxy import ModelProxy

__all__ = ["Budget", "ModelProxy", "ModelUsage", "ProxyConfig"]
