/**
 * Applies robots.txt to the fetching of sitemaps: the file of each host decides about its URLs, and its `Crawl-delay`
 * spaces the requests as it does those of pages.
 */
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { sleepFor, type Patience } from '../robots/patient-fetch.ts'
import type { RobotsLoader } from '../robots/robots-loader.ts'
import { cappedDelayMs, isAllowed } from '../robots/robots-rules.ts'

export interface SitemapGateOptions {
  robots: RobotsLoader
  agentToken: string
  /** Verdicts read before this time, epoch milliseconds, do not count. */
  readAfterMs: number
  sleep?: NonNullable<Patience['sleep']>
  /** Returns the current time, epoch milliseconds. */
  now?: () => number
}

/** The rules for the requests of one discovery. */
export interface SitemapGate {
  /** Returns why robots.txt refuses a URL, or null when it may be fetched. */
  refusal(url: string, signal: AbortSignal): Promise<string | null>
  /** Minimum time between two requests to the host of a URL, in milliseconds; 0 when robots.txt declares no delay. */
  delayMs(url: string, signal: AbortSignal): Promise<number>
  /** Returns how long the first request for a URL may be silent before it is repeated, milliseconds. */
  silenceMs?(url: string): number
  /**
   * Resolves when a request to the host of a URL may start: at once without a crawl-delay, and for the first request to
   * the host, unless the page fetched just before the discovery was on it.
   */
  waitForStart(url: string, signal: AbortSignal): Promise<void>
}

/**
 * Creates the gate of one discovery.
 * @param origin of the page that was fetched just before: the first request to it waits as well.
 */
export function createSitemapGate(origin: string, options: SitemapGateOptions): SitemapGate {
  const { robots, agentToken, readAfterMs, sleep = sleepFor, now = monotonicNow } = options
  const lastStarts = new Map([[origin, now()]])

  const verdictOn = async (url: string, signal: AbortSignal) => await robots.load(url, signal, readAfterMs)
  const gate: SitemapGate = {
    async refusal(url, signal) {
      const verdict = await verdictOn(url, signal)
      if (verdict.state === 'unreachable') return `robots.txt could not be read (${verdict.reason})`
      return verdict.state === 'allow_all' || isAllowed(verdict.file, agentToken, url)
        ? null
        : 'robots.txt does not allow it'
    },
    async delayMs(url, signal) {
      const verdict = await verdictOn(url, signal)
      return verdict.state === 'rules' ? cappedDelayMs(verdict.file, agentToken) : 0
    },
    silenceMs: (url) =>
      robots.holdsFirst?.(url) === true ? discoveryLimits.silenceAgainMs : discoveryLimits.silenceMs,
    async waitForStart(url, signal) {
      const delayMs = await gate.delayMs(url, signal)
      if (delayMs === 0) return
      const host = new URL(url).origin
      const nowMs = now()
      const lastMs = lastStarts.get(host)
      const startMs = lastMs === undefined ? nowMs : Math.max(nowMs, lastMs + delayMs)
      // Reserved before the wait, so that later calls get later times.
      lastStarts.set(host, startMs)
      if (startMs > nowMs) await sleep(startMs - nowMs, signal)
    },
  }
  return gate
}

/** Number of files that may be in flight to a host, depending on whether it declares a delay. */
export const filesInFlight = (delayMs: number): number => (delayMs > 0 ? 1 : discoveryLimits.sitemapFilesInFlight)
