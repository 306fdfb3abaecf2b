/**
 * Summarizes a page in a few numbers by which pages are compared; reads the characters once and creates no strings.
 * `exact` covers the text as written. `least` covers what a page of a URL family says beyond its own address:
 * words of its URL, digits and names of months and weekdays are excluded. Links to the page's own family and to
 * pages above it count in neither.
 */
import { trapLimits } from '@seine/shared/config/frontier-limits.ts'
import { familyOf, isOfFamily, type UrlFamily } from '@seine/shared/urls/url-family.ts'
import { pathAndQuery } from '@seine/shared/urls/url-identity.ts'
import { isInvisible, type ContentSelection } from '../html/content.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { dateWords } from './date-words.ts'
import { attribute, following, type TreeNode } from '../html/tree.ts'
import type { UrlResolver } from '../html/urls.ts'
import { WordReader, WordSet } from '../html/word-reader.ts'
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

/** The sketch of a page without text. */
export const emptySketch: TextSketch = { exact: 0, facts: 0, least: [] }

/**
 * Returns the sketch of a page that is a tree.
 * @param content the part of the page that is compared.
 * @param url final URL of the page.
 */
export function sketchContent(content: ContentSelection, url: string, urls: UrlResolver): TextSketch {
  const sketch = new SketchWriter(url)
  for (const root of content.roots) {
    for (let node = root.first; node !== null && !sketch.isFull;) {
      if (node.text !== null) {
        if (!content.skip.has(node)) sketch.text(node.text)
        node = following(node, root)
        continue
      }
      const passedOver = content.skip.has(node) || isInvisible(node)
      const href = node.name === 'a' && !passedOver ? attribute(node, 'href') : null
      if (node.name === 'img' && !passedOver) addPicture(sketch, node)
      if (href !== null && !leadsHome(href, url, sketch.family, urls)) addLinkText(sketch, node)
      node = following(node, root, !passedOver && href === null)
    }
  }
  return sketch.finish()
}

/** Returns the sketch of a text. @param url final URL of the page. */
export function sketchText(text: string, url: string): TextSketch {
  const sketch = new SketchWriter(url)
  sketch.text(text)
  return sketch.finish()
}

/** Adds the text of a link. It counts even when its words are in the page's own URL. */
function addLinkText(sketch: SketchWriter, link: TreeNode): void {
  for (let node = link.first; node !== null; node = following(node, link)) {
    if (node.text !== null) sketch.linkText(node.text)
    else if (node.name === 'img') addPicture(sketch, node)
  }
}

/** Adds an image, which counts as content unless it is a counting pixel. */
function addPicture(sketch: SketchWriter, node: TreeNode): void {
  const source = attribute(node, 'src') ?? ''
  const [width, height] = [attribute(node, 'width'), attribute(node, 'height')]
  if (source === '' || source.startsWith('data:') || (width === '1' && height === '1')) return
  const queryAt = source.indexOf('?')
  sketch.picture(queryAt === -1 ? source : source.slice(0, queryAt))
}

/** Returns true for links that only show the position of the page: to pages above it and to its own family. */
function leadsHome(href: string, url: string, family: UrlFamily | null, urls: UrlResolver): boolean {
  if (/^(?:\.\.?\/?)+$/.test(href)) return true
  if (href.startsWith('/') && href.length > 1 && href.endsWith('/') && url.includes(href)) return true
  if (family === null || family.kind === 'number' || !/[?0-9]/.test(href)) return false
  const target = urls.page(href)
  return target !== null && isOfFamily(family, target)
}

const reader = new WordReader()

class SketchWriter {
  readonly family: UrlFamily | null
  /** Words of the page's URL, which are ignored outside links; null for a page of no family, which needs none. */
  readonly #own: WordSet | null = null
  readonly #least = new LeastHashes(trapLimits.sketchHashesMax)
  readonly #pictures = new Set<number>()
  /** Hashes of the last two counted words. */
  #before = 0
  #last = 0
  #counted = 0
  #read = 0
  readonly #exact = new Digest()
  readonly #facts = new Digest()

  constructor(url: string) {
    this.family = familyOf(url)
    if (this.family === null) return
    this.#own = new WordSet()
    this.#own.addText(percentDecoded(pathAndQuery(url)))
  }

  get isFull(): boolean {
    return this.#charactersLeft <= 0
  }

  get #charactersLeft(): number {
    return trapLimits.sketchWordsMax - this.#read
  }

  text(text: string): void {
    this.#add(reader.read(text, this.#charactersLeft), true)
  }

  linkText(text: string): void {
    this.#add(reader.read(text, this.#charactersLeft), false)
  }

  picture(source: string): void {
    if (this.#pictures.size >= trapLimits.sketchPicturesMax) return
    const count = reader.read(source)
    this.#pictures.add(reader.asWritten.subarray(0, count).reduce(mix, 7))
  }

  finish(): TextSketch {
    if (this.#read === 0 && this.#pictures.size === 0) return emptySketch
    for (const picture of this.#pictures) this.#exact.add(picture)
    const exact = this.#exact.value
    if (this.family === null) return { exact, facts: 0, least: [] }
    if (this.#counted > 0 && this.#counted < 3) this.#least.add(mix(this.#before, this.#last))
    // A new picture alone makes a page new, so it adds as many hashes as a new page needs.
    const pictures = [...this.#pictures].flatMap((hash) =>
      Array.from({ length: trapLimits.newHashesMin }, (_, at) => mix(hash, at + 1) >>> 0),
    )
    return {
      exact,
      facts: this.#facts.value,
      least: [...pictures, ...this.#least.take(trapLimits.sketchHashesMax - pictures.length)],
    }
  }

  /** Adds the words that the reader read last. */
  #add(count: number, isOutsideLinks: boolean): void {
    const { hashes, asWritten } = reader
    const isMember = this.family !== null
    this.#read += count
    const own = isOutsideLinks ? this.#own : null
    const isIgnored = (hash: number): boolean => dateWords.has(hash) || own?.has(hash) === true
    for (let at = 0; at < count; at += 1) {
      const hash = hashes[at]!
      this.#exact.add(asWritten[at]!)
      if (!isMember) continue
      if (isOutsideLinks && !isIgnored(asWritten[at]!)) this.#facts.add(asWritten[at]!)
      if (hash === 0 || isIgnored(hash)) continue
      this.#counted += 1
      if (this.#counted > 2) this.#least.add(mix(mix(this.#before, this.#last), hash))
      this.#before = this.#last
      this.#last = hash
    }
  }
}

/** An order-dependent hash of numbers, 53 bits. */
class Digest {
  #low = 0x81_1c_9d_c5 | 0
  #high = 0x1b_87_35_93

  add(hash: number): void {
    this.#low = mix(this.#low, hash)
    this.#high = Math.imul(this.#high ^ hash, 0x5b_d1_e9_95) ^ this.#low
  }

  get value(): number {
    return (this.#high & 0x1f_ff_ff) * 2 ** 32 + (this.#low >>> 0)
  }
}

/** Combines two 32-bit hashes into one; the order matters. */
function mix(first: number, second: number): number {
  let bits = Math.imul(first ^ (first >>> 15), 0x2c_1b_3c_6d) ^ Math.imul(second, 0x29_7a_2d_39)
  bits = Math.imul(bits ^ (bits >>> 12), 0x9e_37_79_b1)
  return bits ^ (bits >>> 16)
}

/** Keeps the smallest distinct numbers of many, in ascending order. */
class LeastHashes {
  readonly #kept: number[] = []
  readonly #sizeMax: number
  /** A further number is kept only when it is below this. */
  #bound = 2 ** 32

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  add(hash: number): void {
    const value = hash >>> 0
    if (value >= this.#bound) return
    const kept = this.#kept
    let at = kept.length
    while (at > 0 && kept[at - 1]! >= value) at -= 1
    if (kept[at] === value) return
    kept.splice(at, 0, value)
    if (kept.length > this.#sizeMax) kept.pop()
    if (kept.length === this.#sizeMax) this.#bound = kept.at(-1)!
  }

  take(count: number): number[] {
    return this.#kept.slice(0, count)
  }
}
