/** The credentials of a session: names of headers, and values that a page may echo. Pure. */
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'

const { credentialMinCharacters, credentialsMax, credentialsMaxCharacters } = redactionLimits

/** Headers that carry credentials, whether the session or the page has set them. */
const credentialHeaders = ['cookie', 'cookie2', 'set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization']

/**
 * Headers of a session whose values occur in many answers: only the headers are hidden, by name, not their values
 * elsewhere.
 */
const ordinaryHeader =
  /^(?:accept(?:-.*)?|cache-control|content-type|dnt|origin|pragma|priority|referer|sec-.*|te|upgrade-insecure-requests|user-agent|x-requested-with)$/

/** Returns the headers that a capture in a session hides, by their names in lower case. */
export const hiddenHeaders = ({ headers }: Pick<PageSession, 'headers'>): ReadonlySet<string> =>
  new Set([...credentialHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())])

/** Returns a value and the part after its scheme: `Bearer x` may also appear as `x`. */
const partsOf = (value: string): string[] => [value, ...value.split(/\s+/).slice(1)]

/**
 * Returns the values of cookies and headers of a session that a page may echo and that are too long to be ordinary
 * words: cookies that scripts cannot read first, up to the limit.
 */
export function credentialsOf({ headers, state }: Pick<PageSession, 'headers' | 'state'>): string[] {
  const own = Object.entries(headers).filter(([name]) => !ordinaryHeader.test(name.toLowerCase()))
  const cookies = state.cookies.toSorted((a, b) => Number(b.httpOnly) - Number(a.httpOnly))
  return credentialValues([...own.flatMap(([, value]) => partsOf(value)), ...cookies.map(({ value }) => value)])
}

/** Returns the distinct values that are too long to be ordinary words, the first ones up to the limit. */
export function credentialValues(values: readonly string[]): string[] {
  const wanted = new Set<string>()
  let characters = 0
  for (const value of values) {
    if (value.length < credentialMinCharacters || wanted.size >= credentialsMax || wanted.has(value)) continue
    if (characters + value.length > credentialsMaxCharacters) continue
    characters += value.length
    wanted.add(value)
  }
  return [...wanted]
}
