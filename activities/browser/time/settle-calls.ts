/** The last wait of a page: calls of scripts that are under way may end, and what they lead to begin. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from '../recorder/contract.ts'

export interface SettleBounds {
  /** Without a call for so long, the page has settled. */
  settleQuietMs: number
  /** Longest wait: streams never end. */
  settleMs: number
}

type Types = ReadonlySet<OpenRequest['resourceType']>

const calls: Types = new Set(['xhr', 'fetch'])
const callsAndDocuments: Types = new Set(['document', 'xhr', 'fetch'])
const streams: Types = new Set(['eventsource', 'websocket'])
/** Scripts that are loaded late bring the content of a route, or ask for it. */
const callsAndScripts: Types = new Set(['xhr', 'fetch', 'script'])

/** The last two labels of a host name: a site's calls often go to another of its hosts. */
const siteOf = (url: string): string => (URL.parse(url)?.hostname ?? '').split('.').slice(-2).join('.')

function hasOpen(traffic: TrafficView, types: Types): boolean {
  for (const { resourceType } of traffic.open()) if (types.has(resourceType)) return true
  return false
}

/** Calls of a page at one moment. Durations in milliseconds. */
export interface CallsState {
  /** Whether a call to the page's own site, or a script of it, is under way. */
  isOwnCalling: boolean
  /** Since the last such call ended; null when there was none. */
  ownEndedAgoMs: number | null
  /** Since any call was under way, whatever its site; 0 while one is, null when there was none. */
  busyAgoMs: number | null
  /** Whether an event stream or a WebSocket is open. */
  isStreaming: boolean
  /** How often all calls have ended. */
  rounds: number
}

/** Follows the calls of a page from before it navigates, so that the wait knows when the last one ended. */
export class CallsWatch {
  readonly #traffic: TrafficView
  readonly #off: () => void
  /** By `performance.now()`; null while no script has asked for anything. */
  #lastCallMs: number | null = null
  /** Whether scripts are asking the page's own site, and when that last ended. */
  #isOwnCalling = false
  #ownEndedMs: number | null = null
  /** Whether documents count as well: once the page's own is there, those of its frames. */
  #countsDocuments = false
  /** By URL, of requests that are open: thousands may be, and each is looked at again and again. */
  readonly #sites = new Map<string, string>()
  /** How often it was quiet again after calls. */
  #rounds = 0

  constructor(traffic: TrafficView) {
    this.#traffic = traffic
    let wasCalling = false
    this.#off = traffic.onChange(() => {
      const isCalling = hasOpen(traffic, this.#countsDocuments ? callsAndDocuments : calls)
      if (isCalling || wasCalling) this.#lastCallMs = performance.now()
      if (wasCalling && !isCalling) this.#rounds += 1
      wasCalling = isCalling
      const isOwnCalling = this.#hasOwnOpen(calls)
      if (this.#isOwnCalling && !isOwnCalling) this.#ownEndedMs = performance.now()
      this.#isOwnCalling = isOwnCalling
    })
  }

  /** Where the calls of the page stand. From the first time on, the documents of frames count among them. */
  look(): CallsState {
    this.#countsDocuments = true
    const nowMs = performance.now()
    const isBusy = this.#isBusy()
    if (isBusy) this.#lastCallMs = nowMs
    return {
      isOwnCalling: this.#hasOwnOpen(callsAndScripts),
      ownEndedAgoMs: this.#ownEndedMs === null ? null : nowMs - this.#ownEndedMs,
      busyAgoMs: this.#lastCallMs === null ? null : nowMs - this.#lastCallMs,
      isStreaming: hasOpen(this.#traffic, streams),
      rounds: this.#rounds,
    }
  }

  #hasOwnOpen(types: Types): boolean {
    const site = this.#siteOf(this.#traffic.mainDocument()?.url ?? '')
    for (const { resourceType, url } of this.#traffic.open()) {
      if (types.has(resourceType) && this.#siteOf(url) === site) return true
    }
    return false
  }

  #siteOf(url: string): string {
    const known = this.#sites.get(url)
    if (known !== undefined) return known
    const site = siteOf(url)
    if (this.#sites.size >= captureLimits.requestsKeptMax) this.#sites.clear()
    this.#sites.set(url, site)
    return site
  }

  /** Ends the watch. */
  stop(): void {
    this.#off()
  }

  /**
   * Waits until no document, XHR or fetch has been under way for a moment; a page whose scripts asked for
   * nothing costs nothing.
   * @throws AttemptEndedError when the attempt ends first.
   */
  async settle({ settleQuietMs: quietMs, settleMs: capMs }: SettleBounds, clock: AttemptClock): Promise<void> {
    if (!this.#isBusy() && this.#quietInMs(quietMs) <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    let quiet: NodeJS.Timeout | undefined
    let wasBusy = false
    const look = (): void => {
      clearTimeout(quiet)
      const isBusy = this.#isBusy()
      // A document in a frame counts from here on: its scripts may ask for something, too.
      if (isBusy || wasBusy) this.#lastCallMs = performance.now()
      wasBusy = isBusy
      quiet = isBusy ? undefined : setTimeout(resolve, Math.max(1, this.#quietInMs(quietMs)))
    }
    const off = this.#traffic.onChange(look)
    const cap = setTimeout(resolve, capMs)
    look()
    try {
      await clock.step(promise)
    } finally {
      clearTimeout(quiet)
      clearTimeout(cap)
      off()
    }
  }

  #isBusy(): boolean {
    return hasOpen(this.#traffic, callsAndDocuments)
  }

  #quietInMs(quietMs: number): number {
    return this.#lastCallMs === null ? 0 : this.#lastCallMs + quietMs - performance.now()
  }
}
