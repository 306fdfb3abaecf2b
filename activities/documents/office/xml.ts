/**
 * Reads the XML parts of office documents as a stream of events.
 *
 * DTDs are ignored, and only the five predefined entities and numeric references are replaced. Names have the usual
 * prefix of their namespace (`w:p`, `text:h`), whatever prefix the document uses.
 */
import { canonicalPrefixes } from './namespaces.ts'
import { scanXml, type XmlTokens } from '../../html/xml-scanner.ts'
import { readingTimeMs } from '../../threads/reading-time.ts'

export type XmlAttributes = Readonly<Record<string, string>>

/** Receives the events of a part; elements are always nested properly, even when the part is truncated. */
export interface XmlHandler {
  enter(name: string, attributes: XmlAttributes): void
  leave(name: string): void
  text?(text: string): void
  /** True when the rest of the part is not needed. */
  readonly isDone?: boolean
}

/** Cache limit; documents use a few dozen names. */
const namesKept = 1_000
/** An end tag is ignored when its start tag is not among this many innermost open elements. */
const openElementsSearched = 32

/**
 * Reads one part. Of alternate content (ECMA-376 part 3, 9.3) only the first choice is reported.
 * @param deadlineMs time (`readingTimeMs`) at which reading stops.
 * @returns false when it stopped at the deadline.
 */
export function readXml(xml: string, handler: XmlHandler, deadlineMs: number): boolean {
  const stream = new XmlStream(handler, deadlineMs)
  scanXml(xml.startsWith('\ufeff') ? xml.slice(1) : xml, stream)
  stream.end()
  return !stream.isLate
}

/** Decodes a part: UTF-8 unless a byte order mark indicates UTF-16. */
export function xmlText(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

class XmlStream implements XmlTokens {
  /** True when the deadline was reached. */
  isLate = false
  readonly #handler: XmlHandler
  readonly #deadlineMs: number
  readonly #prefixes = new Map<string, string>()
  /** Canonical element names by the names as written; cleared when a prefix is declared. */
  readonly #names = new Map<string, string>()
  /** Open elements. */
  readonly #open: { written: string; name: string }[] = []
  /** For each open `mc:AlternateContent`: whether a choice was taken. */
  readonly #choices: boolean[] = []
  /** Number of open elements inside skipped content; 0 outside. */
  #skipped = 0

  constructor(handler: XmlHandler, deadlineMs: number) {
    this.#handler = handler
    this.#deadlineMs = deadlineMs
  }

  startTag(name: string, attributes: Record<string, string>): void {
    this.#enter(name, attributes)
  }

  endTag(name: string): void {
    const least = Math.max(0, this.#open.length - openElementsSearched)
    let at = this.#open.length - 1
    while (at >= least && this.#open[at]?.written !== name) at--
    if (at >= least) while (this.#open.length > at) this.#leave()
  }

  text(text: string): void {
    if (this.#skipped === 0 && this.#open.length > 0) this.#handler.text?.(text)
  }

  shouldStop(): boolean {
    this.isLate = readingTimeMs() > this.#deadlineMs
    return this.isLate || this.#handler.isDone === true
  }

  end(): void {
    while (this.#open.length > 0) this.#leave()
  }

  #enter(written: string, attributes: Record<string, string>): void {
    this.#declare(attributes)
    let name = this.#names.get(written)
    if (name === undefined) {
      name = this.#canonical(written, true)
      if (this.#names.size < namesKept) this.#names.set(written, name)
    }
    this.#open.push({ written, name })
    if (this.#skipped > 0 || this.#isUnchosen(name)) {
      this.#skipped++
      return
    }
    if (!name.startsWith('mc:')) this.#handler.enter(name, this.#renamed(attributes))
  }

  #leave(): void {
    const element = this.#open.pop()
    if (element === undefined) return
    const { name } = element
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (name === 'mc:AlternateContent') this.#choices.pop()
    if (!name.startsWith('mc:')) this.#handler.leave(name)
  }

  #isUnchosen(name: string): boolean {
    if (name === 'mc:AlternateContent') this.#choices.push(false)
    if (name !== 'mc:Choice' && name !== 'mc:Fallback') return false
    if (this.#choices.at(-1) === true) return true
    if (this.#choices.length > 0) this.#choices[this.#choices.length - 1] = true
    return false
  }

  /** Records namespace declarations until the end of the part: documents do not use one prefix for two namespaces. */
  #declare(attributes: Record<string, string>): void {
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      const prefix = canonicalPrefixes.get(attributes[name] ?? '')
      if (prefix === undefined) continue
      this.#prefixes.set(name === 'xmlns' ? '' : name.slice(6), prefix)
      this.#names.clear()
    }
  }

  #canonical(name: string, isElement: boolean): string {
    const colon = name.indexOf(':')
    if (colon === -1 && !isElement) return name
    const written = colon === -1 ? '' : name.slice(0, colon)
    const prefix = this.#prefixes.get(written)
    return prefix === undefined || prefix === written ? name : `${prefix}:${name.slice(colon + 1)}`
  }

  #renamed(attributes: Record<string, string>): XmlAttributes {
    let renamed: Record<string, string> | null = null
    for (const name in attributes) {
      const canonical = this.#canonical(name, false)
      if (canonical === name) continue
      renamed ??= { ...attributes }
      renamed[canonical] = attributes[name] ?? ''
    }
    return renamed ?? attributes
  }
}
