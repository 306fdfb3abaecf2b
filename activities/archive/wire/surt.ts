/**
 * Keys of URLs in indexes of web archives, in the form of the Python library `surt`: host labels reversed, so that the
 * pages of a site and its subdomains are neighbours, and spellings that rarely mean different pages made equal.
 */

/** Session ids in queries and paths, which differ for every visitor. */
const querySessions = [
  /^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$/i,
  /^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$/i,
  /^(.*)sid=[0-9a-z]{32}(?:&(.*))?$/i,
  /^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$/i,
  // The value ends before another such id, so that many of them are read once each.
  /^(.*)cfid=(?:(?!cfid=[^&])[^&])+&cftoken=[^&]+(?:&(.*))?$/i,
]
const pathSessions = [
  /^(.*\/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)\/)([^?]+\.aspx.*)$/i,
  /^(.*\/)(?:\([0-9a-z]{24}\)\/)([^?]+\.aspx.*)$/i,
]

/** Returns the key of a URL in WHATWG serialisation. @param url absolute, `http` or `https`. */
export function surtOf(url: string): string {
  const { hostname, port, pathname, search } = new URL(url)
  const host = hostname
    .replaceAll(/^[.[]+|[.\]]+$/g, '')
    .replaceAll('..', '.')
    .replace(/^www\d*\./, '')
  const labels = host.split('.').toReversed().join(',')
  const query = search === '' ? '' : queryKey(search.slice(1))
  return `${labels}${port === '' ? '' : `:${port}`})${pathKey(pathname)}${query === '' ? '' : `?${query}`}`
}

function pathKey(pathname: string): string {
  const path = escapedOnce(normalised(unescaped(pathname)))
  const bare = without(pathSessions, lowerCase(path))
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
}

function queryKey(query: string): string {
  const bare = lowerCase(without(querySessions, escapedOnce(unescaped(query))))
  if (bare.length <= 1) return bare
  const parameters = bare.split('&').map((parameter) => {
    const at = parameter.indexOf('=')
    return at === -1 ? [parameter] : [parameter.slice(0, at), parameter.slice(at + 1)]
  })
  return parameters
    .toSorted(byParts)
    .map((parts) => parts.join('='))
    .join('&')
}

/** Compares as tuples of byte strings compare: part by part, a missing part first. */
function byParts(a: readonly string[], b: readonly string[]): number {
  if (a[0] !== b[0]) return a[0]! < b[0]! ? -1 : 1
  if (a.length !== b.length) return a.length - b.length
  return a[1] === b[1] ? 0 : (a[1] ?? '') < (b[1] ?? '') ? -1 : 1
}

/** Lower case of ASCII alone: the text has one character for each byte. */
const lowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (upper) => upper.toLowerCase())

const without = (sessions: readonly RegExp[], text: string): string =>
  sessions.reduce((rest, pattern) => rest.replace(pattern, (_all, before: string, after = '') => before + after), text)

const percent = 0x25

/**
 * Decodes percent escapes until none are left, into one character for each byte. Escapes may be nested: each decoded
 * byte may complete one that began before it, so that one pass is enough however deep they are.
 */
function unescaped(text: string): string {
  const bytes = Buffer.from(text)
  let end = 0
  for (const byte of bytes) {
    bytes[end] = byte
    end += 1
    while (end >= 3 && bytes[end - 3] === percent) {
      const value = hexValue(bytes[end - 2]!) * 16 + hexValue(bytes[end - 1]!)
      if (Number.isNaN(value)) break
      end -= 2
      bytes[end - 1] = value
    }
  }
  return bytes.toString('latin1', 0, end)
}

/** Returns the value of a hexadecimal digit; NaN for any other byte. */
function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NaN
}

/** Escapes `%`, `#`, blanks and everything outside of printable ASCII. */
const escapedOnce = (text: string): string =>
  text.replaceAll(/[^!"$&'()*+,\-./0-9:;<=>?@A-Z[\\\]^_`a-z{|}~]/g, (character) => {
    const code = character.charCodeAt(0)
    return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  })

/** Removes empty segments and resolves dots, which escapes may have hidden. */
function normalised(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.length > 0) kept.pop()
    else kept.push(segment)
  }
  const last = kept.pop() ?? ''
  return `/${kept.map((segment) => (segment === '' ? '' : `${segment}/`)).join('')}${last}`
}
