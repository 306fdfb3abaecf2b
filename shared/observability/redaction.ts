/**
 * Takes secrets out of lines of the log, whatever part of a line they are in: a header, a URL, the
 * message of somebody else's error. Addresses lose user info, query and fragment.
 */
import { hasAddress, withoutQueries } from './address-redaction.ts'

const hidden = '***'

const secretNames = 'authorization|proxy-authorization|cookie|set-cookie|x-api-key|apikey'
const secretName = new RegExp(`^(?:${secretNames})$`, 'i')

/** Each takes time in proportion to the text. */
const patterns: readonly [RegExp, string][] = [
  // Such headers in text that is JSON itself.
  [new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${hidden}"`],
  // Credentials of HTTP (RFC 7235), wherever they are named.
  [/\b(bearer|basic) [\w.~+/-]{6,}=*/gi, `$1 ${hidden}`],
  // Keys of our own, and secrets of webhooks.
  [/\bseine_[\w.-]{1,80}_[\w-]{20,}/g, hidden],
  [/\bwhsec_[\w+/-]{8,}=*/g, hidden],
]

/** Most lines have nothing that could be one: looking costs a hundredth of taking a line apart. */
const suspicious = /authorization|cookie|api-?key|bearer|basic |seine_|whsec_/i

/** Shorter values stand in many a line by chance. */
const secretMinCharacters = 8

/** The password in a URL. */
function passwordOf(secret: string): string[] {
  const password = URL.parse(secret)?.password ?? ''
  const isLongEnough = password.length >= secretMinCharacters
  try {
    return isLongEnough ? [password, decodeURIComponent(password)] : []
  } catch {
    return [password]
  }
}

/**
 * Makes the function that is applied to each line.
 * @param secrets values of settings that must never be seen; a list in one setting is several.
 */
export function redaction(secrets: readonly string[]): (line: string) => string {
  const values = secrets
    .flatMap((secret) => [secret, ...secret.split(',')])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= secretMinCharacters)
  // A password is also told by itself, and decoded.
  values.push(...values.flatMap((secret) => passwordOf(secret)))
  const known = [...new Set(values)].toSorted((a, b) => b.length - a.length)

  // As they stand in a line, which is JSON.
  const marks = known.map((value) => JSON.stringify(value).slice(1, -1))

  const scrub = (text: string): string => {
    let scrubbed = text
    for (const value of known) scrubbed = scrubbed.replaceAll(value, hidden)
    for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement)
    return withoutQueries(scrubbed)
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return scrub(value)
    if (Array.isArray(value)) return value.map((each) => walk(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      // Names of members may be addresses, and whatever else somebody has counted by.
      Object.entries(value).map(([name, each]) => [scrub(name), secretName.test(name) ? hidden : walk(each)]),
    )
  }
  return (line) => {
    if (!suspicious.test(line) && !hasAddress(line) && !marks.some((mark) => line.includes(mark))) return line
    try {
      return `${JSON.stringify(walk(JSON.parse(line)))}\n`
    } catch {
      // No line of ours, but somebody may read it.
      return scrub(line)
    }
  }
}
