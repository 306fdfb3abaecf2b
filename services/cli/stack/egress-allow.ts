/** Lets the workers of a stack reach the private address a person has asked for. */
import { appendFileSync, readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import type { StackFile } from '@seine/shared/config/stack-file.ts'

// Loopback (RFC 1122, RFC 4291) and private use (RFC 1918, RFC 4193). Link-local addresses are
// left out on purpose: cloud metadata services live there.
const privateAddresses = new BlockList()
privateAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('10.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('172.16.0.0', 12, 'ipv4')
privateAddresses.addSubnet('192.168.0.0', 16, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')

/**
 * The entries, `address:port`, that a URL needs when its host is a loopback or private literal or
 * `localhost`; none for any other URL.
 */
export function allowEntries(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return []
  const effectivePort = port === '' ? (protocol === 'http:' ? '80' : '443') : port
  if (hostname === 'localhost') return [`127.0.0.1:${effectivePort}`, `[::1]:${effectivePort}`]
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0 || !privateAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6')) return []
  return [`${hostname}:${effectivePort}`]
}

/**
 * Allows exactly the address and port of a URL, when it is private, until the stack starts anew.
 * @returns true when the URL is private and allowed now.
 */
export function allowTarget(stack: Pick<StackFile, 'egressAllowFile'>, url: string): boolean {
  const entries = allowEntries(url)
  const present = new Set(readFileSync(stack.egressAllowFile, 'utf8').split('\n'))
  const missing = entries.filter((entry) => !present.has(entry))
  if (missing.length > 0) appendFileSync(stack.egressAllowFile, missing.map((entry) => `${entry}\n`).join(''))
  return entries.length > 0
}
