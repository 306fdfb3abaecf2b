/** What a session knows, sealed at rest; and its playbook as it is stored. Types only. */
import type { StateCookie } from '../egress/connections/state-cookie.ts'
import type { BrowserAction } from '../selectors/browser-action.ts'
import type { ProxyTier } from '../egress/proxies/proxy-tier.ts'

/** How pages of the session have been had: later ones begin there. */
export interface SettledAccess {
  lane: 'http' | 'browser'
  /** Null = without a proxy. */
  tier: ProxyTier | null
  /** What stands for `{session}` in URLs of providers, so that the address stays the same. */
  proxySession: string
}

/** All of it is of hosts of the session's domain. */
export interface SessionState {
  cookies: StateCookie[]
  /** Origin → key → value. */
  localStorage: Record<string, Record<string, string>>
  /** Null before the first page. */
  access: SettledAccess | null
}

export const emptyState = (): SessionState => ({ cookies: [], localStorage: {}, access: null })

/** How a page shows something; all that are given have to hold. */
export interface PageCondition {
  /** RE2 syntax, unanchored, on the final URL. */
  urlPattern: string | null
  /** CSS; the document has a match. */
  selector: string | null
  /** CSS; the document has none. */
  selectorAbsent: string | null
  /** Part of the visible text, in any case. */
  text: string | null
  /** Name of a cookie that the session has. */
  cookie: string | null
  /** Status of the document. */
  status: number | null
}

/** `playbook-<version>` of a session: what the caller registered, secrets apart. */
export interface StoredPlaybook {
  startUrl: string | null
  jsRender: boolean | null
  actions: BrowserAction[]
  cookies: StateCookie[]
  /** Names as written; values may have `{{secret.name}}`. */
  headers: Record<string, string>
  localStorage: Record<string, Record<string, string>>
  geolocation: string | null
  /** `auto`, a tier or a provider. */
  proxy: string
  userAgent: string | null
  secrets: Record<string, string>
  /** Null = the page loads with a status below 400 and every action succeeds. */
  success: PageCondition | null
  /** Null = never looked for. */
  loggedOut: PageCondition | null
}

/** What a session has that nobody registered a playbook for. */
export const emptyPlaybook = (): StoredPlaybook => ({
  startUrl: null,
  jsRender: null,
  actions: [],
  cookies: [],
  headers: {},
  localStorage: {},
  geolocation: null,
  proxy: 'auto',
  userAgent: null,
  secrets: {},
  success: null,
  loggedOut: null,
})
