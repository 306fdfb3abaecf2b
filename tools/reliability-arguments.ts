/** The arguments of `./dev reliability`. This module is loaded before set-up, so it must not import a package. */
import { parseArgs } from 'node:util'
import { UsageError } from '../services/cli/command/usage-error.ts'

/** Rows about security, abuse and hostile input, and about failures of processes and of the services they depend on. */
export const rowIds = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'R8',
  'R9',
  'R10',
  'R11',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R17',
  'R18',
  'R19',
  'R20',
  'R21',
  'R22',
  'R23',
  'R24',
  'R25',
  'R26',
  'R27',
  'R28',
  'R29',
  'R30',
  'R31',
  'R32',
  'R33',
  'R34',
  'R35',
  'R36',
  'R37',
  'R38',
  'R39',
  'R40',
  'R41',
  'R42',
  'R43',
  'R44',
] as const
export type RowId = (typeof rowIds)[number]

/** Options of `./dev reliability`. */
export interface ReliabilityRequest {
  rows: RowId[]
  /** Runs shortened forms, which write no documentation. */
  short: boolean
  /** File for the results as JSON; null: `reliability.json` in the repository. */
  json: string | null
}

const isRowId = (word: string): word is RowId => (rowIds as readonly string[]).includes(word)

/**
 * Reads the arguments after `./dev reliability`.
 * @throws UsageError
 */
export function parseReliabilityArguments(args: readonly string[]): ReliabilityRequest {
  const options = { short: { type: 'boolean' }, json: { type: 'string' } } as const
  const read = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true })
    } catch (error) {
      throw new UsageError(`./dev reliability takes rows, --short and --json FILE: ${(error as Error).message}`)
    }
  }
  const { values, positionals } = read()
  const named = positionals.map((word) => word.toUpperCase())
  for (const [index, word] of named.entries()) {
    if (isRowId(word)) continue
    throw new UsageError(`./dev reliability takes ${rowIds.join(', ')}, got ${JSON.stringify(positionals[index])}`)
  }
  return {
    rows: named.length === 0 ? [...rowIds] : rowIds.filter((id) => named.includes(id)),
    short: values.short === true,
    json: values.json ?? null,
  }
}
