/** Benchmarks and labs as a program: `node main.ts REQUEST`, a `BenchRequest` as JSON. Run by `./dev bench`. */
import { once } from 'node:events'
import type { BenchRequest } from '@seine/tools/bench-arguments.ts'
import { createProgress } from '@seine/tools/checkout/progress.ts'
import { benchAll } from './all/bench-all.ts'
import { apiBench } from './api/api-bench.ts'
import type { BenchContext } from './bench-context.ts'
import { browserBench } from './browser/browser-bench.ts'
import { consoleBench } from './console/console-bench.ts'
import { crawlBench } from './crawl/crawl-bench.ts'
import { extractionBench } from './extraction/extraction-bench.ts'
import { jsonBench } from './json/json-bench.ts'
import { runLabs } from './labs/run-labs.ts'
import { scaleBench } from './scale/scale-bench.ts'
import { scrapeBench } from './scrape/scrape-bench.ts'
import { benchCache } from './seine/bench-stack.ts'
import { startsBench } from './starts/starts-bench.ts'

const interrupted = new AbortController()
const interrupt = (): void => interrupted.abort(new Error('interrupted'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)

const closers: (() => Promise<void>)[] = []
const progress = createProgress(process.stderr)
const context: BenchContext = {
  cache: benchCache(),
  progress,
  print: (text) => void process.stdout.write(text),
  signal: interrupted.signal,
  atEnd: (close) => void closers.push(close),
}

async function closeAll(): Promise<void> {
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => progress.note(`  ! ${String(error)}`))
  }
}

async function start(request: BenchRequest): Promise<boolean> {
  if (request.bench === 'all') return await benchAll(request, context, import.meta.filename)
  if (request.bench === 'api') return await apiBench(request, context)
  if (request.bench === 'console') return await consoleBench(request, context)
  if (request.bench === 'crawl') return await crawlBench(request, context)
  if (request.bench === 'scrape') return await scrapeBench(request, context)
  if (request.bench === 'browser') return await browserBench(request, context)
  if (request.bench === 'extraction') return await extractionBench(request, context)
  if (request.bench === 'scale') return await scaleBench(request, context)
  if (request.bench === 'starts') return await startsBench(request, context)
  if (request.bench === 'json') return await jsonBench(request, context)
  return await runLabs(request, context)
}

try {
  const request = JSON.parse(process.argv[2] ?? '') as BenchRequest
  const work = start(request)
  const aborted = once(context.signal, 'abort').then(() => false)
  const passed = await Promise.race([work, aborted])
  // After an interruption the work fails because its resources are closed.
  work.catch(() => {})
  process.exitCode = passed ? 0 : 1
} catch (error) {
  progress.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
await closeAll()
process.exit()
