/** `./dev bench console`: the console of a whole stack in real Chromium against its marks. */
import { writeFileSync } from 'node:fs'
import type { ConsoleBenchRequest } from '@seine/tools/bench-arguments.ts'
import { consoleBenchLimits } from '@seine/tools/bench-limits.ts'
import { startSite } from '../../site/server.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { startBenchStack, type BenchStack } from '../seine/bench-stack.ts'
import { consoleTable, passes } from './console-figures.ts'
import { startConsolePages } from './console-pages.ts'
import { firstViewFigures } from './first-view.ts'
import { idleFigures } from './idle-cost.ts'
import { ledgerFigures, waterfallFigures } from './long-tables.ts'

/** Fills the list of jobs. @returns the job whose ledger has as many URLs as the limits say. */
async function makeJobs({ api }: BenchStack, site: string): Promise<string> {
  const { jobs, ledgerRows } = consoleBenchLimits
  for (let made = 0; made < jobs; made += 1) {
    await api.watch(await api.start({ url: new URL(`/many/${made + 1}`, site).href, limit: 1 }))
  }
  // The start page and what it links to; all but a few are found and not fetched.
  const id = await api.start({ url: new URL(`/many/?n=${ledgerRows - 1}`, site).href, limit: 5, sitemap: 'skip' })
  await api.watch(id)
  return id
}

/**
 * Measures the console, prints the table, writes the figures.
 * @returns false when a mark is missed.
 */
export async function consoleBench(request: ConsoleBenchRequest, context: BenchContext): Promise<boolean> {
  const { signal, progress, atEnd } = context
  const site = await startSite()
  atEnd(async () => await site.close())
  const bench = await startBenchStack(context)
  await bench.allow(site.url)
  const id = await makeJobs(bench, site.url)
  const { gateway, apiKey } = bench.stack.file
  const pid = bench.pids()['gateway']
  if (pid === undefined) throw new Error('the gateway of the stack has no process')
  const pages = await startConsolePages(gateway, apiKey)
  atEnd(async () => await pages.close())
  const views = [
    { title: 'jobs', view: 'jobs' },
    { title: 'a finished job', view: `jobs/${id}` },
    { title: 'watches', view: 'watches' },
    { title: 'service', view: 'service' },
  ]
  const figures = [
    ...(await firstViewFigures(pages)),
    ...(await ledgerFigures(pages, id)),
    ...(await waterfallFigures(pages)),
    ...(await idleFigures(pages, { views, pid, seconds: request.seconds, signal }, (text) => progress.note(text))),
  ]
  context.print(`\nThe console against its marks, the gateway watched ${request.seconds} s a view\n\n`)
  context.print(consoleTable(figures))
  if (request.json !== null) {
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, figures }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  return figures.every(passes)
}
