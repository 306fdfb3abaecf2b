/** Addresses that a service may bind without keys or tokens. */
import { isIPv4 } from 'node:net'

/** Returns true for hosts that can only be reached from this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
