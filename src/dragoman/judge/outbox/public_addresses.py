"""Addresses on the public web: whoever has the judge call one must not have it ask machines that he
cannot reach himself."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from dragoman.refusal import ActionRefused

_LOCAL_NAMES: Final = (".localhost", ".local", ".internal", ".home.arpa", ".test", ".invalid")
_FOUR_WITHIN: Final = (
    (IPv6Network("::ffff:0:0/96"), 0),
    (IPv6Network("64:ff9b::/96"), 0),  # translated by NAT64 (RFC 6052)
    (IPv6Network("2002::/16"), 80),  # 6to4 (RFC 3056)
)
"""Networks of IPv6 whose addresses lead to one of IPv4, and how many bits stand behind that."""
_NOT_PUBLIC: Final = (
    IPv6Network("64:ff9b:1::/48"),  # translated within somebody's own network (RFC 8215)
    IPv6Network("2001::/32"),  # Teredo: whoever made the address says where it leads
)


def is_public(number: str) -> bool:
    """True if the number of a host leads to the public web, by whatever way."""
    found = ip_address(number.partition("%")[0])
    if isinstance(found, IPv6Address):
        for network, behind in _FOUR_WITHIN:
            if found in network:
                return is_public(str(IPv4Address((int(found) >> behind) & 0xFFFFFFFF)))
        if found.is_site_local or any(found in network for network in _NOT_PUBLIC):
            return False
    return found.is_global and not found.is_multicast


def check_public(host: str) -> None:
    """See that an address that is to be called is no local one, as far as that can be seen at once:
    its name is looked up when it is called.

    Raises:
        ActionRefused: if it is.
    """
    try:
        # However the number is written: as one, in hex, in octal.
        told = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
        is_good = all(is_public(str(one[4][0])) for one in told)
    except (OSError, UnicodeError):
        bare = host.lower().rstrip(".")
        is_good = "." in bare and not bare.endswith(_LOCAL_NAMES)
    if not is_good:
        what = f"{host} is not on the public web"
        raise ActionRefused("local-address", what, "name an address that everybody reaches")
