/**
 * Requests of a target that pause in front of the network, to be let through with other headers or
 * refused. Only what a rule's patterns match costs a round trip.
 */
import type { CDPSession, Protocol } from 'puppeteer'

export interface InterceptionRule {
  patterns: Protocol.Fetch.RequestPattern[]
  /** `null` = of no interest to this rule. Headers replace all headers the request had. */
  decide(event: Protocol.Fetch.RequestPausedEvent): 'refuse' | Protocol.Fetch.HeaderEntry[] | null
}

const rulesOf = new WeakMap<CDPSession, InterceptionRule[]>()

/** Answers a paused request. Whatever goes wrong, it is let through: a paused request stalls its page. */
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
 * Adds a rule to a target that has just been attached; nothing is awaited. Several rules may share a
 * target. Sessions of dedicated workers have no interception: their requests pause at their page's.
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
  // The command replaces what was enabled before.
  const patterns = rules.flatMap((each) => each.patterns)
  session.send('Fetch.enable', { patterns }).catch(() => {})
}
