/** Addresses a service may bind without keys or tokens. */
import { isIPv4 } from 'node:net'

/** True for hosts that only this machine reaches. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
