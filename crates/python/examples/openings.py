# %% [markdown]
# # From a file of games to three plots
#
# A `.pgn.zst` is read as columns, asked three questions, and the answers are drawn: which openings are played and how
# they score, how the clocks run, and how evaluations and results belong together. It takes `pip install pgnkit[plot]`.
#
# This is the notebook `openings.ipynb` as a script: `python openings.py GAMES.pgn.zst --out FOLDER`.

# %%
import argparse
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import pgnkit
import pyarrow
import pyarrow.compute as pc

parser = argparse.ArgumentParser()
parser.add_argument(
    "games", nargs="?", default="../../../examples/clocks.pgn", help="games of any form, compressed or not"
)
parser.add_argument("--out", help="a folder for the plots; without it they are shown")
# A notebook has arguments that are not for us.
given = parser.parse_args([] if "ipykernel" in sys.modules else None)

# %% [markdown]
# What is plain text becomes a `.pgn.zst` first: with the openings that the positions show, and without duplicates.


# %%
def packed(path: str, folder: str) -> Path:
    if path.endswith(".zst"):
        return Path(path)
    target = Path(folder) / (Path(path).stem + ".pgn.zst")
    count = pgnkit.dedup(path).eco(names="lichess").write(target)
    print(f"{target.name}: {count} games, {target.stat().st_size:,} bytes, {Path(path).stat().st_size:,} as text")
    return target


def show(name: str) -> None:
    plt.tight_layout()
    if given.out:
        Path(given.out).mkdir(parents=True, exist_ok=True)
        plt.savefig(Path(given.out) / f"{name}.png", dpi=100)
        plt.close()
    else:
        plt.show()


# %% [markdown]
# ## Openings
#
# A row is a game. Only the columns that are asked for are made.


# %%
def openings(path: Path) -> None:
    games = pyarrow.table(pgnkit.columns(path, "games", ["ECO", "Result", "plies"]))
    points = pc.case_when(
        pc.make_struct(pc.equal(games["Result"], "1-0"), pc.equal(games["Result"], "1/2-1/2")), 1.0, 0.5, 0.0
    )
    games = games.append_column("points", points).filter(pc.not_equal(games["Result"], "*"))
    found = games.group_by("ECO").aggregate([("points", "mean"), ("points", "count")])
    found = found.sort_by([("points_count", "descending"), ("ECO", "ascending")]).slice(0, 12)
    _, left = plt.subplots(figsize=(8, 4))
    names = [name or "?" for name in found["ECO"].to_pylist()]
    left.bar(names, found["points_count"].to_pylist(), color="#8aa9c9")
    left.set(title="Openings: how often, and the score of White", ylabel="games")
    right = left.twinx()
    right.plot(names, found["points_mean"].to_pylist(), "o", color="#b5452c")
    right.set(ylim=(0, 1), ylabel="score of White")
    show("openings")


# %% [markdown]
# ## Clocks
#
# A row is a move. `clock` is in seconds, whatever program wrote it.


# %%
def clocks(plies: pyarrow.Table) -> None:
    timed = plies.filter(pc.is_valid(plies["clock"]))
    _, axes = plt.subplots(figsize=(8, 4))
    for color, look in (("white", "#c9a66b"), ("black", "#333333")):
        side = timed.filter(pc.equal(timed["color"], color))
        mean = side.group_by("move_number").aggregate([("clock", "approximate_median")]).sort_by("move_number")
        axes.plot(
            mean["move_number"].to_pylist(), mean["clock_approximate_median"].to_pylist(), color=look, label=color
        )
    axes.set(title="Time that is left after each move, the median", xlabel="move", ylabel="seconds")
    axes.legend()
    show("clocks")


# %% [markdown]
# ## Evaluations
#
# How large an advantage is after twenty moves, for each result.


# %%
def evaluations(plies: pyarrow.Table) -> None:
    judged = plies.filter(pc.and_(pc.is_valid(plies["eval_cp"]), pc.equal(plies["move_number"], 20)))
    _, axes = plt.subplots(figsize=(8, 4))
    for result, look in (("1-0", "#c9a66b"), ("1/2-1/2", "#888888"), ("0-1", "#333333")):
        pawns = pc.divide(pc.cast(judged.filter(pc.equal(judged["Result"], result))["eval_cp"], "float64"), 100.0)
        within = [max(-10.0, min(10.0, value)) for value in pawns.to_pylist()]
        axes.hist(within, bins=20, range=(-10, 10), histtype="step", color=look, label=f"{result}: {len(within)}")
    axes.set(title="Evaluation after move 20, by result", xlabel="pawns", ylabel="moves")
    axes.legend()
    show("evaluations")


# %% [markdown]
# ## All together


# %%
def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = packed(given.games, folder)
        plies = pyarrow.table(pgnkit.columns(path, "plies", ["move_number", "color", "clock", "eval_cp", "Result"]))
        print(f"{plies.num_rows} moves, {plies['clock'].null_count} of them without a clock")
        openings(path)
        clocks(plies)
        evaluations(plies)


main()
