/** The last wait of a page: lets calls of scripts that are under way end, and the calls they lead to begin. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { AttemptClock } from './attempt-clock.ts'
import type { OpenRequest, TrafficView } from '../recorder/contract.ts'

export interface SettleBounds {
  /** The page has settled after this time without a call, milliseconds. */
  settleQuietMs: number
  /** Longest wait, milliseconds: streams never end. */
  settleMs: number
}

type Types = ReadonlySet<OpenRequest['resourceType']>

const calls: Types = new Set(['xhr', 'fetch'])
const callsAndDocuments: Types = new Set(['document', 'xhr', 'fetch'])
const streams: Types = new Set(['eventsource', 'websocket'])
/** Scripts that are loaded late contain the content of a route, or request it. */
const callsAndScripts: Types = new Set(['xhr', 'fetch', 'script'])

/** Returns the last two labels of the host name: a site's calls often go to another of its hosts. */
const siteOf = (url: string): string => (URL.parse(url)?.hostname ?? '').split('.').slice(-2).join('.')

function hasOpen(traffic: TrafficView, types: Types): boolean {
  for (const { resourceType } of traffic.open()) if (types.has(resourceType)) return true
  return false
}

/** The calls of a page at one moment. Durations in milliseconds. */
export interface CallsState {
  /** Whether a call to the page's own site, or the load of one of its scripts, is under way. */
  isOwnCalling: boolean
  /** Since the last such call ended; null before the first. */
  ownEndedAgoMs: number | null
  /** Since any call was last under way, whatever its site; 0 while one is, null before the first. */
  busyAgoMs: number | null
  /** Whether an event stream or a WebSocket is open. */
  isStreaming: boolean
  /** Number of times that the last open call ended, so that none was open. */
  rounds: number
}

/** Follows the calls of a page from before it navigates, so that the wait knows when the last one ended. */
export class CallsWatch {
  readonly #traffic: TrafficView
  readonly #off: () => void
  /** A value of `performance.now()`; null while no script has made a call. */
  #lastCallMs: number | null = null
  /** Whether a call to the page's own site is under way; `#ownEndedMs` is when the last one ended. */
  #isOwnCalling = false
  #ownEndedMs: number | null = null
  /** Whether documents count as well: once the page's own has loaded, any other belongs to a frame. */
  #countsDocuments = false
  /** Cache of sites by URL: thousands of requests may be open, and each is examined many times. */
  readonly #sites = new Map<string, string>()
  /** Number of times that the last open call ended. */
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

  /**
   * Returns the state of the page's calls. From the first call of this method on, documents of frames count as
   * calls.
   */
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
   * Waits until no document, XHR or fetch has been under way for a while; costs no time for a page whose scripts
   * made no call.
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
      // From here on a document in a frame counts as well, because its scripts may make calls.
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
