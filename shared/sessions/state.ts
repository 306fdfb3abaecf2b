/** The sealed state of a session, and its playbook as it is stored. Types only. */
import type { StateCookie } from '../egress/connections/state-cookie.ts'
import type { BrowserAction } from '../selectors/browser-action.ts'
import type { ProxyTier } from '../egress/proxies/proxy-tier.ts'

/** How pages of the session were loaded successfully: later pages start with it. */
export interface SettledAccess {
  lane: 'http' | 'browser'
  /** null: without a proxy. */
  tier: ProxyTier | null
  /** Replaces `{session}` in URLs of providers, so that the exit address stays the same. */
  proxySession: string
}

/** State of the hosts of the session's domain. */
export interface SessionState {
  cookies: StateCookie[]
  /** Origin, then key, then value. */
  localStorage: Record<string, Record<string, string>>
  /** null before the first page. */
  access: SettledAccess | null
}

/** Returns the state of a session before its first page. */
export const emptyState = (): SessionState => ({ cookies: [], localStorage: {}, access: null })

/** A condition on a page; all given parts must hold. */
export interface PageCondition {
  /** RE2 syntax, unanchored, matched against the final URL. */
  urlPattern: string | null
  /** CSS selector; the document has a match. */
  selector: string | null
  /** CSS selector; the document has no match. */
  selectorAbsent: string | null
  /** Part of the visible text, case-insensitive. */
  text: string | null
  /** Name of a cookie that the session has. */
  cookie: string | null
  /** Status of the document. */
  status: number | null
}

/** `playbook-<version>` of a session: the playbook that the caller registered, including its secrets. */
export interface StoredPlaybook {
  startUrl: string | null
  jsRender: boolean | null
  actions: BrowserAction[]
  cookies: StateCookie[]
  /** Names as the caller wrote them; values may contain `{{secret.name}}`. */
  headers: Record<string, string>
  localStorage: Record<string, Record<string, string>>
  geolocation: string | null
  /** `auto`, a tier or a provider. */
  proxy: string
  userAgent: string | null
  secrets: Record<string, string>
  /** null: the page loads with a status below 400 and every action succeeds. */
  success: PageCondition | null
  /** null: not checked. */
  loggedOut: PageCondition | null
}

/** Returns the playbook of a session without a registered one. */
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
