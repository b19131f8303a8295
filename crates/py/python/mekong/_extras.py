"""Optional packages."""

from __future__ import annotations

from mekong.errors import MissingPackageError

__all__: list[str] = []


def missing(package: str, extra: str) -> MissingPackageError:
    """The exception for a package that is not installed."""
    install = f"pip install mekong[{extra}]"
    return MissingPackageError(
        package,
        f"the package {package} is not installed: {install}",
        f"le paquet {package} n’est pas installé : {install}",
    )
