/**
 * Determines what may be fetched, as far as the URL itself shows. No name is resolved here: the gateway applies the
 * policy when it validates a request, the client before every hop, and the dialler for every host.
 */
import { isIP } from 'node:net'
import type { AddressAllowance } from './allow-list.ts'
import { isBlockedPort } from './blocked-ports.ts'
import { addressProblem, refusedByOperator } from './address-verdict.ts'
import { localNameProblem } from './local-names.ts'

/** The result. `reason` is the violated rule, and is reported to callers. */
export type TargetVerdict =
  | { ok: true; url: URL }
  | { ok: false; code: 'invalid_url' | 'url_not_allowed'; reason: string }

/** The addresses of `localhost`; they are never looked up at a name server (RFC 6761). */
export const localhostAddresses = ['127.0.0.1', '::1'] as const

/** Returns a host without the brackets of an IPv6 literal and without the root dot of an absolute name. */
export function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host.replace(/\.+$/, '')
}

/** Returns true when a name is `localhost` or below it, with or without root dot. */
export function isLocalhostName(host: string): boolean {
  const name = bareHost(host).toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost')
}

/** Returns the port of an http or https URL; the default port when the URL has none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/**
 * Checks a host by its name or literal address.
 * @param host as the WHATWG URL parser returns it, or as passed to a socket.
 * @param port null: any port that the operator allows.
 * @returns the violated rule, or null when the host may be resolved and dialled.
 */
export function hostProblem(host: string, port: number | null, allowance: AddressAllowance): string | null {
  const name = bareHost(host).toLowerCase()
  if (isIP(name) !== 0) return addressProblem(name, port, allowance)
  if (allowance.denies?.(name, port) === true) return refusedByOperator
  if (isLocalhostName(name)) {
    return localhostAddresses.some((address) => addressProblem(address, port, allowance) === null)
      ? null
      : 'the host is the local machine'
  }
  return allowance.opensName?.(name) === true ? null : localNameProblem(name)
}

/**
 * Checks a URL before anything is resolved or dialled.
 *
 * Parsing follows the WHATWG rules, so every spelling of an address is first reduced to one form.
 * @param input a URL, or text to parse as one.
 * @param allowance rules of the operator; they can allow addresses and names, but never schemes or ports.
 * @returns the parsed URL, or `invalid_url` (not a URL, or with user info) or `url_not_allowed`.
 */
export function vetUrl(input: string | URL, allowance: AddressAllowance): TargetVerdict {
  const url = typeof input === 'string' ? URL.parse(input) : input
  if (url === null) return { ok: false, code: 'invalid_url', reason: 'it is not an absolute URL' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, code: 'url_not_allowed', reason: 'the scheme is neither http nor https' }
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, code: 'invalid_url', reason: 'it contains a user name or password' }
  }
  const port = portOf(url)
  if (isBlockedPort(port)) {
    return { ok: false, code: 'url_not_allowed', reason: 'the port is blocked by the Fetch standard' }
  }
  const problem = hostProblem(url.hostname, port, allowance)
  return problem === null ? { ok: true, url } : { ok: false, code: 'url_not_allowed', reason: problem }
}
