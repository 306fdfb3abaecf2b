/** One entry of the operator's list of private targets: `cidr[:port]`. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** An address range and the port it is allowed on; null: every port. */
export interface AllowEntry {
  readonly family: 'ipv4' | 'ipv6'
  readonly range: BlockList
  readonly port: number | null
}

/** Thrown when an entry cannot be parsed; the message quotes the entry and states the problem. */
export class AllowEntryError extends Error {
  override readonly name = 'AllowEntryError'
  /** The problem, without the entry. */
  readonly problem: string

  constructor(entry: string, problem: string) {
    super(`${JSON.stringify(entry)}: ${problem}`)
    this.problem = problem
  }
}

const form = /^(?:\[(?<inBrackets>[^\]]*)\]|(?<plain>[^[\]/:]*))(?:\/(?<prefix>[^:]*))?(?::(?<port>.*))?$/

const wholeNumber = (text: string, min: number, max: number): number | null => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** Parses the port of an entry; undefined when it is not a port. */
export const portOfEntry = (text: string): number | undefined => wholeNumber(text, 1, 65_535) ?? undefined

/**
 * Parses one entry.
 * @param text `127.0.0.1:8080`, `10.0.0.0/8`, `127.0.0.1/32:8080`, `[::1]:80`, `[fd00::]/8`.
 * @throws AllowEntryError for everything else, including host names.
 */
export function parseAllowEntry(text: string): AllowEntry {
  const fail = (problem: string): never => {
    throw new AllowEntryError(text, problem)
  }
  if (isIPv6(text.replace(/\/.*/, ''))) return fail('write an IPv6 address in brackets')
  const groups = form.exec(text)?.groups
  if (groups === undefined) return fail('is not of the form cidr[:port]')
  const family = groups.inBrackets === undefined ? 'ipv4' : 'ipv6'
  const address = groups.inBrackets ?? groups.plain ?? ''
  if (family === 'ipv4' && !isIPv4(address)) return fail('does not start with an IP address; names are not accepted')
  if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) {
    return fail('has no plain IPv6 address between the brackets')
  }
  const bits = family === 'ipv4' ? 32 : 128
  const prefix = groups.prefix === undefined ? bits : wholeNumber(groups.prefix, 0, bits)
  if (prefix === null) return fail(`has a prefix length that is not between 0 and ${bits}`)
  const port = groups.port === undefined ? undefined : wholeNumber(groups.port, 1, 65_535)
  if (port === null) return fail('has a port that is not between 1 and 65535')
  const range = new BlockList()
  range.addSubnet(address, prefix, family)
  return { family, range, port: port ?? null }
}

/**
 * Returns true when an entry covers an address on a port; null: any port. An IPv4 entry never covers the IPv4-mapped
 * IPv6 form, because that form is never dialled.
 */
export function entryCovers(entry: AllowEntry, address: string, port: number | null): boolean {
  if (entry.port !== null && port !== null && entry.port !== port) return false
  if (entry.family === 'ipv4') return isIPv4(address) && entry.range.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && entry.range.check(address, 'ipv6')
}
