"""Adds the names of the extras as they are documented to a wheel.

maturin writes `open_spiel` as `open-spiel`. pip before 23.3, which Debian 12 and Python 3.11 bring along, does not find the extra of
`pip install mekong[open_spiel]` then, and installs nothing.
"""

from __future__ import annotations

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

NAMES = ("open_spiel",)


def add_names(metadata: str) -> str:
    """The metadata with every line about an extra repeated for its other name."""
    head, blank, text = metadata.partition("\n\n")
    lines = []
    for line in head.splitlines():
        lines.append(line)
        for name in NAMES:
            extra = name.replace("_", "-")
            for about in (f"Provides-Extra: {extra}", f"extra == '{extra}'"):
                if line.endswith(about):
                    lines.append(line.removesuffix(about) + about.replace(extra, name))
    return "\n".join(lines) + blank + text


def rewrite(wheel: Path) -> None:
    """Rewrite a wheel."""
    unfinished = wheel.with_suffix(".unfinished")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(unfinished, "w") as new:
        files = {info: old.read(info) for info in old.infolist()}
        (metadata,) = (info for info in files if info.filename.endswith(".dist-info/METADATA"))
        (record,) = (info for info in files if info.filename.endswith(".dist-info/RECORD"))
        files[metadata] = data = add_names(files[metadata].decode()).encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        entry = f"{metadata.filename},sha256={digest},{len(data)}"
        entries = files[record].decode().splitlines()
        files[record] = "".join(f"{entry if line.startswith(f'{metadata.filename},') else line}\n" for line in entries).encode()
        for info, content in files.items():
            new.writestr(info, content)
    unfinished.replace(wheel)


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]))
