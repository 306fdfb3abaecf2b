/**
 * Counts what a page shows without executing its scripts, in one walk over its tree that ends as soon as enough content
 * was found.
 *
 * The tree is that of a browser without scripts. Where one with scripts reads the source differently, the notes of the
 * source decide: noscript elements are text that is not shown, and self-closing custom elements are meant to be empty.
 */
import { judgeLimits } from '@seine/shared/config/extract-limits.ts'
import type { ParsedPage } from '../html/parse-tree.ts'
import type { Attribute } from '../html/scanner.ts'
import type { SourceScript } from '../html/source-notes.ts'
import { attribute, type TreeNode } from '../html/tree.ts'
import {
  isData,
  isProgram,
  isRefresh,
  isRefreshHeader,
  isTemplate,
  isTiny,
  withoutMarkup,
} from './js-shell-attributes.ts'
import { decoration, emptyable, kind, kindOf, listings, weightOf } from './js-shell-elements.ts'
import { contentPlenty, noFacts, readablePlenty, type Gaps, type ShellFacts } from './js-shell-facts.ts'
import { asksForScripts, saysLoading, sentenceMaxCharacters, trait, traitsOf, unfilled } from './js-shell-words.ts'

/** A noscript element with at least this much text, in characters, counts as content. */
const noscriptContentMin = 400
/** A node with less content than this, in characters, is empty. */
const fillingMin = 15

const flag = {
  main: 2,
  code: 4,
  mount: 8,
  container: 16,
  custom: 32,
  mainRoot: 64,
  placeholder: 128,
  heading: 256,
  /** Recorded with its id when it is empty. */
  named: 512,
}

/** Flags that the elements inside an element have as well. */
const inheritedFlags = flag.main | flag.code | flag.placeholder | flag.heading

/**
 * Counts the content of a page and the signs of missing content.
 * @param html source of the page.
 * @param page its tree, before anything has modified it.
 */
export function pageFacts(html: string, page: ParsedPage): ShellFacts {
  return new TreeReader(html, page).read()
}

/** Returns the beginning of the visible text of a text node, white space collapsed. */
const readableText = (text: string): string => {
  const trimmed = text.trim().slice(0, judgeLimits.textMaxCharacters)
  return /\s\s|[\t-\r\u00A0\u00AD\u2000-\u200D\uFEFF]/.test(trimmed)
    ? trimmed.replaceAll(/[\s\u00AD\u200B-\u200D\uFEFF]+/g, ' ').trim()
    : trimmed
}

/** Returns the value of an attribute without white space around it, or null. */
const valueOf = (node: TreeNode, name: string): string | null => attribute(node, name)?.trim() ?? null

const scriptAttribute = (attributes: readonly Attribute[], wanted: string): string | null =>
  attributes.find(({ name }) => name === wanted)?.value.trim() ?? null

/** Text of a noscript element; see `SourceNotes.noscripts`. */
interface Noscript {
  number: number
  text: string
}

class TreeReader {
  readonly #html: string
  readonly #page: ParsedPage
  readonly #facts = noFacts()
  /** Open elements that matter, with what applies inside each. */
  readonly #open: TreeNode[] = []
  readonly #flags: number[] = []
  readonly #weights: number[] = []
  /** Amount of content before each open element. */
  readonly #before: number[] = []
  /** The open link. */
  #link: TreeNode | null = null
  /** True when the open link leads to the home page: its text is the name of the website. */
  #linkIsHome = false
  /** Attributes of the newest link; the tree construction copies a link that is not closed where its block ends. */
  #linkAttributes: readonly Attribute[] | null = null
  #noscript: Noscript | null = null
  #placeholders = 0

  constructor(html: string, page: ParsedPage) {
    this.#html = html
    this.#page = page
  }

  read(): ShellFacts {
    const { document } = this.#page
    const facts = this.#facts
    this.#scripts(document)
    let elements = 0
    let node = document.first
    while (node !== null) {
      if (node.text !== null) {
        this.#textNode(node, node.text)
      } else {
        if (
          (facts.content >= contentPlenty && facts.readable >= readablePlenty) ||
          ++elements > judgeLimits.elementsMax
        ) {
          facts.plenty = true
          return facts
        }
        const descends = this.#element(node)
        if (descends) this.#scripts(node)
        if (descends && node.first !== null) {
          node = node.first
          continue
        }
      }
      node = this.#behind(node)
    }
    this.#endNoscript()
    return facts
  }

  /** Leaves a node and the parents that end with it. @returns the node that follows, or null. */
  #behind(from: TreeNode): TreeNode | null {
    let node = from
    for (;;) {
      this.#leave(node)
      if (node.next !== null) return node.next
      if (node.parent === null || node.parent === this.#page.document) return null
      node = node.parent
    }
  }

  #leave(node: TreeNode): void {
    if (this.#link === node) this.#link = null
    if (this.#open.at(-1) === node) this.#pop()
  }

  /** Reads an element. @returns whether what is in it is to be read. */
  #element(node: TreeNode): boolean {
    if (this.#isInNoscript(node)) {
      if (node.name === 'meta' && isRefreshHeader(node)) this.#facts.asksForScripts = true
      return node.name !== 'script' && node.name !== 'template'
    }
    const { name, attributes } = node
    switch (kindOf(name)) {
      // Inline and similar elements: only the text in them counts.
      case kind.plain:
        break
      case kind.void:
        if (name === 'meta' && isRefresh(node)) this.#facts.refresh = true
        break
      case kind.raw:
        return this.#raw(node)
      case kind.unparsed:
        if (node.first?.text != null) this.#text(withoutMarkup(node.first.text.slice(0, judgeLimits.textMaxCharacters)))
        return false
      case kind.link:
        this.#startLink(node)
        break
      case kind.frame:
        this.#frame(node)
        return false
      case kind.field:
        this.#field(node)
        break
      case kind.picture:
        this.#picture(name, attributes)
        break
      case kind.item:
        this.#push(node, 0, this.#weight())
        break
      case kind.heading:
        this.#push(node, flag.heading, this.#weight())
        break
      case kind.code:
        this.#push(node, flag.code, this.#weight())
        break
      default:
        this.#box(node)
    }
    return true
  }

  #weight(): number {
    return this.#weights.at(-1) ?? 1
  }

  #inherited(): number {
    return (this.#flags.at(-1) ?? 0) & inheritedFlags
  }

  #push(node: TreeNode, flags: number, weight: number): void {
    if (this.#open.length >= judgeLimits.depthMax) return
    const inherited = this.#inherited()
    this.#open.push(node)
    this.#flags.push(flags | inherited)
    this.#weights.push(weight)
    this.#before.push(this.#facts.content)
  }

  #box(node: TreeNode): void {
    const { name, attributes } = node
    const custom = name.includes('-')
    if (custom && this.#page.notes.selfClosed.has(node)) return
    const facts = this.#facts
    const parent = this.#weight()
    let traits = attributes.length === 0 ? 0 : traitsOf(attributes)
    const insideMain = (this.#inherited() & flag.main) !== 0
    if ((name === 'span' || name === 'p') && traits !== 0)
      traits &= trait.hidden | trait.placeholder | trait.template | trait.overlay
    if ((traits & trait.template) !== 0) this.#gap('templates')
    if ((traits & trait.placeholder) !== 0 && name !== 'body' && (traits & trait.hidden) === 0)
      this.#gap('placeholders')
    const isEmptyable = emptyable.has(name)
    const mainRoot = name === 'main' || (isEmptyable && (traits & trait.main) !== 0)
    let flags = 0
    if (mainRoot) {
      flags |= flag.main | flag.mainRoot
      facts.mainSeen = true
    }
    if (isEmptyable && (traits & trait.hidden) === 0) {
      if ((traits & trait.mount) !== 0) flags |= flag.mount
      else if ((traits & (trait.container | trait.main)) !== 0 || (parent > 0.3 && this.#isListing(node)))
        flags |= flag.container
    }
    if (name === 'app') flags |= flag.mount
    if (custom && parent > 0.3 && !decoration.test(name)) flags |= flag.custom
    if (name !== 'body' && (traits & trait.placeholder) !== 0) flags |= flag.placeholder
    if (custom && (name === 'app-root' || traits & trait.mount)) flags |= flag.mount
    const weight = Math.min(parent, weightOf(name, traits, insideMain))
    if (weight > 0.3 && isEmptyable && facts.emptyIds.length < judgeLimits.emptyIdsMax) flags |= flag.named
    this.#push(node, flags, weight)
  }

  /** A body of a table that has rows may be implied by them: it is not named after what it is to hold. */
  #isListing({ name, attributes, first }: TreeNode): boolean {
    return listings.has(name) && !(name === 'tbody' && attributes.length === 0 && first !== null)
  }

  /** Closes the last open element and records whether it has content. */
  #pop(): void {
    this.#endNoscript()
    const node = this.#open.pop()
    const flags = this.#flags.pop() ?? 0
    this.#weights.pop()
    const facts = this.#facts
    const gained = facts.content - (this.#before.pop() ?? 0)
    if (node === undefined) return
    if ((flags & flag.named) !== 0 && gained < 1 && facts.emptyIds.length < judgeLimits.emptyIdsMax) {
      const id = valueOf(node, 'id')
      if (id !== null && id !== '') facts.emptyIds.push(id)
    }
    if ((flags & flag.mount) !== 0) {
      if (gained < fillingMin) facts.mountsEmpty++
      else facts.mountsFilled++
    }
    if ((flags & flag.mainRoot) !== 0 && gained < fillingMin) facts.mainEmpty++
    const isBare = listings.has(node.name) ? gained === 0 : gained < 1
    if ((flags & flag.container) !== 0 && isBare && (flags & flag.mount) === 0) this.#gap('containers')
    if ((flags & flag.custom) !== 0 && gained < 1 && (flags & flag.mount) === 0) this.#gap('customs')
  }

  #gap(sign: keyof Gaps, count = 1): void {
    this.#facts.gaps[sign] += count
    if ((this.#inherited() & flag.main) !== 0) this.#facts.mainGaps[sign] += count
  }

  #add(worth: number): void {
    const facts = this.#facts
    facts.content += worth
    if ((this.#inherited() & flag.main) !== 0) facts.mainContent += worth
  }

  #textNode(node: TreeNode, text: string): void {
    if (!this.#isInNoscript(node)) this.#text(text)
    else if (this.#noscript !== null && this.#noscript.text.length < judgeLimits.noscriptMaxCharacters)
      this.#noscript.text += ` ${text}`
  }

  #text(source: string): void {
    const text = readableText(source)
    if (text === '') return
    const facts = this.#facts
    facts.readable += text.length + 1
    const weight = this.#weight()
    const flags = this.#flags.at(-1) ?? 0
    const isCode = (flags & flag.code) !== 0
    let length = text.length
    if (!isCode && text.length <= sentenceMaxCharacters) {
      if (saysLoading(text) && this.#link === null) {
        if (weight > 0.05) this.#gap('placeholders')
        return
      }
      if (asksForScripts(text)) {
        facts.asksForScripts = true
        length *= 0.1
      }
    }
    if (!isCode && text.length < 4_000 && (text.includes('{{') || text.includes('<%') || text.includes('${'))) {
      const rest = readableText(source.replaceAll(unfilled, (whole) => (this.#isInSource(whole) ? '' : whole)))
      if (rest.length < text.length) this.#gap('templates')
      length = Math.min(length, rest.length)
    }
    const isHeading = (flags & flag.heading) !== 0 && !this.#inPlaceholder()
    if (isHeading) length = Math.min(length, 100) * 3
    this.#add(length * weight * (this.#link === null ? 1 : this.#linkIsHome ? 0.1 : isHeading ? 1 : 0.4))
  }

  /** Whether a placeholder stands in the source as it is: one written with references is text about placeholders. */
  #isInSource(placeholder: string): boolean {
    if (++this.#placeholders > judgeLimits.placeholdersMax) return true
    const searched = judgeLimits.placeholderSourceMaxCharacters
    if (this.#html.length > searched) return true
    // A line end may be written in several ways, and what follows with references.
    const literal = placeholder.slice(0, 2) + (/^[^&<>"'\n\u00A0]{0,40}/.exec(placeholder.slice(2))?.[0] ?? '')
    return this.#html.includes(literal)
  }

  #inPlaceholder(): boolean {
    return (this.#inherited() & flag.placeholder) !== 0
  }

  #startLink(node: TreeNode): void {
    const href = valueOf(node, 'href')
    if (href === null) return
    this.#link = node
    this.#linkIsHome = href === '/' || href === './' || href === '#'
    const isCopy = node.attributes === this.#linkAttributes
    this.#linkAttributes = node.attributes
    if (isCopy || href === '' || href.startsWith('#') || /^javascript:/i.test(href)) return
    if (this.#weight() > 0.3) this.#facts.links++
  }

  #field(node: TreeNode): void {
    if (node.name === 'button') {
      this.#push(node, 0, Math.min(this.#weight(), 0.2))
      return
    }
    const facts = this.#facts
    if (node.name === 'select') this.#push(node, 0, Math.min(this.#weight(), 0.2))
    if (/^(?:hidden|submit|button|image|reset)/i.test(valueOf(node, 'type') ?? '')) return
    if (this.#weight() < 0.1) return
    facts.fields++
    facts.things++
    this.#add(60 * this.#weight())
  }

  #picture(name: string, attributes: readonly Attribute[]): void {
    if (name === 'picture' || name === 'object' || name === 'canvas') return
    if (isTiny(attributes)) return
    if (this.#inPlaceholder() || isDecoration(attributes)) return
    this.#facts.things++
    if (this.#facts.things <= 40) this.#add(40 * this.#weight() * (this.#link === null ? 1 : 0.7))
  }

  #frame(node: TreeNode): void {
    const src = valueOf(node, 'src')
    if (src === null || src === '' || /^(?:javascript|about):|googletagmanager/i.test(src)) return
    if ((traitsOf(node.attributes) & trait.hidden) !== 0 || isTiny(node.attributes)) return
    this.#facts.things++
    this.#add(150 * Math.max(0.3, this.#weight()))
  }

  /** Reads an element whose content is no text of the page. @returns whether the content is to be read nevertheless. */
  #raw(node: TreeNode): boolean {
    const facts = this.#facts
    const characters = this.#page.notes.drawings.get(node) ?? 0
    switch (node.name) {
      case 'template':
        if (node.attributes.some(({ name }) => name.startsWith('shadowroot'))) return true
        if (node.attributes.some(({ value }) => value.includes('BAILOUT_TO_CLIENT'))) this.#gap('placeholders', 2)
        break
      case 'math':
        this.#add(Math.min(200, characters / 10) * this.#weight())
        break
      case 'svg':
        if (characters > 600 && !this.#inPlaceholder() && this.#link === null && facts.things < 40) {
          facts.things++
          this.#add(20 * this.#weight())
        }
        break
      default:
    }
    return false
  }

  #scripts(parent: TreeNode): void {
    const scripts = this.#page.notes.scripts.get(parent)
    if (scripts !== undefined) for (const script of scripts) this.#script(script)
  }

  #script({ attributes, content }: SourceScript): void {
    const facts = this.#facts
    const type = scriptAttribute(attributes, 'type') ?? ''
    if (isProgram(type)) {
      const src = scriptAttribute(attributes, 'src')
      if (src === null) facts.inlineCharacters += content.length
      if (facts.scripts.length < judgeLimits.scriptsMax)
        facts.scripts.push({ src, module: /^module$/i.test(type), content })
    } else if (isData(type) && facts.data.length < judgeLimits.scriptsMax) facts.data.push({ type, content })
    else if (isTemplate(type)) this.#gap('templates')
  }

  /** Whether a node is from the source of a noscript element; begins and ends the reading of such elements. */
  #isInNoscript(node: TreeNode): boolean {
    const { noscripts } = this.#page.notes
    if (noscripts.size === 0) return false
    const number = noscripts.get(node)
    if (number !== this.#noscript?.number) this.#endNoscript()
    if (number === undefined) return false
    this.#noscript ??= { number, text: '' }
    return true
  }

  /** A page whose scripts add the content may offer it in a noscript element to clients without scripts. */
  #endNoscript(): void {
    if (this.#noscript === null) return
    const text = readableText(this.#noscript.text)
    this.#noscript = null
    if (text === '') return
    const facts = this.#facts
    facts.readable += text.length
    if (text.length <= sentenceMaxCharacters * 2 && asksForScripts(text)) facts.asksForScripts = true
    else if (text.length >= noscriptContentMin) this.#add(text.length)
  }
}

/** Whether a picture belongs to the frame of a page, by the beginning of its attributes. */
function isDecoration(attributes: readonly Attribute[]): boolean {
  let left = 300
  for (const { name, value } of attributes) {
    if (left <= 0) return false
    if (/load(?:er|ing)|spinner|logo/i.test(`${name}=${value.slice(0, left)}`)) return true
    left -= name.length + value.length + 4
  }
  return false
}
