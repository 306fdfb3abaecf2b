/** The arguments of `./dev bench`. This module is loaded before set-up, so it must not import a package. */
import { parseArgs } from 'node:util'
import { benchLimits, consoleBenchLimits, scaleLimits, startsBenchLimits } from './bench-limits.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

/** The output of a page: its stored HTML, the whole page as Markdown, or its main content as Markdown. */
export const workClasses = ['html', 'markdown', 'main'] as const
export type WorkClass = (typeof workClasses)[number]

export const peerNames = ['crawlee', 'scrapy', 'fastcrw'] as const
export type PeerName = (typeof peerNames)[number]

export const labNames = ['rate-limit', 'robots-503', 'traps', 'kill-9', 'watch'] as const
export type LabName = (typeof labNames)[number]

/** Options of `./dev bench crawl`. */
export interface CrawlBenchRequest {
  bench: 'crawl'
  /** Number of pages of the site, including its start page. */
  pages: number
  workClass: WorkClass
  peers: PeerName[]
  rounds: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench labs`. */
export interface LabsRequest {
  bench: 'labs'
  labs: LabName[]
}

/** Browser tools compared with Seine; `puppeteer` is bare Puppeteer on the same browser. */
export const browserPeerNames = ['puppeteer', 'crawlee', 'browserless'] as const
export type BrowserPeerName = (typeof browserPeerNames)[number]

/** Options of `./dev bench browser`. */
export interface BrowserBenchRequest {
  bench: 'browser'
  /** Number of page loads per turn. */
  pages: number
  peers: BrowserPeerName[]
  rounds: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Extraction and conversion tools compared with Seine. */
export const extractionPeerNames = [
  'readability',
  'defuddle',
  'turndown',
  'node-html-markdown',
  'rehype-remark',
] as const
export type ExtractionPeerName = (typeof extractionPeerNames)[number]

/** Options of `./dev bench extraction`. */
export interface ExtractionBenchRequest {
  bench: 'extraction'
  /** Number of pages of the data set, spread over its types. */
  pages: number
  peers: ExtractionPeerName[]
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench scrape`. */
export interface ScrapeBenchRequest {
  bench: 'scrape'
  /** Number of articles per turn; applications get a tenth of it. */
  pages: number
  rounds: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench json`. */
export interface JsonBenchRequest {
  bench: 'json'
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench api`. */
export interface ApiBenchRequest {
  bench: 'api'
  /** Length of each load, seconds. */
  seconds: number
  /** Number of listeners of server-sent events during the last load. */
  listeners: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench console`. */
export interface ConsoleBenchRequest {
  bench: 'console'
  /** How long the gateway is watched for each view, seconds. */
  seconds: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench scale`. */
export interface ScaleBenchRequest {
  bench: 'scale'
  /** Numbers of concurrent jobs, one run after the other. */
  jobs: number[]
  /** Number of pages of each job. */
  pages: number
  /** Number of processes that poll for workflows and the frontier. */
  control: number
  /** Number of processes that poll for slices. */
  workers: number
  /** Mean time of a simulated page, milliseconds. */
  pageMs: number
  /** Percentage of the pages that fail at the first request of a process. */
  faultPercent: number
  /** Crawl-delay of every website, milliseconds; null: none. */
  crawlDelayMs: number | null
  /** Maximum number of pages of a slice; null: the shipped value. */
  slicePages: number | null
  /** Number of jobs whose frontier a worker keeps in memory; null: the shipped value. */
  statesKept: number | null
  /** Number of workers that are killed in each run. */
  kills: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** Options of `./dev bench starts`. */
export interface StartsBenchRequest {
  bench: 'starts'
  /** Starts a second, one load after the other. */
  perSecond: number[]
  /** Length of each load, seconds. */
  seconds: number
  /** File for the figures as JSON, as given; null: none. */
  json: string | null
}

/** The benchmarks of `./dev bench all`. */
export const plannedBenchNames = [
  'crawl',
  'scrape',
  'browser',
  'extraction',
  'json',
  'api',
  'starts',
  'console',
  'scale',
] as const
export type PlannedBenchName = (typeof plannedBenchNames)[number]

/** Options of `./dev bench all`. */
export interface AllBenchRequest {
  bench: 'all'
  /** The benchmarks to run. */
  only: PlannedBenchName[]
  /** Whether peers are measured as well. */
  peers: 'all' | 'none'
  /** Rounds of the benchmarks that have rounds; crawls have at least three. */
  rounds: number
  /** Whether the figures are written into the guide and to `docs/bench.json`. */
  write: boolean
}

export type BenchRequest =
  | AllBenchRequest
  | ApiBenchRequest
  | ConsoleBenchRequest
  | CrawlBenchRequest
  | ScrapeBenchRequest
  | BrowserBenchRequest
  | ExtractionBenchRequest
  | JsonBenchRequest
  | ScaleBenchRequest
  | StartsBenchRequest
  | LabsRequest

const isOneOf = <T extends string>(word: string, known: readonly T[]): word is T =>
  (known as readonly string[]).includes(word)

function chosen<T extends string>(words: readonly string[], known: readonly T[], who: string): T[] {
  for (const word of words) {
    if (!isOneOf(word, known)) throw new UsageError(`${who} takes ${known.join(', ')}, got ${JSON.stringify(word)}`)
  }
  return known.filter((name) => words.includes(name))
}

function wholeNumber(flag: string, text: string | undefined, fallback: number, min: number, max: number): number {
  if (text === undefined) return fallback
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`)
}

function parsePeers<T extends string>(text: string | undefined, known: readonly T[]): T[] {
  if (text === undefined) return [...known]
  return text === 'none' ? [] : chosen(text.split(','), known, '--peers')
}

function flagsOf<Name extends string>(kind: string, args: readonly string[], names: readonly Name[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    const { values } = parseArgs({ args: [...args], options, allowPositionals: false })
    return values as Partial<Record<Name, string>>
  } catch (error) {
    throw new UsageError(`./dev bench ${kind}: ${(error as Error).message}`)
  }
}

function parseCrawlBench(args: readonly string[]): CrawlBenchRequest {
  const flags = flagsOf('crawl', args, ['pages', 'class', 'peers', 'rounds', 'json'])
  const [workClass = 'main'] = chosen(flags.class === undefined ? [] : [flags.class], workClasses, '--class')
  const { pagesDefault, pagesMin, pagesMax, roundsDefault, roundsMax } = benchLimits
  return {
    bench: 'crawl',
    pages: wholeNumber('--pages', flags.pages, pagesDefault, pagesMin, pagesMax),
    workClass,
    peers: parsePeers(flags.peers, peerNames),
    rounds: wholeNumber('--rounds', flags.rounds, roundsDefault, 1, roundsMax),
    json: flags.json ?? null,
  }
}

function parseBrowserBench(args: readonly string[]): BrowserBenchRequest {
  const flags = flagsOf('browser', args, ['pages', 'peers', 'rounds', 'json'])
  const { browserPagesDefault, browserPagesMax, browserRoundsDefault, roundsMax } = benchLimits
  return {
    bench: 'browser',
    pages: wholeNumber('--pages', flags.pages, browserPagesDefault, 1, browserPagesMax),
    peers: parsePeers(flags.peers, browserPeerNames),
    rounds: wholeNumber('--rounds', flags.rounds, browserRoundsDefault, 1, roundsMax),
    json: flags.json ?? null,
  }
}

function parseExtractionBench(args: readonly string[]): ExtractionBenchRequest {
  const flags = flagsOf('extraction', args, ['pages', 'peers', 'json'])
  const { extractionPagesMin, extractionPagesMax } = benchLimits
  return {
    bench: 'extraction',
    pages: wholeNumber('--pages', flags.pages, extractionPagesMax, extractionPagesMin, extractionPagesMax),
    peers: parsePeers(flags.peers, extractionPeerNames),
    json: flags.json ?? null,
  }
}

function parseScrapeBench(args: readonly string[]): ScrapeBenchRequest {
  const flags = flagsOf('scrape', args, ['pages', 'rounds', 'json'])
  const { scrapePagesDefault, pagesMin, pagesMax, roundsDefault, roundsMax } = benchLimits
  return {
    bench: 'scrape',
    pages: wholeNumber('--pages', flags.pages, scrapePagesDefault, pagesMin, pagesMax),
    rounds: wholeNumber('--rounds', flags.rounds, roundsDefault, 1, roundsMax),
    json: flags.json ?? null,
  }
}

function parseApiBench(args: readonly string[]): ApiBenchRequest {
  const flags = flagsOf('api', args, ['seconds', 'listeners', 'json'])
  const { apiSecondsDefault, apiSecondsMax, apiListenersDefault, apiListenersMax } = benchLimits
  return {
    bench: 'api',
    seconds: wholeNumber('--seconds', flags.seconds, apiSecondsDefault, 1, apiSecondsMax),
    listeners: wholeNumber('--listeners', flags.listeners, apiListenersDefault, 0, apiListenersMax),
    json: flags.json ?? null,
  }
}

function parseStartsBench(args: readonly string[]): StartsBenchRequest {
  const flags = flagsOf('starts', args, ['per-second', 'seconds', 'json'])
  const { perSecondDefault, perSecondMax, secondsDefault, secondsMax } = startsBenchLimits
  const rates = flags['per-second']?.split(',')
  return {
    bench: 'starts',
    perSecond: rates?.map((text) => wholeNumber('--per-second', text, 1, 1, perSecondMax)) ?? [...perSecondDefault],
    seconds: wholeNumber('--seconds', flags.seconds, secondsDefault, 1, secondsMax),
    json: flags.json ?? null,
  }
}

function parseConsoleBench(args: readonly string[]): ConsoleBenchRequest {
  const flags = flagsOf('console', args, ['seconds', 'json'])
  const { secondsDefault, secondsMin, secondsMax } = consoleBenchLimits
  return {
    bench: 'console',
    seconds: wholeNumber('--seconds', flags.seconds, secondsDefault, secondsMin, secondsMax),
    json: flags.json ?? null,
  }
}

function parseScaleBench(args: readonly string[]): ScaleBenchRequest {
  const flags = flagsOf('scale', args, [
    'jobs',
    'pages',
    'control',
    'workers',
    'page-ms',
    'faults',
    'crawl-delay-ms',
    'slice-pages',
    'states-kept',
    'kills',
    'json',
  ])
  const { jobsDefault, jobsMax, pagesDefault, pagesMin, pagesMax, workersDefault, workersMax } = scaleLimits
  const { pageMsDefault, pageMsMax, slicePagesMax, faultPercentMax, crawlDelayMsMax, killsMax } = scaleLimits
  const crawlDelayMs = wholeNumber('--crawl-delay-ms', flags['crawl-delay-ms'], 0, 1, crawlDelayMsMax)
  const slicePages = wholeNumber('--slice-pages', flags['slice-pages'], 0, 1, slicePagesMax)
  const statesKept = wholeNumber('--states-kept', flags['states-kept'], 0, 1, jobsMax)
  return {
    bench: 'scale',
    jobs: flags.jobs?.split(',').map((text) => wholeNumber('--jobs', text, 1, 1, jobsMax)) ?? [...jobsDefault],
    pages: wholeNumber('--pages', flags.pages, pagesDefault, pagesMin, pagesMax),
    control: wholeNumber('--control', flags.control, 1, 1, workersMax),
    workers: wholeNumber('--workers', flags.workers, workersDefault, 1, workersMax),
    pageMs: wholeNumber('--page-ms', flags['page-ms'], pageMsDefault, 0, pageMsMax),
    faultPercent: wholeNumber('--faults', flags.faults, 0, 0, faultPercentMax),
    crawlDelayMs: crawlDelayMs === 0 ? null : crawlDelayMs,
    slicePages: slicePages === 0 ? null : slicePages,
    statesKept: statesKept === 0 ? null : statesKept,
    kills: wholeNumber('--kills', flags.kills, 0, 0, killsMax),
    json: flags.json ?? null,
  }
}

function parseAllBench(args: readonly string[]): AllBenchRequest {
  const flags = flagsOf('all', args, ['only', 'peers', 'rounds', 'write'])
  const { roundsDefault, roundsMax } = benchLimits
  const yesOrNo = ['yes', 'no'] as const
  const [peers = 'all'] = chosen(flags.peers === undefined ? [] : [flags.peers], ['all', 'none'] as const, '--peers')
  const [write = 'yes'] = chosen(flags.write === undefined ? [] : [flags.write], yesOrNo, '--write')
  return {
    bench: 'all',
    only:
      flags.only === undefined ? [...plannedBenchNames] : chosen(flags.only.split(','), plannedBenchNames, '--only'),
    peers,
    rounds: wholeNumber('--rounds', flags.rounds, roundsDefault, 1, roundsMax),
    write: write === 'yes',
  }
}

/**
 * Reads the arguments after `./dev bench`.
 * @throws UsageError
 */
export function parseBenchArguments(args: readonly string[]): BenchRequest {
  const [kind, ...rest] = args
  if (kind === 'all') return parseAllBench(rest)
  if (kind === 'api') return parseApiBench(rest)
  if (kind === 'console') return parseConsoleBench(rest)
  if (kind === 'crawl') return parseCrawlBench(rest)
  if (kind === 'scrape') return parseScrapeBench(rest)
  if (kind === 'browser') return parseBrowserBench(rest)
  if (kind === 'extraction') return parseExtractionBench(rest)
  if (kind === 'scale') return parseScaleBench(rest)
  if (kind === 'starts') return parseStartsBench(rest)
  if (kind === 'json') return { bench: 'json', json: flagsOf('json', rest, ['json']).json ?? null }
  if (kind === 'labs') {
    return { bench: 'labs', labs: rest.length === 0 ? [...labNames] : chosen(rest, labNames, './dev bench labs') }
  }
  throw new UsageError(
    `./dev bench takes all, api, console, crawl, scrape, browser, extraction, scale, starts, json or labs, got ${kind === undefined ? 'nothing' : JSON.stringify(kind)}`,
  )
}
