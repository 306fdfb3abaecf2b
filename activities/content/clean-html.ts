/**
 * Writes a tree as clean HTML: known elements and attributes only, absolute URLs, nothing executable.
 *
 * An element outside the list is left out but its content stays; invisible and empty elements are left out with
 * their content. Players become links, formulas become code in TeX, and an element with a heading role becomes a
 * heading. The check box of a task list item keeps its state. An id stays only when a link of the same content
 * points to it; a link without an href stays only as such a target.
 * Cleaning clean HTML changes nothing.
 */
import { isSetRightToLeft } from './clean-html-direction.ts'
import { cleanAttributes, displayedFormula, keptElements, oneLineElements, written } from './clean-html-elements.ts'
import { placementOf } from './clean-html-nesting.ts'
import { fragmentOf, fragmentsOf, idOf } from './clean-html-places.ts'
import { isInvisible, type ContentSelection } from '../html/content.ts'
import { escapeHtml } from '../html/html-text.ts'
import { isCountingPixel, pictureText } from '../html/images.ts'
import { isHeadingAnchor, mediaReference } from './markdown/embedded.ts'
import { headingLevel, isHeadingByRole } from '../html/markdown/heading-level.ts'
import { isFormulaCopy, mathText, pictureFormula, scriptFormula } from './markdown/math.ts'
import { endsInWord, isKeptApart, looseBoxes } from './markdown/side-by-side.ts'
import { OutputBudget } from '../html/output-budget.ts'
import { voidElements } from '../html/tags.ts'
import { attribute, type TreeNode } from '../html/tree.ts'
import type { UrlResolver } from '../html/urls.ts'

/**
 * Writes clean HTML.
 * @param selection subtrees to write, in order.
 * @param urls makes the URLs of links and images absolute.
 * @param budget output limit; what does not fit is left out. Closing tags are always written.
 */
export function toCleanHtml(selection: ContentSelection, urls: UrlResolver, budget = new OutputBudget()): string {
  const [first] = selection.roots
  const isWrapped = first !== undefined && isSetRightToLeft(first) && budget.takes(rightToLeft)
  const writer = new CleanHtmlWriter(selection, urls, budget)
  for (const root of selection.roots) {
    if (budget.isFull) break
    walk(root, writer, budget)
  }
  const html = writer.finish()
  return isWrapped && html !== '' ? `${rightToLeft}${html}</div>` : html
}

/** Wrapper for right-to-left content whose direction is stated only outside the content. */
const rightToLeft = '<div dir="rtl">'

function walk(root: TreeNode, writer: CleanHtmlWriter, budget: OutputBudget): void {
  let node = root
  for (;;) {
    if (writer.enter(node)) {
      if (node.first !== null && !budget.isFull) {
        node = node.first
        continue
      }
      writer.leave(node)
    }
    while (node !== root && (node.next === null || budget.isFull)) {
      node = node.parent as TreeNode
      writer.leave(node)
    }
    if (node === root) return
    node = node.next as TreeNode
  }
}

/** An element that has been entered and not left. */
interface OpenElement {
  node: TreeNode
  name: string
  tag: string
  id: string | null
  /** `waiting`: the start tag is written only when content follows, so that no empty element is written. */
  state: 'waiting' | 'written'
}

class CleanHtmlWriter {
  readonly #selection: ContentSelection
  readonly #urls: UrlResolver
  readonly #budget: OutputBudget
  /** Ids that written links of this content point to. */
  readonly #targets = new Set<string>()
  /** Ids that any link of the selection points to, written or not; computed on first use. */
  #called: ReadonlySet<string> | null = null
  /** Ids of the elements visited so far. */
  readonly #seen = new Set<string>()
  /** Start tags written with an id: the index in `#parts`, and the tag to write when no link points to the id. */
  readonly #identified: { at: number; id: string; plain: string }[] = []
  readonly #parts: string[] = []
  readonly #open: OpenElement[] = []
  /** Names of `#open`. */
  readonly #names: string[] = []
  /** Text since the last tag; white space collapses across elements that were left out in between. */
  #text: string[] = []
  /** Number of open pre elements, and how many of them are written; pending text belongs to the written ones only. */
  #preformatted = 0
  #preformattedWritten = 0

  constructor(selection: ContentSelection, urls: UrlResolver, budget: OutputBudget) {
    this.#selection = selection
    this.#urls = urls
    this.#budget = budget
  }

  finish(): string {
    this.#flushText()
    // When several elements have the same id, links point to the first one.
    for (const { at, id, plain } of this.#identified) if (!this.#targets.delete(id)) this.#parts[at] = plain
    return this.#parts.join('').trim()
  }

  /** @returns whether to descend into the node. */
  enter(node: TreeNode): boolean {
    if (this.#selection.skip.has(node)) return false
    if (node.text !== null) {
      this.#addText(node.text)
      return false
    }
    const name = isHeadingByRole(node) ? `h${headingLevel(node)}` : node.name
    if (name === 'iframe' || name === 'video' || name === 'audio') return this.#player(node)
    if (name === 'script') return this.#formula(scriptFormula(node))
    if (name === 'input') return this.#checkBox(node)
    if (isInvisible(node)) return false
    if (name === 'button') return this.#names.some((open) => oneLineElements.has(open))
    if (name === 'math') return this.#formula(mathText(node))
    const pictured = name === 'img' ? pictureFormula(node) : null
    if (pictured !== null) return this.#formula(pictured)
    if (!keptElements.has(name)) {
      if (endsInWord(this.#tail()) && isKeptApart(node)) this.#text.push(' ')
      const classes = attribute(node, 'class')
      return classes === null || !isFormulaCopy(node, classes)
    }
    const attributes = cleanAttributes(node, this.#urls)
    if (attributes === null) {
      const text = isCountingPixel(node) ? '' : pictureText(node)
      if (text !== '') this.#addText(text)
      return false
    }
    if (name === 'a' && this.#isHeadingAnchor(node)) return false
    if (name === 'a' && node.previous?.name === 'a' && looseBoxes.has(node.parent?.name ?? '') && this.#tail() !== '') {
      this.#text.push(' ')
    }
    const id = idOf(node)
    if (name === 'a' && !attributes.startsWith(' href=') && !this.#isTarget(id)) return true
    if (id !== null) this.#seen.add(id)
    const placement = placementOf(name, this.#names)
    this.#closeTo(placement.keep)
    if (!placement.isAllowed) return true
    const tag = `<${name}${attributes}>`
    if (voidElements.has(name)) {
      if (this.#settle()) this.#push(tag)
      return false
    }
    this.#open.push({ node, name, tag, id, state: 'waiting' })
    this.#names.push(name)
    if (name === 'pre') this.#preformatted++
    // An empty cell is written because it keeps its place in the row.
    if (name === 'td' || name === 'th') this.#settle()
    return true
  }

  /** Returns true for a link inside a heading that only marks the heading as a link target. */
  #isHeadingAnchor(link: TreeNode): boolean {
    const isInHeading = this.#names.some((open) => open.length === 2 && open.startsWith('h') && open !== 'hr')
    return isInHeading && fragmentOf(link, this.#urls) !== null && isHeadingAnchor(link, true)
  }

  /** Returns true for the first element with an id that a link of the content may point to. */
  #isTarget(id: string | null): boolean {
    if (id === null || this.#seen.has(id)) return false
    this.#called ??= fragmentsOf(this.#selection, this.#urls)
    return this.#called.has(id)
  }

  leave(node: TreeNode): void {
    if (this.#open.at(-1)?.node === node) this.#closeTo(this.#open.length - 1)
  }

  #addText(text: string): void {
    if (this.#preformatted === 0 && !/[^ \t\n\f\r]/.test(text)) {
      this.#text.push(text)
      return
    }
    this.#closeTo(placementOf('', this.#names).keep)
    if (this.#open.at(-1)?.state === 'waiting' && !this.#settle()) return
    this.#text.push(text)
  }

  /** Returns the text written last, including the text of a link. */
  #tail(): string {
    const parts = this.#parts
    return this.#text.at(-1) ?? (parts.at(-1) === '</a>' ? parts.at(-2) : '') ?? ''
  }

  /** Writes a video or sound as a link to it; its fallback content for old browsers is left out. */
  #player(node: TreeNode): false {
    const reference = mediaReference(node, this.#urls)
    if (reference !== null) this.#element('a', written('href', reference.url), reference.text)
    return false
  }

  /** @param formula Markdown formula between dollar signs; null if none exists. */
  #formula(formula: string | null): false {
    if (formula === null) return false
    const isDisplayed = formula.startsWith('$$')
    const signs = isDisplayed ? 2 : 1
    const classes = isDisplayed ? displayedFormula : 'language-math'
    this.#element('code', written('class', classes), formula.slice(signs, -signs))
    return false
  }

  /** Writes the check box at the start of a list item, which states whether a task is done; ignores all others. */
  #checkBox(node: TreeNode): false {
    if (attribute(node, 'type')?.toLowerCase() !== 'checkbox' || /\S/.test(this.#text.join(''))) return false
    if (this.#open.at(this.#names.lastIndexOf('li'))?.state !== 'waiting' || !this.#names.includes('li')) return false
    const state = attribute(node, 'checked') === null ? '' : ' checked=""'
    this.#closeTo(placementOf('input', this.#names).keep)
    if (this.#settle()) this.#push(`<input type="checkbox" disabled=""${state}>`)
    return false
  }

  /** Writes an element that is not in the page itself. */
  #element(name: 'a' | 'code', attributes: string, text: string): void {
    const { isAllowed, keep } = placementOf(name, this.#names)
    this.#closeTo(keep)
    if (!isAllowed) this.#addText(text)
    else if (text !== '' && this.#settle() && this.#push(`<${name}${attributes}>`)) {
      this.#push(this.#budget.fitHtml(escapeHtml(collapse(text))), true)
      this.#push(`</${name}>`, true)
    }
  }

  /** Writes all pending text and start tags. @returns false when the budget is too small for them. */
  #settle(): boolean {
    this.#flushText()
    for (let at = this.#firstWaiting(); at < this.#open.length; at++) {
      const element = this.#open[at] as OpenElement
      if (!this.#start(element)) return false
      element.state = 'written'
      if (element.name === 'pre') this.#preformattedWritten++
    }
    return !this.#budget.isFull
  }

  #start({ node, name, tag, id }: OpenElement): boolean {
    if (node.name === 'a') {
      const fragment = fragmentOf(node, this.#urls)
      if (fragment !== null) this.#targets.add(fragment)
      const parent = this.#open.findLast((open) => open.state === 'written')
      if (this.#parts.at(-1) === '</a>' && looseBoxes.has(parent?.node.name ?? 'div')) this.#push(' ')
    }
    if (id === null) return this.#push(tag)
    if (!this.#push(`<${name}${written('id', id)}${tag.slice(name.length + 1)}`)) return false
    this.#identified.push({ at: this.#parts.length - 1, id, plain: tag })
    return true
  }

  #firstWaiting(): number {
    let at = this.#open.length
    while (at > 0 && this.#open[at - 1]?.state === 'waiting') at--
    return at
  }

  /** Closes open elements until `count` are left. */
  #closeTo(count: number): void {
    while (this.#open.length > count) {
      const { name, state } = this.#open.at(-1) as OpenElement
      if (state === 'written') {
        this.#flushText()
        this.#push(`</${name}>`, true)
        if (name === 'pre') this.#preformattedWritten--
      }
      if (name === 'pre') this.#preformatted--
      this.#open.pop()
      this.#names.pop()
    }
  }

  #flushText(): void {
    if (this.#text.length === 0) return
    const text = this.#text.join('')
    this.#text = []
    if (this.#preformattedWritten === 0) {
      this.#push(this.#budget.fitHtml(escapeHtml(collapse(text))), true)
      return
    }
    // A parser drops a line feed directly after the <pre> tag, so a line feed of the content needs a second one.
    const isFirst = this.#parts.at(-1)?.startsWith('<pre') === true
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    this.#push(this.#budget.fitHtml(escapeHtml(isFirst && lines.startsWith('\n') ? `\n${lines}` : lines)), true)
  }

  /** @param isCounted true when its size is already counted or need not be counted. */
  #push(part: string, isCounted = false): boolean {
    if (!isCounted && !this.#budget.takes(part)) return false
    this.#parts.push(part)
    return true
  }
}

/** Collapses white space; white space with a line break becomes one line break, which keeps the result readable. */
const collapse = (text: string): string =>
  /[\t\n\f\r]| {2}/.test(text) ? text.replaceAll(/[ \t\n\f\r]+/g, collapsedSpace) : text

const collapsedSpace = (space: string): string => (space.includes('\n') ? '\n' : ' ')
