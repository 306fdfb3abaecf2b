/** Reads a Parquet file with DuckDB. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** A table as DuckDB reads it. */
export interface DuckDbTable {
  /** Type of each column, in order. */
  types: Record<string, string>
  rows: Record<string, unknown>[]
  /** `fetched_at` of the rows that have it, epoch milliseconds. */
  instants: number[]
  /** Row groups of the file. */
  groups: RowGroup[]
}

/** A row group of a file. */
export interface RowGroup {
  rows: number
  /** Before compression. */
  bytes: number
  compression: string
}

/** Reads a file of pages. @throws Error of DuckDB for a file that is not Parquet. */
export async function readWithDuckDb(file: Uint8Array): Promise<DuckDbTable> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-parquet-'))
  const path = join(folder, 'pages.parquet')
  await writeFile(path, file)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rowsOf = async (query: string): Promise<Record<string, unknown>[]> =>
    (await connection.runAndReadAll(query)).getRowObjectsJson()
  try {
    const described = await rowsOf(`DESCRIBE SELECT * FROM read_parquet('${path}')`)
    const instants = await rowsOf(
      `SELECT epoch_ms(fetched_at) AS ms FROM read_parquet('${path}') WHERE fetched_at IS NOT NULL`,
    )
    const groups = await rowsOf(
      `SELECT row_group_num_rows AS rows, any_value(row_group_bytes) AS bytes, string_agg(DISTINCT compression) AS compression FROM parquet_metadata('${path}') GROUP BY row_group_id, row_group_num_rows ORDER BY row_group_id`,
    )
    return {
      types: Object.fromEntries(described.map((row) => [String(row['column_name']), String(row['column_type'])])),
      rows: await rowsOf(`SELECT * FROM read_parquet('${path}')`),
      instants: instants.map(({ ms }) => Number(ms)),
      groups: groups.map((group) => ({
        rows: Number(group['rows']),
        bytes: Number(group['bytes']),
        compression: String(group['compression']),
      })),
    }
  } finally {
    connection.closeSync()
    await rm(folder, { recursive: true })
  }
}
