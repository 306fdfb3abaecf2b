/** Measures one crawl: pages counted by the site, resources counted by the kernel. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkClass } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { DocsSite } from '../docs-site/docs-site.ts'
import { ProcessMeter } from '../processes/process-meter.ts'
import type { CrawlRun } from './crawl-figures.ts'
import type { Crawler, CrawlTask } from './crawler.ts'
import { countPages } from './page-check.ts'

async function measureIdle(
  pids: Record<string, number>,
): Promise<Pick<CrawlRun, 'idleCpuMsPerSecond' | 'idleRssBytes'>> {
  const meter = new ProcessMeter(pids)
  const from = performance.now()
  await delay(benchLimits.idleWatchMs)
  const cpuMs = meter.cpuMs()
  const idleCpuMsPerSecond = (cpuMs * 1_000) / (performance.now() - from)
  return { idleCpuMsPerSecond, idleRssBytes: meter.stop().peakRssBytes }
}

async function measure(crawler: Crawler, task: CrawlTask, site: DocsSite, round: number): Promise<CrawlRun> {
  const pids = await crawler.begin(task)
  const idle = await measureIdle(pids)
  await site.reset()
  const meter = new ProcessMeter(pids)
  const from = performance.now()
  try {
    await crawler.crawl(task)
  } finally {
    // Ends its sampling even when the crawl has failed.
    meter.cpuMs()
  }
  const wallMs = performance.now() - from
  const { processes, peakRssBytes } = meter.stop()
  const { counts } = await site.report()
  const { pages, repeats, requests, inFlightMax } = counts
  const results = countPages(await crawler.results(task), task.workClass)
  const cpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0)
  return {
    crawler: crawler.name,
    round,
    pages,
    repeats,
    requests,
    results,
    wallMs,
    cpuMs,
    ...idle,
    peakRssBytes,
    inFlightMax,
    processes,
  }
}

/** Runs one crawl of the site with a crawler. */
export async function measureCrawl(
  crawler: Crawler,
  site: DocsSite,
  workClass: WorkClass,
  round: number,
): Promise<CrawlRun> {
  const directory = mkdtempSync(join(tmpdir(), `seine-bench-${crawler.name}-`))
  try {
    return await measure(crawler, { url: site.url, pages: site.pages, workClass, directory }, site, round)
  } finally {
    await crawler.end()
    rmSync(directory, { recursive: true, force: true })
  }
}
