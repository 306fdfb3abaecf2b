/** The arguments of `./dev bench`. Read before set-up, so nothing here may import a package. */
import { parseArgs } from 'node:util'
import { benchLimits } from './cli-limits.ts'
import { UsageError } from './usage-error.ts'

/** What is made of a page: its HTML stored, the whole page as Markdown, its main content as Markdown. */
export const workClasses = ['html', 'markdown', 'main'] as const
export type WorkClass = (typeof workClasses)[number]

export const peerNames = ['crawlee', 'scrapy', 'fastcrw'] as const
export type PeerName = (typeof peerNames)[number]

export const labNames = ['rate-limit', 'robots-503', 'traps', 'kill-9'] as const
export type LabName = (typeof labNames)[number]

/** `./dev bench crawl`. */
export interface CrawlBenchRequest {
  bench: 'crawl'
  /** Pages of the site, its start page included. */
  pages: number
  workClass: WorkClass
  peers: PeerName[]
  rounds: number
  /** File for the figures as JSON, as given; null = none. */
  json: string | null
}

/** `./dev bench labs`. */
export interface LabsRequest {
  bench: 'labs'
  labs: LabName[]
}

export type BenchRequest = CrawlBenchRequest | LabsRequest

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

function parsePeers(text: string): PeerName[] {
  return text === 'none' ? [] : chosen(text.split(','), peerNames, '--peers')
}

function flagsOf(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { pages: text, class: text, peers: text, rounds: text, json: text }
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(`./dev bench crawl: ${(error as Error).message}`)
  }
}

function parseCrawlBench(args: readonly string[]): CrawlBenchRequest {
  const flags = flagsOf(args)
  const [workClass = 'main'] = chosen(flags.class === undefined ? [] : [flags.class], workClasses, '--class')
  const { pagesDefault, pagesMin, pagesMax, roundsDefault, roundsMax } = benchLimits
  return {
    bench: 'crawl',
    pages: wholeNumber('--pages', flags.pages, pagesDefault, pagesMin, pagesMax),
    workClass,
    peers: parsePeers(flags.peers ?? peerNames.join(',')),
    rounds: wholeNumber('--rounds', flags.rounds, roundsDefault, 1, roundsMax),
    json: flags.json ?? null,
  }
}

/**
 * Reads what follows `./dev bench`.
 * @throws UsageError
 */
export function parseBenchArguments(args: readonly string[]): BenchRequest {
  const [kind, ...rest] = args
  if (kind === 'crawl') return parseCrawlBench(rest)
  if (kind === 'labs') {
    return { bench: 'labs', labs: rest.length === 0 ? [...labNames] : chosen(rest, labNames, './dev bench labs') }
  }
  throw new UsageError(`./dev bench takes crawl or labs, got ${kind === undefined ? 'nothing' : JSON.stringify(kind)}`)
}
