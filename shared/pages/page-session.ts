/** The session in which a page is loaded: the data it gives to the page, and the data that the page leaves in it. */
import { randomUUID } from 'node:crypto'
import type { Tier } from '../egress/proxies/proxy-routes.ts'
import type { BrowserSession } from '../tasks/browser-page.ts'
import { emptyState, type SessionState, type SettledAccess } from '../sessions/state.ts'

/**
 * The session during one page. Lanes take cookies and local storage from `state` and write back what the page left
 * there. None of it is ever sent to a host outside `domain`.
 */
export interface PageSession {
  /** Registrable domain, or the exact host or address if none exists. */
  readonly domain: string
  /** Sent only to hosts of the domain, also across redirects and to sub-resources; secrets filled in. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string | null
  /** Texts that must not appear in anything that leaves the service, longest first. */
  readonly secrets: readonly string[]
  state: SessionState
  /** Whether it was created for this page: no caller requested it, and it is empty. @default false */
  readonly isNew?: boolean
}

/** What a page in a browser leaves in its session. */
export type LeftInSession = Pick<SessionState, 'cookies' | 'localStorage'>

/**
 * Creates an empty session that starts with a page.
 * @param domain as `sessionDomainOf` returns it, or the host itself.
 */
export const freshSession = (domain: string): PageSession => ({
  domain,
  headers: {},
  userAgent: null,
  secrets: [],
  state: emptyState(),
  isNew: true,
})

/**
 * Returns the data of a session for a browser.
 * @param proxySession replaces `{session}` in URLs of providers for this page.
 */
export const browserSession = (session: PageSession, proxySession: string): BrowserSession => ({
  domain: session.domain,
  headers: { ...session.headers },
  userAgent: session.userAgent,
  cookies: session.state.cookies,
  localStorage: session.state.localStorage,
  proxySession,
  fromTier: session.state.access?.tier ?? null,
})

/** Returns the text that replaces `{session}` in URLs of providers: that of the session, or a new one. */
export const proxySessionOf = (session: PageSession | null): string =>
  session?.state.access?.proxySession ?? randomUUID()

/** Updates the session with the state that a page left in it; null: it left none. */
export function keepLeft(session: PageSession, left: LeftInSession | null): void {
  if (left !== null) session.state = { ...session.state, ...left }
}

/**
 * Records the lane, tier and proxy session that worked, for later pages of the session.
 * @param worked a lane of null says nothing about the lane that other pages need.
 */
export function settleAccess(
  session: PageSession,
  { lane, tier, proxySession }: { lane: SettledAccess['lane'] | null; tier: Tier; proxySession: string },
): void {
  const access = {
    lane: lane ?? session.state.access?.lane ?? 'http',
    tier: tier === 'none' ? null : tier,
    proxySession,
  }
  session.state = { ...session.state, access }
}
