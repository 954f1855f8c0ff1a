"""Which hosts a sandbox may reach."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple

from mlebench.errors import WrongUsage

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_USUAL_PORTS: tuple[int, ...] = (80, 443)
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_\-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_\-]*[a-z0-9_])?)*")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # addresses that a gateway turns into IPv4 ones


class _Rule(NamedTuple):
    ports: tuple[int, ...]
    name: str = ""
    suffix: bool = False
    network: Network | None = None


class AllowList:
    """Entries: `host`, `.domain` (it and all below it), an address or a network; each with `:port` or not.

    Without a port, 80 and 443 are open. A name never leads to an address that is not public (loopback, the
    local network, a cloud's metadata): such an address needs an entry of its own.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self.entries = tuple(dict.fromkeys(entry.strip() for entry in entries))
        self._rules = [_rule(entry) for entry in self.entries]

    def names(self, host: str, port: int) -> bool:
        """Whether a name or address is listed, before anything is known about where it leads."""
        address = parse_address(host)
        if address is not None:
            return self._lists(address, port)
        host = normal_name(host)
        return any(
            port in rule.ports and rule.name and (host == rule.name or (rule.suffix and host.endswith("." + rule.name)))
            for rule in self._rules
        )

    def leads_to(self, address: Address, port: int) -> bool:
        """Whether a connection to this address may be made for a listed name."""
        return is_public(address) or self._lists(address, port)

    def _lists(self, address: Address, port: int) -> bool:
        return any(port in rule.ports and rule.network is not None and address in rule.network for rule in self._rules)


def normal_name(host: str) -> str:
    """Names differ neither by case nor by a final dot."""
    return host.lower().removesuffix(".")


def parse_address(host: str) -> Address | None:
    """The address that a text is, or null. Odd spellings (0x7f.1, 127.1) are no addresses here, nor names."""
    try:
        return embedded(ipaddress.ip_address(host.strip("[]").partition("%")[0]))
    except ValueError:
        return None


def is_name(host: str) -> bool:
    """Whether a text is the name of a host. One that ends in a number could be read as an address."""
    host = normal_name(host)
    last = host.rpartition(".")[2]
    return _NAME.fullmatch(host) is not None and not re.fullmatch(r"\d+|0x[0-9a-f]*", last)


def embedded(address: Address) -> Address:
    """The IPv4 address in an IPv6 one that only wraps it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in _TRANSLATED:
            return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet."""
    address = embedded(address)
    return address.is_global and not address.is_multicast


def _rule(entry: str) -> _Rule:
    host, ports = entry, _USUAL_PORTS
    found = re.fullmatch(r"(\[.+\](?:/\d+)?|[^:]+):(\d{1,5})", entry)
    if found:
        host, ports = found.group(1), (int(found.group(2)),)
    try:
        return _Rule(ports, network=ipaddress.ip_network(host.replace("[", "").replace("]", "")))
    except ValueError:
        pass
    name = normal_name(host.removeprefix("*").removeprefix("."))
    if not is_name(name) or not all(0 < port < 65536 for port in ports):
        raise WrongUsage(
            f"'{entry}' is no host that can be opened.",
            hint="Write mirror.example.org, .example.org, mirror.example.org:8080, or 10.0.0.5:3141.",
        )
    return _Rule(ports, name, suffix=host.startswith((".", "*.")))
