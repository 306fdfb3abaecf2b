/** Hands the exchanges of a page to its recording, and says what must not be stored of them. */
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { HiddenParts, OnExchange, PageWire, WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { PageRequest } from '@seine/shared/pages/page.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { cookieValues } from '../redaction/cookie-values.ts'
import { credentialsOf, credentialValues, hiddenHeaders } from '../redaction/session-credentials.ts'

/** The recording of one page. */
interface RecordedPage {
  /** Receives the exchanges of the page from its lanes. */
  onExchange: OnExchange
  /** Hands over what had to wait for the end of the page. Without it, those exchanges are not recorded. */
  end: () => Promise<void>
}

/** Returns the recording of a page; null when its exchanges are not recorded. */
export function recordingOf({ wire = null, browser, body, session = null }: PageRequest): RecordedPage | null {
  if (wire === null) return null
  const given = Object.keys(browser.headers).map((name) => name.toLowerCase())
  if (session !== null) return new SessionPage(wire, session, given)
  const hidden: HiddenParts = {
    headers: new Set(given),
    requestBodies: body !== null || browser.actions.length > 0,
    secrets: [],
  }
  return { onExchange: (exchange) => wire.add(exchange, hidden), end: async () => await Promise.resolve() }
}

/** The recording of a page in a session: what is secret is known at its end, because the page may set cookies. */
class SessionPage implements RecordedPage {
  readonly #wire: PageWire
  readonly #session: PageSession
  readonly #given: readonly string[]
  readonly #before: readonly string[]
  #kept: WireExchange[] = []
  #bytes = 0

  /** @param given names of the headers of the caller, in lower case. */
  constructor(wire: PageWire, session: PageSession, given: readonly string[]) {
    this.#wire = wire
    this.#session = session
    this.#given = given
    this.#before = credentialsOf(session)
  }

  readonly onExchange = (exchange: WireExchange): void => {
    const fits = this.#bytes + exchange.body.byteLength <= wireLimits.pageBodiesMaxBytes
    if (fits) this.#bytes += exchange.body.byteLength
    this.#kept.push(fits ? exchange : { ...exchange, body: new Uint8Array(0), cut: 'length' })
  }

  readonly end = async (): Promise<void> => {
    const session = this.#session
    const exchanges = this.#kept
    this.#kept = []
    // A cookie may have had further values in between, which only the exchanges show.
    const between = credentialValues(exchanges.flatMap((exchange) => cookieValues(exchange, session.domain)))
    const secrets = new Set([...session.secrets, ...this.#before, ...credentialsOf(session), ...between])
    const hidden: HiddenParts = {
      headers: new Set([...this.#given, ...hiddenHeaders(session)]),
      requestBodies: true,
      secrets: [...secrets].toSorted((a, b) => b.length - a.length),
    }
    for (const exchange of exchanges) await this.#wire.add(exchange, hidden)
  }
}
