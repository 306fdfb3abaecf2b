/** Services show each other one secret; nobody else may have pages loaded. */
import { hash, timingSafeEqual } from 'node:crypto'
import { workerCallLimits } from '../config/browser-limits.ts'

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** The tokens of the setting; the first is shown to others, all are accepted, so that they can be changed while services run. */
export const readTokens = (setting: string): string[] =>
  setting
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')

/** The token to show; empty = none. */
export const ownToken = (setting: string): string => readTokens(setting)[0] ?? ''

/**
 * Says whether a request may pass.
 * @param authorization value of its header, or undefined.
 * @param tokens the secrets; empty = none is asked for, which is for loopback alone.
 */
export function bearsToken(authorization: string | undefined, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return true
  const shown = digestOf(/^bearer +(?<token>\S+)$/i.exec(authorization ?? '')?.groups?.['token'] ?? '')
  // All are compared, so that the time it takes tells nothing.
  return tokens.map((token) => timingSafeEqual(shown, digestOf(token))).includes(true)
}

const { tokenMinCharacters } = workerCallLimits

/**
 * What keeps a worker from binding an address, or null.
 * @param isLoopback whether only this machine reaches the address.
 */
export function bindProblem(setting: string, isLoopback: boolean): string | null {
  const tokens = readTokens(setting)
  if (isLoopback || (tokens.length > 0 && tokens.every((token) => token.length >= tokenMinCharacters))) return null
  return `binding beyond loopback needs SEINE_SERVICE_TOKEN with at least ${tokenMinCharacters} characters in each token`
}
