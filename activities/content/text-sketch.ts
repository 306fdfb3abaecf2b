/**
 * What a page says in a few numbers, by which pages are compared: one pass over the characters, no
 * strings made. `exact` is of the text as it stands, `least` of what a page of a family says beyond
 * its own address: without words of its URL, digits, names of months and days. Links to the page's
 * own family and to what is above it count in neither.
 */
import { trapLimits } from '@seine/shared/config/frontier-limits.ts'
import { familyOf, isOwnKin, type UrlFamily } from '@seine/shared/urls/url-family.ts'
import { pathAndQuery } from '@seine/shared/urls/url-identity.ts'
import { isInvisible, type ContentSelection } from '../html/content.ts'
import type { TextSketch } from '@seine/shared/pages/extraction.ts'
import { dateWords } from './date-words.ts'
import { attribute, following, type TreeNode } from '../html/tree.ts'
import type { UrlResolver } from '../html/urls.ts'
import { WordReader, WordSet } from '../html/word-reader.ts'

/** Of a page without text. */
export const emptySketch: TextSketch = { exact: 0, facts: 0, least: [] }

/**
 * The sketch of a page that is a tree.
 * @param content the part of the page that counts.
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

/** The sketch of a text. @param url final URL of the page. */
export function sketchText(text: string, url: string): TextSketch {
  const sketch = new SketchWriter(url)
  sketch.text(text)
  return sketch.finish()
}

/** What a link says counts whatever the page's own URL is. */
function addLinkText(sketch: SketchWriter, link: TreeNode): void {
  for (let node = link.first; node !== null; node = following(node, link)) {
    if (node.text !== null) sketch.linkText(node.text)
    else if (node.name === 'img') addPicture(sketch, node)
  }
}

/** Pictures are content, unless they only count visitors. */
function addPicture(sketch: SketchWriter, node: TreeNode): void {
  const source = attribute(node, 'src') ?? ''
  const [width, height] = [attribute(node, 'width'), attribute(node, 'height')]
  if (source === '' || source.startsWith('data:') || (width === '1' && height === '1')) return
  const queryAt = source.indexOf('?')
  sketch.picture(queryAt === -1 ? source : source.slice(0, queryAt))
}

/** True for links that only say where the page stands: to what is above it and to its own family. */
function leadsHome(href: string, url: string, family: UrlFamily | null, urls: UrlResolver): boolean {
  if (/^(?:\.\.?\/?)+$/.test(href)) return true
  if (href.startsWith('/') && href.length > 1 && href.endsWith('/') && url.includes(href)) return true
  if (family === null || family.kind === 'number' || !/[?0-9]/.test(href)) return false
  const target = urls.page(href)
  return target !== null && isOwnKin(family, target)
}

const reader = new WordReader()

class SketchWriter {
  readonly family: UrlFamily | null
  /** Words that tell nothing, outside links. */
  readonly #left: WordSet
  readonly #least = new LeastHashes(trapLimits.sketchHashesMax)
  readonly #pictures = new Set<number>()
  /** The last two words that counted. */
  #before = 0
  #last = 0
  #counted = 0
  #read = 0
  readonly #exact = new Digest()
  readonly #facts = new Digest()

  constructor(url: string) {
    this.family = familyOf(url)
    const own = new WordSet()
    own.addText(decoded(pathAndQuery(url)))
    this.#left = new WordSet(own, dateWords)
  }

  get isFull(): boolean {
    return this.#room <= 0
  }

  get #room(): number {
    return trapLimits.sketchWordsMax - this.#read
  }

  text(text: string): void {
    this.#add(reader.read(text, this.#room), this.#left, true)
  }

  linkText(text: string): void {
    this.#add(reader.read(text, this.#room), dateWords, false)
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
    // A picture that is new is news enough: it stands for as many hashes as news takes.
    const pictures = [...this.#pictures].flatMap((hash) =>
      Array.from({ length: trapLimits.newHashesMin }, (_, at) => mix(hash, at + 1) >>> 0),
    )
    return {
      exact,
      facts: this.#facts.value,
      least: [...pictures, ...this.#least.take(trapLimits.sketchHashesMax - pictures.length)],
    }
  }

  /** Adds the words that have just been read. */
  #add(count: number, left: WordSet, isOutsideLinks: boolean): void {
    const { hashes, asWritten } = reader
    const isMember = this.family !== null
    this.#read += count
    for (let at = 0; at < count; at += 1) {
      const hash = hashes[at]!
      this.#exact.add(asWritten[at]!)
      if (isMember && isOutsideLinks && !left.has(asWritten[at]!)) this.#facts.add(asWritten[at]!)
      if (!isMember || hash === 0 || left.has(hash)) continue
      this.#counted += 1
      if (this.#counted > 2) this.#least.add(mix(mix(this.#before, this.#last), hash))
      this.#before = this.#last
      this.#last = hash
    }
  }
}

/** A hash of numbers in their order, 53 bits. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Two hashes of 32 bits made one; their order matters. */
function mix(first: number, second: number): number {
  let bits = Math.imul(first ^ (first >>> 15), 0x2c_1b_3c_6d) ^ Math.imul(second, 0x29_7a_2d_39)
  bits = Math.imul(bits ^ (bits >>> 12), 0x9e_37_79_b1)
  return bits ^ (bits >>> 16)
}

/** The least distinct numbers of many, in order. */
class LeastHashes {
  readonly #kept: number[] = []
  readonly #sizeMax: number
  /** What a further one has to be less than. */
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
