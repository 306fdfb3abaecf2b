/** Host name patterns in settings: one name, or every name below a suffix. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** `name` covers only that name; `*.suffix` covers every name below the suffix, but not the suffix itself. */
export interface HostPattern {
  /** Lower case, IDNA in ASCII, without root dot. */
  readonly name: string
  /** Whether the pattern covers the names below `name` instead of `name` itself. */
  readonly below: boolean
}

const nameMaxCharacters = 253

/** Labels as DNS allows them, including `_`, which host names must not contain. */
const labelForm = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Characters that the URL parser treats as the end of a host or as another spelling of one. */
const notInNames = /[\s/\\?#@%:[\]*]/

/** A last label that looks like a number: the URL parser would read the host as an IPv4 address. */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Parses a pattern.
 * @param text `intranet.example`, `*.corp.example`; IDNA in either form, in any case, with or without root dot.
 * @returns the pattern, or the violated rule.
 */
export function parseHostPattern(text: string): HostPattern | string {
  const below = text.startsWith('*.')
  const written = (below ? text.slice(2) : text).replace(/\.$/, '')
  if (written === '') return 'has no host'
  if (written.includes('*')) return 'has a `*` that is not the whole first label'
  if (notInNames.test(written)) return 'contains a character that is not allowed in host names; write only the host'
  const name = domainToASCII(written)
  if (isIP(name) !== 0 || numeric.test(name.split('.').at(-1) ?? '')) {
    return 'is another spelling of an IP address; write four decimal numbers'
  }
  const isName = name.length <= nameMaxCharacters && name.split('.').every((label) => labelForm.test(label))
  return isName ? { name, below } : 'is not a host name'
}

/**
 * Returns true when a pattern covers a name.
 * @param name lower case, without root dot.
 */
export const patternCovers = (pattern: HostPattern, name: string): boolean =>
  pattern.below ? name.endsWith(`.${pattern.name}`) : name === pattern.name
