/** The secrets to redact in a page, passed to threads, each of which caches the redactor it builds from them. */
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import { Redactor } from './redactor.ts'

const known = new WeakMap<readonly string[], Redaction | null>()

/**
 * Returns the redaction to pass to threads, built once for each list.
 * @param secrets must not be modified.
 * @returns null when there is nothing to redact.
 */
export function redactionOf(secrets: readonly string[]): Redaction | null {
  const made = known.get(secrets)
  if (made !== undefined) return made
  const wanted = secrets.filter(({ length }) => length >= redactionLimits.secretMinCharacters)
  const key = hash('sha256', JSON.stringify(wanted), 'base64')
  const redaction = wanted.length === 0 ? null : { key, secrets: wanted }
  known.set(secrets, redaction)
  return redaction
}

/** Recently used redactors, limited in number and size; a single redactor is kept whatever its size. */
export class RedactorCache {
  readonly #redactors = new LRUCache<string, Redactor>({
    max: redactionLimits.redactorsMax,
    maxSize: redactionLimits.redactorsMaxBytes,
    sizeCalculation: ({ bytes }) => Math.min(bytes, redactionLimits.redactorsMaxBytes),
  })
  /** Number of redactors built, for tests. */
  made = 0

  /** Total size, bytes. */
  get bytes(): number {
    return this.#redactors.values().reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get size(): number {
    return this.#redactors.size
  }

  /** Returns the redactor of these secrets, building it when it is not cached. */
  get({ key, secrets }: Redaction): Redactor {
    const kept = this.#redactors.get(key)
    if (kept !== undefined) return kept
    const redactor = new Redactor(secrets)
    this.made += 1
    this.#redactors.set(key, redactor)
    return redactor
  }
}
