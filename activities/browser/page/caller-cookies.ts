import type { Protocol } from 'puppeteer'

/**
 * Takes a `Cookie` header apart into cookies of the target's host, for all its paths.
 * @param header `a=1; b=2`; a part without a name is dropped.
 * @param url of the target.
 */
export function cookiesOf(header: string, url: string): Protocol.Network.CookieParam[] {
  const { origin, protocol } = new URL(url)
  // What is meant for https must not go out in the clear after a redirect.
  const secure = protocol === 'https:'
  return header.split(';').flatMap((part) => {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at === -1 || name === '') return []
    return [{ name, value: part.slice(at + 1).trim(), url: `${origin}/`, path: '/', secure }]
  })
}
