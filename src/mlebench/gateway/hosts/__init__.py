"""A door to listed hosts, such as a package mirror. Everything else stays closed."""

from mlebench.gateway.hosts.rules import AllowList
from mlebench.gateway.hosts.tunnel import HostProxy

__all__ = ["AllowList", "HostProxy"]
