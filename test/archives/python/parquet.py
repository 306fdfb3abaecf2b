"""Prints what pyarrow and polars read from the Parquet file at the path of the first argument, as JSON."""

import json
import sys

import polars
import pyarrow.parquet

path = sys.argv[1]
file = pyarrow.parquet.ParquetFile(path)
table = file.read()
groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
columns = range(len(file.schema))

print(
    json.dumps(
        {
            "types": {field.name: str(field.type) for field in table.schema},
            "rows": json.loads(json.dumps(table.drop_columns("fetched_at").to_pylist())),
            "fetched": [None if at is None else at.isoformat() for at in table["fetched_at"].to_pylist()],
            "groups": [{"rows": group.num_rows, "bytes": group.total_byte_size} for group in groups],
            "compressions": sorted({group.column(column).compression for group in groups for column in columns}),
            "polars": {name: str(kind) for name, kind in polars.read_parquet(path).schema.items()},
        }
    )
)
