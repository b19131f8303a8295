"""Every public object has a docstring, its examples run, and docs/python.md is up to date."""

import doctest
import sys

import mekong
import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "crates/py/tools"))
import api_page

ENTRIES = list(api_page.entries())


def test_everything_is_documented():
    assert len(ENTRIES) > 120
    missing = [entry.name for entry in ENTRIES if not entry.doc]
    assert missing == []


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if ">>>" in entry.doc], ids=lambda entry: entry.name)
def test_examples_run(entry, table, monkeypatch):
    # It is solved once for all examples.
    monkeypatch.setattr(mekong.SaigonTable, "solve", lambda: table)
    examples = doctest.DocTestParser().get_doctest(entry.doc, {}, entry.name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with np.printoptions(threshold=1000):
        runner.run(examples)
    assert runner.failures == 0
    assert runner.tries > 0


def test_page_is_up_to_date():
    path = ROOT / "docs/python.md"
    assert path.read_text() == api_page.page(path.read_text()), "run: make py-docs"
