"""What an agent may talk to from its room: for now the validator."""

from mlebench.gateway.validator import Checker, ValidatorServer

__all__ = ["Checker", "ValidatorServer"]
