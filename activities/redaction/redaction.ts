/** What is to be taken out of a page: handed to threads, each of which keeps what it makes of it. */
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import { hash } from 'node:crypto'
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import { Redactor } from './redactor.ts'

const known = new WeakMap<readonly string[], Redaction | null>()

/**
 * Makes what is handed to threads, once for each list.
 * @param secrets nobody changes the list.
 * @returns null where there is nothing to take out.
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

/** Redactors that were used lately, the last one last; within bounds of number and size. */
export class RedactorCache {
  readonly #redactors = new Map<string, Redactor>()
  #bytes = 0
  /** Redactors that were made, for tests. */
  made = 0

  /** What all of them take, bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#redactors.size
  }

  /** The redactor of some secrets, made where there is none. */
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
