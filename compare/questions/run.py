#!/usr/bin/env python3
"""Asks the questions of questions.sql of DuckDB and, where it is built, of pgn-sql, on Parquet and on PGN, and compares all answers with those of
a loop over the games. Prints the seconds that each took.

    run.py PGN QUESTIONS FILE… [--sql PGN-SQL] [--times FILE.csv]

PGN is the command pgn, QUESTIONS the program of this folder. Needs the package duckdb."""

import argparse
import csv
import datetime
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TABLES = ("games", "plies", "positions")


def questions():
    text = pathlib.Path(__file__).with_name("questions.sql").read_text()
    found = re.findall(r"^-- (\d+)\. ([^\n]*)\n(.*?);$", text, re.M | re.S)
    assert [int(number) for number, _, _ in found] == list(range(1, 21))
    return [(title, sql) for _, title, sql in found]


def plain(value):
    if value is None or value == "":
        return None
    if isinstance(value, datetime.time):
        return value.isoformat()
    try:
        number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return None if math.isnan(number) else number


def keys(value):
    """Keys of positions are whole numbers of 64 bits, which floating-point numbers cannot hold."""
    return int(value) if isinstance(value, int) or isinstance(value, str) and value.isdigit() else plain(value)


def same(one, other):
    if len(one) != len(other):
        return False
    for row, with_row in zip(one, other):
        for value, with_value in zip(map(keys, row), map(keys, with_row)):
            if isinstance(value, float) or isinstance(with_value, float):
                if value is None or with_value is None or isinstance(value, str) or isinstance(with_value, str):
                    return False
                if abs(float(value) - float(with_value)) > 1.0001e-3:
                    return False
            elif value != with_value:
                return False
    return True


def duckdb_on(files):
    import duckdb

    connection = duckdb.connect()
    for table, path in files.items():
        connection.execute(f"create view {table} as select * from read_parquet('{path}')")
    return lambda sql: connection.execute(sql).fetchall()


def pgn_sql_on(program, tables):
    def ask(sql):
        for table, source in tables.items():
            sql = re.sub(rf"\b(from|join) {table}\b", rf"\1 {source} as {table}", sql)
        found = subprocess.run([program, "--quiet", "--format", "csv", sql], capture_output=True, text=True)
        if found.returncode == 2:
            raise RuntimeError(found.stderr)
        return list(csv.reader(found.stdout.splitlines()))[1:]

    return ask


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pgn")
    parser.add_argument("questions")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sql")
    parser.add_argument("--times")
    options = parser.parse_args()
    failed, rows = 0, []
    for file in options.files:
        with tempfile.TemporaryDirectory() as directory:
            files = {table: str(pathlib.Path(directory, f"{table}.parquet")) for table in TABLES}
            for table, path in files.items():
                subprocess.run([options.pgn, "convert", "--quiet", "--to", "parquet", "--rows", table, file, "-o", path], check=False)
            begun = time.monotonic()
            expected = json.loads(subprocess.run([options.questions, file], capture_output=True, check=True).stdout)
            print(f"{file}: the loop took {time.monotonic() - begun:.2f} s")
            engines = {"duckdb on parquet": duckdb_on(files)}
            if options.sql:
                engines["pgn-sql on parquet"] = pgn_sql_on(options.sql, {table: f"'{path}'" for table, path in files.items()})
                on_pgn = {table: f"{table}('{file}')" for table in TABLES} | {"games": f"'{file}'"}
                engines["pgn-sql on pgn"] = pgn_sql_on(options.sql, on_pgn)
            for number, ((title, sql), answer) in enumerate(zip(questions(), expected), 1):
                times = []
                for name, ask in engines.items():
                    begun = time.monotonic()
                    found = ask(sql)
                    times.append(time.monotonic() - begun)
                    rows.append([file, number, name, f"{times[-1]:.3f}"])
                    if not same(answer, found):
                        failed += 1
                        print(f"{number}. {title}: {name} differs\n  loop   {answer[:12]}\n  engine {found[:12]}", file=sys.stderr)
                print(f"{number:>2} {'  '.join(f'{seconds:7.3f} s' for seconds in times)}  {title}")
            print(f"   {'  '.join(f'{name:>9}' for name in engines)}")
    if options.times:
        with open(options.times, "w", newline="") as out:
            csv.writer(out).writerows([["file", "question", "engine", "seconds"], *rows])
    sys.exit(1 if failed else 0)


main()
