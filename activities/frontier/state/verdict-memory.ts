/**
 * Remembers for which pages of a job HTTP was not enough, so that similar pages go straight to a browser: client-side
 * pages and empty pages by the shape of their URL, refusals by host. At regular intervals one of them goes by HTTP all
 * the same, to check whether this still holds.
 *
 * Calls come in the order of the frontier's own changes, so that the memory is deterministic.
 */
import { verdictLimits } from '../limits/discovery-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { Escalation } from '@seine/shared/pages/page.ts'
import { fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import { placeOf, shapeOf } from '@seine/shared/urls/url-family.ts'

/**
 * Verdict of HTTP on a page: it brought all that was requested, or the reason why the page needs a browser. `refused`
 * is a plain 401 or 403, which says nothing about other pages of the host; `blocked` shows signs of a firewall.
 */
export type HttpVerdict = 'success' | 'refused' | Escalation['why']

/**
 * Route of a page by the verdicts on similar URLs: HTTP; the browser (`remembered`); or HTTP as a check although
 * similar pages have needed a browser.
 */
export type RememberedRoute = 'http' | 'remembered' | 'check'

interface Run {
  /** Consecutive escalations, counted up to `verdictLimits.escalationsToBrowser`. */
  escalations: number
  /** Pages sent to a browser since HTTP was last tried. */
  sent: number
}

export type MemorySnapshot = [key: number, escalations: number, sent: number][]

export class VerdictMemory {
  /** URL shapes and hosts with an escalation that no success followed, by fingerprint. */
  readonly #runs = new Map<number, Run>()

  /** Returns the route of a page. */
  routeOf(url: string): RememberedRoute {
    const runs = this.#deciding(url)
    if (runs.length === 0) return 'http'
    return runs.some(({ sent }) => sent + 1 >= verdictLimits.checkEvery) ? 'check' : 'remembered'
  }

  /** Records the lane chosen for a page for which similar URLs needed a browser. */
  recordLane(url: string, lane: Lane): void {
    for (const run of this.#deciding(url)) run.sent = lane === 'http' ? 0 : run.sent + 1
  }

  /** Whether a verdict changes the memory. */
  isNews(url: string, verdict: HttpVerdict): boolean {
    if (verdict !== 'success') return true
    return this.#runs.size > 0 && keysOf(url).some((key) => this.#runs.has(key))
  }

  /** Records that HTTP loaded a page, or found it to need a browser. */
  recordVerdict(url: string, verdict: HttpVerdict): void {
    const [shape, host] = keysOf(url)
    // Any other verdict, also that of an empty shell, shows that the host does not block the crawler.
    if (verdict !== 'blocked' && verdict !== 'refused') this.#runs.delete(host)
    if (verdict === 'success') this.#runs.delete(shape)
    else this.#escalated(verdict === 'blocked' ? host : shape)
  }

  snapshot(): MemorySnapshot {
    return [...this.#runs].map(([key, { escalations, sent }]) => [key, escalations, sent])
  }

  /** Restores a stored memory into one that is still empty. */
  restore(stored: MemorySnapshot): void {
    for (const [key, escalations, sent] of stored) this.#runs.set(key, { escalations, sent })
  }

  #escalated(key: number): void {
    const run = this.#runs.get(key)
    if (run !== undefined) run.escalations = Math.min(verdictLimits.escalationsToBrowser, run.escalations + 1)
    else if (this.#runs.size < verdictLimits.shapesMax) this.#runs.set(key, { escalations: 1, sent: 0 })
  }

  /** Returns the runs that send pages like this one to a browser: of their shape, of their host, both, or none. */
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
