/** Cookies of one attempt or session (RFC 6265), isolated from all others. */
import { isIP } from 'node:net'
import { Cookie, CookieJar as ToughJar, getPublicSuffix, MemoryCookieStore } from 'tough-cookie'
import { cookieLimits } from '../../config/limits.ts'
import type { StateCookie } from './state-cookie.ts'
import { bareHost } from '../policy/target-policy.ts'

export interface CookieJar {
  /** Returns the value of the `Cookie` header for a URL; empty if none exists. */
  header(url: URL): string
  /**
   * Stores the cookies that an answer sets.
   * @param lines values of its `Set-Cookie` headers; malformed ones are ignored.
   */
  store(url: URL, lines: readonly string[]): void
  /** Restores saved cookies; expired ones, and those that no site may set, are left out. */
  add(cookies: readonly StateCookie[]): void
  /** Returns all cookies that have not expired, in the order in which they were added. */
  all(): StateCookie[]
}

/** Returns true when a Domain can only mean the host itself: an address, or a public suffix. */
const meansHostOnly = (host: string): boolean =>
  isIP(host) !== 0 || (getPublicSuffix(host, { ignoreError: true }) ?? null) === null

/**
 * Parses a `Set-Cookie` line as browsers do; null when there is nothing to keep. A Domain equal to a host that can
 * only mean itself is treated as absent (RFC 6265, section 5.3, step 5).
 */
function readLine(line: string, host: string): Cookie | null {
  const cookie = Cookie.parse(line, { loose: true })
  if (cookie === undefined) return null
  if (cookie.key.length + cookie.value.length > cookieLimits.cookieMaxBytes) return null
  if (cookie.domain === host && meansHostOnly(host)) cookie.domain = null
  if (cookie.maxAge !== null) {
    // Max-Age becomes an absolute expiry, because the jar would count it from the last access.
    const lifeMs = typeof cookie.maxAge === 'number' ? Math.min(cookie.maxAge * 1000, cookieLimits.lifeMaxMs) : 0
    cookie.setExpires(new Date(Date.now() + lifeMs))
    cookie.maxAge = null
  }
  return cookie
}

/**
 * Returns the URL for the jar, without the root dot of its host: the jar would not return the cookies of such a host.
 */
function jarUrl(url: URL): string {
  if (!url.hostname.endsWith('.')) return url.href
  const bare = new URL(url)
  bare.hostname = bareHost(url.hostname)
  return bare.href
}

const sameSites: readonly unknown[] = ['strict', 'lax', 'none'] satisfies StateCookie['sameSite'][]

/** Converts a cookie to the form that sessions store; null when it has expired. */
function stateCookie(cookie: Cookie): StateCookie | null {
  const { key, value, domain, hostOnly, path, secure, httpOnly, sameSite } = cookie
  const expiryMs = cookie.expiryTime()
  if (domain === null || (expiryMs !== undefined && expiryMs <= Date.now())) return null
  return {
    name: key,
    value,
    domain: isIP(domain) === 6 ? `[${domain}]` : domain,
    hostOnly: hostOnly === true,
    path: path ?? '/',
    expiresMs: expiryMs === undefined || !Number.isFinite(expiryMs) ? null : expiryMs,
    secure,
    httpOnly,
    sameSite: sameSites.includes(sameSite) ? (sameSite as StateCookie['sameSite']) : null,
  }
}

/**
 * Creates an empty jar. Cookies for public suffixes and other sites are refused, Secure cookies are sent only over
 * https, and HttpOnly cookies are kept.
 */
export function createCookieJar(): CookieJar {
  // Most pages set no cookies, so the jar is created with the first one.
  let kept: MemoryCookieStore | null = null
  let jar: ToughJar | null = null
  const known = new Set<string>()
  const put = (cookie: Cookie, url: string, host: string): void => {
    const key = JSON.stringify([cookie.key, cookie.domain ?? host, cookie.path])
    if (!known.has(key) && known.size >= cookieLimits.jarMaxCookies) return
    kept ??= new MemoryCookieStore()
    jar ??= new ToughJar(kept, { looseMode: true })
    if (jar.setCookieSync(cookie, url, { ignoreError: true }) !== undefined) known.add(key)
  }
  return {
    header(url) {
      if (jar === null) return ''
      try {
        return jar.getCookieStringSync(jarUrl(url))
      } catch {
        // Names that are reserved as a whole, such as `test`, have no cookies: the jar throws.
        return ''
      }
    },
    store(url, lines) {
      const host = bareHost(url.hostname)
      for (const line of lines) {
        const cookie = readLine(line, host)
        if (cookie !== null) put(cookie, jarUrl(url), host)
      }
    },
    add(cookies) {
      for (const cookie of cookies) {
        const { name, value, domain, path, expiresMs } = cookie
        if (name.length + value.length > cookieLimits.cookieMaxBytes) continue
        if (expiresMs !== null && expiresMs <= Date.now()) continue
        const url = URL.parse(`https://${domain}/`)
        if (url === null || url.hostname !== domain) continue
        put(
          new Cookie({
            key: name,
            value,
            path,
            domain: cookie.hostOnly ? null : domain,
            expires: expiresMs === null ? 'Infinity' : new Date(expiresMs),
            secure: cookie.secure,
            httpOnly: cookie.httpOnly,
            sameSite: cookie.sameSite ?? undefined,
          }),
          url.href,
          domain,
        )
      }
    },
    all() {
      let cookies: Cookie[] = []
      // The memory store calls back synchronously.
      kept?.getAllCookies((_error, found) => (cookies = found ?? []))
      return cookies.flatMap((cookie) => stateCookie(cookie) ?? [])
    },
  }
}

/** Returns the pairs of a `Cookie` header by name; parts without a name are left out. */
function pairsOf(header: string): Map<string, string> {
  const pairs = header.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    return at === -1 || name === '' ? [] : [[name, part.slice(at + 1).trim()]]
  })
  return new Map(pairs)
}

/**
 * Stores the `Cookie` header of a caller in a jar, for the host of a URL and all its paths.
 * @param headerValue for example `a=1; b=2`.
 */
export function seedCookies(jar: CookieJar, url: URL, headerValue: string): void {
  // Cookies given for https must not be sent unencrypted after a redirect.
  const attributes = url.protocol === 'https:' ? '; Path=/; Secure' : '; Path=/'
  const lines = [...pairsOf(headerValue)].map(([name, value]) => `${name}=${value}${attributes}`)
  jar.store(url, lines)
}

/** Returns the name in a `Set-Cookie` line; empty if none exists. */
const nameOf = (line: string): string => /^[^=;]*(?==)/.exec(line)?.[0].trim() ?? ''

/**
 * Returns a jar that adds the caller's own cookies for the host of a URL. Each applies until the site sets a cookie of
 * the same name. The underlying jar never contains them.
 * @param headerValue for example `a=1; b=2`.
 */
export function underCallersCookies(jar: CookieJar, url: URL, headerValue: string): CookieJar {
  const callers = createCookieJar()
  seedCookies(callers, url, headerValue)
  return {
    ...jar,
    header: (to) => mergedCookies(callers.header(to), jar.header(to)),
    store(from, lines) {
      jar.store(from, lines)
      if (bareHost(from.hostname) !== bareHost(url.hostname)) return
      callers.store(
        url,
        lines.map((line) => `${nameOf(line)}=; Path=/; Max-Age=0`),
      )
    },
  }
}

/** Joins the `Cookie` header of a caller with that of a jar; when both have a name, the value of the caller is used. */
export function mergedCookies(callers: string, jars: string): string {
  if (callers === '' || jars === '') return callers === '' ? jars : callers
  const given = pairsOf(callers)
  const others = [...pairsOf(jars)].filter(([name]) => !given.has(name)).map(([name, value]) => `${name}=${value}`)
  return [callers, ...others].join('; ')
}
