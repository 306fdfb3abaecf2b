/** What a session shows itself by: names of headers, and values that may be echoed. Pure. */
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'

const { credentialMinCharacters, credentialsMax, credentialsMaxCharacters } = redactionLimits

/** Headers that carry credentials, whoever has set them. */
const credentialHeaders = ['cookie', 'cookie2', 'set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization']

/** Headers of a session whose values many an answer has: they are hidden by their names alone. */
const ordinaryHeader =
  /^(?:accept(?:-.*)?|cache-control|content-type|dnt|origin|pragma|priority|referer|sec-.*|te|upgrade-insecure-requests|user-agent|x-requested-with)$/

/** Headers that a capture in a session does not show, by their names in lower case. */
export const hiddenHeaders = ({ headers }: Pick<PageSession, 'headers'>): ReadonlySet<string> =>
  new Set([...credentialHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())])

/** A value, and what is behind its scheme: `Bearer x` is also told as `x`. */
const partsOf = (value: string): string[] => [value, ...value.split(/\s+/).slice(1)]

/**
 * Values of cookies and headers of a session that a page may echo, long enough to be no word: cookies that no
 * script sees first, as many as the bounds take.
 */
export function credentialsOf({ headers, state }: Pick<PageSession, 'headers' | 'state'>): string[] {
  const own = Object.entries(headers).filter(([name]) => !ordinaryHeader.test(name.toLowerCase()))
  const cookies = state.cookies.toSorted((a, b) => Number(b.httpOnly) - Number(a.httpOnly))
  const values = [...own.flatMap(([, value]) => partsOf(value)), ...cookies.map(({ value }) => value)]
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
