/** What scraping one page takes and gives: the same for a call of the API and for both lanes of jobs. */
import type { ActionResult, PageAttempt } from '../api/schemas/attempt-schema.ts'
import type { BrowserPageOptions, BrowserSession, RenderWish } from '../tasks/browser-page.ts'
import type { ContentOptions } from '../tasks/content-options.ts'
import type { JsonWish, RenderMode, TextFormat } from '../tasks/job-input.ts'
import type { RenderedPage } from './worker-reply.ts'
import type { EgressClient } from '../egress/connections/contract.ts'
import type { RedirectHop } from '../egress/connections/egress-error.ts'
import type { ProxyRoutes } from '../egress/proxies/proxy-routes.ts'
import type { HostSeats, HostUser } from './host-seats.ts'
import type { LentSlot } from './host-seats.ts'
import type { Extractor, PackedResult, PageProbes } from './extraction.ts'
import type { ModelReader } from './model.ts'
import type { LaneAnswer, LaneContent, LaneRequest } from './lane.ts'
import type { LoadWatch } from './load-watch.ts'
import type { PageFault } from './page-faults.ts'

export interface PageRequest extends LaneRequest {
  render: RenderMode
  formats: readonly TextFormat[]
  content: ContentOptions
  /** Whether `og` and `jsonLd` of the metadata are wanted. */
  structuredData: boolean
  /** Of the format `json`; null or absent where it is not wanted. */
  json?: JsonWish | null
  /** What to look for in the page besides; null or absent = nothing. */
  probes?: PageProbes | null
  /** Whether the page will be compared with others. */
  compared: boolean
  /** Whose page it is: the cache is never shared between callers. */
  tenant: string
  /** For whom the page takes a turn at its host before it is loaded; null or absent = the caller has taken one. */
  hostUser?: HostUser | null
  /** A page that was loaded so recently is taken from the cache, seconds; 0 = never. */
  maxAgeSecs: number
  /** True where it is known already that the page needs a browser: in `auto` it then goes before HTTP. @default false */
  browserFirst?: boolean
  /** Attempts that earlier slices made at the page; those made now are numbered after them. */
  earlier: readonly Pick<PageAttempt, 'index'>[]
}

export interface PagePorts {
  egress: EgressClient
  routes: ProxyRoutes
  extractor: Extractor
  /** Null in a process that has none: what needs one is handed back as an escalation. */
  browser: PageBrowser | null
  /** Null where pages are never kept. */
  cache: PageCache | null
  /** Reads pages for the format `json`; null or absent where there is no language model. */
  model?: ModelReader | null
  /** Turns at hosts, shared with everything else of the installation; null or absent = hosts are not shared. */
  hosts?: HostSeats | null
  /** Of the call that a page is for: others have it while the page waits for its host. */
  slot?: LentSlot | null
}

/** A page that a browser has loaded, or tried to. */
export interface BrowserView extends Omit<RenderedPage, 'kind' | 'screenshotBase64'> {
  /** PNG. */
  screenshot: Uint8Array | null
}

/** There is no browser to be had, or no slot of one; the message is for callers. */
export class BrowserUnavailableError extends Error {
  override readonly name = 'BrowserUnavailableError'
  readonly code: 'browser_unavailable' | 'concurrency_limit_reached' | 'proxy_not_configured'

  constructor(code: BrowserUnavailableError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A browser, of this process or behind a call. */
export interface PageBrowser {
  /**
   * Loads one page, waiting for a slot first.
   * @param deadlineMs end of the page's budget, epoch milliseconds.
   * @param session whose page it is; null or absent = nobody's.
   * @param watch learns when the page waits for its site; absent = no one watches.
   * @returns what came of it, also of a page that failed or ran out of time; with `session` what the page left there.
   * @throws the reason of `signal`; BrowserUnavailableError.
   */
  view(
    url: string,
    page: BrowserPageOptions,
    want: RenderWish,
    deadlineMs: number,
    signal: AbortSignal,
    session?: BrowserSession | null,
    watch?: LoadWatch,
  ): Promise<BrowserView>
}

/** A page as it was loaded, before anything was made of it. */
export interface KeptPage {
  answer: LaneAnswer
  content: LaneContent
  /** The attempt that brought it. */
  attempt: PageAttempt
  /** ISO 8601. */
  loadedAt: string
}

/** Which page a kept page is: everything that decides what a site answers. */
export interface CacheKey {
  tenant: string
  url: string
  /** Who loaded it. */
  lane: 'http' | 'browser'
  geolocation: string | null
  /** What a browser was told to wait for, as one text; empty for HTTP. */
  waits: string
}

/** Pages that were loaded lately. */
export interface PageCache {
  /** Null when there is none, or none that is recent enough. Never rejects: a cache that is away has nothing. */
  read(key: CacheKey, maxAgeSecs: number): Promise<KeptPage | null>
  /** Never rejects. */
  write(key: CacheKey, page: KeptPage): Promise<void>
}

/** What an answer was, whatever its status. */
export interface PageAnswer extends LaneAnswer {
  /** Null for answers that are not extracted. */
  extracted: PackedResult | null
}

/** Why a page needs a browser that this process does not have. */
export interface Escalation {
  why: 'js_shell' | 'blocked' | 'empty'
  /** In words for operators and callers. */
  reasons: string[]
}

export interface PageScrape {
  /** Null when there was no answer. */
  answer: PageAnswer | null
  /** Null when the page was scraped, or is to go to a browser. */
  fault: PageFault | null
  /** Null when the page is settled. */
  escalation: Escalation | null
  /** PNG; null when none was asked for, or with a fault. */
  screenshot: Uint8Array | null
  attempts: PageAttempt[]
  /** `index` of the attempt that brought the answer; null without one. */
  winningAttempt: number | null
  /** Redirects that were answered on the way, also to no answer. */
  redirects: readonly RedirectHop[]
  /** Of the last attempt, in a browser. */
  actions: ActionResult[]
  /** When the page was loaded, ISO 8601, where it comes from the cache; null when it was loaded now. */
  cachedAt: string | null
  warnings: string[]
}
