/**
 * Pauses requests of a target before they reach the network, to continue them with other headers or to block them.
 * Only requests that match a pattern of a rule cost a round trip.
 */
import type { CDPSession, Protocol } from 'puppeteer'

export interface InterceptionRule {
  patterns: Protocol.Fetch.RequestPattern[]
  /** Null when the rule does not apply. Returned headers replace all headers of the request. */
  decide(event: Protocol.Fetch.RequestPausedEvent): 'refuse' | Protocol.Fetch.HeaderEntry[] | null
}

const rulesOf = new WeakMap<CDPSession, InterceptionRule[]>()

/** Answers a paused request. On any failure the request continues: a paused request would stall its page. */
function answer(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent, rules: InterceptionRule[]): void {
  const { requestId } = event
  const decisions = rules.map((rule) => rule.decide(event))
  const letThrough = (): void => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {})
  }
  if (decisions.includes('refuse')) {
    session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(letThrough)
    return
  }
  const headers = decisions.find((decision) => Array.isArray(decision))
  if (headers === undefined) letThrough()
  else session.send('Fetch.continueRequest', { requestId, headers }).catch(letThrough)
}

/**
 * Adds a rule to a target that has just been attached; it sends commands without awaiting them. A target may have
 * several rules. Sessions of dedicated workers have no interception: their requests pause at the session of their
 * page.
 */
export function intercept(session: CDPSession, rule: InterceptionRule): void {
  let rules = rulesOf.get(session)
  if (rules === undefined) {
    const all: InterceptionRule[] = []
    session.on('Fetch.requestPaused', (event) => answer(session, event, all))
    rulesOf.set(session, all)
    rules = all
  }
  rules.push(rule)
  // The command replaces the patterns that were enabled before.
  const patterns = rules.flatMap((each) => each.patterns)
  session.send('Fetch.enable', { patterns }).catch(() => {})
}
