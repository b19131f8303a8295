"""A missing optional package is named with the extra that installs it."""

import importlib.metadata
import subprocess
import sys

import mekong
import pytest


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("open_spiel", "pyspiel", "open_spiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
    ],
)
def test_missing_package(module, package, extra):
    code = f"import sys; sys.modules[{package!r}] = None; import mekong.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert f"MissingPackageError: {extra}: the package {extra} is not installed: pip install mekong[{extra}]" in run.stderr


def test_the_package_itself_needs_numpy_only():
    blocked = [
        "pyspiel",
        "open_spiel",
        "pettingzoo",
        "gymnasium",
        "pandas",
        "polars",
        "pyarrow",
        "hypothesis",
    ]
    code = f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); import mekong; print(mekong.__version__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == mekong.__version__


def test_extras_have_the_names_that_are_documented():
    """pip before 23.3 finds no other ones."""
    wheel = importlib.metadata.distribution("mekong")
    assert {"open_spiel", "pettingzoo", "gymnasium", "datasets"} <= set(wheel.metadata.get_all("Provides-Extra"))
    required = "".join(wheel.requires)
    assert all(f"extra == '{extra}'" in required for extra in ("open_spiel", "pettingzoo", "gymnasium", "datasets"))
