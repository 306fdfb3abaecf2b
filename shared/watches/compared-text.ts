/**
 * The compared text of a page: the words of its main content in a form that stays the same while the page does. Links
 * are followed by what identifies their targets, pictures are reduced to their descriptions, invisible characters and
 * superfluous white space are dropped, parts that change by themselves are replaced by signs.
 */
import { watchLimits } from '../config/watch-limits.ts'
import { dedupeKey, fetchUrl } from '../urls/url-identity.ts'
import { LoopTurn } from '../values/loop-turn.ts'
import type { WatchMode, WatchTrack } from './definition.ts'
import { IgnoredLines } from './ignored-lines.ts'
import { canonicalJson } from './json-patch.ts'
import { sortedLists } from './list-order.ts'
import { changedLines, type LineChange } from './long-lines.ts'
import { isFarFromNoise, withoutNoise } from './noise.ts'
import { withoutSuggestions } from './suggestions.ts'

/** The outputs of a page that texts are made of. */
export interface ComparedOutputs {
  markdown?: string
  json?: unknown
}

const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u202a-\u202e]/g
/** The pieces are bounded or end at a sign that begins the next match, so that no text takes quadratic time. */
const target = String.raw`\(((?:[^()\s]|\([^()\s]*\)){0,4000})(?:\s{1,9}"[^"]{0,500}")?\)`
const picture = new RegExp(String.raw`!\[((?:[^\]!]|!(?!\[)){0,500})\]${target}`, 'g')
const link = new RegExp(String.raw`\[([^[\]]{0,2000})\]${target}`, 'g')
/** A label, an address and a title of the largest size together. */
const linkMaxCharacters = 6_600
const targetAt = new RegExp(target, 'y')
const linkEnd = new RegExp(String.raw`\]${target}`, 'g')
/** Segments of a path that are hashes: content hashes of assets and session ids. */
const hashSegment = /(?<=[/._-])(?=[0-9a-f]*\d)[0-9a-f]{8,64}(?=[/._-]|$)/gi
/** Segments of the paths of assets that are ids of builds: letters of both cases and digits. */
const buildSegment = /(?<=\/)(?=[\w-]{0,64}\d)(?=[\w-]{0,64}[A-Z])(?=[\w-]{0,64}[a-z])[\w-]{10,64}(?=\/)/g
const assetPath = /\.(?:js|mjs|css|png|jpe?g|gif|svg|webp|avif|woff2?|ico|map)$/i
const randomParameters =
  /^(?:_|v|ver|cb|ts|t|rnd|rand|nonce|_?csrf|_?(?:csrf|xsrf|authenticity)_?token|_?token|sid|session(?:_?id)?|hash|cachebuster|no_?cache|build)$/i

/** Returns what identifies the target of a link. */
function targetOf(href: string): string {
  const url = fetchUrl(href)
  if (url === null) return href
  const parsed = new URL(dedupeKey(url, { ignoreQueryParameters: false }))
  for (const name of new Set(parsed.searchParams.keys())) {
    const value = parsed.searchParams.get(name) ?? ''
    const isOpaque = value.length >= 8 && /\d/.test(value) && /^[\w+/=-]+$/.test(value)
    // The version of an asset says nothing: its files are not compared either.
    if (
      randomParameters.test(name) &&
      (isOpaque ||
        assetPath.test(parsed.pathname) ||
        /^(?:_|cb|ts|rnd|rand|nonce|cachebuster|no_?cache|build)$/i.test(name))
    )
      parsed.searchParams.delete(name)
  }
  if (assetPath.test(parsed.pathname)) {
    parsed.pathname = parsed.pathname.replaceAll(hashSegment, '').replaceAll(buildSegment, '')
  }
  return parsed.href
}

const withTargets = (line: string): string =>
  line
    .replaceAll(picture, (_all, alt: string) => (alt.trim() === '' ? '' : `![${alt.trim()}]`))
    .replaceAll(linkEnd, (_all, href: string) => `](${targetOf(href)})`)

const withoutTargets = (text: string): string => text.replaceAll(picture, '$1').replaceAll(link, '$1')

const withoutMarks = (line: string): string =>
  line.replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, '').replaceAll(/[*_`~|\\]+/g, '')

/** True where no link and no picture reaches over a position. */
function isOutsideLinks(line: string, at: number): boolean {
  const from = Math.max(0, at - linkMaxCharacters)
  const before = line.slice(from, at)
  const open = before.lastIndexOf('[')
  if (open > before.lastIndexOf(']')) {
    const close = line.slice(at, at + linkMaxCharacters).indexOf(']')
    if (close !== -1) return false
  }
  const middle = before.lastIndexOf('](')
  if (middle === -1) return true
  targetAt.lastIndex = from + middle + 1
  targetAt.test(line)
  // The index is 0 where there is no target.
  return targetAt.lastIndex <= at
}

const folded = (line: string): string => {
  const margin = /^\s*/.exec(line)![0].replaceAll('\t', '    ')
  return line.trim() === '' ? '' : `${margin.replaceAll(/\s/g, ' ')}${line.trim().replaceAll(/\s+/g, ' ')}`
}

/**
 * Returns the lines of Markdown, folded. The text is read in blocks that end at a line break, because normalising and
 * splitting a whole page would stop the event loop.
 */
async function foldedLines(markdown: string, turn: LoopTurn): Promise<string[]> {
  const lines: string[] = []
  for (let from = 0; from <= markdown.length;) {
    const end = markdown.indexOf('\n', from + watchLimits.comparedPieceCharacters)
    const block = end === -1 ? markdown.slice(from) : markdown.slice(from, end).replace(/\r$/, '')
    const texts = block
      .normalize('NFC')
      .replaceAll(invisible, '')
      .split(/\r\n|[\r\n\u2028\u2029]/)
    for (const text of texts) {
      lines.push(folded(text))
      if (turn.isOver) await turn.next()
    }
    if (end === -1) break
    from = end + 1
  }
  return lines
}

const normalisedTargets: LineChange = { change: withTargets, mayCut: isOutsideLinks }
const noiseAsSigns: LineChange = { change: withoutNoise, mayCut: isFarFromNoise }

const labelsAlone: LineChange = { change: withoutTargets, mayCut: isOutsideLinks }

/** Returns the words of lines of Markdown without its marks. */
async function wordsOf(lines: readonly string[], turn: LoopTurn): Promise<string[]> {
  const words: string[] = []
  for (const line of await changedLines(lines, labelsAlone, turn)) {
    words.push(folded(withoutMarks(line)).trim())
    if (turn.isOver) await turn.next()
  }
  return words
}

/** Prepares the comparison of the pages of a run: its patterns are compiled once. */
export class TextComparison {
  readonly mode: WatchMode
  readonly #ignored: IgnoredLines

  /** @param track with patterns that were accepted earlier. */
  constructor(track: Pick<WatchTrack, 'mode' | 'ignorePatterns'>) {
    this.mode = track.mode
    this.#ignored = new IgnoredLines(track.ignorePatterns)
  }

  /**
   * Returns the compared text of a page; null when the page has no such output. Other work of the process gets its turn
   * in between.
   * @throws PatternTooCostlyError when the patterns take too long on this page.
   */
  async textOf(outputs: ComparedOutputs): Promise<string | null> {
    if (this.mode === 'json') return outputs.json == null ? null : canonicalJson(outputs.json)
    if (outputs.markdown === undefined) return null
    const turn = new LoopTurn(watchLimits.comparedTurnMs)
    const lines = await foldedLines(outputs.markdown, turn)
    const written = await changedLines(await withoutSuggestions(lines, turn), normalisedTargets, turn)
    const kept = await this.#ignored.without(written, turn)
    const ordered = await sortedLists(await changedLines(kept, noiseAsSigns, turn), turn)
    return withSingleBreaks(
      (this.mode === 'text' ? await wordsOf(ordered, turn) : ordered).map((line) => line.trimEnd()),
    )
  }
}

/** Joins lines with one empty line at most between two of them. */
function withSingleBreaks(lines: readonly string[]): string {
  const kept = lines.filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
  return kept.join('\n').replace(/^\n+|\n+$/g, '')
}
