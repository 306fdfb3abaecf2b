/** Scrapes one page in a session. */
import { isOfDomain } from '@seine/shared/sessions/domain.ts'
import type { PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { textThreads } from '../redaction/redact-in-threads.ts'
import { redactedScrape } from '../redaction/redacted-scrape.ts'
import type { ReloginBounds, SessionControl } from './contract.ts'
import { loadLoggedIn } from './logged-in.ts'
import { holds, probesOf, seenIn } from './page-conditions.ts'

/** A page of a session. */
export interface SessionScrape {
  /** Without the secrets of the session. */
  scrape: PageScrape
  /** Why the session counts as logged out, in words; null when it is not, or when the page was not checked. */
  loggedOut: string | null
}

/**
 * Scrapes a page in a session.
 * @param request returns the request for a page; called again for the second load, whose time starts again.
 * @param bounds limits of the wait for the playbook.
 * @throws the errors of `scrapePage`.
 */
export async function scrapeInSession(
  request: () => PageRequest,
  ports: PagePorts,
  session: PageSession,
  control: SessionControl,
  bounds: ReloginBounds,
): Promise<SessionScrape> {
  const { loggedOut } = control
  const load = async (): Promise<{ scrape: PageScrape; isOut: boolean; isUse: boolean }> => {
    const pageRequest = request()
    const { browser, url } = pageRequest
    const judge = loggedOut === null ? null : followingInside(pageRequest, session)
    const judgeRedirect = judge?.judgeRedirect ?? pageRequest.judgeRedirect
    const options = { browser: control.options(browser), probes: probesOf(loggedOut), judgeRedirect }
    const scrape = await scrapePage({ ...pageRequest, ...options, session }, ports)
    // A page that escalates to a browser is checked there.
    const isSeen = loggedOut !== null && scrape.escalation === null
    const isOut = isSeen && holds(loggedOut, seenIn(scrape, url, session.state.cookies), Date.now())
    const refusal = isOut ? null : (judge?.refusal() ?? null)
    const isUse = scrape.attempts.length > 0
    return { scrape: refusal === null ? scrape : await shownOf(refused(scrape, refusal)), isOut, isUse }
  }
  // The fault of a refused redirect names a URL, which may contain a secret.
  const shownOf = async (scrape: PageScrape): Promise<PageScrape> =>
    await redactedScrape(scrape, session, textThreads(ports.extractor, request().tenant))
  const isRepeatable = (): boolean => request().method === 'GET'
  const { first, second, loggedOut: why } = await loadLoggedIn(load, control, bounds, isRepeatable)
  return { scrape: second === null ? first.scrape : after(first.scrape, second.scrape), loggedOut: why }
}

/**
 * Follows redirects within the session's domain even out of the job's scope, because the login page may be there;
 * the first refusal is kept and applies unless the page shows a logged-out session. Refusals for other reasons still
 * hold.
 */
function followingInside({ judgeRedirect }: PageRequest, { domain }: PageSession) {
  let refusal: PageFault | null = null
  return {
    refusal: () => refusal,
    judgeRedirect: async (next: URL): Promise<PageFault | null> => {
      const fault = await judgeRedirect(next)
      if (fault === null || !scopeFaults.has(fault.code) || !isOfDomain(next.hostname, domain)) return fault
      refusal ??= fault
      return null
    },
  }
}

const scopeFaults: ReadonlySet<string> = new Set(['redirect_out_of_scope', 'redirect_excluded'])

/**
 * Returns the fault for a page outside of the job's scope, without its answer. An escalation to a browser comes
 * first.
 */
const refused = (scrape: PageScrape, fault: PageFault): PageScrape =>
  scrape.escalation !== null ? scrape : { ...scrape, answer: null, screenshot: null, fault }

/** Returns the second load of a page, with the attempts of the first before its own. */
function after(first: PageScrape, second: PageScrape): PageScrape {
  const offset = first.attempts.at(-1)?.index ?? 0
  const moved = second.attempts.map((attempt) => ({ ...attempt, index: attempt.index + offset }))
  return {
    ...second,
    attempts: [...first.attempts, ...moved],
    winningAttempt: second.winningAttempt === null ? null : second.winningAttempt + offset,
  }
}
