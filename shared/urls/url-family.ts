/**
 * The family of a URL: the URLs that differ from it only in a date, a query or a number. Crawler traps are families
 * without end, but most families are legitimate, so membership alone proves nothing.
 */
import { hostWithoutWww } from './url-identity.ts'

/** The part in which the members of a family differ. */
export type FamilyKind = 'date' | 'query' | 'number'

export interface UrlFamily {
  kind: FamilyKind
  /** The same text for every member of the family. */
  key: string
  /** True when the date ends the path or is in the query: a calendar page, as opposed to a page filed under a date. */
  leaf: boolean
}

/** Placeholder for a date in a key. No path contains a literal brace. */
const anyDate = '{date}'
const anyNumber = '{n}'
const anyName = '{name}'

const monthNames =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const anyYear = '[12][0-9]{3}'
/** Years accepted where the digits could also be an identifier: 1800 to 2099 only. */
const nearYear = '(?:1[89]|20)[0-9]{2}'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12][0-9]|3[01])'
const time = '(?:(?:[T_ +-]|%20)?[0-2][0-9](?::?|%3A)[0-5][0-9].*)?'

/** A date of a day, a month or a week as one word. */
const wholeDate = new RegExp(
  `^(?:${[
    `${anyYear}([-_.])${month}(?:\\1${day}${time})?`,
    `${day}([-_.])${month}\\2${anyYear}`,
    `${nearYear}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:T[0-9]{4,6}Z?)?`,
    `${anyYear}[-_]?w[0-5]?[0-9]`,
    `(?:${day}[-_])?${monthNames}[-_]${anyYear}`,
    `${anyYear}[-_]${monthNames}(?:[-_]${day})?`,
  ].join('|')})$`,
  'i',
)
/** In a query, the slashes of a date may be unescaped. */
const slashedDate = new RegExp(`^(?:${anyYear}/${month}(?:/${day})?|${day}/${day}/${anyYear})$`)
const yearWord = new RegExp(`^${nearYear}$`)
const monthName = new RegExp(`^${monthNames}$`, 'i')
const monthWord = new RegExp(`^(?:${month}|${monthNames}|w(?:eek)?-?[0-5]?[0-9])$`, 'i')
const dayWord = new RegExp(`^${day}$`)
const yearMonth = new RegExp(`^${nearYear}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])?$`)

/** Names of parameters that hold a date or a part of one. */
const dateName = /(?:^|[_-])(?:[Dd]ate|[Yy]ear|[Mm]onth|[Dd]ay|[Ww]eek)$|[a-z](?:Date|Year|Month|Day|Week)$/
/** Names of parameters that may hold a part of a date, or anything else. */
const shortDateName = /^(?:y|yr|m|mo|mon|d|w|wk)$/i
const dateValue = /^-?[0-9]+$/

/**
 * A query that only selects a page of a list. It forms a family of its own, so that the pages stay open when the
 * family of the list's filters is closed.
 */
const pageNumber = /^(?:p|pg|page|paged|pagenum|page_?no|page_?number|seite|pagina|start|offset|from|skip)=[0-9]+$/i
const fileSuffix = /\.[a-z][a-z0-9]{0,4}$/i
const longId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}/gi
const digitRun = /[0-9]+/g

/**
 * Returns the family of a fetch URL; null when the URL has no date, query or number.
 * @param url a result of `fetchUrl`.
 */
export function familyOf(url: string): UrlFamily | null {
  const { place, path, query } = partsOf(url)
  const dated = withoutDate(path)
  if (dated !== null) return { kind: 'date', key: `date ${place}${dated.path}`, leaf: dated.leaf }
  if (query !== '') {
    return hasDate(query)
      ? { kind: 'date', key: `date ${place}${path}?${anyDate}`, leaf: true }
      : {
          kind: 'query',
          key: `query ${place}${withoutNumbers(path)}${pageNumber.test(query) ? '?page' : ''}`,
          leaf: true,
        }
  }
  const numbered = withoutNumbers(path)
  return numbered === path ? null : { kind: 'number', key: `number ${place}${numbered}`, leaf: true }
}

/**
 * Returns true when a page links to a member of its own family. Calendar views (days, weeks, months) count as one
 * family here; a query family also includes every page with the same path.
 * @param family family of the URL that was found.
 * @param pageUrl fetch URL of the page that links to it.
 * @param page family of that page, if already known.
 */
export function isOfFamily(family: UrlFamily, pageUrl: string, page = familyOf(pageUrl)): boolean {
  if (page?.key === family.key) return true
  if (family.kind === 'date') return family.leaf && page?.kind === 'date' && page.leaf
  if (family.kind !== 'query') return false
  const { place, path } = partsOf(pageUrl)
  return headOf(family) === `query ${place}${withoutNumbers(path)}`
}

/**
 * Returns the shape of a URL: URLs of one shape most likely come from one template, whether or not they are a family.
 * A shape consists of the folder, with its numbers replaced, of whether the page name is a number, and of its suffix.
 * A path with a query is assumed to be a script, and is a shape of its own.
 * @param url a result of `fetchUrl`.
 */
export function shapeOf(url: string): string {
  const { place, path, query } = partsOf(url)
  if (query !== '') return `${place}${withoutNumbers(path)}?`
  const nameAt = path.lastIndexOf('/') + 1
  const name = path.slice(nameAt)
  const kind = name === '' ? '' : /^[0-9]+$/.test(name) ? anyNumber : anyName
  return `${place}${withoutNumbers(path.slice(0, nameAt))}${kind}${fileSuffix.exec(name)?.[0] ?? ''}`
}

/** Returns the host of a URL as it appears in families and shapes. */
export const placeOf = (url: string): string => partsOf(url).place

/** Returns the key without the mark of list pages: list pages and filters are separate families of the same path. */
const headOf = ({ key }: UrlFamily): string => (key.endsWith('?page') ? key.slice(0, -'?page'.length) : key)

interface UrlParts {
  /** Host and port. */
  place: string
  /** Path without path parameters (`;jsessionid=...`). */
  path: string
  query: string
}

function partsOf(url: string): UrlParts {
  const hostAt = url.indexOf('://') + 3
  const queryAt = url.indexOf('?', hostAt)
  const beforeQuery = queryAt === -1 ? url.slice(hostAt) : url.slice(hostAt, queryAt)
  const pathAt = beforeQuery.indexOf('/')
  const [host, path] = pathAt === -1 ? [beforeQuery, '/'] : [beforeQuery.slice(0, pathAt), beforeQuery.slice(pathAt)]
  return {
    place: hostWithoutWww(host),
    path: path.includes(';') ? path.replaceAll(/;[^/]*/g, '') : path,
    query: queryAt === -1 ? '' : url.slice(queryAt + 1),
  }
}

/** Returns the path with its first date replaced; null when it has no date. */
function withoutDate(path: string): { path: string; leaf: boolean } | null {
  // Every date contains a year; most paths do not.
  if (!/[12][0-9]{3}/.test(path)) return null
  const segments = path.split('/')
  for (const [at, segment] of segments.entries()) {
    const name = segment.replace(fileSuffix, '')
    const length = wholeDate.test(name) ? 1 : datedSegments(segments, at)
    if (length === 0) continue
    const rest = segments.slice(at + length)
    const leaf = rest.every((each) => each === '')
    // A trailing slash does not change the family.
    const tail = leaf ? '' : `/${withoutNumbers(rest.join('/'))}`
    return { path: `${segments.slice(0, at).join('/')}/${anyDate}${tail}`, leaf }
  }
  return null
}

/** Returns how many segments from `at` on form a date, with the year first or last; 0 when they do not. */
function datedSegments(segments: readonly string[], at: number): number {
  const [first = '', second = '', third = ''] = segments.slice(at, at + 3).map((each) => each.replace(fileSuffix, ''))
  if (yearWord.test(first) && monthWord.test(second)) return dayWord.test(third) ? 3 : 2
  if (dayWord.test(first) && monthWord.test(second) && yearWord.test(third)) return 3
  return monthName.test(first) && yearWord.test(second) ? 2 : 0
}

function hasDate(query: string): boolean {
  let short = 0
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const name = equals === -1 ? '' : pair.slice(0, equals)
    const value = pair.slice(equals + 1).replaceAll(/%2F/gi, '/')
    if (wholeDate.test(value) || slashedDate.test(value)) return true
    if (dateName.test(name) && (dateValue.test(value) || monthName.test(value))) return true
    if (!shortDateName.test(name)) continue
    if (yearMonth.test(value)) return true
    if (yearWord.test(value) || monthWord.test(value)) short += 1
  }
  // `y` and `m` together are a month; one of them alone may be anything.
  return short > 1
}

/** Returns a path with its digits and long ids replaced. */
function withoutNumbers(path: string): string {
  return /[0-9]/.test(path) ? path.replaceAll(longId, anyNumber).replaceAll(digitRun, anyNumber) : path
}
