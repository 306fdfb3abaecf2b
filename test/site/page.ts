/**
 * A page as data: title, blocks and links. `layout.ts` turns it into markup; `linksOf` lists its links in document
 * order without reading markup.
 */

/** A link as written, and its target. */
export interface Link {
  /** Value in the markup; `{{origin}}` and `{{host}}` are filled in when served. */
  href: string
  text: string
  /** Path on this site or absolute URL elsewhere; null when there is nothing to fetch (`mailto:`). */
  to: string | null
  rel?: string
}

export type Inline = string | Link | { code: string } | { strong: string }

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: string[]; rows: Inline[][][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'picture'; src: string; alt: string; caption: string }
  | { kind: 'quote'; text: string; by: string }
  | { kind: 'markup'; html: string; links: Link[] }

/** One page. All fields except title, description and blocks are optional. */
export interface Page {
  title: string
  description: string
  blocks: Block[]
  /** Breadcrumb above the title, from the home page down, without the page itself. */
  trail?: Link[]
  previous?: Link
  next?: Link
  /** Links beside the main content. */
  related?: Link[]
  /** `site`: navigation and footer of the town; `none`: main content only. */
  chrome?: 'site' | 'none'
  language?: string
  /** href of a base element; links must then declare their target with `to`. */
  base?: string
  /** The same page in another language. */
  alternate?: Link & { language: string }
  /** A meta refresh after this many seconds. */
  refresh?: Link & { seconds: number }
  /** Content of meta robots. */
  robots?: string
  /** Charset named in a meta element; null for none. Default utf-8. */
  metaCharset?: string | null
}

/**
 * Creates a link. A relative href needs `to`: its target is declared, never resolved.
 * @throws Error when it is missing.
 */
export function link(href: string, text: string, to?: string | null, rel?: string): Link {
  if (to === undefined && !/^(?:\/(?!\/)|https?:)/.test(href))
    throw new Error(`link ${href}: say what it means with \`to\``)
  return { href, text, to: to === undefined ? href : to, ...(rel === undefined ? {} : { rel }) }
}

export const heading = (text: string, level: 2 | 3 = 2): Block => ({ kind: 'heading', level, text, id: slug(text) })
export const paragraph = (...text: Inline[]): Block => ({ kind: 'paragraph', text })
export const list = (...items: (Inline | Inline[])[]): Block => ({
  kind: 'list',
  ordered: false,
  items: items.map((item) => (Array.isArray(item) ? item : [item])),
})
export const steps = (...items: Inline[]): Block => ({
  kind: 'list',
  ordered: true,
  items: items.map((item) => [item]),
})
export const table = (head: string[], rows: Inline[][]): Block => ({
  kind: 'table',
  head,
  rows: rows.map((row) => row.map((cell) => [cell])),
})
export const code = (language: string, text: string): Block => ({ kind: 'code', language, text })
export const picture = (src: string, alt: string, caption: string): Block => ({ kind: 'picture', src, alt, caption })
export const quote = (text: string, by: string): Block => ({ kind: 'quote', text, by })
export const markup = (html: string, ...links: Link[]): Block => ({ kind: 'markup', html, links })

/** Converts the words of a title to one path segment. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const linksIn = (text: Inline[]): Link[] =>
  text.filter((part): part is Link => typeof part !== 'string' && 'href' in part)

/** Links of one block, in order. */
export function linksOfBlock(block: Block): Link[] {
  switch (block.kind) {
    case 'paragraph':
      return linksIn(block.text)
    case 'list':
      return block.items.flatMap(linksIn)
    case 'table':
      return block.rows.flat().flatMap(linksIn)
    case 'markup':
      return block.links
    default:
      return []
  }
}
