/** Prepares a context for a page of a session, and reads the state that the page left. */
import type { Page } from 'puppeteer'
import type { BrowserSession } from '@seine/shared/tasks/browser-page.ts'
import { sessionStateLimits } from './limits/session-state-limits.ts'
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { SessionState } from '@seine/shared/sessions/state.ts'
import type { LeftInSession } from '@seine/shared/pages/page-session.ts'
import { cookiesOfDomain, withoutGiven, type PageCookie } from '@seine/shared/sessions/session-cookies.ts'
import type { AttemptClock } from './time/attempt-clock.ts'
import type { Identity } from './page/identity.ts'
import { browserCookie, stateCookie } from './page/session-cookies.ts'
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

/**
 * Gives a context the cookies and the local storage of a session. Await it before the session's page is opened.
 * @returns false when the local storage could not be filled.
 * @throws AttemptEndedError when the attempt ends; the errors of Puppeteer.
 */
export async function enterSession(
  { context }: ContextLease,
  { cookies, localStorage, domain }: BrowserSession,
  clock: AttemptClock,
): Promise<boolean> {
  const given = cookiesOfDomain(cookies, domain, Date.now()).map(browserCookie)
  if (given.length > 0) {
    // One cookie that the browser does not accept makes the whole call fail, so they are then set one by one.
    const oneByOne = async (): Promise<unknown> =>
      await Promise.allSettled(given.map(async (cookie) => await context.setCookie(cookie)))
    await clock.step(context.setCookie(...given).catch(oneByOne))
  }
  const storage = storageOfDomain(localStorage, domain)
  try {
    await clock.step(fillStorage(context, storage, clock), storageTimeoutMs)
    return true
  } catch (error) {
    if (clock.signal.aborted) throw error
    return false
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

const givenBy = ({ cookies }: Identity): PageCookie[] =>
  cookies.map(({ name, value, url }) => ({ name, value, host: new URL(url ?? '').hostname }))

/**
 * Returns the state that a page left for its session's domain. What cannot be read keeps its previous value.
 * @param page null when it is closed.
 * @param recording the finished recording of the attempt.
 * @throws AttemptEndedError; the errors of Puppeteer when the context is gone.
 */
export async function leaveSession(
  { context }: ContextLease,
  page: Page | null,
  { session, identity, recording }: { session: BrowserSession; identity: Identity; recording: Recording },
  clock: AttemptClock,
): Promise<LeftInSession> {
  const { domain } = session
  const found = await clock.step(context.cookies())
  const standing = found.flatMap((cookie) => stateCookie(cookie, domain) ?? [])
  const cookies = cookiesOfDomain(withoutGiven(standing, givenBy(identity), session.cookies), domain, Date.now())
  const read = await readStorage(context, page, originsIn(recording, domain), clock).catch((): Storage => ({}))
  return { cookies, localStorage: storageOfDomain({ ...session.localStorage, ...read }, domain) }
}
