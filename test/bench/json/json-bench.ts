/**
 * `./dev bench json`: fills schemas without a language model, and compares the results with hand-written ones and with
 * what real pages state about themselves.
 */
import { writeFileSync } from 'node:fs'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import type { JsonBenchRequest } from '@seine/tools/bench-arguments.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { f1Of, fieldScore, totalScore } from './field-score.ts'
import { readCases, type JsonCase } from './json-cases.ts'
import { jsonTable, type JsonRun } from './json-table.ts'
import { statedRuns, type StatedRun } from './stated/stated-pages.ts'
import { figuresOfCounts } from './stated/stated-score.ts'
import { kindsOfTotal, statedTable, totalOfRuns } from './stated/stated-table.ts'
import { wrongSourcesTable } from './stated/wrong-sources.ts'

/** Required F1 over all pages. */
const f1Wanted = 0.8
/** Required F1 and precision over the statements of real pages of held-out sites. */
const statedWanted = { f1: 0.74, p: 0.8 }

/** Runs the benchmark; returns false when F1 is below the required value. */
export async function jsonBench(request: JsonBenchRequest, context: BenchContext): Promise<boolean> {
  const pool = createExtractorPool({ threads: 1, logger: createLogger('bench', { SEINE_LOG_LEVEL: 'silent' }) })
  context.atEnd(async () => await pool.close())
  const runs: (JsonRun & { given: unknown; wanted: unknown; sources: Record<string, string> })[] = []
  const cases = readCases()
  const extract = async ({ url, html, schema }: JsonCase) =>
    await pool.extract(
      {
        url,
        bytes: new Uint8Array(html),
        contentType: 'text/html; charset=utf-8',
        formats: ['json'],
        onlyMainContent: true,
        compared: false,
        jsonSchema: schema,
      },
      'acme',
    )
  // Warm-up: compilation must not be measured with the first page.
  for (const each of cases.slice(0, 5)) await extract(each)
  for (const each of cases) {
    context.signal.throwIfAborted()
    const result = await extract(each)
    const { json } = JSON.parse(Buffer.from(result.outputs).toString()) as ExtractedOutputs
    const { valid = false, sources = {} } = result.jsonReport ?? {}
    const { set, name, kind, expected } = each
    const score = fieldScore(expected, json)
    runs.push({ set, name, kind, score, valid, ms: result.elapsedMs, given: json, wanted: expected, sources })
  }
  context.print(jsonTable(runs))
  const stated: StatedRun[] = []
  for await (const run of statedRuns(pool, context.signal)) stated.push(run)
  context.print(`\nStatements of real pages, read again from pages without them:\n${statedTable(stated)}`)
  context.print(`\nSources of most wrong values, tuned sites:\n${wrongSourcesTable(stated)}`)
  if (request.json !== null)
    writeFileSync(request.json, `${JSON.stringify({ machine: machineFacts(), runs, stated }, null, 2)}\n`)
  const unseen = figuresOfCounts(
    totalOfRuns(
      stated.filter(({ part }) => part === 'held-out'),
      kindsOfTotal(stated),
    ),
  )
  return (
    f1Of(totalScore(runs.map(({ score }) => score))) >= f1Wanted &&
    unseen.f1 >= statedWanted.f1 &&
    unseen.p >= statedWanted.p
  )
}
