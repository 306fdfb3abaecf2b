/** Services show each other one secret; nobody else may have pages loaded. */
import { hash, timingSafeEqual } from 'node:crypto'
import { workerCallLimits } from '../config/browser-limits.ts'

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Says whether a request may pass.
 * @param authorization value of its header, or undefined.
 * @param token the secret; empty = none is asked for, which is for loopback alone.
 */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  if (token === '') return true
  const shown = /^bearer +(?<token>\S+)$/i.exec(authorization ?? '')?.groups?.['token'] ?? ''
  return timingSafeEqual(digestOf(shown), digestOf(token))
}

const { tokenMinCharacters } = workerCallLimits

/**
 * What keeps a worker from binding an address, or null.
 * @param isLoopback whether only this machine reaches the address.
 */
export function bindProblem(token: string, isLoopback: boolean): string | null {
  if (isLoopback || token.length >= tokenMinCharacters) return null
  return `binding beyond loopback needs SEINE_SERVICE_TOKEN with at least ${tokenMinCharacters} characters`
}
