/** The secrets to redact in a page, passed to threads, each of which caches the redactor it builds from them. */
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import { hash } from 'node:crypto'
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

/** Recently used redactors, the most recent last; limited in number and size. */
export class RedactorCache {
  readonly #redactors = new Map<string, Redactor>()
  #bytes = 0
  /** Number of redactors built, for tests. */
  made = 0

  /** Total size, bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#redactors.size
  }

  /** Returns the redactor of these secrets, building it when it is not cached. */
  get({ key, secrets }: Redaction): Redactor {
    const kept = this.#redactors.get(key)
    const redactor = kept ?? new Redactor(secrets)
    if (kept === undefined) {
      this.made += 1
      this.#bytes += redactor.bytes
    } else this.#redactors.delete(key)
    this.#redactors.set(key, redactor)
    this.#forget()
    return redactor
  }

  #forget(): void {
    for (const [key, { bytes }] of this.#redactors) {
      const isWithin =
        this.#redactors.size <= redactionLimits.redactorsMax && this.#bytes <= redactionLimits.redactorsMaxBytes
      if (isWithin || this.#redactors.size === 1) return
      this.#redactors.delete(key)
      this.#bytes -= bytes
    }
  }
}
