/** What clean HTML may consist of. */
import { escapeAttribute } from '../html/html-text.ts'
import { imageUrl, isCountingPixel } from '../html/images.ts'
import { alignmentOf } from './markdown/table.ts'
import { attribute, type TreeNode } from '../html/tree.ts'
import { isHttpUrl, type UrlResolver } from '../html/urls.ts'

/** Elements that are written; of all others only the content is. */
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
  td: ['colspan', 'rowspan', 'headers'],
  th: ['colspan', 'rowspan', 'scope', 'headers'],
  time: ['datetime'],
}

/** Schemes a link of clean HTML may have besides the web's. */
const linkSchemes = /^(?:mailto|tel):/i

/** Class names that say the language of code; the only ones kept. */
const languageClass = /(?:^|\s)((?:lang|language|highlight-source)-[\w#+.-]{1,40})(?=\s|$)/i

const isDisplayedFormula = /(?:^|\s)math-display(?:\s|$)/

/** The class of a formula that stands by itself, as remark-math has it. */
export const displayedFormula = 'language-math math-display'

/** One attribute, with a space in front. A carriage return would come back as a line feed. */
export const written = (name: string, value: string): string =>
  ` ${name}="${escapeAttribute(value.includes('\r') ? value.replaceAll(/\r\n?/g, '\n') : value)}"`

/** Elements whose text is one line, in which a button is text with something to press. */
export const oneLineElements: ReadonlySet<string> = new Set([
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'dt', 'caption',
]) // prettier-ignore

/**
 * The attributes to write of a kept element.
 * @returns null when the element itself is to be left out: a picture without address, or that only counts visits.
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
