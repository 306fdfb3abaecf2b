/** Host names as settings write them: one name, or every name below a suffix. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** `name` covers that name alone, `*.suffix` every name below the suffix, but not the suffix itself. */
export interface HostPattern {
  /** Lower case, IDNA in ASCII, without root dot. */
  readonly name: string
  /** Whether the names below it are meant. */
  readonly below: boolean
}

const nameMaxCharacters = 253

/** Labels as name servers know them: also with `_`, which host names do not have. */
const labelForm = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Characters that the URL parser reads as the end of a host, or as another spelling of one. */
const notInNames = /[\s/\\?#@%:[\]*]/

/** The URL parser reads a host whose last label looks like a number as an IPv4 address. */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/

/**
 * Reads a pattern.
 * @param text `intranet.example`, `*.corp.example`; IDNA in either form, in any case, with or without root dot.
 * @returns the pattern, or the rule that the text breaks.
 */
export function parseHostPattern(text: string): HostPattern | string {
  const below = text.startsWith('*.')
  const written = (below ? text.slice(2) : text).replace(/\.$/, '')
  if (written === '') return 'names no host'
  if (written.includes('*')) return 'has a `*` that is not the whole first label'
  if (notInNames.test(written)) return 'holds a character that host names do not have; write the host alone'
  const name = domainToASCII(written)
  if (isIP(name) !== 0 || numeric.test(name.split('.').at(-1) ?? '')) {
    return 'is another spelling of an IP address; write four decimal numbers'
  }
  const isName = name.length <= nameMaxCharacters && name.split('.').every((label) => labelForm.test(label))
  return isName ? { name, below } : 'is not a host name'
}

/** Says whether a pattern covers a name. @param name lower case, without root dot. */
export const patternCovers = (pattern: HostPattern, name: string): boolean =>
  pattern.below ? name.endsWith(`.${pattern.name}`) : name === pattern.name
