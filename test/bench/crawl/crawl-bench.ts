/** `./dev bench crawl`: the same website through Seine and its peers, in interleaved rounds. */
import { writeFileSync } from 'node:fs'
import type { CrawlBenchRequest, PeerName, WorkClass } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { BenchContext } from '../bench-context.ts'
import { startDocsSite, type DocsSite } from '../docs-site/docs-site.ts'
import { machineFacts } from '../machine-facts.ts'
import { FastCrwPeer } from '../peers/fastcrw-peer.ts'
import { installPeer, PeerUnavailableError } from '../peers/install-peer.ts'
import { peerRecipes } from '../peers/peer-recipe.ts'
import { crawleeProgram, ProgramPeer, scrapyProgram } from '../peers/program-peer.ts'
import { SeineCrawler } from '../seine/seine-crawler.ts'
import { shareOut, summarise, type CrawlerFigures, type CrawlRun } from './crawl-figures.ts'
import { crawlTable, processTable } from './crawl-table.ts'
import type { Crawler } from './crawler.ts'
import { measureCrawl } from './measure-crawl.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

const peers: Record<PeerName, (directory: string, workClass: WorkClass, site: DocsSite) => Crawler> = {
  crawlee: (directory, workClass) => new ProgramPeer(crawleeProgram(directory), workClass),
  scrapy: (directory, workClass) => new ProgramPeer(scrapyProgram(directory), workClass),
  fastcrw: (directory, _workClass, site) =>
    new FastCrwPeer(directory, async () => (await site.report()).counts.requests),
}

interface Installed {
  crawlers: { name: PeerName; directory: string }[]
  /** Reasons for peers that cannot be measured. */
  missing: string[]
}

/** Installs peers before anything is measured: an installation would load the machine. */
async function install(names: readonly PeerName[], context: BenchContext): Promise<Installed> {
  const installed: Installed = { crawlers: [], missing: [] }
  for (const name of names) {
    try {
      installed.crawlers.push({ name, directory: await installPeer(peerRecipes[name], context) })
    } catch (error) {
      if (!(error instanceof PeerUnavailableError)) throw error
      installed.missing.push(error.message)
    }
  }
  return installed
}

const oneLine = (run: CrawlRun): string =>
  `  round ${run.round}  ${run.crawler.padEnd(8)} ${run.results} pages, ${(run.wallMs / 1_000).toFixed(1)} s, ` +
  `${(run.cpuMs / Math.max(run.results, 1)).toFixed(1)} ms CPU a page with idle, ${run.requests} requests`

async function runRounds(crawlers: Crawler[], site: DocsSite, request: CrawlBenchRequest, context: BenchContext) {
  const runs: CrawlRun[] = []
  const failed = new Map<string, string>()
  for (let round = 1; round <= request.rounds; round += 1) {
    for (const crawler of crawlers) {
      if (failed.has(crawler.name)) continue
      context.signal.throwIfAborted()
      try {
        const run = await measureCrawl(crawler, site, request.workClass, round)
        runs.push(run)
        context.progress.note(oneLine(run))
      } catch (error) {
        context.signal.throwIfAborted()
        failed.set(crawler.name, `${crawler.title}: ${errorMessage(error)}`)
      }
    }
  }
  return { runs, failed: [...failed.values()] }
}

function summaries(crawlers: readonly Crawler[], runs: readonly CrawlRun[]): CrawlerFigures[] {
  return crawlers.flatMap(({ name, title }) => {
    const own = runs.filter(({ crawler }) => crawler === name)
    return own.length === 0 ? [] : [summarise(name, title, own)]
  })
}

/**
 * Crawls, prints the table, writes the figures.
 * @returns false when a crawler could not be measured.
 */
export async function crawlBench(request: CrawlBenchRequest, context: BenchContext): Promise<boolean> {
  const { crawlers: installed, missing } = await install(request.peers, context)
  for (const line of missing) context.progress.note(`  ! ${line}`)
  const site = await startDocsSite(request.pages)
  context.atEnd(async () => await site.close())
  const crawlers: Crawler[] = [
    new SeineCrawler(context),
    ...installed.map(({ name, directory }) => peers[name](directory, request.workClass, site)),
  ]
  for (const crawler of crawlers) context.atEnd(async () => await crawler.close())
  const { runs, failed } = await runRounds(crawlers, site, request, context)
  for (const line of failed) context.progress.note(`  ! ${line}`)
  const figures = summaries(crawlers, runs)
  context.print(
    `\n${request.pages} pages of about 64 KB, class ${request.workClass}, medians of ${request.rounds} rounds, ` +
      `${benchLimits.pagesInFlight} pages in flight\n\n${crawlTable(figures, request.pages)}`,
  )
  const own = runs.filter(({ crawler }) => crawler === 'seine')
  if (own.length > 0) context.print(`\nSeine, process by process, idle CPU included:\n\n${processTable(shareOut(own))}`)
  if (request.json !== null) {
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, figures, runs, missing, failed }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  return missing.length === 0 && failed.length === 0
}
