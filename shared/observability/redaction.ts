/**
 * Removes secrets from log lines, in whatever part of a line they are: a header, a URL, the message of another party's
 * error. URLs lose user info, query and fragment.
 */
import { hasAddress, withoutQueries } from './address-redaction.ts'

const hidden = '***'

const secretNames = 'authorization|proxy-authorization|cookie|set-cookie|x-api-key|apikey'
const secretName = new RegExp(`^(?:${secretNames})$`, 'i')

/** Each pattern takes linear time in the length of the text. */
const patterns: readonly [RegExp, string][] = [
  // Such headers in text that is itself JSON.
  [new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${hidden}"`],
  // HTTP credentials (RFC 7235), wherever they occur.
  [/\b(bearer|basic) [\w.~+/-]{6,}=*/gi, `$1 ${hidden}`],
  // API keys of Seine, and webhook secrets.
  [/\bseine_[\w.-]{1,80}_[\w-]{20,}/g, hidden],
  [/\bwhsec_[\w+/-]{8,}=*/g, hidden],
]

/** Most lines match none of these; the check costs a hundredth of parsing a line. */
const suspicious = /authorization|cookie|api-?key|bearer|basic |seine_|whsec_/i

/** Shorter values occur in many lines by chance. */
const secretMinCharacters = 8

/** Returns the password in a URL. */
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
 * Returns the function that is applied to each line.
 * @param secrets values of settings that must never be shown; each item of a comma-separated list counts too.
 */
export function redaction(secrets: readonly string[]): (line: string) => string {
  const values = secrets
    .flatMap((secret) => [secret, ...secret.split(',')])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= secretMinCharacters)
  // A password may also occur alone, and decoded.
  values.push(...values.flatMap((secret) => passwordOf(secret)))
  const known = [...new Set(values)].toSorted((a, b) => b.length - a.length)

  // The values as they occur in a line, which is JSON.
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
      // Property names may be URLs or other values by which something was counted.
      Object.entries(value).map(([name, each]) => [scrub(name), secretName.test(name) ? hidden : walk(each)]),
    )
  }
  return (line) => {
    if (!suspicious.test(line) && !hasAddress(line) && !marks.some((mark) => line.includes(mark))) return line
    try {
      return `${JSON.stringify(walk(JSON.parse(line)))}\n`
    } catch {
      // The line is not from this logger but may still be read.
      return scrub(line)
    }
  }
}
