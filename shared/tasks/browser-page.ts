/**
 * What a page in a browser is asked for, after validation: every default filled in, one spelling for
 * everything. Browser workers are sent it, jobs keep it in their input.
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

/** What `disable_resources: true` stands for: nothing a capture lists, nothing layout needs. */
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
  /** Of one attempt: navigation, waits and actions together. */
  timeoutMs: number
  actions: BrowserAction[]
  /** CSS. */
  waitSelector: string | null
  waitMs: number
  networkIdle: boolean
  /** Whether to wait for the document to be parsed before anything else. */
  loadDom: boolean
  disableResources: BlockableResource[]
  /**
   * Sent with every request to the site of the page, names as the caller wrote them. WebSockets get the
   * user agent, the language and cookies alone.
   */
  headers: Record<string, string>
  /** ISO 3166-1 alpha-2, upper case. */
  geolocation: string | null
  /** `auto` climbs the tiers that are configured; any other name is that of a tier or a provider, configured or not. */
  proxy: string
}

/** What a page in a browser has of a session: goes to hosts of its domain alone. */
export interface BrowserSession extends Pick<SessionState, 'cookies' | 'localStorage'> {
  /** Registrable domain, or exact host or address where there is none. */
  domain: string
  /** Sent to hosts of the domain, beside those of the page. */
  headers: Record<string, string>
  userAgent: string | null
  /** What stands for `{session}` in URLs of proxy providers; null = as it comes. */
  proxySession: string | null
  /** Tier by which pages of the session have been had: `auto` begins there; null = at the beginning. */
  fromTier: ProxyTier | null
}

/** One page to load, as it is handed to a browser worker. */
export interface BrowserTask {
  /** Who asks: tenants have slots by turns. Absent in tasks of older processes. */
  tenant?: string
  /** http or https; vetted by the caller, and again by the worker for every connection. */
  url: string
  page: BrowserPageOptions
  /** Absent = none. */
  session?: BrowserSession
}

/** Narrows the calls that are listed; null or empty = all. */
export interface CallFilter {
  resourceTypes: string[]
  /** RE2 syntax, unanchored, on the whole URL. */
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
  /** Whether cookies and headers of the session are shown as they are. @default false */
  showsSessionCredentials?: boolean
  /** The worker takes its lease; null or absent = none. */
  use?: SessionUse | null
}

/** What a rendered page is wanted for. */
export interface RenderWish {
  /** The document as the browser has it, serialised. */
  html: boolean
  screenshot: 'none' | 'viewport' | 'full_page'
}

/** `POST /render` on a browser worker. */
export interface RenderTask extends BrowserTask {
  want: RenderWish
}

/** Header that carries the end of a call's budget between processes: epoch milliseconds. */
export const deadlineHeader = 'x-seine-deadline-ms'

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
