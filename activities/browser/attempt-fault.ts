/** What ended an attempt, as the fault that is told of it. Pure. */
import type { BrowserOutcome } from '@seine/shared/tasks/browser-page.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import type { ForwardProxy } from '@seine/shared/egress/connections/proxy-contract.ts'
import { InvalidSelectorError } from '@seine/shared/selectors/parse-text.ts'
import type { BlockSignal } from '../judge/block-signals.ts'
import { attemptEnded, AttemptEndedError, StepTimeoutError } from './time/attempt-clock.ts'
import { BrowserLostError } from './pool/contract.ts'

/** Why an attempt did not succeed. */
export interface AttemptFault {
  outcome: BrowserOutcome
  /** The code of the outcome, or what is known more closely. */
  code: string
  message: string
}

const faultOf = (outcome: BrowserOutcome, message: string, code: string = pageCode(outcome)): AttemptFault => ({
  outcome,
  code,
  message,
})

/** Code of attempts whose browser was ended because of a protocol message over the bound. */
export const messageTooLarge = 'browser_message_too_large'

/** How an attempt ends when its browser is lost. @param reason of the signal that tells of the loss. */
export const lossOf = (reason: unknown): AttemptEndedError =>
  attemptEnded(reason instanceof BrowserLostError && reason.code === 'message_too_large' ? reason.code : 'lost')

/** The fault an error of a step stands for; null for an error that says nothing about the page. */
export function stepFault(error: unknown): AttemptFault | null {
  const ended = error instanceof BrowserLostError ? lossOf(error) : error
  if (ended instanceof AttemptEndedError) {
    if (ended.end === 'message_too_large') return faultOf('browser_crashed', ended.message, messageTooLarge)
    return faultOf(ended.end === 'timeout' ? 'timeout' : 'browser_crashed', ended.message)
  }
  return error instanceof StepTimeoutError ? faultOf('timeout', error.message) : null
}

/** The same for an error of the wait for the caller's selector. */
export function waitSelectorFault(error: unknown): AttemptFault | null {
  if (error instanceof InvalidSelectorError) return faultOf('action_failed', error.message, 'invalid_selector')
  if (error instanceof AttemptEndedError && error.end === 'timeout') {
    return faultOf('timeout', 'no element matched the wait selector in time', 'wait_selector_timeout')
  }
  return null
}

/**
 * The fault of a navigation that came to no document: the proxy knows whether the address policy forbids
 * the page and why a host could not be reached; the browser knows only that its proxy could not.
 * @param end what the browser says.
 * @param url of the main document, as far as it came.
 */
export function navigationFault(
  { outcome, code, message }: AttemptFault,
  url: string,
  proxy: Pick<ForwardProxy, 'denialOf' | 'failureOf'>,
): AttemptFault {
  const denial = proxy.denialOf(url)
  if (denial?.kind === 'unsafe_target') return faultOf('unsafe_target', denial.reason)
  if (denial?.kind === 'limit') return faultOf('network_error', denial.reason, 'byte_limit')
  const failure = proxy.failureOf(url)
  if (failure === null) return { outcome, code, message }
  if (failure === 'proxy_error') return faultOf('proxy_error', 'the proxy of this tier refused the connection')
  if (failure === 'dns_error') return faultOf('dns_error', 'the host name could not be resolved')
  if (failure === 'timeout') return faultOf('timeout', 'the server could not be reached in time', 'connect_timeout')
  return faultOf('network_error', 'the server could not be reached', failure)
}

/**
 * The fault that stands once the document has been judged. A selector or an element that is missing may
 * be so because the page is a challenge; every other fault is surer than a signal.
 */
export function blockFault(fault: AttemptFault | null, blockedBy: BlockSignal | null): AttemptFault | null {
  if (blockedBy === null || blockedBy.confidence === 'low') return fault
  const mayBeBlock = fault === null || fault.outcome === 'timeout' || fault.outcome === 'action_failed'
  return mayBeBlock ? faultOf('blocked', `${blockedBy.vendor}: ${blockedBy.signal}`) : fault
}
