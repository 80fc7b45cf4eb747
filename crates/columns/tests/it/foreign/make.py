"""Makes the files beside it, as other programs write them: pip install pandas polars pyarrow duckdb."""

import datetime
import duckdb
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.parquet

rows = {
    "White": ["Tal", "Fine"],
    "Black": ["Botvinnik", None],
    "Result": ["1-0", "*"],
    "WhiteElo": [2700, None],
    "ECO": [None, None],
    "Date": [datetime.datetime(1960, 3, 15), datetime.datetime(1938, 11, 6)],
    "UTCDate": [datetime.datetime(2013, 1, 1, 22, 0, 5), None],
    "san": ["e4 e5", "d4"],
}
frame = pandas.DataFrame(rows)
table = pyarrow.table(rows)

# pandas and pyarrow: columns without values are of no type, dates are timestamps, a missing number makes floats of all.
frame.to_parquet("pandas.parquet")
frame.to_feather("pandas.feather")
pyarrow.parquet.write_table(table, "pyarrow.parquet")
for codec in ["brotli", "gzip", "lz4", "zstd", "none"]:
    pyarrow.parquet.write_table(table, f"pyarrow-{codec}.parquet", compression=codec)
for codec in ["lz4", "zstd", "uncompressed"]:
    pyarrow.feather.write_feather(table, f"pyarrow-{codec}.feather", compression=codec)
with pyarrow.ipc.new_stream("pyarrow-stream.arrow", table.schema) as out:
    out.write_table(table)
with pyarrow.ipc.new_file("pyarrow-file.arrows", table.schema) as out:
    out.write_table(table)

data = polars.DataFrame(rows)
data.write_parquet("polars.parquet")
data.write_ipc("polars.arrow")
data.write_ipc("polars-lz4.arrow", compression="lz4")
data.with_columns(polars.col("White").cast(polars.Categorical), polars.col("san").str.split(" ")).write_ipc("polars-lists.arrow")
data.write_ipc_stream("polars.arrows")

duckdb.sql("COPY (SELECT * REPLACE (CAST(WhiteElo AS INTEGER) AS WhiteElo) FROM data) TO 'duckdb.parquet'")
duckdb.sql("COPY (SELECT * REPLACE (CAST(WhiteElo AS DECIMAL(6, 1)) AS WhiteElo, string_split(san, ' ') AS san) FROM data) TO 'duckdb-lists.parquet'")
