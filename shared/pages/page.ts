/** Input and output of scraping one page: the same for a call of the API and for both lanes of jobs. */
import type { ActionResult, Attempt } from '../api/schemas/attempt-schema.ts'
import type { BrowserPageOptions, BrowserSession, RenderRequest } from '../tasks/browser-page.ts'
import type { ContentOptions } from '../tasks/content-options.ts'
import type { JsonOptions, RenderMode } from '../tasks/job-input.ts'
import type { TextFormat } from '../tasks/formats.ts'
import type { RenderedPage } from './worker-reply.ts'
import type { EgressClient } from '../egress/connections/contract.ts'
import type { RedirectHop } from '../egress/connections/egress-error.ts'
import type { OnExchange, PageWire } from '../egress/connections/wire-exchange.ts'
import type { ProxyRoutes } from '../egress/proxies/proxy-routes.ts'
import type { HostSeats, HostUser } from './host-seats.ts'
import type { ReturnableSlot } from './host-seats.ts'
import type { Extractor, MetadataDepth, PackedResult, PageProbes } from './extraction.ts'
import type { ModelReader } from './model.ts'
import type { LaneAnswer, LaneContent, LaneRequest } from './lane.ts'
import type { LoadWatch } from './load-watch.ts'
import type { PageFault } from './page-faults.ts'
import type { PagePrint, Revisit, UnchangedBy } from './stored-page.ts'

export interface PageRequest extends LaneRequest {
  render: RenderMode
  formats: readonly TextFormat[]
  content: ContentOptions
  metadata: MetadataDepth
  /** Settings of the format `json`; null or absent when it is not requested. */
  json?: JsonOptions | null
  /** Selectors and texts to search for in the page; null or absent: none. */
  probes?: PageProbes | null
  /** Whether the page will be compared with others. */
  compared: boolean
  /** Tenant of the page: the cache is never shared between tenants. */
  tenant: string
  /**
   * The user for whom the page acquires a permit for its host before it is loaded; null or absent: the caller holds
   * one.
   */
  hostUser?: HostUser | null
  /** A page loaded at most this long ago is taken from the cache, seconds; 0: never. */
  maxAgeSecs: number
  /**
   * True when it is already known that the page needs a browser: in `auto`, the browser is tried before HTTP. @default
   * false
   */
  browserFirst?: boolean
  /** Set for a page of a watch that may be found unchanged; null or absent: it is always extracted. */
  revisit?: Revisit | null
  /** Receives what goes over the wire for the page; null or absent: it is not recorded. */
  wire?: PageWire | null
  /** Attempts that earlier slices made at the page; new attempts are numbered after them. */
  earlier: readonly Pick<Attempt, 'index'>[]
}

export interface PagePorts {
  egress: EgressClient
  routes: ProxyRoutes
  extractor: Extractor
  /** null in a process without a browser: a page that needs one is returned as an escalation. */
  browser: PageBrowser | null
  /** null when pages are never cached. */
  cache: PageCache | null
  /** Reads pages for the format `json`; null or absent when there is no language model. */
  model?: ModelReader | null
  /** Permits for hosts, shared across the installation; null or absent: hosts are not shared. */
  hosts?: HostSeats | null
  /** Slot of the call that loads the page: other calls may use it while the page waits for its host. */
  slot?: ReturnableSlot | null
}

/** A page that a browser has loaded, or tried to load. */
export interface BrowserView extends Omit<RenderedPage, 'kind' | 'screenshotBase64'> {
  /** PNG. */
  screenshot: Uint8Array | null
}

/** Thrown when no browser, or no slot of one, is available; the message is for callers. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'BrowserUnavailableError'
  readonly code: 'browser_unavailable' | 'concurrency_limit_reached' | 'proxy_not_configured'

  constructor(code: BrowserUnavailableError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A browser, in this process or behind a call. */
export interface PageBrowser {
  /**
   * Waits for a slot and loads one page.
   * @param deadlineMs end of the page's budget, milliseconds of `monotonicNow`.
   * @param session of the page; null or absent: none.
   * @param watch is notified while the page waits for its site; absent: the load is not watched.
   * @param onExchange called with the traffic of the page; null or absent: it is not recorded.
   * @returns the view, also of a page that failed or ran out of time; with `session`, what the page left in it.
   * @throws BrowserUnavailableError when no browser is available; the reason of `signal`.
   */
  view(
    url: string,
    page: BrowserPageOptions,
    want: RenderRequest,
    deadlineMs: number,
    signal: AbortSignal,
    session?: BrowserSession | null,
    watch?: LoadWatch,
    onExchange?: OnExchange | null,
  ): Promise<BrowserView>
}

/** A page as it was loaded, before extraction. */
export interface KeptPage {
  answer: LaneAnswer
  content: LaneContent
  /** The attempt that brought it. */
  attempt: Attempt
  /** ISO 8601. */
  loadedAt: string
}

/** Identifies a cached page: everything that determines the site's answer. */
export interface CacheKey {
  tenant: string
  url: string
  /** The lane that loaded it. */
  lane: 'http' | 'browser'
  geolocation: string | null
  /** As requested: `auto`, a tier, or the name of a provider. */
  proxy: string
  /** What a browser waited for, as one text; empty for HTTP. */
  waits: string
}

/** The cache of recently loaded pages. */
export interface PageCache {
  /**
   * Returns null when there is no page, or none that is recent enough. Never rejects: an unavailable cache returns
   * null.
   */
  read(key: CacheKey, maxAgeSecs: number): Promise<KeptPage | null>
  /** Never rejects. */
  write(key: CacheKey, page: KeptPage): Promise<void>
}

/** The head of an answer, whatever its status, with its extraction. */
export interface PageAnswer extends LaneAnswer {
  /** null for answers that are not extracted. */
  extracted: PackedResult | null
}

/** Why a page needs a browser that this process does not have. */
export interface Escalation {
  why: 'js_shell' | 'blocked' | 'empty'
  /** Reasons in words, for operators and callers. */
  reasons: string[]
}

export interface PageScrape {
  /** null when there was no answer. */
  answer: PageAnswer | null
  /** null when the page was scraped, or goes to a browser. */
  fault: PageFault | null
  /** null when the page needs no browser, or no further one. */
  escalation: Escalation | null
  /** PNG; null when none was requested, or with a fault. */
  screenshot: Uint8Array | null
  attempts: Attempt[]
  /** `index` of the attempt that brought the answer; null without one. */
  winningAttempt: number | null
  /** Redirects that were answered on the way, even when there was no final answer. */
  redirects: readonly RedirectHop[]
  /** Actions of the last attempt, in a browser. */
  actions: ActionResult[]
  /** When the page was loaded, ISO 8601, if it comes from the cache; null when it was loaded now. */
  cachedAt: string | null
  warnings: string[]
  /** For a revisited page by HTTP: the answer it was made from; absent when it must not be relied on. */
  print?: PagePrint
  /** For a revisited page that has not changed, and was not extracted therefore: how that was found. */
  unchanged?: UnchangedBy
}
