"""What an agent may talk to from its sandbox: the validator, a language model, listed hosts. Nothing else."""

from mlebench.gateway.access import Gateway, GatewayRecord
from mlebench.gateway.checker import Checker
from mlebench.gateway.server import GatewayHost

__all__ = ["Checker", "Gateway", "GatewayHost", "GatewayRecord"]
