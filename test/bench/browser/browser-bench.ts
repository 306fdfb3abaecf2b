/** `./dev bench browser`: one page of 50 requests through Seine and its peers, in interleaved rounds. */
import { writeFileSync } from 'node:fs'
import type { BrowserBenchRequest } from '@seine/tools/bench-arguments.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { startPageSite, type PageSite } from '../page-site/page-site.ts'
import { ratios, summariseTurns, type ContenderFigures, type TurnRun } from './browser-figures.ts'
import { browserTable, phaseTable, ratioLines } from './browser-table.ts'
import type { Contender, Turn } from './contender.ts'
import { makeContenders } from './contenders.ts'
import { measureTurn } from './measure-turn.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

const oneLine = ({ contender, round, atOnce, wallMs, loads, ownCpuMs, belowCpuMs }: TurnRun): string =>
  `  round ${round}  ${contender.padEnd(18)} ${atOnce} at once, ` +
  `${((loads.length * 1_000) / wallMs).toFixed(2)} pages/s, ` +
  `${((ownCpuMs + belowCpuMs) / loads.length).toFixed(0)} ms CPU a page`

interface Ready {
  contender: Contender
  pid: number
}

class Bench {
  readonly runs: TurnRun[] = []
  /** Reasons of failed contenders, by name; they are excluded from further rounds. */
  readonly failed = new Map<string, string>()
  readonly #request: BrowserBenchRequest
  readonly #context: BenchContext
  readonly #site: PageSite
  #nextLoad = 1

  constructor(request: BrowserBenchRequest, context: BenchContext, site: PageSite) {
    this.#request = request
    this.#context = context
    this.#site = site
  }

  #turn(pages: number, atOnce: number): Turn {
    const firstLoad = this.#nextLoad
    this.#nextLoad += pages
    return { url: this.#site.url, firstLoad, pages, atOnce }
  }

  async #unlessFailing<T>({ name, title }: Contender, work: () => Promise<T>): Promise<T | null> {
    this.#context.signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      this.#context.signal.throwIfAborted()
      this.failed.set(name, `${title}: ${errorMessage(error)}`)
      return null
    }
  }

  /** Starts all contenders and loads some pages with each, at the highest concurrency. */
  async warmUp(contenders: readonly Contender[]): Promise<Ready[]> {
    const ready: Ready[] = []
    for (const contender of contenders) {
      const pid = await this.#unlessFailing(contender, async () => {
        const started = await contender.begin()
        const atOnce = Math.max(...benchLimits.browserPagesAtOnce)
        await contender.load(this.#turn(benchLimits.browserWarmUpPages, atOnce))
        return started
      })
      if (pid !== null) ready.push({ contender, pid })
    }
    return ready
  }

  async rounds(ready: readonly Ready[]): Promise<void> {
    for (let round = 1; round <= this.#request.rounds; round += 1) {
      for (const atOnce of benchLimits.browserPagesAtOnce) {
        // Alternates the order: a machine that slows down then affects all contenders about equally.
        const order = round % 2 === 1 ? ready : ready.toReversed()
        for (const { contender, pid } of order) await this.#measure(contender, pid, round, atOnce)
      }
    }
  }

  async #measure(contender: Contender, pid: number, round: number, atOnce: number): Promise<void> {
    if (this.failed.has(contender.name)) return
    const turn = this.#turn(this.#request.pages, atOnce)
    const run = await this.#unlessFailing(
      contender,
      async () => await measureTurn(contender, pid, turn, this.#site, round),
    )
    if (run === null) return
    this.runs.push(run)
    this.#context.progress.note(oneLine(run))
  }
}

function summaries(contenders: readonly Contender[], runs: readonly TurnRun[]): ContenderFigures[] {
  return benchLimits.browserPagesAtOnce.flatMap((atOnce) =>
    contenders.flatMap(({ name, title }) => {
      const own = runs.filter((run) => run.contender === name && run.atOnce === atOnce)
      return own.length === 0 ? [] : [summariseTurns(title, own)]
    }),
  )
}

/**
 * Loads pages, prints the tables, writes the figures.
 * @returns false when Seine could not be measured, or any load was incomplete. A peer that is not available is named
 *   and left out.
 */
export async function browserBench(request: BrowserBenchRequest, context: BenchContext): Promise<boolean> {
  const site = await startPageSite()
  context.atEnd(async () => await site.close())
  const { contenders, missing } = await makeContenders(request.peers, site.port, context)
  for (const contender of contenders) context.atEnd(async () => await contender.close())
  const bench = new Bench(request, context, site)
  await bench.rounds(await bench.warmUp(contenders))
  const figures = summaries(contenders, bench.runs)
  const comparisons = ratios(figures)
  const left = [...missing, ...bench.failed.values()]
  context.print(
    `\nOne page of 50 requests, a fresh browser context for each load, ${request.pages} loads a turn, ` +
      `${request.rounds} rounds\n\n${browserTable(figures)}\n${phaseTable(figures)}\n${ratioLines(comparisons)}` +
      left.map((line) => `not measured: ${line}\n`).join(''),
  )
  if (request.json !== null) {
    const content = {
      at: new Date().toISOString(),
      machine: machineFacts(),
      request,
      figures,
      ratios: comparisons,
      runs: bench.runs,
      left,
    }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  const oursFailed = [...bench.failed.keys()].some((name) => name.startsWith('seine'))
  return !oursFailed && figures.every(({ whole, loads }) => whole === loads)
}
