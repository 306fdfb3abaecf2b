/**
 * What a job remembers of pages that HTTP was not enough for, so that their like go straight to a
 * browser: client-side pages and empty ones by the shape of their URL, refusals by host. Every so
 * often one of them goes by HTTP all the same, to see whether it still holds.
 *
 * Called in the order of the frontier's own changes, so that it is deterministic.
 */
import { verdictLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { Escalation } from '@seine/shared/pages/page.ts'
import { fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import { placeOf, shapeOf } from '@seine/shared/urls/url-family.ts'

/**
 * What HTTP made of a page: all that is wanted, or why it needs a browser. `refused` is a bare 401 or
 * 403, which says nothing of other pages of the host; `blocked` has the marks of a firewall.
 */
export type HttpVerdict = 'success' | 'refused' | Escalation['why']

/**
 * Where a page goes by what its like have shown: to a browser, or, as a check, by HTTP although a
 * browser is what they have needed.
 */
export type RememberedRoute = 'http' | 'remembered' | 'check'

interface Run {
  /** Escalations in a row, as far as they are counted. */
  escalations: number
  /** Pages sent to a browser since HTTP was last tried. */
  sent: number
}

export type MemorySnapshot = [key: number, escalations: number, sent: number][]

export class VerdictMemory {
  /** Shapes and hosts with an escalation that no success came after, by fingerprint. */
  readonly #runs = new Map<number, Run>()

  /** Where a page is to go. */
  routeOf(url: string): RememberedRoute {
    const runs = this.#deciding(url)
    if (runs.length === 0) return 'http'
    return runs.some(({ sent }) => sent + 1 >= verdictLimits.checkEvery) ? 'check' : 'remembered'
  }

  /** A page goes there whose like need a browser. */
  routed(url: string, lane: Lane): void {
    for (const run of this.#deciding(url)) run.sent = lane === 'http' ? 0 : run.sent + 1
  }

  /** Whether there is anything to learn from a verdict. */
  isNews(url: string, verdict: HttpVerdict): boolean {
    if (verdict !== 'success') return true
    return this.#runs.size > 0 && keysOf(url).some((key) => this.#runs.has(key))
  }

  /** HTTP has loaded a page, or found it to need a browser. */
  shown(url: string, verdict: HttpVerdict): void {
    const [shape, host] = keysOf(url)
    // Whoever is sent an empty shell is not kept out.
    if (verdict !== 'blocked' && verdict !== 'refused') this.#runs.delete(host)
    if (verdict === 'success') this.#runs.delete(shape)
    else this.#escalated(verdict === 'blocked' ? host : shape)
  }

  snapshot(): MemorySnapshot {
    return [...this.#runs].map(([key, { escalations, sent }]) => [key, escalations, sent])
  }

  /** Takes over a stored memory, into one that is still empty. */
  restore(stored: MemorySnapshot): void {
    for (const [key, escalations, sent] of stored) this.#runs.set(key, { escalations, sent })
  }

  #escalated(key: number): void {
    const run = this.#runs.get(key)
    if (run !== undefined) run.escalations = Math.min(verdictLimits.escalationsToBrowser, run.escalations + 1)
    else if (this.#runs.size < verdictLimits.shapesMax) this.#runs.set(key, { escalations: 1, sent: 0 })
  }

  /** What sends pages like this one to a browser: their shape, their host, both, or nothing. */
  #deciding(url: string): Run[] {
    if (this.#runs.size === 0) return []
    return keysOf(url).flatMap((key) => {
      const run = this.#runs.get(key)
      return run === undefined || run.escalations < verdictLimits.escalationsToBrowser ? [] : [run]
    })
  }
}

const keysOf = (url: string): [shape: number, host: number] => [
  fingerprintOf(`shape ${shapeOf(url)}`),
  fingerprintOf(`host ${placeOf(url)}`),
]
