/**
 * Takes the secrets of a session out of what leaves the service: as they stand, and percent-encoded, escaped
 * for JSON or HTML, in Base64. One pass over a text for each way of reading it. Pictures stay as they are, as
 * do secrets that a page takes apart, and the beginning of one at the end of a body that was cut.
 */
import type { PageScrape } from './contract.ts'
import { formsOf } from './session-redaction-forms.ts'
import { createSearch, type Search } from './session-redaction-search.ts'
import { decoders, viewOf, type Decoder } from './session-redaction-views.ts'

/** Takes the secrets of a session out of whatever leaves. */
export interface Redactor {
  /** @returns the text with `[secret]` in place of each form of a secret. */
  text(text: string): string
  /** The same for Base64 of anything. */
  base64(text: string): string
  /** The same for every text of a value that is JSON, names of members included; what is nobody else's stays. */
  value<Value>(value: Value): Value
  /** The same for JSON in UTF-8. */
  json(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>
}

const mark = '[secret]'

type Range = [start: number, end: number]

const { percent, form, json, html } = decoders

/** An encoding, and those that are met inside it. */
interface Reading {
  decoder: Decoder
  inner: readonly Reading[]
}

const reading = (decoder: Decoder, ...inner: readonly Decoder[]): Reading => ({
  decoder,
  inner: inner.map((each) => ({ decoder: each, inner: [] })),
})

const readings: readonly Reading[] = [
  reading(percent, percent, json),
  reading(json, percent, html, json),
  reading(html, json, percent),
]

/** Where a plus is a space, which makes a difference to few. */
const formReadings: readonly Reading[] = [...readings, reading(form, json)]

/** Where secrets stand in a text, as it is and by each way of reading it. */
function rangesIn(text: string, ways: readonly Reading[], search: Search): Range[] {
  const found = search.ranges(text)
  for (const { decoder, inner } of ways) {
    const view = viewOf(text, decoder)
    if (view === null) continue
    for (const [start, end] of rangesIn(view.text, inner, search)) found.push(view.sourceOf(start, end))
  }
  return found
}

function without(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = []
  let end = 0
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    // Those that overlap are one.
    if (from >= end) pieces.push(text.slice(end, from), mark)
    end = Math.max(end, to)
  }
  return pieces.join('') + text.slice(end)
}

/** Members whose values are ours, and would break what reads them. */
const ours = new Set([
  'resource_type',
  'state',
  'target_type',
  'started_at',
  'strategy',
  'engine',
  'proxy_tier',
  'outcome',
  'idle',
  'action',
  'status',
  'direction',
  'startedDateTime',
  '_resourceType',
  'code',
  'version',
  'id',
  'pageref',
  'request_body_encoding',
  'response_body_encoding',
  'response_body_omitted_reason',
  'from_cache',
  '_fromCache',
  'kind',
  'type',
  'confidence',
  'payload_encoding',
  'encoding',
])

/** Members below which every name is somebody else's. */
const foreign = new Set(['headers', 'request_headers', 'response_headers', 'og', 'jsonLd', 'json_ld', 'data', 'json'])

/** The members of an object that are Base64. */
function base64Members(object: Record<string, unknown>): Set<string> {
  const marked = Object.entries(object).flatMap(([name, value]) => {
    if (value !== 'base64') return []
    return name === 'encoding' ? ['text'] : [name.replace(/_encoding$/, '')]
  })
  return new Set(object['opcode'] === 2 && typeof object['data'] === 'string' ? [...marked, 'data'] : marked)
}

/** @param secrets of a session. @returns null when there is none to take out. */
export function redactSecrets(secrets: readonly string[]): Redactor | null {
  const forms = formsOf(secrets)
  if (forms.length === 0) return null
  const search = createSearch(forms)
  const ways = forms.some((each) => each.includes(' ')) ? formReadings : readings

  const text = (given: string): string => {
    const ranges = rangesIn(given, ways, search)
    return ranges.length === 0 ? given : without(given, ranges)
  }
  const base64 = (given: string): string => {
    const bytes = Buffer.from(given, 'base64').toString('latin1')
    const redacted = text(bytes)
    return redacted === bytes ? given : Buffer.from(redacted, 'latin1').toString('base64')
  }
  const walk = (value: unknown, isForeign: boolean): unknown => {
    if (typeof value === 'string') return text(value)
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    if (Array.isArray(value)) return value.map((each) => walk(each, isForeign))
    const members = value as Record<string, unknown>
    const coded = isForeign ? null : base64Members(members)
    const redacted = Object.entries(members).map(([name, member]): [string, unknown] => {
      if (!isForeign && typeof member === 'string') {
        if (ours.has(name)) return [name, member]
        if (coded?.has(name) === true) return [name, base64(member)]
      }
      // HAR lists headers as names and values of its own.
      const isMap = foreign.has(name) && !(name === 'headers' && Array.isArray(member))
      return [isForeign ? text(name) : name, walk(member, isForeign || isMap)]
    })
    return Object.fromEntries(redacted)
  }
  return {
    text,
    base64,
    value: <Value>(value: Value) => walk(value, false) as Value,
    json(bytes) {
      const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
      if (text(given) === given) return bytes
      return new TextEncoder().encode(JSON.stringify(walk(JSON.parse(given), true)))
    },
  }
}

/** A scrape without the secrets of its session. Screenshots are as they are. */
export function redactScrape(scrape: PageScrape, secrets: readonly string[]): PageScrape {
  const redactor = redactSecrets(secrets)
  if (redactor === null) return scrape
  const { screenshot, answer, ...rest } = scrape
  const redacted = { ...redactor.value(rest), screenshot }
  if (answer === null) return { ...redacted, answer }
  const { extracted, ...head } = answer
  if (extracted === null) return { ...redacted, answer: { ...redactor.value(head), extracted } }
  const { outputs, ...others } = extracted
  const read = { ...redactor.value(others), outputs: redactor.json(outputs) }
  return { ...redacted, answer: { ...redactor.value(head), extracted: read } }
}
