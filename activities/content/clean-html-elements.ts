/** The elements and attributes that clean HTML may contain. */
import { escapeAttribute } from '../html/html-text.ts'
import { imageUrl, isCountingPixel } from '../html/images.ts'
import { alignmentOf } from './markdown/table.ts'
import { attribute, type TreeNode } from '../html/tree.ts'
import { isHttpUrl, type UrlResolver } from '../html/urls.ts'

/** Elements that are written; for all others only their content is written. */
export const keptElements: ReadonlySet<string> = new Set([
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
  'pre',
  'q',
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

/** Attributes allowed on every kept element. */
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
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'scope', 'headers'],
  time: ['datetime'],
}

/** Link schemes allowed in clean HTML besides http and https. */
const linkSchemes = /^(?:mailto|tel):/i

/** Class names that state the language of code; no other class is kept. */
const languageClass = /(?:^|\s)((?:lang|language|highlight-source)-[\w#+.-]{1,40})(?=\s|$)/i

const isDisplayedFormula = /(?:^|\s)math-display(?:\s|$)/

/** The class of a displayed (block) formula, as remark-math writes it. */
export const displayedFormula = 'language-math math-display'

/** Writes one attribute with a leading space. Carriage returns become line feeds, as an HTML parser reads them. */
export const written = (name: string, value: string): string =>
  ` ${name}="${escapeAttribute(value.includes('\r') ? value.replaceAll(/\r\n?/g, '\n') : value)}"`

/** Elements whose text is one line; a button inside them is clickable text, so its content is kept. */
export const oneLineElements: ReadonlySet<string> = new Set([
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt', 'caption',
]) // prettier-ignore

/**
 * Returns the attributes to write for a kept element.
 * @returns null when the element itself must be left out: an image without an address, or a counting pixel.
 */
export function cleanAttributes(node: TreeNode, urls: UrlResolver): string | null {
  let out = ''
  if (node.name === 'a') {
    const url = linkUrl(node, urls)
    if (url !== null) out += written('href', url)
  } else if (node.name === 'img') {
    const url = imageUrl(node, urls)
    if (url === null || isCountingPixel(node)) return null
    out += written('src', url)
  } else if (node.name === 'pre' || node.name === 'code') {
    const language = languageClass.exec(attribute(node, 'class') ?? '')?.[1]
    const isDisplayed = language === 'language-math' && isDisplayedFormula.test(attribute(node, 'class') ?? '')
    if (language !== undefined) out += written('class', isDisplayed ? displayedFormula : language)
  }
  if (node.attributes.length === 0) return out
  const alignment = node.name === 'td' || node.name === 'th' ? alignmentOf(node) : null
  if (alignment !== null) out += written('align', alignment)
  for (const name of [...generalAttributes, ...(elementAttributes[node.name] ?? [])]) {
    const value = attribute(node, name)
    if (value !== null) out += written(name, value)
  }
  return out
}

function linkUrl(link: TreeNode, urls: UrlResolver): string | null {
  const href = attribute(link, 'href')
  const url = href === null ? null : urls.resolve(href.trim())
  return url !== null && (isHttpUrl(url) || linkSchemes.test(url)) ? url : null
}
