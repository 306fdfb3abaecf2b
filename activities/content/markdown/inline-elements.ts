/** Maps inline elements to Markdown: links, marks, code, images, formulas, players. */
import { imageUrl, isCountingPixel, isEmoji, pictureText } from '../../html/images.ts'
import { attribute, collapsed, following, textBelow, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { mediaReference, isHeadingAnchor } from './embedded.ts'
import { isWrittenEmpty } from './empty-element.ts'
import { linkTarget } from './escape.ts'
import type { Footnotes } from './footnotes.ts'
import { InlineContent } from './inline-content.ts'
import { codeFormula, delimitedFormula, isFormulaCopy, mathText, pictureFormula, scriptFormula } from './math.ts'
import type { InlineMark } from './pieces.ts'
import { isKeptApart } from './side-by-side.ts'

/** What an inline element opened; `leave` ends it. */
export type InlineLeave = 'mark' | 'code' | 'quotation' | 'sup' | 'sub' | 'gloss'

/** How the walk continues: skip the element, descend, or descend and call `leave` afterwards. */
type InlineStep = 'past' | 'below' | InlineLeave

export class InlineElements {
  readonly content = new InlineContent()
  readonly #urls: UrlResolver
  readonly #footnotes: Footnotes
  /** Number of open inline code elements. */
  #code = 0
  /** White space since the last code of an open code element; what follows decides how it is written. */
  #codeSpace = false
  /** Text that begins with the closing bracket after a footnote reference; the bracket is dropped. */
  #bracket: TreeNode | null = null

  constructor(urls: UrlResolver, footnotes: Footnotes) {
    this.#urls = urls
    this.#footnotes = footnotes
  }

  text(node: TreeNode, text: string): void {
    if (this.#code > 0) this.#codeText(node, text)
    else this.content.text(node === this.#bracket ? text.slice(1) : text)
  }

  /** @returns how the walk continues; null when the element is not an inline element that Markdown can express. */
  enter(node: TreeNode, isInHeading: boolean): InlineStep | null {
    switch (node.name) {
      case 'img':
        this.#image(node)
        return 'past'
      case 'a':
        return this.#enterLink(node, isInHeading)
      case 'em':
      case 'i':
        return this.#enterMark('emphasis')
      case 'strong':
      case 'b':
        return this.#enterMark('strong')
      case 'del':
      case 's':
      case 'strike':
        return this.#enterMark('deleted')
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        return this.#enterCode(node)
      case 'q':
        this.content.text('"')
        return 'quotation'
      case 'math':
        return this.#formula(mathText(node))
      case 'sup':
      case 'sub':
        return this.#enterRaised(node, node.name)
      case 'rt':
        if (textBelow(node, 2, 8) === '') return 'past'
        this.content.text('(')
        return 'gloss'
      case 'span':
      case 'label':
      case 'time':
        return this.#enterSpan(node)
      default:
        return null
    }
  }

  /** Ends what `enter` began. */
  leave(what: InlineLeave): void {
    switch (what) {
      case 'mark':
        this.content.close()
        break
      case 'code':
        this.#code--
        if (this.#code === 0) this.#writeCodeSpace(false)
        break
      case 'quotation':
        this.content.text('"')
        break
      case 'gloss':
        this.content.text(')')
        break
      case 'sup':
      case 'sub':
        this.content.raw(`</${what}>`)
        break
    }
  }

  /** Handles invisible elements that still have output: embedded media, formulas and check boxes. */
  invisible(node: TreeNode, isInItem: boolean): void {
    if (node.name === 'input') {
      if (attribute(node, 'type')?.toLowerCase() === 'checkbox' && isInItem && this.content.isEmpty()) {
        this.content.raw(attribute(node, 'checked') === null ? '[ ]' : '[x]')
        this.content.text(' ')
      }
      return
    }
    if (node.name === 'script') {
      this.#formula(scriptFormula(node))
      return
    }
    const media = mediaReference(node, this.#urls)
    if (media !== null && this.content.open('link', media.url)) {
      this.content.text(media.text)
      this.content.close()
    }
  }

  #enterMark(mark: InlineMark): InlineStep {
    return this.#code === 0 && this.content.open(mark) ? 'mark' : 'below'
  }

  #enterLink(node: TreeNode, isInHeading: boolean): InlineStep {
    const href = attribute(node, 'href')
    if (href === null) return 'below'
    // Outside running text, adjacent links are separated only by their style, so a space is added.
    if (node.previous?.name === 'a' && node.parent?.name !== 'p' && this.#code === 0) this.content.text(' ')
    const samePage = this.#urls.isSamePage(href)
    const note = samePage ? this.#footnotes.reference(node) : null
    if (note !== null) {
      if (node.next?.text?.startsWith(']') === true && this.content.takeBack('[')) this.#bracket = node.next
      this.content.raw(`[^${note}]`)
      return 'past'
    }
    const isEmpty = this.#code === 0 && !href.includes('#') && isWrittenEmpty(node)
    if (samePage && !isEmpty && isHeadingAnchor(node, isInHeading)) return 'past'
    // A link to "#" is a hook for a script, not a target.
    if (href.trim() === '#') return 'below'
    // A link from a heading to itself or to its own page is written as heading text only.
    if (isInHeading && this.#urls.isSamePage(href.includes('#') ? href : `${href}#`)) return 'below'
    const url = this.#urls.resolve(href.trim())
    const title = attribute(node, 'title')
    if (url === null || !this.content.open('link', url, title === '' ? null : title)) return 'below'
    if (isEmpty) this.content.raw('')
    return 'mark'
  }

  #enterCode(node: TreeNode): InlineStep {
    const formula = this.#code === 0 && node.name === 'code' ? codeFormula(node) : null
    if (formula !== null) return this.#formula(formula)
    this.#code++
    return 'code'
  }

  #formula(text: string | null): InlineStep {
    if (text !== null) this.content.raw(text)
    return 'past'
  }

  #enterSpan(node: TreeNode): InlineStep {
    if (this.#code > 0) return 'below'
    if (this.content.endsInWord && isKeptApart(node)) this.content.text(' ')
    const classes = attribute(node, 'class')
    if (classes === null) return 'below'
    if (isFormulaCopy(node, classes)) return 'past'
    const formula = /(?:^|\s)math(?:\s|$)/.test(classes) ? delimitedFormula(node) : null
    return formula === null ? 'below' : this.#formula(formula)
  }

  /** Writes sup and sub as HTML: Markdown has no syntax for them, and `10<sup>3</sup>` would otherwise become 103. */
  #enterRaised(node: TreeNode, name: 'sup' | 'sub'): InlineStep {
    if (this.#code > 0 || !changesMeaning(node)) return 'below'
    this.content.raw(`<${name}>`)
    return name
  }

  #codeText(node: TreeNode, text: string): void {
    const line = text.includes('\n')
      ? text
          .split('\n')
          .map((part) => part.trim())
          .join(' ')
      : text
    const isBlank = line.trim() === ''
    if (isBlank && this.content.endsInCode) this.#codeSpace = true
    else if (isBlank && !(isCode(node.parent) && node.previous === null && node.next === null)) this.content.text(' ')
    else {
      this.#writeCodeSpace(true)
      this.content.code(line)
    }
  }

  /**
   * Writes waiting white space: as code between two parts of a code element, so that they stay one piece of code;
   * otherwise, beside a link or at the end of the element, as text.
   */
  #writeCodeSpace(isBeforeCode: boolean): void {
    if (!this.#codeSpace) return
    this.#codeSpace = false
    if (isBeforeCode && this.content.endsInCode) this.content.code(' ')
    else this.content.text(' ')
  }

  #image(node: TreeNode): void {
    if (isCountingPixel(node)) return
    const formula = pictureFormula(node)
    if (formula !== null) {
      this.content.raw(formula)
      return
    }
    const alternative = collapsed(attribute(node, 'alt') ?? '')
    const url = imageUrl(node, this.#urls)
    if (url === null || isEmoji(alternative)) {
      this.content.text(url === null ? pictureText(node) : alternative)
      return
    }
    const title = attribute(node, 'title')
    const text = alternative.replaceAll(/[[\]\\`*_<]/g, '\\$&')
    this.content.raw(`![${text}](${linkTarget(url, title === '' ? null : title)})`, true)
  }
}

const codeNames = new Set(['code', 'kbd', 'samp', 'tt'])

const isCode = (node: TreeNode | null): boolean => node !== null && codeNames.has(node.name)

const raisedMaxCharacters = 30
/** Text that is raised only by convention and keeps its meaning without superscript. */
const raisedByCustom =
  /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|tm|sm|™|®|©|℠|\[.*\]|\([a-z\d]{1,3}\)|[.,]\d{1,2}|[^\p{L}\p{N}]+)$/iu

function changesMeaning(raised: TreeNode): boolean {
  const text = textBelow(raised, raisedMaxCharacters + 1, 20)
  if (raised.parent?.name === 'a' || text === '' || text.length > raisedMaxCharacters || raisedByCustom.test(text))
    return false
  let left = 8
  for (let node = raised.first; node !== null && left > 0; node = following(node, raised), left--) {
    if (node.name === 'a' || node.name === 'img' || node.name === 'br') return false
  }
  return true
}
