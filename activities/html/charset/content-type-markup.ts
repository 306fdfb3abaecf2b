/** Classifies a text by its first tags: HTML, XHTML, a feed, an image, other XML. All functions are linear. */

/** Kinds of markup; a `fragment` is recognized as HTML by its first tag only. */
export type MarkupKind = 'html' | 'fragment' | 'xhtml' | 'feed' | 'svg' | 'xml'

/** The root element of a markup text. */
interface Root {
  /** Name with its prefix, in lower case. */
  name: string
  /** The text between its name and `>`. */
  attributes: string
  /** Whether an XML declaration precedes it. */
  isDeclaredXml: boolean
  /** Name in the document type declaration, lower case, or null. */
  doctype: string | null
}

/** Tags that a page without a root element can begin with (MIME Sniffing Standard, 7.1). */
const pageTags = new Set(
  'head body script iframe h1 div font table a style title b br p link meta main article section nav header center ul span form img h2 h3 pre noscript'.split(
    ' ',
  ),
)

/**
 * Returns the kind of markup that a text begins with; null when it does not begin with a tag.
 * @param start first characters, without byte order mark.
 */
export function markupKind(start: string): MarkupKind | null {
  const root = rootOf(start)
  if (root === null) return null
  const { name, attributes } = root
  const local = name.slice(name.indexOf(':') + 1)
  if (local === 'rss' || (local === 'feed' && /atom/i.test(attributes))) return 'feed'
  if (name === 'rdf:rdf' && /purl\.org\/rss\/|my\.netscape\.com\/rdf/i.test(attributes)) return 'feed'
  if (local === 'svg' && (root.isDeclaredXml || /xmlns|viewbox/i.test(attributes) || root.doctype === 'svg')) {
    return 'svg'
  }
  if (local === 'html') return root.isDeclaredXml || /xmlns\s*=/i.test(attributes) ? 'xhtml' : 'html'
  if (root.doctype === 'html') return 'html'
  if (root.isDeclaredXml || name.includes(':') || /\bxmlns(?::\w+)?\s*=/i.test(attributes)) return 'xml'
  return pageTags.has(name) ? 'fragment' : null
}

/** Skips white space, comments, processing instructions and the document type, and reads the first tag. */
function rootOf(start: string): Root | null {
  let isDeclaredXml = false
  let doctype: string | null = null
  let at = afterSpace(start, 0)
  for (;;) {
    if (start.startsWith('<?', at)) {
      if (/^<\?xml[\s?]/i.test(start.slice(at, at + 6))) isDeclaredXml = true
      at = after(start, '>', at)
    } else if (start.startsWith('<!--', at)) {
      at = after(start, '-->', at + 2)
    } else if (/^<!doctype/i.test(start.slice(at, at + 9))) {
      doctype = /^\s*([\w:-]*)/.exec(start.slice(at + 9, at + 60))?.[1]?.toLowerCase() ?? ''
      at = afterDoctype(start, at)
    } else {
      break
    }
    if (at === -1) return doctype === null ? null : { name: '', attributes: '', isDeclaredXml, doctype }
    at = afterSpace(start, at)
  }
  const tag = /^<([a-z][\w.:-]{0,60})([\s/>]|$)/i.exec(start.slice(at, at + 64))
  if (tag?.[1] === undefined) return doctype === null ? null : { name: '', attributes: '', isDeclaredXml, doctype }
  const end = start.indexOf('>', at)
  const attributes = start.slice(at + tag[1].length + 1, end === -1 ? start.length : end)
  return { name: tag[1].toLowerCase(), attributes, isDeclaredXml, doctype }
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (/[\s\uFEFF]/.test(text.charAt(at))) at++
  return at
}

function after(text: string, marker: string, from: number): number {
  const at = text.indexOf(marker, from)
  return at === -1 ? -1 : at + marker.length
}

/** Returns the position after a document type, which may contain declarations in brackets. */
function afterDoctype(text: string, from: number): number {
  const end = text.indexOf('>', from)
  const subset = text.indexOf('[', from)
  if (subset === -1 || end === -1 || subset > end) return end === -1 ? -1 : end + 1
  const close = text.indexOf(']', subset)
  return close === -1 ? -1 : after(text, '>', close)
}
