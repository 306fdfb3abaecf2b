/**
 * Removes the parts of URLs in texts that may carry secrets: user names and passwords (RFC 3986, section 3.2.1), the
 * query and the fragment. Scheme, host and path stay. Pure.
 */

const hidden = '***'

/**
 * Words that may contain a URL: they end at white space and at the characters that texts and JSON put around URLs.
 * Values may be quoted.
 */
const words = /(?:[^\s"<>=]|=(?:"[^"\s]*")?)+/g

/** `://`, also with escaped slashes as in some JSON. */
const authorityStart = /:(?:\\?\/){2}/

/** The same with one or more levels of percent-encoding, and the start of query and fragment after it. */
const encodedStart = /%(?:25)*3a%(?:25)*2f%(?:25)*2f/i
const encodedQuery = /%(?:25)*(?:3f|23)/i

/** Punctuation that a sentence may put after a URL. */
const punctuation = new Set('.,:;!\'`)]}\\"')

/** Returns where that punctuation starts. */
function sentenceEnd(word: string): number {
  let end = word.length
  while (end > 0 && punctuation.has(word[end - 1]!)) end -= 1
  return end
}

/** Returns where a URL without a scheme has its query: after a path, or with a value. */
function queryOfPath(word: string): number {
  const query = word.indexOf('?')
  if (query === -1 || sentenceEnd(word) <= query + 1) return -1
  const head = word.slice(0, query)
  // `(?:` belongs to a regular expression.
  if (head.endsWith('(')) return -1
  return /[/:]|%2f/i.test(head) || word.includes('=', query) ? query : -1
}

function withoutUserInfo(word: string, from: number): string {
  const length = word.slice(from).search(/[/?#\\]/)
  const to = length === -1 ? word.length : from + length
  const at = word.lastIndexOf('@', to - 1)
  return at < from ? word : `${word.slice(0, from)}${hidden}${word.slice(at)}`
}

function cut(word: string, at: number): string {
  return at === -1 ? word : word.slice(0, at) + word.slice(Math.max(at, sentenceEnd(word)))
}

function scrubbed(word: string): string {
  const start = authorityStart.exec(word)
  if (start !== null) {
    const bare = withoutUserInfo(word, start.index + start[0].length)
    const behind = bare.slice(start.index).search(/[?#]/)
    return cut(bare, behind === -1 ? encodedQueryOf(bare) : start.index + behind)
  }
  const path = queryOfPath(word)
  return cut(word, path === -1 ? encodedQueryOf(word) : path)
}

function encodedQueryOf(word: string): number {
  const start = encodedStart.exec(word)
  if (start === null) return -1
  const behind = word.slice(start.index).search(encodedQuery)
  return behind === -1 ? -1 : start.index + behind
}

/** Returns whether a text may contain a URL with a part to remove; most texts do not. */
export const hasAddress = (text: string): boolean => /[?@#]|%(?:25)*(?:3f|23)/i.test(text) && /[/:=]|%2f/i.test(text)

/** @returns the text with every URL reduced to scheme, host and path. */
export function withoutQueries(text: string): string {
  if (!hasAddress(text)) return text
  // When the text is a single URL, its query may contain any character; inside a sentence, a URL ends with its word.
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\/\S/i.test(text)
  if (isAddress) {
    const end = text.search(/[?#]/)
    if (end !== -1 && !/\s/.test(text.slice(0, end))) return scrubbed(text.slice(0, end))
  }
  return text.replace(words, (word) => (hasAddress(word) ? scrubbed(word) : word))
}
