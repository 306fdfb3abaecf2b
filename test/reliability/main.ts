/** The reliability rows as a program: `node main.ts REQUEST`, a `ReliabilityRequest` as JSON. Run by `./dev reliability`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { createProgress } from '@seine/tools/checkout/progress.ts'
import type { ReliabilityRequest } from '@seine/tools/reliability-arguments.ts'
import { labTable } from '../bench/labs/lab-table.ts'
import { allPassed, reportOf, type Report } from './report.ts'
import { withResults } from './results-table.ts'
import type { RowResult } from './row.ts'
import { rows } from './rows.ts'
import { runRows } from './run-rows.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error('interrupted')))
}

const progress = createProgress(process.stderr)
const print = (text: string): void => void process.stdout.write(text)

function show({ row, outcome, marks, reason }: RowResult): void {
  const why = reason === null ? '' : `: ${reason}`
  const title = `${row.id} ${row.name}: ${outcome}${why}\n  ${row.method}\n  Pass mark: ${row.passMark}`
  print(marks.length === 0 ? `\n${title}\n` : labTable({ title, marks }))
}

/** Writes the lines of the rows that have ended into `docs/reliability.md`. */
function writePage(report: Report): void {
  const page = join(repositoryRoot, 'docs/reliability.md')
  writeFileSync(page, withResults(readFileSync(page, 'utf8'), report))
}

async function main(request: ReliabilityRequest): Promise<boolean> {
  const startedAt = new Date()
  const chosen = rows.filter(({ id }) => request.rows.includes(id))
  const ended: RowResult[] = []
  const results = await runRows(chosen, { short: request.short, progress, signal: interrupted.signal }, (result) => {
    show(result)
    ended.push(result)
    // A run takes an hour: one that is interrupted keeps what it has measured.
    if (!request.short) writePage(reportOf(ended, request.short, startedAt))
  })
  const report = reportOf(results, request.short, startedAt)
  writeFileSync(request.json ?? join(repositoryRoot, 'reliability.json'), `${JSON.stringify(report, undefined, 2)}\n`)
  const missed = results.filter(({ outcome }) => outcome !== 'passed').map(({ row, outcome }) => `${row.id} ${outcome}`)
  const minutes = Math.round((Date.now() - startedAt.getTime()) / 60_000)
  print(missed.length === 0 ? '\nEvery row has passed' : `\nNot passed: ${missed.join(', ')}`)
  print(`; the run took ${minutes} minutes.\n`)
  return allPassed(results)
}

try {
  process.exitCode = (await main(JSON.parse(process.argv[2] ?? '') as ReliabilityRequest)) ? 0 : 1
} catch (error) {
  progress.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
process.exit()
