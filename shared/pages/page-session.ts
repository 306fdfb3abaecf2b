/** The session a page is loaded in: what it gives to the page, and what the page leaves in it. */
import type { BrowserSession } from '../tasks/browser-page.ts'
import { emptyState, type SessionState } from '../sessions/state.ts'

/**
 * One page's hold of a session. Lanes take cookies and local storage from `state` and put what the page
 * left there back into it; nothing of it ever goes to a host outside `domain`.
 */
export interface PageSession {
  /** Registrable domain, or exact host or address where there is none. */
  readonly domain: string
  /** Sent to hosts of the domain alone, also across redirects and to sub-resources; secrets filled in. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string | null
  /** Texts that must be in nothing that leaves the service, longest first. */
  readonly secrets: readonly string[]
  state: SessionState
  /** Whether it was made for this very page: nobody has asked for it, and it has nothing to give. @default false */
  readonly isNew?: boolean
}

/** What a page in a browser leaves in its session. */
export type LeftInSession = Pick<SessionState, 'cookies' | 'localStorage'>

/**
 * A session that begins with a page and has nothing yet.
 * @param domain as `sessionDomainOf` gives it, or the host itself.
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
 * What a browser is given of a session.
 * @param proxySession what stands for `{session}` in URLs of providers for this page.
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
