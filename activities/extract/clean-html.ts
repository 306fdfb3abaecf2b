/**
 * A tree to clean HTML: known elements and attributes only, absolute URLs, nothing that runs.
 *
 * Elements outside the list are left out but their content stays; what is invisible goes altogether.
 */
import { isInvisible, type ContentSelection } from './content.ts'
import { escapeAttribute, escapeHtml } from './html-text.ts'
import { imageUrl, isCountingPixel } from './images.ts'
import { OutputRoom } from './output-room.ts'
import { voidElements } from './tags.ts'
import { attribute, hasAttribute, type TreeNode } from './tree.ts'
import { isHttpUrl, type UrlResolver } from './urls.ts'

const keptElements = new Set([
  'a',
  'abbr',
  'address',
  'article',
  'aside',
  'b',
  'blockquote',
  'br',
  'caption',
  'cite',
  'code',
  'col',
  'colgroup',
  'dd',
  'del',
  'details',
  'dfn',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'i',
  'img',
  'ins',
  'kbd',
  'li',
  'main',
  'mark',
  'nav',
  'ol',
  'p',
  'picture',
  'pre',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'section',
  'small',
  'strike',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'time',
  'tr',
  'u',
  'ul',
  'var',
  'wbr',
])

/** Attributes any kept element may carry. */
const generalAttributes = ['lang', 'dir'] as const

const elementAttributes: Record<string, readonly string[] | undefined> = {
  a: ['title', 'hreflang', 'rel'],
  abbr: ['title'],
  col: ['span'],
  colgroup: ['span'],
  del: ['datetime'],
  details: ['open'],
  img: ['alt', 'title', 'width', 'height'],
  ins: ['datetime'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  td: ['colspan', 'rowspan', 'align', 'headers'],
  th: ['colspan', 'rowspan', 'align', 'scope', 'headers'],
  time: ['datetime'],
}

/** Schemes a link of clean HTML may have besides the web's. */
const linkSchemes = /^(?:mailto|tel):/i

/** Class names that say the language of code; the only ones kept. */
const languageClass = /(?:^|\s)((?:lang|language|highlight-source)-[\w#+.-]{1,40})(?=\s|$)/i

/**
 * Writes clean HTML.
 * @param selection subtrees to write, in order.
 * @param urls makes the URLs of links and pictures absolute.
 * @param room for the result; what does not fit is left out. Closing tags always fit.
 */
export function toCleanHtml(selection: ContentSelection, urls: UrlResolver, room = new OutputRoom()): string {
  const writer = new CleanHtmlWriter(selection.skip, urls, room)
  for (const root of selection.roots) {
    if (room.isFull) break
    walk(root, writer, room)
  }
  return writer.text().trim()
}

function walk(root: TreeNode, writer: CleanHtmlWriter, room: OutputRoom): void {
  let node = root
  for (;;) {
    const descend = writer.enter(node)
    if (descend && node.first !== null && !room.isFull) {
      node = node.first
      continue
    }
    if (descend) writer.leave(node)
    while (node !== root && (node.next === null || room.isFull)) {
      node = node.parent as TreeNode
      writer.leave(node)
    }
    if (node === root) return
    node = node.next as TreeNode
  }
}

class CleanHtmlWriter {
  readonly #skip: ReadonlySet<TreeNode>
  readonly #urls: UrlResolver
  readonly #room: OutputRoom
  readonly #parts: string[] = []
  #preformatted = 0

  constructor(skip: ReadonlySet<TreeNode>, urls: UrlResolver, room: OutputRoom) {
    this.#skip = skip
    this.#urls = urls
    this.#room = room
  }

  text(): string {
    return this.#parts.join('')
  }

  enter(node: TreeNode): boolean {
    if (node.text !== null) {
      this.#text(node)
      return false
    }
    if (this.#skip.has(node) || isInvisible(node) || node.name === 'button') return false
    if (!keptElements.has(node.name)) return true
    const attributes = this.#attributes(node)
    if (attributes === null) return false
    const tag = `<${node.name}${attributes}>`
    if (!this.#room.takes(tag)) return false
    this.#parts.push(tag)
    if (node.name === 'pre') this.#preformatted++
    return !voidElements.has(node.name)
  }

  leave(node: TreeNode): void {
    if (!keptElements.has(node.name)) return
    this.#parts.push(`</${node.name}>`)
    if (node.name === 'pre') this.#preformatted--
  }

  #text(node: TreeNode): void {
    const text = node.text ?? ''
    if (this.#preformatted > 0) {
      // The parser drops a line feed right behind the tag, so one that is content needs another.
      const first = text.startsWith('\n') && node.previous === null && node.parent?.name === 'pre'
      this.#parts.push(this.#room.fitHtml(first ? `\n${escapeHtml(text)}` : escapeHtml(text)))
      return
    }
    const collapsed = /[\t\n\f\r]| {2}/.test(text) ? text.replaceAll(/[ \t\n\f\r]+/g, collapsedSpace) : text
    this.#parts.push(this.#room.fitHtml(escapeHtml(collapsed)))
  }

  /** The attributes to write, with a space in front of each; null drops the element. */
  #attributes(node: TreeNode): string | null {
    let out = ''
    const add = (name: string, value: string): void => {
      out += ` ${name}="${escapeAttribute(value)}"`
    }
    if (node.name === 'a') {
      const url = this.#urls.resolve((attribute(node, 'href') ?? '').trim())
      if (url !== null && hasAttribute(node, 'href') && (isHttpUrl(url) || linkSchemes.test(url))) add('href', url)
    } else if (node.name === 'img') {
      const url = imageUrl(node, this.#urls)
      if (url === null || isCountingPixel(node)) return null
      add('src', url)
    } else if (node.name === 'pre' || node.name === 'code') {
      const language = languageClass.exec(attribute(node, 'class') ?? '')?.[1]
      if (language !== undefined) add('class', language)
    }
    if (node.attributes.length === 0) return out
    for (const name of [...generalAttributes, ...(elementAttributes[node.name] ?? [])]) {
      const value = attribute(node, name)
      if (value !== null) add(name, value)
    }
    return out
  }
}

/** White space between blocks keeps its line break, which makes the result readable. */
const collapsedSpace = (space: string): string => (space.includes('\n') ? '\n' : ' ')
