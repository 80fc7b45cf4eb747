"""Runs the examples of the docstrings, and of documents: `examples.py DOCUMENT.md…`.

Status 1: one of them says something else.

An example in a document is a block that begins with ```python or ```pycon and has `>>>` in it. The blocks of a document
share their names, and run in a folder with copies of the files of `examples/`.
"""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pgnkit

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```(?:python|pycon)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def documented(module: Any) -> Iterator[tuple[str, str]]:
    """Everything with a docstring: what is written in Rust is nothing that `doctest` would find."""
    seen: set[int] = set()
    pending = [(module.__name__, module)]
    while pending:
        name, one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        text = getattr(one, "__doc__", None)
        if isinstance(text, str) and ">>>" in text:
            yield name, text
        if one is module or isinstance(one, type):
            for key, member in vars(one).items():
                home = getattr(member, "__module__", None) or module.__name__
                if home.startswith("pgnkit") and (callable(member) or hasattr(member, "__get__")):
                    pending.append((f"{name}.{key}", getattr(member, "__func__", member)))


def modules() -> Iterator[Any]:
    yield pgnkit
    for found in pkgutil.walk_packages(pgnkit.__path__, "pgnkit."):
        yield importlib.import_module(found.name)


class Runner:
    def __init__(self) -> None:
        self.runner = doctest.DocTestRunner(optionflags=FLAGS)
        self.parser = doctest.DocTestParser()

    def run(self, name: str, text: str, names: dict[str, Any], line: int = 0) -> None:
        test = self.parser.get_doctest(text, {}, name, name, line)
        test.globs = names  # not a copy, as it would make
        self.runner.run(test, clear_globs=False)


def main(documents: list[str]) -> int:
    runner = Runner()
    seen: set[str] = set()
    for module in modules():
        for name, text in documented(module):
            if text not in seen:
                seen.add(text)
                names = {key: value for key, value in vars(pgnkit).items() if not key.startswith("_")}
                runner.run(name, text, names | vars(module) | {"pgnkit": pgnkit})
    paths = [Path(document).resolve() for document in documents]
    with tempfile.TemporaryDirectory() as folder:
        for example in ROOT.joinpath("examples").glob("*.pgn"):
            shutil.copy(example, folder)
        before = Path.cwd()
        os.chdir(folder)
        try:
            for path in paths:
                names = {"__name__": "__main__"}
                text = path.read_text(encoding="utf-8")
                for block in BLOCK.finditer(text):
                    if ">>>" in block[1]:
                        runner.run(path.name, block[1], names, text.count("\n", 0, block.start(1)))
        finally:
            os.chdir(before)
    done = runner.runner.summarize(verbose=False)
    print(f"{done.attempted} examples, {done.failed} of them wrong")
    return 1 if done.failed or not done.attempted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
