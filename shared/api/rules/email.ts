/**
 * E-mail addresses: exactly one addr-spec of RFC 5322, dot-atom form only, with a domain of at least two labels.
 * Display names, quotes, comments, lists and control characters are refused, so that an address can never become part
 * of a header or a command.
 */
import { requestLimits } from '../../config/api-limits.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const topLabel = '(?![0-9]+$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])'
const address = new RegExp(`^(?<local>${atom}(?:\\.${atom})*)@(?:${label}\\.)+${topLabel}$`)

/** Returns true for exactly one address to which mail can be sent. */
export function isEmailAddress(text: string): boolean {
  if (text.length > requestLimits.emailMaxCharacters) return false
  const local = address.exec(text)?.groups?.['local']
  return local !== undefined && local.length <= requestLimits.emailLocalPartMaxCharacters
}
