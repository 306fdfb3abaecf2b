/** The results of a run as `reliability.json`: their schema, and how they are created and read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowIds, type RowId } from '@seine/tools/reliability-arguments.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { machineFacts } from '../bench/machine-facts.ts'
import type { Mark } from '../bench/labs/lab.ts'
import type { RowOutcome, RowResult } from './row.ts'

/** One row of a run. */
export interface ReportedRow {
  id: RowId
  name: string
  method: string
  counted: string
  pass_mark: string
  result: RowOutcome
  /** Why it did not run or was aborted. */
  reason: string | null
  duration_ms: number
  figures: Mark[]
}

/** Content of `reliability.json`. */
export interface Report {
  /** Version of Seine. */
  version: string
  /** Start of the run, ISO 8601 in UTC. */
  date: string
  /** Whether the rows ran in their shortened form. */
  short: boolean
  machine: { cores: number; memory_bytes: number; model: string; node: string }
  /** Whether every row was run and passed. */
  passed: boolean
  rows: ReportedRow[]
}

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const
const flag = { type: 'boolean' } as const

/** A schema for objects with exactly these members. */
const closed = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** `Report` as a JSON Schema (2020-12). */
export const reportSchema = closed({
  version: text,
  date: text,
  short: flag,
  machine: closed({ cores: count, memory_bytes: count, model: text, node: text }),
  passed: flag,
  rows: {
    type: 'array',
    items: closed({
      id: { enum: [...rowIds] },
      name: text,
      method: text,
      counted: text,
      pass_mark: text,
      result: { enum: ['passed', 'failed', 'not run'] },
      reason: { type: ['string', 'null'] },
      duration_ms: count,
      figures: { type: 'array', items: closed({ what: text, figure: text, demand: text, passed: flag }) },
    }),
  },
})

function version(): string {
  const packageFile = readFileSync(join(repositoryRoot, 'package.json'), 'utf8')
  return (JSON.parse(packageFile) as { version: string }).version
}

/** False when a row was not run, and for a run without rows. */
export const allPassed = (results: readonly RowResult[]): boolean =>
  results.length > 0 && results.every(({ outcome }) => outcome === 'passed')

/** @param startedAt start of the run. */
export function reportOf(results: readonly RowResult[], short: boolean, startedAt: Date): Report {
  const { cores, memoryBytes, model } = machineFacts()
  return {
    version: version(),
    date: startedAt.toISOString(),
    short,
    machine: { cores, memory_bytes: memoryBytes, model, node: process.version },
    passed: allPassed(results),
    rows: results.map(({ row, outcome, marks, reason, durationMs }) => ({
      id: row.id,
      name: row.name,
      method: row.method,
      counted: row.counted,
      pass_mark: row.passMark,
      result: outcome,
      reason,
      duration_ms: Math.round(durationMs),
      figures: marks,
    })),
  }
}
