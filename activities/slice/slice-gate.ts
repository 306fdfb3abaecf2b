/** Decides what a slice may fetch: robots.txt of every origin it reaches, and the job's rules for redirects. */
import type { Admission } from '../frontier/admission.ts'
import { tooCostlyCode } from '../frontier/paths/path-judge.ts'
import type { RobotsLoader, RobotsVerdict } from '../frontier/robots/robots-loader.ts'
import { cappedDelayMs, isAllowed } from '../frontier/robots/robots-rules.ts'
import { unreadRefusal } from '../frontier/robots/unread-robots.ts'
import type { OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'

export interface SliceGateOptions {
  robots: RobotsLoader
  agentToken: string
  admission: Admission
  signal: AbortSignal
  /** Epoch milliseconds; a robots.txt read before the job began is read again. */
  readAfterMs: number
  /** Called with what goes over the wire for robots.txt; absent: it is not recorded. */
  onExchange?: OnExchange | undefined
}

/** Checks applied to URLs before a slice fetches them. */
export interface PageGate {
  /** Returns why robots.txt disallows a URL, or null when it may be fetched. */
  robotsRefusal(url: URL): Promise<string | null>
  /** Crawl-delay of an origin in milliseconds, capped; 0 if none exists, null when robots.txt was not read. */
  crawlDelay(origin: string): Promise<number | null>
  /**
   * Returns why a redirect is not followed, or null when it is.
   * @param isStart the start page may redirect anywhere: the scope follows it once.
   */
  redirectFault(next: URL, isStart: boolean): Promise<PageFault | null>
}

/** For URLs listed by the caller: neither robots.txt nor a scope applies to them. */
export const openGate: PageGate = {
  robotsRefusal: async () => await Promise.resolve(null),
  crawlDelay: async () => await Promise.resolve(null),
  redirectFault: async () => await Promise.resolve(null),
}

/** For pages of a crawl. */
export class SliceGate implements PageGate {
  readonly #options: SliceGateOptions
  /** One verdict per origin for the whole slice: an unreachable robots.txt is not requested again. */
  readonly #verdicts = new Map<string, Promise<RobotsVerdict>>()

  constructor(options: SliceGateOptions) {
    this.#options = options
  }

  async robotsRefusal(url: URL): Promise<string | null> {
    const verdict = await this.#verdict(url.origin)
    if (verdict.state === 'unreachable') return unreadRefusal(verdict.reason)
    if (verdict.state === 'allow_all') return null
    return isAllowed(verdict.file, this.#options.agentToken, url.href) ? null : 'disallowed'
  }

  async crawlDelay(origin: string): Promise<number | null> {
    const verdict = await this.#verdict(origin)
    if (verdict.state === 'unreachable') return null
    return verdict.state === 'rules' ? cappedDelayMs(verdict.file, this.#options.agentToken) : 0
  }

  async redirectFault(next: URL, isStart: boolean): Promise<PageFault | null> {
    const { admission } = this.#options
    if (!isStart && !admission.scope.admits(next)) {
      return { code: 'redirect_out_of_scope', message: `the redirect to ${next.href} leaves the scope of the crawl` }
    }
    const rule = isStart ? null : await admission.pathRefusal(next)
    if (rule === tooCostlyCode) {
      return { code: rule, message: `the redirect to ${next.href} is not followed: ${admission.failure ?? rule}` }
    }
    if (rule !== null) {
      return { code: 'redirect_excluded', message: `the redirect to ${next.href} is excluded by ${rule}` }
    }
    const refusal = await this.robotsRefusal(next)
    return refusal === null
      ? null
      : { code: 'redirect_robots', message: `robots.txt does not allow the redirect to ${next.href} (${refusal})` }
  }

  async #verdict(origin: string): Promise<RobotsVerdict> {
    let verdict = this.#verdicts.get(origin)
    if (verdict === undefined) {
      const { robots, signal, readAfterMs, onExchange } = this.#options
      verdict = robots.load(origin, signal, readAfterMs, onExchange)
      this.#verdicts.set(origin, verdict)
    }
    return await verdict
  }
}
