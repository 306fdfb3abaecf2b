/** The formats of a page: words or objects with a type. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import type { Translation } from './translation.ts'

/** Formats with the data that belongs to them. */
export interface WireFormats {
  output: JobFormat[]
  /** What the format `json` states, and its position in the list; null without it. */
  json: { schema: unknown; prompt: unknown; index: number } | null
}

/** Words for formats that need no options. */
const plainFormats: Readonly<Record<string, JobFormat>> = {
  markdown: 'markdown',
  html: 'clean_html',
  rawHtml: 'html',
  links: 'links',
  screenshot: 'screenshot',
  'screenshot@fullPage': 'screenshot_full_page',
}

const unsupportedFormats = new Set([
  'images',
  'attributes',
  'summary',
  'question',
  'highlights',
  'query',
  'changeTracking',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
  'deterministicJson',
])

/** Size of the viewport of screenshots, pixels. */
const viewport = { width: 1_280, height: 720 } as const

function readScreenshot(format: Record<string, unknown>, at: string, notes: Translation): JobFormat {
  const { type: _type, fullPage, quality, viewport: size, ...unknown } = format
  refuseUnknown(unknown, at, notes)
  if (quality !== undefined && quality !== null && quality !== 100) {
    notes.lacks(`${at}.quality`, 'screenshots are PNG files')
  }
  const isOwnSize = isObject(size) && size['width'] === viewport.width && size['height'] === viewport.height
  if (size !== undefined && size !== null && !isOwnSize) {
    notes.lacks(`${at}.viewport`, `screenshots are taken at ${viewport.width} × ${viewport.height}`)
  }
  if (fullPage !== undefined && fullPage !== null && typeof fullPage !== 'boolean') {
    notes.bad(`${at}.fullPage`, 'must be true or false')
  }
  return fullPage === true ? 'screenshot_full_page' : 'screenshot'
}

function refuseUnknown(fields: Record<string, unknown>, at: string, notes: Translation): void {
  for (const name of Object.keys(fields)) notes.bad(`${at}.${name}`, 'is not a known field')
}

/** Reads the formats of one page, and collects what is wrong with them. */
class FormatReader {
  readonly #notes: Translation
  readonly #output = new Set<JobFormat>()
  #json: WireFormats['json'] = null

  constructor(notes: Translation) {
    this.#notes = notes
  }

  get content(): WireFormats {
    return { output: [...this.#output], json: this.#json }
  }

  read(format: unknown, index: number, list: string): void {
    const at = `${list}[${index}]`
    const type = isObject(format) ? format['type'] : format
    if (typeof type !== 'string') this.#notes.bad(at, 'must be the name of a format, or an object with a `type`')
    else if (unsupportedFormats.has(type)) this.#notes.lacks(at, `the format \`${type}\``)
    else if (type === 'json') this.#readJson(format, at, index)
    else if (isObject(format) && type === 'screenshot') this.#output.add(readScreenshot(format, at, this.#notes))
    else if (Object.hasOwn(plainFormats, type)) this.#readPlain(type, format, at)
    else this.#notes.bad(at, `is not a known format, got ${JSON.stringify(type.slice(0, 100))}`)
  }

  #readPlain(type: string, format: unknown, at: string): void {
    if (isObject(format)) {
      const { type: _type, ...unknown } = format
      refuseUnknown(unknown, at, this.#notes)
    }
    this.#output.add(plainFormats[type]!)
  }

  #readJson(format: unknown, at: string, index: number): void {
    if (!isObject(format)) {
      this.#notes.bad(at, 'must be an object with a `schema` or a `prompt`')
      return
    }
    const { type: _type, schema, prompt, ...unknown } = format
    refuseUnknown(unknown, at, this.#notes)
    if (this.#json !== null) this.#notes.bad(at, 'must not ask for `json` a second time')
    this.#json = { schema, prompt, index }
    this.#output.add('json')
  }
}

/**
 * Translates the formats of a request.
 * @param given of any type; undefined or null: Markdown.
 * @param at name of the field in the request.
 */
export function readFormats(given: unknown, at: string, notes: Translation): WireFormats {
  if (given === undefined || given === null) return { output: ['markdown'], json: null }
  if (!Array.isArray(given) || given.length === 0) {
    notes.bad(at, 'must be a list of at least one format')
    return { output: [], json: null }
  }
  const reader = new FormatReader(notes)
  for (const [index, format] of given.entries()) reader.read(format, index, at)
  return reader.content
}
