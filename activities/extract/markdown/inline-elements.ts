/** What elements inside a line mean in Markdown: links, marks, code, pictures, formulas, players. */
import { imageUrl, isCountingPixel } from '../images.ts'
import { attribute, type TreeNode } from '../tree.ts'
import type { UrlResolver } from '../urls.ts'
import { mathSource, mediaReference, pictureText, isHeadingAnchor } from './embedded.ts'
import { linkTarget } from './escape.ts'
import { InlineContent } from './inline-content.ts'
import type { Mark } from './pieces.ts'

/** What is open below an inline element, to be ended by `leave`. */
export type InlineLeave = 'mark' | 'code' | 'quotation'

/** How to go on: past the element, into it, or into it with something to end when it is left. */
type InlineStep = 'past' | 'below' | InlineLeave

export class InlineElements {
  readonly content = new InlineContent()
  readonly #urls: UrlResolver
  /** Open inline code elements. */
  #code = 0

  constructor(urls: UrlResolver) {
    this.#urls = urls
  }

  text(node: TreeNode, text: string): void {
    if (this.#code > 0) this.#codeText(node, text)
    else this.content.text(text)
  }

  /** @returns how to go on; null for what is no inline element with a meaning. */
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
        this.#code++
        return 'code'
      case 'q':
        this.content.text('"')
        return 'quotation'
      case 'math':
        return this.#math(node)
      case 'span':
        // KaTeX writes every formula twice; the other copy is the one with the source.
        return attribute(node, 'class') === 'katex-html' ? 'past' : 'below'
      default:
        return null
    }
  }

  /** Ends what `enter` began. */
  leave(what: InlineLeave): void {
    if (what === 'code') this.#code--
    else if (what === 'mark') this.content.close()
    else this.content.text('"')
  }

  /** Of what does not show as text, embedded media and check boxes still have something to say. */
  invisible(node: TreeNode, isInItem: boolean): void {
    if (node.name === 'input') {
      if (attribute(node, 'type')?.toLowerCase() === 'checkbox' && isInItem && this.content.isEmpty()) {
        this.content.raw(attribute(node, 'checked') === null ? '[ ]' : '[x]')
        this.content.text(' ')
      }
      return
    }
    const media = mediaReference(node, this.#urls)
    if (media !== null && this.content.open('link', media.url)) {
      this.content.text(media.text)
      this.content.close()
    }
  }

  #enterMark(mark: Mark): InlineStep {
    return this.#code === 0 && this.content.open(mark) ? 'mark' : 'below'
  }

  #enterLink(node: TreeNode, isInHeading: boolean): InlineStep {
    const href = attribute(node, 'href')
    if (href === null) return 'below'
    const samePage = this.#urls.isSamePage(href)
    if (samePage && isHeadingAnchor(node, isInHeading)) return 'past'
    // A bare number sign is a hook for a script, not a place.
    if (href.trim() === '#') return 'below'
    // A heading that links to itself is a heading.
    if (samePage && isInHeading) return 'below'
    const url = this.#urls.resolve(href.trim())
    const title = attribute(node, 'title')
    return url !== null && this.content.open('link', url, title === '' ? null : title) ? 'mark' : 'below'
  }

  #math(node: TreeNode): InlineStep {
    const source = mathSource(node)
    if (source === null) return 'below'
    const isBlock = attribute(node, 'display') === 'block'
    this.content.raw(isBlock ? `$$${source}$$` : `$${source}$`)
    return 'past'
  }

  #codeText(node: TreeNode, text: string): void {
    const line = text.includes('\n')
      ? text
          .split('\n')
          .map((part) => part.trim())
          .join(' ')
      : text
    const isAll = node.previous === null && node.next === null
    if (line.trim() === '' && !isAll) this.content.text(' ')
    else this.content.code(line)
  }

  #image(node: TreeNode): void {
    if (isCountingPixel(node)) return
    const alternative = pictureText(node)
    if (alternative.startsWith('$')) {
      this.content.raw(alternative)
      return
    }
    const url = imageUrl(node, this.#urls)
    if (url === null) {
      if (alternative !== '') this.content.text(alternative)
      return
    }
    const title = attribute(node, 'title')
    const text = alternative.replaceAll(/[[\]\\`*_<]/g, '\\$&')
    this.content.raw(`![${text}](${linkTarget(url, title === '' ? null : title)})`)
  }
}
