/**
 * Options of a page in a browser, after validation: every default filled in, every value normalised. They are sent to
 * browser workers and stored in the input of jobs.
 */
import type { BrowserAction } from '../selectors/browser-action.ts'
import type { ProxyTier } from '../egress/proxies/proxy-tier.ts'
import type { SessionState } from '../sessions/state.ts'

/** Kinds of resources that `disable_resources` can name. */
export const blockableResources = [
  'image',
  'media',
  'font',
  'stylesheet',
  'script',
  'texttrack',
  'manifest',
  'ping',
  'websocket',
  'other',
] as const
export type BlockableResource = (typeof blockableResources)[number]

/** Kinds that `disable_resources: true` blocks: none that a capture lists and none that the layout needs. */
export const blockedByDefault: readonly BlockableResource[] = [
  'image',
  'media',
  'font',
  'texttrack',
  'manifest',
  'ping',
]

/** How a page is to be loaded. */
export interface BrowserPageOptions {
  /** Timeout of one attempt: navigation, waits and actions together, milliseconds. */
  timeoutMs: number
  actions: BrowserAction[]
  /** CSS selector; null: none. */
  waitSelector: string | null
  waitMs: number
  networkIdle: boolean
  /** Whether to wait for the document to be parsed before anything else. */
  loadDom: boolean
  disableResources: BlockableResource[]
  /**
   * Sent with every request to the site of the page, with the names as the caller wrote them. WebSockets get only the
   * user agent, the language and cookies.
   */
  headers: Record<string, string>
  /** ISO 3166-1 alpha-2, upper case. */
  geolocation: string | null
  /** `auto` climbs the configured tiers; any other name is that of a tier or a provider, configured or not. */
  proxy: string
}

/** Data of a session for a page in a browser; it is sent only to hosts of the session's domain. */
export interface BrowserSession extends Pick<SessionState, 'cookies' | 'localStorage'> {
  /** Registrable domain, or the exact host or address if none exists. */
  domain: string
  /** Sent to hosts of the domain, in addition to the headers of the page. */
  headers: Record<string, string>
  userAgent: string | null
  /** Replaces `{session}` in URLs of proxy providers; null: any value. */
  proxySession: string | null
  /** Proxy tier with which pages of the session succeeded: `auto` starts there; null: at the weakest tier. */
  fromTier: ProxyTier | null
}

/** One page to load, as it is sent to a browser worker. */
export interface BrowserTask {
  /** Tenant of the caller: tenants get slots in turns. Absent in tasks of older processes. */
  tenant?: string
  /** http or https; validated by the caller, and again by the worker for every connection. */
  url: string
  page: BrowserPageOptions
  /** Absent: none. */
  session?: BrowserSession
}

/** Filter for the listed calls; null or empty: all. */
export interface CallFilter {
  resourceTypes: string[]
  /** RE2 syntax, unanchored, matched against the whole URL. */
  urlPattern: string | null
  /** Host name, without port. */
  host: string | null
}

/** A session that a call is to use. */
export interface SessionUse {
  tenant: string
  sessionId: string
}

/** `POST /browser/network` on a browser worker. */
export interface NetworkTask extends BrowserTask {
  format: 'json' | 'har'
  filter: CallFilter
  /** Whether cookies and headers of the session are shown unredacted. @default false */
  showsSessionCredentials?: boolean
  /** The session whose lease the worker takes; null or absent: none. */
  use?: SessionUse | null
}

/** Requested results of a rendered page. */
export interface RenderRequest {
  /** The document as the browser has it, serialised. */
  html: boolean
  screenshot: 'none' | 'viewport' | 'full_page'
}

/** `POST /render` on a browser worker. */
export interface RenderTask extends BrowserTask {
  want: RenderRequest
}

/**
 * Header that carries the end of a call's budget between processes: epoch milliseconds. Only processes of the release
 * before need it.
 */
export const deadlineHeader = 'x-seine-deadline-ms'

/** Header that carries what is left of a call's budget when it is sent, milliseconds: clocks of machines may differ. */
export const budgetHeader = 'x-seine-budget-ms'

/** How an attempt at a page ended, in the browser. */
export const browserOutcomes = [
  'success',
  'blocked',
  'timeout',
  'dns_error',
  'tls_error',
  'proxy_error',
  'network_error',
  'unsafe_target',
  'action_failed',
  'browser_crashed',
  'download',
  'pdf',
] as const
export type BrowserOutcome = (typeof browserOutcomes)[number]

export type EngineName = 'headless_shell' | 'chrome'
