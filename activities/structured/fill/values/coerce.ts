/** Converts values of a page to what a schema requires. */
import { authorName, looksLikeName, withoutLabel } from '../../../content/metadata/author-name.ts'
import type { DayMonthOrder } from '../../../content/metadata/dates.ts'
import { dayMonthOrder } from '../../../content/metadata/day-month-order.ts'
import { addressParts, streetIn } from './address-parts.ts'
import { enumValue } from './enums.ts'
import { keepsToFormat } from './formats.ts'
import { isBag, type Bag, type Raw, type Value } from './bag.ts'
import { withoutFormer } from './former-prices.ts'
import { keptPattern } from './patterns.ts'
import { isoDuration, secondsIn } from './durations.ts'
import { measureIn } from './measures.ts'
import { fullMomentIn, momentIn, timeIn, timeWithOffset } from './moments.ts'
import { wordsOf } from './names.ts'
import { currencyIn, endOfRange, numberIn } from './numbers.ts'
import { plainText, withoutSchemaUrl } from './plain-text.ts'
import { typesOf, type SchemaObject } from './schema-node.ts'
import type { StepBudget } from './step-budget.ts'
import { linkedTelephone } from './telephones.ts'
import { truthOf } from './truth.ts'
import type { WantedValue } from './wanted.ts'
import type { FactSource } from '@seine/shared/pages/facts.ts'

/** Context in which a value is converted. */
export interface CoercedValue {
  wanted: WantedValue
  /** URL of the page. */
  url: string
  /** Language of the page; null when it is not known. */
  language: string | null
  /** True for the whole text of a part of the page. */
  isShown: (text: string) => boolean
  budget: StepBudget
}

/**
 * Converts a value to a scalar that satisfies a schema.
 * @param schema without references and alternatives.
 * @returns undefined when the value does not satisfy the schema.
 */
export function coerce(
  value: Value,
  schema: SchemaObject,
  reading: CoercedValue,
): string | number | boolean | undefined {
  const raw = isBag(value) ? standsFor(value, reading.wanted) : value
  if (raw === null) return undefined
  if ('const' in schema) return enumValue([schema['const']], raw, reading.wanted)
  if (Array.isArray(schema['enum'])) {
    const members = schema['enum'].slice(0, 500)
    // The words of each member are compared several times.
    return reading.budget.take(4 * members.length) ? enumValue(members, raw, reading.wanted) : undefined
  }
  for (const type of typesOf(schema)) {
    const found = typed(type, raw, schema, reading)
    if (found !== undefined) return found
  }
  return undefined
}

const nameKeys = ['name', 'headline', 'title', 'label', 'value', 'text', 'ratingvalue', 'url', 'contenturl', 'id']
const textKeys = ['text', 'articlebody', 'description', ...nameKeys]
const amountKeys = ['value', 'amount', 'price', 'minvalue', 'minprice', 'lowprice', 'ratingvalue']
const linkKeys = ['contenturl', 'url', 'src', 'href', 'id']
const addressKeys = [
  'streetaddress',
  'postofficeboxnumber',
  'postalcode',
  'addresslocality',
  'addressregion',
  'addresscountry',
]

/** Returns the single value that represents a thing; null when it has none. */
function standsFor(bag: Bag, wanted: WantedValue, level = 0): Raw | null {
  if (level > 3) return null
  const isLink = wanted.kind === 'picture' || wanted.kind === 'link'
  const street = isStreet(wanted) ? bag.under('streetaddress')[0]?.values[0] : undefined
  if (street !== undefined && !isBag(street)) return street
  if (wanted.concepts.some(({ id }) => id === 'address' || id === 'venue' || id === 'jobLocation')) {
    const parts = addressKeys.flatMap((key) => bag.under(key).flatMap(({ values }) => values.slice(0, 1)))
    const texts = parts
      .map((part) => (isBag(part) ? standsFor(part, wanted, level + 1) : part))
      .filter((part) => part !== null)
    if (texts.length > 1)
      return { value: texts.map(({ value }) => value).join(', '), url: null, machine: null, source: bag.source }
  }
  for (const key of standKeys(wanted, isLink)) {
    for (const entry of bag.under(key)) {
      const [first] = entry.values
      if (first === undefined) continue
      const raw = isBag(first) ? standsFor(first, wanted, level + 1) : first
      if (raw !== null) return raw
    }
  }
  return null
}

/** Returns the street of an address; nothing when the address has a state, and what stands before it is not known. */
const streetOf = (address: string, text: string): string | undefined =>
  streetIn(address) ?? ((addressParts(address)?.region ?? null) === null ? text : undefined)

/** True for a property that asks for the street of an address, not for all of it. */
const isStreet = ({ words }: WantedValue): boolean => words.includes('street')

function standKeys({ kind }: WantedValue, isLink: boolean): readonly string[] {
  if (isLink) return linkKeys
  if (kind === 'text') return textKeys
  return kind === 'price' || kind === 'rating' || kind === 'count' ? amountKeys : nameKeys
}

function typed(
  type: string,
  raw: Raw,
  schema: SchemaObject,
  reading: CoercedValue,
): string | number | boolean | undefined {
  if (type === 'string') return stringOf(raw, schema, reading)
  if (type === 'number' || type === 'integer') return numberOf(raw, type, schema, reading)
  return type === 'boolean' ? truthOf(raw, reading.wanted) : undefined
}

/** Length in characters: JSON Schema counts characters, not UTF-16 code units. */
const lengthOf = (text: string): number => Array.from(text).length

function stringOf(raw: Raw, schema: SchemaObject, reading: CoercedValue): string | undefined {
  const text = coercedText(raw, schema, reading)
  if (text === undefined || text === '') return undefined
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' && lengthOf(text) < minLength) return undefined
  if (typeof maxLength === 'number' && lengthOf(text) > maxLength) return undefined
  if (!keepsToFormat(text, schema['format'])) return undefined
  if (typeof pattern !== 'string') return text
  const keeps = keptPattern(pattern, reading.budget)
  if (keeps(text)) return text
  // The pattern may describe only a part of the text.
  return text
    .split(/[\s,;()]+/)
    .slice(0, 50)
    .find((part) => part !== '' && keeps(part))
}

function coercedText(raw: Raw, schema: SchemaObject, reading: CoercedValue): string | undefined {
  const { wanted, language, url } = reading
  const text = plainText(String(raw.value))
  const stated = raw.machine === null ? text : plainText(raw.machine)
  const order = (): DayMonthOrder => dayMonthOrder(language, url)
  const end = isOfEnd(wanted) ? 'last' : 'first'
  switch (schema['format']) {
    case 'date':
      return (momentIn(stated, order(), end) ?? momentIn(text, order(), end))?.slice(0, 10)
    case 'date-time':
      return fullMomentIn(preciseText(stated, text, order()), order(), end) ?? undefined
    case 'time':
      return timeWithOffset(timeIn(stated) === null ? text : stated, end) ?? undefined
    case 'duration': {
      const seconds = secondsIn(stated) ?? secondsIn(text)
      return seconds === null ? undefined : isoDuration(seconds)
    }
    case 'email':
    case 'idn-email':
      return emailIn(raw.url ?? '') ?? emailIn(text)
    case 'uri':
    case 'url':
    case 'iri':
    case 'uri-reference':
    case 'iri-reference':
      return linkOf(raw, text, reading)
    default:
  }
  if (wanted.kind === 'picture' || wanted.kind === 'link') return linkOf(raw, text, reading)
  if (wanted.kind === 'email') return emailIn(raw.url ?? '') ?? emailIn(text)
  if (wanted.kind === 'currency') return currencyIn(text) ?? (/^[A-Z]{3}$/.test(text) ? text : undefined)
  if (isTimeOfDay(wanted) && text.length > 8 && !/^\d{4}-/.test(stated)) return timeIn(text, end)?.slice(0, 5)
  if (wanted.kind === 'date' && raw.machine !== null && !/\d/.test(text)) return stated
  if (wanted.kind === 'date' && !/\d/.test(text)) return undefined
  if (isStreet(wanted)) return streetOf(String(raw.value), text)
  if (isNameOnly(wanted) && !isPlausibleName(text, wanted, raw.source)) return undefined
  if (wanted.kind === 'person') {
    const [first = text] = text.split(/\s[|·•]\s/)
    const code = (language ?? '').slice(0, 2)
    // Elements with such a class also hold notes on the author, and texts behind `by` go on.
    if (raw.source === 'label' && !isPersonName(authorName(first, code))) return undefined
    return withoutLabel(first, code).replace(/^(?:de|d['’])\s+(?=\p{Lu})/u, '')
  }
  if (wanted.concepts[0]?.id === 'brand') {
    // A by-line has its word in lower case; brands such as "Von Dutch" begin with a capital.
    const name = raw.source === 'json-ld' ? text : text.replace(/^(?:by|von|par)\s+(?=\p{Lu})/u, '')
    const rest = name.replace(/^By\s+(?=\p{Lu})/u, '')
    return withoutSchemaUrl(reading.isShown(rest) ? rest : name)
  }
  if (isCode(wanted) && text.length > codeMaxCharacters) return /^(?=\S*\d)[\p{L}\d][\w./-]*(?=\s)/u.exec(text)?.[0]
  if (wanted.kind === 'telephone') return linkedTelephone(text, raw.url)
  if (wanted.kind === 'availability' || wanted.concepts[0]?.id === 'condition') return withoutSchemaUrl(text)
  return withoutSchemaUrl(text === '' ? stated : text)
}

const isOfEnd = ({ concepts }: WantedValue): boolean => /^(?:end|deadline)$/.test(concepts[0]?.id ?? '')

/** Returns the value for programs, unless it states no moment, or only the day of a moment in the text. */
function preciseText(stated: string, text: string, order: DayMonthOrder): string {
  const [day, shown] = [momentIn(stated, order), momentIn(text, order)]
  return day === null || (shown !== null && shown !== day && shown.startsWith(day)) ? text : stated
}

const freeNameWordsMax = 4
const isPersonName = (name: string | null): boolean =>
  name !== null && (looksLikeName(name) || name.split(/\s+/).length <= freeNameWordsMax)

const codeMaxCharacters = 40
/** True for codes without spaces, whose label may be followed by further texts. */
const isCode = ({ concepts }: WantedValue): boolean => /^(?:sku|gtin|isbn)$/.test(concepts[0]?.id ?? '')

const namedConcepts = new Set(['publisher', 'siteName', 'brand', 'employer', 'seller', 'organizer', 'category'])
const nameOnlyMaxCharacters = 80
const sectionMaxCharacters = 50

/** True for properties whose values are short names: of a person, a brand, a section. */
const isNameOnly = ({ kind, concepts }: WantedValue): boolean =>
  kind === 'person' || namedConcepts.has(concepts[0]?.id ?? '')

/** False for URLs and keys of databases, and for sentences and numbers that nothing but their form speaks for. */
const isPlausibleName = (text: string, { concepts, kind }: WantedValue, source: FactSource): boolean =>
  ((source !== 'pattern' && source !== 'siblings') ||
    (text.length <= (concepts[0]?.id === 'category' ? sectionMaxCharacters : nameOnlyMaxCharacters) &&
      (kind !== 'person' || /\p{L}/u.test(text)))) &&
  !/^(?:https?:)?\/\/|^www\./i.test(text) &&
  !isDatabaseKey(text) &&
  !(kind === 'person' && source === 'hydration' && /^\d+$/.test(text))

/** True for long codes of mixed letters and digits; a word with a number behind it is the name of a user. */
const isDatabaseKey = (text: string): boolean =>
  /^(?=\S*\d)(?=\S*[A-Z])[A-Za-z\d+/=_-]{12,}$/.test(text) && !/^[A-Za-z][A-Za-z_-]{3,}\d{1,4}$/.test(text)

const isTimeOfDay = ({ kind, words }: WantedValue): boolean =>
  kind === 'date' && words.includes('time') && !words.includes('date')

function emailIn(text: string): string | undefined {
  const near = text.slice(0, 500).replace(/^mailto:/i, '')
  return /[\w.+%-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,6}/i.exec(near)?.[0]
}

function linkOf(raw: Raw, text: string, { url, wanted }: CoercedValue): string | undefined {
  const written = raw.url ?? raw.machine ?? text
  if (written === '' || /\s/.test(written.trim())) return undefined
  // A plain word is not a URL.
  if (raw.url === null && !/^(?:https?:)?\/|^[\w-]+\.[\w./-]+|^[.#?]/i.test(written)) return undefined
  const isHost = raw.url === null && /^(?:www\.)[\w.-]+\.\w{2,}(?:\/|$)/i.test(written)
  const parsed = URL.parse(isHost ? `https://${written}` : written, url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined
  return wanted.kind === 'picture' && parsed.href === url ? undefined : parsed.href
}

function numberOf(raw: Raw, type: string, schema: SchemaObject, { wanted }: CoercedValue): number | undefined {
  const number = typeof raw.value === 'number' ? raw.value : numberOfText(raw, type, wanted)
  if (number === null || !Number.isFinite(number)) return undefined
  const value = type === 'integer' && wanted.kind === 'duration' ? Math.round(number) : number
  if (type === 'integer' && !Number.isInteger(value)) return undefined
  // `4.7` beside the reviews is their rating.
  if (isTally(wanted) && !Number.isInteger(value)) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && value < minimum) return undefined
  if (typeof maximum === 'number' && value > maximum) return undefined
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return undefined
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return undefined
  if (typeof multipleOf === 'number' && multipleOf >= 1 && value % multipleOf !== 0) return undefined
  return value
}

const isTally = ({ concepts }: WantedValue): boolean => /^(?:review|comment)Count$/.test(concepts[0]?.id ?? '')

const wordsBesideNumberMax = 12
const percent = /^(?:percent|percentage|pct|prozent)$/

function numberOfText(raw: Raw, type: string, wanted: WantedValue): number | null {
  const text = plainText(String(raw.value))
  const machine = raw.machine === null ? null : plainText(raw.machine)
  if (wanted.unit !== null || wanted.kind === 'duration') {
    const seconds = secondsIn(machine ?? text) ?? secondsIn(text)
    const divisor = { seconds: 1, minutes: 60, hours: 3_600 }[wanted.unit ?? 'minutes']
    if (seconds !== null) return seconds / divisor
  }
  const measure = measureIn(text, wanted, type === 'integer' || wanted.kind === 'count')
  if (measure !== null) return type === 'integer' ? Math.round(measure) : measure
  if (machine !== null && /^-?\d+(?:\.\d+)?$/.test(machine)) return Number(machine)
  if (/^-?\d+\.\d+$/.test(text) && /^(?:json-ld|microdata|rdfa|open-graph|meta|hydration)$/.test(raw.source))
    return Number(text)
  if (wordsOf(text).length >= wordsBesideNumberMax) return null
  // Handles `-1.20 (-0.96 %)`: takes the percentage.
  const share = wanted.words.some((word) => percent.test(word)) ? /[-+−]?\d[\d.,]*(?=\s*%)/u.exec(text)?.[0] : undefined
  if (share !== undefined) return numberIn(share, { isMoney: false, isGrouped: false })
  const isMoney = wanted.kind === 'price'
  const amounts = isMoney && wanted.concepts[0]?.id !== 'oldPrice' ? withoutFormer(text) : text
  const part = wanted.bound === null ? amounts : endOfRange(amounts, wanted.bound)
  return numberIn(part, { isMoney, isGrouped: isMoney || type === 'integer' || wanted.kind === 'count' })
}
