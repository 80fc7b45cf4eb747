"""Writes the docstrings of the built module into its stubs, where editors look for them. With `--check` only says whether they are there."""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from pathlib import Path
from typing import Any

import pgnkit._core

STUBS = Path(__file__).parents[1] / "python" / "pgnkit" / "_core.pyi"


def docstring(of: Any) -> str | None:
    """What the Rust code says of a class or a function, and not what Python does."""
    text = inspect.cleandoc(getattr(of, "__doc__", None) or "")
    return text or None


def quoted(text: str, indent: str) -> str:
    """The text as a docstring."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = [f"{indent}{line}".rstrip() for line in escaped.splitlines()]
    closing = f"\n{indent}" if len(lines) > 1 or escaped.endswith('"') else ""
    return f'{indent}"""{chr(10).join(lines).lstrip()}{closing}"""'


def with_docstrings(text: str) -> str:
    """The stubs with a docstring for whatever has one in the module."""
    lines = text.splitlines()
    # From the end on, so that places stay.
    found: list[tuple[ast.ClassDef | ast.FunctionDef, str | None]] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found.append((node, docstring(getattr(pgnkit._core, node.name))))
        if isinstance(node, ast.ClassDef) and hasattr(pgnkit._core, node.name):
            runtime = getattr(pgnkit._core, node.name)
            found.append((node, docstring(runtime)))
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and (item.name == "__new__" or not item.name.startswith("__")):
                    is_setter = any(isinstance(by, ast.Attribute) for by in item.decorator_list)
                    # What makes an object is said of the class.
                    is_silent = is_setter or item.name == "__new__" or item.name.startswith("_repr")
                    found.append((item, None if is_silent else docstring(getattr(runtime, item.name))))
    for node, said in sorted(found, key=lambda one: -one[0].lineno):
        first = node.body[0]
        indent = " " * (node.col_offset + 4)
        old = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        if old:
            del lines[first.lineno - 1 : first.end_lineno]
        if isinstance(node, ast.ClassDef):
            if said:
                lines.insert(node.lineno, quoted(said, indent))
        elif said:
            end = (first.lineno if not old else first.lineno - 1) - 1
            # A comment for type checkers stays.
            lines[end] = lines[end].replace(": ...", ":")
            lines.insert(end + 1, quoted(said, indent))
        elif old:
            head, _, comment = lines[first.lineno - 2].partition(":  #")
            lines[first.lineno - 2] = f"{head}: ...  #{comment}" if comment else f"{head} ..."
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    before = STUBS.read_text(encoding="utf-8")
    after = with_docstrings(before)
    if given.check:
        if before != after:
            print("docstrings of _core.pyi are not those of the module; run crates/python/tests/stub_docs.py", file=sys.stderr)
        return int(before != after)
    STUBS.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
