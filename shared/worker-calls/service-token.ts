/** The secret with which services authenticate calls to each other, so that only they can have pages loaded. */
import { hash, timingSafeEqual } from 'node:crypto'
import { workerCallLimits } from '../config/browser-limits.ts'
import { commaList } from '../values/comma-list.ts'

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Returns the tokens of the setting. The first one is sent to other services; all are accepted, so that tokens can be
 * rotated while services run.
 */
export const readTokens = (setting: string): string[] => commaList(setting)

/** Returns the token to send; empty: none. */
export const ownToken = (setting: string): string => readTokens(setting)[0] ?? ''

/**
 * Returns whether a request is authorised.
 * @param authorization value of its header, or undefined.
 * @param tokens the secrets; empty: none is required, which is only for loopback.
 */
export function bearsToken(authorization: string | undefined, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return true
  const shown = digestOf(/^bearer +(?<token>\S+)$/i.exec(authorization ?? '')?.groups?.['token'] ?? '')
  // All tokens are compared, so that the time reveals nothing.
  return tokens.map((token) => timingSafeEqual(shown, digestOf(token))).includes(true)
}

const { tokenMinCharacters } = workerCallLimits

/**
 * Returns why a worker must not bind an address, or null.
 * @param isLoopback whether the address can only be reached from this machine.
 */
export function bindProblem(setting: string, isLoopback: boolean): string | null {
  const tokens = readTokens(setting)
  if (isLoopback || (tokens.length > 0 && tokens.every((token) => token.length >= tokenMinCharacters))) return null
  return `binding beyond loopback needs SEINE_SERVICE_TOKEN with at least ${tokenMinCharacters} characters in each token`
}
