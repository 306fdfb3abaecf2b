/** Reads Parquet files with pyarrow and polars, in an environment made by pip. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cacheDirectory } from '@seine/tools/checkout/locations.ts'
import { obtainPython } from '@seine/tools/setup/python-environment.ts'

const folder = new URL('python/', import.meta.url)

/** Largest output of the program, bytes. */
const outputMaxBytes = 64 * 1024 * 1024

/** The Python with the readers, or why it is missing. */
const readersPython = await obtainPython({
  name: 'archives',
  requirements: fileURLToPath(new URL('requirements.txt', folder)),
  cache: process.env['SEINE_DEV_CACHE_DIR'] ?? cacheDirectory(process.env),
  environment: process.env,
})

/** Why tests with the readers are skipped; false when they are not. */
export const readersSkip =
  'missing' in readersPython ? `pyarrow and polars are not here: ${readersPython.missing}` : false

/** A Parquet file as pyarrow and polars read it. */
export interface ParquetReading {
  /** Type of each column in pyarrow. */
  types: Record<string, string>
  /** Without `fetched_at`. */
  rows: Record<string, unknown>[]
  /** `fetched_at` of each row, ISO 8601. */
  fetched: (string | null)[]
  groups: { rows: number; bytes: number }[]
  compressions: string[]
  /** Type of each column in polars. */
  polars: Record<string, string>
}

/** Reads a file. @throws Error with the output of Python when a reader rejects the file. */
export async function readWithPython(path: string): Promise<ParquetReading> {
  if ('missing' in readersPython) throw new Error(readersPython.missing)
  const program = fileURLToPath(new URL('parquet.py', folder))
  const { stdout } = await promisify(execFile)(readersPython.python, [program, path], { maxBuffer: outputMaxBytes })
  return JSON.parse(stdout) as ParquetReading
}
