/** Prepares a context for a page of a session, and reads the state that the page left. */
import type { Page } from 'puppeteer'
import type { BrowserSession } from '@seine/shared/tasks/browser-page.ts'
import { sessionStateLimits } from './limits/session-state-limits.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'
import type { SessionState } from '@seine/shared/sessions/state.ts'
import type { LeftInSession } from '@seine/shared/pages/page-session.ts'
import {
  cookiesOfDomain,
  cookiesWithout,
  withoutGiven,
  type PageCookie,
} from '@seine/shared/sessions/session-cookies.ts'
import type { AttemptClock } from './time/attempt-clock.ts'
import type { Identity } from './page/identity.ts'
import { browserCookie, stateCookie } from './page/session-cookies.ts'
import { setCookies } from './page/set-cookies.ts'
import { fillStorage, readStorage } from './page/session-storage.ts'
import type { ContextLease } from './pool/contract.ts'
import type { Recording } from './recorder/messages/model.ts'

type Storage = SessionState['localStorage']

const { storageTimeoutMs, originsMax, storageMaxCharacters } = sessionStateLimits

const isOriginOf = (origin: string, domain: string): boolean => {
  const url = URL.parse(origin)
  return url !== null && /^https?:$/.test(url.protocol) && isOfDomain(url.hostname, domain)
}

/** Returns the storage of the domain's origins, within limits; origins without items are left out. */
function storageOfDomain(storage: Storage, domain: string): Storage {
  let characters = 0
  const kept = Object.entries(storage).filter(([origin, items]) => {
    const entries = Object.entries(items)
    if (entries.length === 0 || !isOriginOf(origin, domain)) return false
    const size = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
    if (characters + size > storageMaxCharacters) return false
    characters += size
    return true
  })
  return Object.fromEntries(kept.slice(0, originsMax))
}

/** What a context has taken of a session. */
export interface EnteredSession {
  /** Whether the local storage was filled. */
  isStorageFilled: boolean
  /** Cookies that the browser does not keep: over 4,096 bytes, or more than it keeps of one domain, for example. */
  refused: StateCookie[]
}

async function cookiesIn({ context }: ContextLease, domain: string, clock: AttemptClock): Promise<StateCookie[]> {
  const found = await clock.step(context.cookies())
  return found.flatMap((cookie) => stateCookie(cookie, domain) ?? [])
}

/**
 * Gives a context the cookies and the local storage of a session. Await it before the session's page is opened.
 * @throws AttemptEndedError when the attempt ends; the errors of Puppeteer.
 */
export async function enterSession(
  lease: ContextLease,
  { cookies, localStorage, domain }: BrowserSession,
  clock: AttemptClock,
): Promise<EnteredSession> {
  const { context } = lease
  const wanted = cookiesOfDomain(cookies, domain, Date.now())
  const given = wanted.map(browserCookie)
  let refused: StateCookie[] = []
  if (given.length > 0) {
    await clock.step(setCookies(given, async (...some) => await context.setCookie(...some)))
    refused = cookiesWithout(wanted, await cookiesIn(lease, domain, clock))
  }
  const storage = storageOfDomain(localStorage, domain)
  try {
    await clock.step(fillStorage(context, storage, clock), storageTimeoutMs)
    return { isStorageFilled: true, refused }
  } catch (error) {
    if (clock.signal.aborted) throw error
    return { isStorageFilled: false, refused }
  }
}

/** Returns the origins of documents that were received. */
function originsIn({ requests }: Recording, domain: string): string[] {
  const origins = requests.flatMap(({ isNavigation, hops }) => {
    const last = hops.at(-1)
    const answered = isNavigation && last !== undefined && last.response !== null
    return answered ? (URL.parse(last.url)?.origin ?? []) : []
  })
  return [...new Set(origins)].filter((origin) => isOriginOf(origin, domain)).slice(0, originsMax)
}

/** A visit of a page that has ended. */
interface EndedVisit extends Pick<EnteredSession, 'refused'> {
  session: BrowserSession
  identity: Identity
  /** The finished recording of the attempt. */
  recording: Recording
}

const givenBy = ({ cookies }: Identity): PageCookie[] =>
  cookies.map(({ name, value, url }) => ({ name, value, host: new URL(url ?? '').hostname }))

/**
 * Returns the state that a page left for its session's domain. What cannot be read keeps its previous value, and so do
 * cookies that the browser did not keep.
 * @param page null when it is closed.
 * @throws AttemptEndedError; the errors of Puppeteer when the context is gone.
 */
export async function leaveSession(
  lease: ContextLease,
  page: Page | null,
  { session, identity, recording, refused }: EndedVisit,
  clock: AttemptClock,
): Promise<LeftInSession> {
  const { domain } = session
  const found = await cookiesIn(lease, domain, clock)
  const standing = withoutGiven(found, givenBy(identity), session.cookies)
  const cookies = cookiesOfDomain([...standing, ...cookiesWithout(refused, standing)], domain, Date.now())
  const read = await readStorage(lease.context, page, originsIn(recording, domain), clock).catch((): Storage => ({}))
  return { cookies, localStorage: storageOfDomain({ ...session.localStorage, ...read }, domain) }
}
