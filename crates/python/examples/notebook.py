"""Makes the notebook of a script with cells (`# %%`); `notebook.py --check SCRIPT.py` compares it."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def notebook(script: str) -> str:
    cells: list[dict[str, object]] = []
    for number, part in enumerate(script.split("# %%")[1:], 1):
        head, _, body = part.partition("\n")
        is_text = head.strip() == "[markdown]"
        lines = body.strip("\n").splitlines()
        if is_text:
            lines = [line.removeprefix("#").removeprefix(" ") for line in lines]
        cell: dict[str, object] = {
            "cell_type": "markdown" if is_text else "code",
            "id": f"cell-{number}",
            "metadata": {},
        }
        cell["source"] = [line + "\n" for line in lines[:-1]] + lines[-1:]
        if not is_text:
            cell |= {"execution_count": None, "outputs": []}
        cells.append(cell)
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return (
        json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}, indent=1, sort_keys=True)
        + "\n"
    )


def main(arguments: list[str]) -> int:
    script = Path(arguments[-1])
    target = script.with_suffix(".ipynb")
    made = notebook(script.read_text(encoding="utf-8"))
    if arguments[0] != "--check":
        target.write_text(made, encoding="utf-8")
    elif target.read_text(encoding="utf-8") != made:
        print(f"{target} differs from its script; run notebook.py {script}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
