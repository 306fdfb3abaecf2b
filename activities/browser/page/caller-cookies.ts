/** Cookies of a browser context from a caller's `Cookie` header. */
import type { Protocol } from 'puppeteer'

/**
 * Splits a `Cookie` header into cookies for the target's host, valid for all its paths.
 * @param header such as `a=1; b=2`; a part without a name is dropped.
 * @param url URL of the target.
 */
export function cookiesOf(header: string, url: string): Protocol.Network.CookieParam[] {
  const { origin, protocol } = new URL(url)
  // A cookie meant for https must not be sent unencrypted after a redirect.
  const secure = protocol === 'https:'
  return header.split(';').flatMap((part) => {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at === -1 || name === '') return []
    return [{ name, value: part.slice(at + 1).trim(), url: `${origin}/`, path: '/', secure }]
  })
}
