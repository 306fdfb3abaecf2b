/** The HTML page a converted document becomes. */
import { decodeHTML } from 'entities'
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'
import { fileNameOf } from './file-name.ts'

/** What a document says of itself; null where it does not. */
export interface DocumentProperties {
  title: string | null
  author: string | null
  description: string | null
  language: string | null
  /** ISO 8601. */
  created: string | null
  /** ISO 8601. */
  modified: string | null
}

export const noProperties: DocumentProperties = {
  title: null,
  author: null,
  description: null,
  language: null,
  created: null,
  modified: null,
}

const valueMaxCharacters = 2_000

/** Titles that programs give a document nobody named. */
const namelessTitle = /^(?:powerpoint[- ]pr[eé]sentation|untitled|document ?\d*|slide 1|title|workbook)$/i
const headingMaxCharacters = 300

/**
 * The properties with the first heading as the title where none is stated.
 * @param body HTML of the content.
 */
export function titledByHeading(properties: DocumentProperties, body: string): DocumentProperties {
  const stated = clean(properties.title)
  if (stated !== null && !namelessTitle.test(stated)) return properties
  const start = /<h[12]>/.exec(body)
  if (start === null) return properties
  const end = body.indexOf('</h', start.index)
  const heading = body.slice(start.index + start[0].length, end === -1 ? undefined : end)
  if (heading.length > headingMaxCharacters) return properties
  return { ...properties, title: decodeHTML(heading.replaceAll(/<[^<>]*>/g, ' ')) }
}

/**
 * Writes the page.
 * @param body HTML of the content.
 * @param url names the document where it has no title.
 */
export function documentPage(properties: DocumentProperties, body: string, url: string): string {
  const language = clean(properties.language)
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(clean(properties.title) ?? nameOf(url))}</title>`,
    meta('name', 'author', properties.author),
    meta('name', 'description', properties.description),
    meta('property', 'article:published_time', isoTime(properties.created)),
    meta('property', 'article:modified_time', isoTime(properties.modified)),
  ]
  const root = language === null ? '<html>' : `<html lang="${escapeAttribute(language)}">`
  return `<!doctype html>\n${root}<head>${head.join('')}</head>\n<body>\n${body}\n</body></html>\n`
}

function meta(key: 'name' | 'property', name: string, value: string | null): string {
  const content = clean(value)
  return content === null ? '' : `<meta ${key}="${name}" content="${escapeAttribute(content)}">`
}

function clean(value: string | null): string | null {
  const text = (value ?? '').slice(0, valueMaxCharacters).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

/** Office programs write a year long gone where they know no time. */
function isoTime(value: string | null): string | null {
  const year = /^\s*(\d{4})-\d\d/.exec(value ?? '')?.[1]
  return year === undefined || Number(year) < 1980 ? null : value
}

/** The name of the file, without its ending. */
const nameOf = (url: string): string => fileNameOf(url).replace(/\.[a-z]{2,5}$/i, '')
