/** `./dev bench extraction`: main content and Markdown of labelled pages, by Seine and its peers in one process. */
import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { PageMetadata } from '@seine/shared/pages/extraction.ts'
import {
  changedExamples,
  examplesCount,
  inexactExamples,
  plainExamples,
} from '@seine/activities/content/markdown/testing/round-trip.ts'
import type { ExtractionBenchRequest } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { HtmlRenderer, Parser } from 'commonmark'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { blockText } from './block-text.ts'
import { makeContenders, type Extracted, type ExtractionContender } from './contenders.ts'
import { readPage, readTruth, spread, type Truth } from './dev-set.ts'
import { summarise, type PageRun } from './extraction-figures.ts'
import { extractionTable, metadataLine, roundTripLines } from './extraction-table.ts'
import { scoreMetadata } from './metadata-score.ts'
import { wordScore } from './word-score.ts'

/**
 * Returns a function that runs the garbage collector, so that garbage of one contender is not measured with the next.
 * Each forced collection would age compiled code, until V8 discards that of functions in use, as in no thread of the
 * service: that is switched off.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  setFlagsFromString('--no-flush-bytecode')
  return runInNewContext('gc') as () => void
}

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

/** Suppresses the console, to which peers write their problems with a page. */
async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { error, warn, log } = console
  Object.assign(console, { error: ignore, warn: ignore, log: ignore })
  try {
    return await work()
  } finally {
    Object.assign(console, { error, warn, log })
  }
}

function ignore(): void {}

function textOf({ html, markdown }: Extracted): string {
  if (html !== undefined) return blockText(html)
  return blockText(new HtmlRenderer().render(new Parser().parse(markdown ?? '')))
}

const caution =
  'The model of main content was trained on these pages; `node test/train/main.ts` says what it reaches on sites it has not seen.\n'

const nothingFound = { title: null, author: null, publishedTime: null }

async function runPage(contender: ExtractionContender, truth: Truth, metadata: Map<string, PageMetadata>) {
  const bytes = readPage(truth)
  const begun = process.cpuUsage()
  let extracted: Extracted = { html: '' }
  let error: string | null = null
  try {
    extracted = await silently(() => contender.extract({ url: truth.url, bytes }))
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown)
  }
  const spent = cpuMs(begun)
  if (extracted.metadata !== undefined) metadata.set(truth.id, extracted.metadata)
  const run: PageRun = {
    contender: contender.title,
    id: truth.id,
    type: truth.type,
    ...wordScore(textOf(extracted), truth.text),
    cpuMs: spent,
    error,
  }
  return run
}

/** Runs the benchmark; returns false when Seine failed on a page. */
export async function extractionBench(request: ExtractionBenchRequest, context: BenchContext): Promise<boolean> {
  const pages = spread(readTruth(), request.pages)
  const contenders = makeContenders(request.peers)
  const collect = collector()
  const runs: PageRun[] = []
  const metadata = new Map<string, PageMetadata>()
  const { extractionTurnPages: step, extractionWarmUpPages } = benchLimits
  for (let from = 0; from < pages.length; from += step) {
    const turn = pages.slice(from, from + step)
    for (const contender of contenders) {
      collect()
      // A garbage collection discards compiled code; recompiling it must not be measured as the cost of a page.
      for (const truth of pages.slice(0, extractionWarmUpPages)) await runPage(contender, truth, new Map())
      for (const truth of turn) {
        context.signal.throwIfAborted()
        runs.push(await runPage(contender, truth, metadata))
        // jsdom keeps its windows until the next turn of the event loop.
        await new Promise((resolve) => void setImmediate(resolve))
      }
    }
    context.progress.note(`  ${Math.min(from + step, pages.length)} of ${pages.length} pages`)
  }
  const figures = summarise(runs)
  const roundTrips = contenders.flatMap(({ title, convert }) =>
    convert === null
      ? []
      : [
          {
            title,
            changed: changedExamples(convert).length,
            of: examplesCount,
            inexact: inexactExamples(convert).length,
            plain: plainExamples.length,
          },
        ],
  )
  const stated = pages.map((truth) => scoreMetadata(truth, metadata.get(truth.id) ?? nothingFound))
  context.print(
    `${extractionTable(figures)}\n${roundTripLines(roundTrips)}Seine's metadata, exact: ${metadataLine(stated)}\n${caution}`,
  )
  if (request.json !== null) {
    writeFileSync(request.json, `${JSON.stringify({ machine: machineFacts(), figures, roundTrips, runs }, null, 2)}\n`)
  }
  return figures.every(({ contender, failed }) => failed === 0 || !contender.startsWith('Seine'))
}
