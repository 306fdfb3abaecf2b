/** Writes the HTML page of a converted document. */
import { decodeHTML } from 'entities'
import { escapeAttribute, escapeHtml } from '../../html/html-text.ts'
import { fileNameOf } from './file-name.ts'

/** Metadata that a document states; null when not stated. */
export interface DocumentProperties {
  title: string | null
  author: string | null
  description: string | null
  language: string | null
  /** ISO 8601 date or time. */
  created: string | null
  /** ISO 8601 date or time. */
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

/** Default titles that programs give to unnamed documents. */
const namelessTitle = /^(?:powerpoint[- ]pr[eé]sentation|untitled|document ?\d*|slide 1|title|workbook)$/i
const headingMaxCharacters = 300

/**
 * Returns the properties, with the first heading as the title when none is stated.
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
 * @param url its file name is the title when the document has none.
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

/** Returns the time, or null for years before 1980, which office programs write when the time is not known. */
function isoTime(value: string | null): string | null {
  const year = /^\s*(\d{4})-\d\d/.exec(value ?? '')?.[1]
  return year === undefined || Number(year) < 1980 ? null : value
}

/** Returns the file name without its extension. */
const nameOf = (url: string): string => fileNameOf(url).replace(/\.[a-z]{2,5}$/i, '')
