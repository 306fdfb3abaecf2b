/**
 * `./dev bench api`: latencies of the API while 50 connections read statuses without a pause and 20 jobs a second are
 * started: each alone, both together, and with listeners of live views; then while large batches are started.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiBenchRequest } from '@seine/tools/bench-arguments.ts'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { startSite } from '../../site/server.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { startBenchStack } from '../seine/bench-stack.ts'
import { loadTable, type ApiLoad, type LoadFigures } from './api-figures.ts'
import { measuredGateway } from './gateway-loop.ts'
import { batchLine, startLargeBatches } from './large-batches.ts'
import { listen, readLoad, startLoad, type ApiTarget } from './load.ts'

/**
 * Loads the API, prints the table, writes the figures.
 * @returns false when a call failed.
 */
export async function apiBench(request: ApiBenchRequest, context: BenchContext): Promise<boolean> {
  const { seconds, listeners: listenerCount } = request
  const slow = await startSite({ latencyMs: benchLimits.apiSiteLatencyMs })
  const quick = await startSite()
  context.atEnd(async () => void (await Promise.all([slow.close(), quick.close()])))
  const gateway = await measuredGateway(context, Math.max(listenerCount, apiLimits.streamsDefault))
  const bench = await startBenchStack(context, { parts: { gateway: gateway.part } })
  const { stack, api } = bench
  for (const { url } of [slow, quick]) await bench.allow(url)
  const target: ApiTarget = { url: stack.file.gateway, key: stack.file.apiKey }
  const running = await api.start({ url: new URL('/many/?n=9000', slow.url).href })
  const finished = await api.start({ url: quick.url, limit: 20 })
  await api.watch(finished)
  const statuses = [`/crawl/${running}`, `/crawl/${finished}`]
  const lists = [`/crawl/${running}/urls?limit=10`, `/crawl/${finished}/urls?limit=10`, '/crawl/active?limit=10']
  const onePage = { url: quick.url, limit: 1, sitemap: 'skip', output: ['markdown'] }

  const figures: ApiLoad[] = []
  const load = async (...loads: (() => Promise<LoadFigures>)[]): Promise<void> => {
    context.signal.throwIfAborted()
    await gateway.longestTurn()
    const ended = await Promise.all(loads.map(async (each) => await each()))
    const turns = await gateway.longestTurn()
    const done = ended.map((each) => ({ ...each, ...turns }))
    for (const each of done) context.progress.note(`  ${each.title.padEnd(44)} p99 ${each.p99Ms} ms`)
    figures.push(...done)
    await sleep(benchLimits.apiSettleMs)
  }
  const reads = (title: string, paths: string[]) => async () => await readLoad(title, target, paths, { seconds })
  const starts = (title: string) => async () => await startLoad(title, target, onePage, { seconds })

  await load(reads('health, for comparison', ['/healthz']))
  await load(reads('status reads', statuses))
  await load(reads('ledger and active lists', lists))
  await load(starts('starts'))
  await load(reads('status reads, with starts', statuses), starts('starts, with status reads'))
  let told = 0
  if (listenerCount > 0) {
    const open = await listen(target, running, listenerCount)
    await load(
      reads(`status reads, with starts and ${listenerCount} listeners`, statuses),
      starts(`starts, with reads and ${listenerCount} listeners`),
    )
    told = open.told()
    open.close()
  }
  const batches = await startLargeBatches(target, gateway, slow.url)
  context.print(
    `\nThe API under load: ${benchLimits.apiConnections} connections that read without a pause, ` +
      `${benchLimits.apiStartsPerSecond} starts a second, ${seconds} s each\n\n${loadTable(figures)}` +
      (listenerCount > 0 ? `${told} of ${listenerCount} listeners were told something\n` : '') +
      batchLine(batches),
  )
  if (request.json !== null) {
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, figures, told, batches }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  return [...figures, batches].every(({ failed }) => failed === 0) && told === listenerCount
}
