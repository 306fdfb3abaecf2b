/**
 * `./dev bench scrape`: latency of `/scrape` compared with plain got and plain Puppeteer, and the accuracy of the
 * judge.
 */
import { writeFileSync } from 'node:fs'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import type { ScrapeBenchRequest } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { accuracyTable, judgeAccuracy } from '../../judge/accuracy.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Turn } from '../browser/contender.ts'
import { machineFacts } from '../machine-facts.ts'
import { startPageSite } from '../page-site/page-site.ts'
import { ProcessMeter } from '../processes/process-meter.ts'
import { startBenchStack } from '../seine/bench-stack.ts'
import { startArticleSite } from './article-site.ts'
import { scrapeContenders, type ScrapeContender } from './scrape-contenders.ts'
import { scrapeTable, summariseScrapes, type ScrapeRun } from './scrape-figures.ts'

interface Ready {
  contender: ScrapeContender
  pids: Record<string, number>
}

async function measure({ contender, pids }: Ready, turn: Turn): Promise<ScrapeRun> {
  const meter = new ProcessMeter(pids)
  try {
    const { wallMs, loads } = await contender.load(turn)
    const { processes, peakRssBytes } = meter.stop()
    return {
      title: contender.title,
      page: contender.page,
      atOnce: turn.atOnce,
      wallMs,
      loadMs: loads.map(({ ms }) => ms),
      whole: loads.filter(({ whole }) => whole).length,
      cpuMs: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      peakRssBytes,
      processes,
    }
  } finally {
    meter.stop()
  }
}

/**
 * Scrapes pages, prints the tables, writes the figures.
 * @returns false when any load was incomplete.
 */
export async function scrapeBench(request: ScrapeBenchRequest, context: BenchContext): Promise<boolean> {
  const { headless_shell: shell } = await findEngines(
    { SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' },
    process.env,
  )
  if (shell === null) throw new Error('this benchmark needs chromium-headless-shell')
  const [articles, application] = await Promise.all([startArticleSite(), startPageSite()])
  context.atEnd(async () => void (await Promise.all([articles.close(), application.close()])))
  const stack = await startBenchStack(context, { browser: true })
  for (const { url } of [articles, application]) await stack.allow(url)

  let nextLoad = 1
  const turnFor = ({ page }: ScrapeContender, pages: number, atOnce: number): Turn => {
    const firstLoad = nextLoad
    nextLoad += pages
    return { url: page === 'article' ? articles.url : application.url, firstLoad, pages, atOnce }
  }
  const ready: Ready[] = []
  for (const contender of scrapeContenders(stack, shell)) {
    context.atEnd(async () => await contender.close())
    const pids = await contender.begin()
    await contender.load(turnFor(contender, benchLimits.scrapeWarmUpPages, 2))
    ready.push({ contender, pids })
  }
  const runs: ScrapeRun[] = []
  for (let round = 1; round <= request.rounds; round += 1) {
    for (const atOnce of benchLimits.scrapesAtOnce) {
      // Alternates the order: a machine that slows down then affects all contenders about equally.
      for (const each of round % 2 === 1 ? ready : ready.toReversed()) {
        context.signal.throwIfAborted()
        const pages = each.contender.page === 'article' ? request.pages : Math.ceil(request.pages / 10)
        const run = await measure(each, turnFor(each.contender, pages, atOnce))
        runs.push(run)
        const rate = ((run.loadMs.length * 1_000) / run.wallMs).toFixed(1)
        context.progress.note(`  round ${round}  ${run.title.padEnd(32)} ${atOnce} at once, ${rate} pages/s`)
      }
    }
  }
  const figures = summariseScrapes(runs)
  const accuracy = judgeAccuracy()
  context.print(
    `\nSynchronous scrapes: an article of 64 KB, an application of 50 requests; ${request.rounds} rounds\n\n` +
      `${scrapeTable(figures)}\n` +
      `Judge of pages: ${accuracy.right} of ${accuracy.total} cases right\n${accuracyTable(accuracy).join('\n')}\n`,
  )
  if (request.json !== null) {
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, figures, accuracy, runs }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  return figures.every(({ whole, loads }) => whole === loads)
}
