/** What each element means in Markdown: called on entering and on leaving it. */
import { isInvisible } from '../content.ts'
import { imageUrl, isCountingPixel } from '../images.ts'
import { blockElements } from '../tags.ts'
import { attribute, type TreeNode } from '../tree.ts'
import type { UrlResolver } from '../urls.ts'
import { BlockWriter } from './block-writer.ts'
import { codeText, fencedCode, isGutter, languageOf } from './code-block.ts'
import { mediaReference, mathSource, pictureText, isHeadingAnchor } from './embedded.ts'
import { linkTarget } from './escape.ts'
import { InlineContent } from './inline-content.ts'
import { ListStack } from './lists.ts'
import { cellStyle, headingStyle, paragraphStyle } from './render.ts'
import { isDataTable } from './table.ts'
import { TableBuilder } from './table-builder.ts'

/** Quotes and lists inside each other that are still told apart; deeper ones are written flat. */
const nestingMax = 24

/** What remains to be done when an element is left. */
type Leave =
  | 'block'
  | 'heading'
  | 'mark'
  | 'code'
  | 'list'
  | 'item'
  | 'quote'
  | 'term'
  | 'table'
  | 'row'
  | 'cell'
  | 'caption'
  | 'quotation'
  | 'flat'

interface Frame {
  node: TreeNode
  leave: Leave
}

export class Converter {
  readonly #skip: ReadonlySet<TreeNode>
  readonly #urls: UrlResolver
  readonly #frames: Frame[] = []
  readonly #lists = new ListStack()
  readonly #tables: TableBuilder[] = []
  #writer = new BlockWriter()
  #inline = new InlineContent()
  /** Level of the heading being read, 0 outside. */
  #heading = 0
  /** Open elements whose content must stay on one line: headings, terms, captions. */
  #oneLine = 0
  /** Open inline code elements. */
  #code = 0
  /** Open table cells: 0 or 1, since a table inside a cell makes the outer one layout. */
  #cells = 0

  constructor(skip: ReadonlySet<TreeNode>, urls: UrlResolver) {
    this.#skip = skip
    this.#urls = urls
  }

  /** @returns the Markdown of everything walked so far. */
  finish(): string {
    this.#flush()
    return this.#writer.text()
  }

  /** @returns whether to go on below the node. */
  enter(node: TreeNode): boolean {
    if (node.text !== null) {
      if (this.#code > 0) this.#codeText(node, node.text)
      else this.#inline.text(node.text)
      return false
    }
    if (this.#skip.has(node)) return false
    if (isInvisible(node)) return this.#enterInvisible(node)
    switch (node.name) {
      case 'br':
        this.#lineBreak()
        return false
      case 'img':
        this.#image(node)
        return false
      case 'hr':
        this.#boundary()
        if (this.#oneLine === 0 && this.#cells === 0) this.#writer.write('rule', this.#writer.isInItem ? '***' : '---')
        return false
      case 'a':
        return this.#enterLink(node)
      case 'em':
      case 'i':
        return this.#enterMark(node, 'emphasis')
      case 'strong':
      case 'b':
        return this.#enterMark(node, 'strong')
      case 'del':
      case 's':
      case 'strike':
        return this.#enterMark(node, 'deleted')
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        this.#code++
        this.#frames.push({ node, leave: 'code' })
        return true
      case 'q':
        this.#inline.text('"')
        this.#frames.push({ node, leave: 'quotation' })
        return true
      case 'math':
        return this.#enterMath(node)
      case 'button':
        return this.#oneLine > 0
      case 'span':
        // KaTeX writes every formula twice; the other copy is the one with the source.
        return attribute(node, 'class') !== 'katex-html'
      default:
        return blockElements.has(node.name) ? this.#enterBlock(node) : true
    }
  }

  /** Called once for every node that was entered. */
  leave(node: TreeNode): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || frame.node !== node) return
    this.#frames.pop()
    switch (frame.leave) {
      case 'mark':
        this.#inline.close()
        break
      case 'code':
        this.#code--
        break
      case 'quotation':
        this.#inline.text('"')
        break
      case 'block':
        this.#boundary()
        break
      case 'heading':
        this.#leaveHeading()
        break
      case 'term':
        this.#oneLine--
        this.#inline.close()
        this.#boundary()
        break
      case 'list':
        this.#boundary()
        this.#lists.pop()
        this.#writer.endList()
        break
      case 'item':
        this.#boundary()
        this.#writer.close(node.first === null && node.attributes.length === 0)
        break
      case 'quote':
        this.#boundary()
        this.#writer.close(false)
        break
      case 'caption':
        this.#oneLine--
        this.#tables.at(-1)?.setCaption(this.#inline.take(headingStyle))
        break
      case 'cell':
        this.#leaveCell(node)
        break
      case 'row':
        this.#tables.at(-1)?.endRow()
        break
      case 'table':
        this.#leaveTable()
        break
      case 'flat':
        this.#boundary()
        break
    }
  }

  #enterBlock(node: TreeNode): boolean {
    if (isGutter(node)) return false
    if (this.#tables.length > 0 && this.#cells === 0) return this.#enterTablePart(node)
    this.#boundary()
    if (this.#oneLine > 0) {
      this.#frames.push({ node, leave: 'block' })
      return true
    }
    switch (node.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#enterHeading(node)
        return true
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#enterList(node)
      case 'li':
        return this.#enterItem(node)
      case 'blockquote':
        return this.#enterContainer(node, 'quote', '> ')
      case 'dd':
        return this.#enterContainer(node, 'definition', '  ')
      case 'dt':
      case 'summary':
        this.#oneLine++
        this.#inline.open('strong')
        this.#frames.push({ node, leave: 'term' })
        return true
      case 'pre':
      case 'xmp':
      case 'listing':
      case 'plaintext':
        this.#codeBlock(node)
        return false
      case 'table':
        if (this.#cells === 0 && isDataTable(node)) {
          this.#tables.push(new TableBuilder())
          this.#frames.push({ node, leave: 'table' })
          return true
        }
        break
    }
    this.#frames.push({ node, leave: 'block' })
    return true
  }

  #push(node: TreeNode, leave: Leave): true {
    this.#frames.push({ node, leave })
    return true
  }

  #enterMark(node: TreeNode, mark: 'emphasis' | 'strong' | 'deleted'): boolean {
    if (this.#code === 0 && this.#inline.open(mark)) this.#frames.push({ node, leave: 'mark' })
    return true
  }

  #enterLink(node: TreeNode): boolean {
    const href = attribute(node, 'href')
    if (href === null) return true
    const samePage = this.#urls.isSamePage(href)
    if (samePage && isHeadingAnchor(node, this.#heading > 0)) return false
    // A bare number sign is a hook for a script, not a place.
    if (href.trim() === '#') return true
    // A heading that links to itself is a heading.
    if (samePage && this.#heading > 0) return true
    const url = this.#urls.resolve(href.trim())
    const title = attribute(node, 'title')
    if (url !== null && this.#inline.open('link', url, title === '' ? null : title)) this.#push(node, 'mark')
    return true
  }

  /** Of what does not show as text, embedded media and formulas still have something to say. */
  #enterInvisible(node: TreeNode): boolean {
    if (node.name === 'input') {
      if (attribute(node, 'type')?.toLowerCase() === 'checkbox' && this.#lists.isInItem && this.#inline.isEmpty()) {
        this.#inline.raw(attribute(node, 'checked') === null ? '[ ]' : '[x]')
        this.#inline.text(' ')
      }
      return false
    }
    const media = mediaReference(node, this.#urls)
    if (media !== null && this.#inline.open('link', media.url)) {
      this.#inline.text(media.text)
      this.#inline.close()
    }
    return false
  }

  #enterMath(node: TreeNode): boolean {
    const source = mathSource(node)
    if (source === null) return true
    const isBlock = attribute(node, 'display') === 'block'
    this.#inline.raw(isBlock ? `$$${source}$$` : `$${source}$`)
    return false
  }

  #codeText(node: TreeNode, text: string): void {
    const line = text.includes('\n')
      ? text
          .split('\n')
          .map((part) => part.trim())
          .join(' ')
      : text
    const isAll = node.previous === null && node.next === null
    if (line.trim() === '' && !isAll) this.#inline.text(' ')
    else this.#inline.code(line)
  }

  #image(node: TreeNode): void {
    if (isCountingPixel(node)) return
    const alternative = pictureText(node)
    if (alternative.startsWith('$')) {
      this.#inline.raw(alternative)
      return
    }
    const url = imageUrl(node, this.#urls)
    if (url === null) {
      if (alternative !== '') this.#inline.text(alternative)
      return
    }
    const title = attribute(node, 'title')
    const text = alternative.replaceAll(/[[\]\\`*_<]/g, '\\$&')
    this.#inline.raw(`![${text}](${linkTarget(url, title === '' ? null : title)})`)
  }

  #enterHeading(node: TreeNode): void {
    this.#oneLine++
    if (this.#cells > 0) {
      this.#inline.open('strong')
      this.#push(node, 'term')
      return
    }
    this.#heading = Number(node.name[1])
    this.#push(node, 'heading')
  }

  #leaveHeading(): void {
    const level = this.#heading
    this.#heading = 0
    this.#oneLine--
    const text = this.#inline.take(headingStyle)
    // Number signs at the end would be taken for the closing sequence.
    if (text !== '') this.#writer.write('heading', `${'#'.repeat(level)} ${text.replace(/(^|[ \t])(#+)$/, '$1\\$2')}`)
  }

  #codeBlock(node: TreeNode): void {
    const text = codeText(node)
    if (this.#cells > 0) {
      for (const line of text.split('\n')) {
        if (line.trim() !== '') this.#inline.code(line)
        this.#inline.lineBreak()
      }
      return
    }
    if (text === '' && node.first?.name !== 'code') return
    this.#writer.write('code', fencedCode(text, languageOf(node)))
  }

  #enterList(node: TreeNode): boolean {
    this.#lists.push(node, this.#writer.previous)
    return this.#push(node, 'list')
  }

  #enterItem(node: TreeNode): boolean {
    const item = this.#lists.nextItem(node)
    if (this.#writer.nesting >= nestingMax) return this.#push(node, 'flat')
    this.#writer.open('item', item.marker, ' '.repeat(item.marker.length), item.tight, item.gap)
    return this.#push(node, 'item')
  }

  #enterContainer(node: TreeNode, kind: 'quote' | 'definition', prefix: string): boolean {
    if (this.#cells > 0 || this.#writer.nesting >= nestingMax) return this.#push(node, 'flat')
    this.#writer.open(kind, prefix, prefix, false)
    return this.#push(node, 'quote')
  }

  #enterTablePart(node: TreeNode): boolean {
    switch (node.name) {
      case 'tr':
        this.#tables.at(-1)?.startRow()
        return this.#push(node, 'row')
      case 'td':
      case 'th':
        this.#tables.at(-1)?.startCell(this.#writer)
        this.#writer = new BlockWriter()
        this.#cells++
        return this.#push(node, 'cell')
      case 'caption':
        this.#oneLine++
        return this.#push(node, 'caption')
      default:
        return true
    }
  }

  #leaveCell(node: TreeNode): void {
    this.#flush()
    this.#cells--
    const table = this.#tables.at(-1)
    if (table !== undefined) this.#writer = table.endCell(node, this.#writer.text())
  }

  #leaveTable(): void {
    const table = this.#tables.pop()
    if (table === undefined) return
    const caption = table.caption
    const text = table.text()
    if (caption !== '') this.#writer.write('paragraph', caption)
    if (text !== '') this.#writer.write('table', text)
  }

  #lineBreak(): void {
    if (this.#oneLine > 0) this.#inline.text(' ')
    else if (!this.#inline.lineBreak()) this.#boundary()
  }

  /** The edge of a block: ends the paragraph, or only the word where everything stays on one line. */
  #boundary(): void {
    if (this.#oneLine > 0) this.#inline.text(' ')
    else this.#flush()
  }

  #flush(): void {
    const text = this.#inline.take(this.#cells > 0 ? cellStyle : paragraphStyle)
    if (text !== '') this.#writer.write('paragraph', text)
  }
}
