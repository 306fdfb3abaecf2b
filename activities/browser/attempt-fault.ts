/** Maps what ended an attempt to the fault that is reported. Pure. */
import { ProtocolError } from 'puppeteer'
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
  /** The code of the outcome, or a more specific one. */
  code: string
  message: string
  /** Whether the renderer of this page crashed, and not a browser that it shared with other pages. */
  isPageCrash?: true
}

const attemptFault = (outcome: BrowserOutcome, message: string, code: string = pageCode(outcome)): AttemptFault => ({
  outcome,
  code,
  message,
})

/** Code of attempts whose browser was closed because of a protocol message over the size limit. */
export const messageTooLarge = 'browser_message_too_large'

/**
 * Returns how an attempt ends when its browser is lost.
 * @param reason abort reason of the signal that reports the loss.
 */
export const lossOf = (reason: unknown): AttemptEndedError =>
  attemptEnded(reason instanceof BrowserLostError && reason.code === 'message_too_large' ? reason.code : 'lost')

/** Returns the fault for an error of a step; null for an error that says nothing about the page. */
export function stepFault(error: unknown): AttemptFault | null {
  const ended = error instanceof BrowserLostError ? lossOf(error) : error
  if (ended instanceof AttemptEndedError) {
    if (ended.end === 'message_too_large') return attemptFault('browser_crashed', ended.message, messageTooLarge)
    const fault = attemptFault(ended.end === 'timeout' ? 'timeout' : 'browser_crashed', ended.message)
    return ended.end === 'crashed' ? { ...fault, isPageCrash: true } : fault
  }
  if (isProtocolTimeout(error)) return attemptFault('timeout', 'the browser did not answer in time')
  return error instanceof StepTimeoutError ? attemptFault('timeout', error.message) : null
}

/** Whether a command was not answered within `protocolTimeoutMs`; Puppeteer has no error class for it. */
const isProtocolTimeout = (error: unknown): boolean =>
  error instanceof ProtocolError && error.message.includes(' timed out. ')

/** Returns the fault for an error of the wait for the caller's selector; null when the error has no such meaning. */
export function waitSelectorFault(error: unknown): AttemptFault | null {
  if (error instanceof InvalidSelectorError) return attemptFault('action_failed', error.message, 'invalid_selector')
  if (error instanceof AttemptEndedError && error.end === 'timeout') {
    return attemptFault('timeout', 'no element matched the wait selector in time', 'wait_selector_timeout')
  }
  return null
}

/**
 * Returns the fault of a navigation that ended without a document. The proxy knows whether the address policy
 * forbids the page and why a host could not be reached; the browser knows only that its proxy could not connect.
 * @param end the failure as the browser reports it.
 * @param url URL of the main document, after the redirects that were followed.
 */
export function navigationFault(
  { outcome, code, message }: AttemptFault,
  url: string,
  proxy: Pick<ForwardProxy, 'denialOf' | 'failureOf'>,
): AttemptFault {
  const denial = proxy.denialOf(url)
  if (denial?.kind === 'unsafe_target') return attemptFault('unsafe_target', denial.reason)
  if (denial?.kind === 'limit') return attemptFault('network_error', denial.reason, 'byte_limit')
  const failure = proxy.failureOf(url)
  if (failure === null) return { outcome, code, message }
  if (failure === 'proxy_error') return attemptFault('proxy_error', 'the proxy of this tier refused the connection')
  if (failure === 'dns_error') return attemptFault('dns_error', 'the host name could not be resolved')
  if (failure === 'timeout')
    return attemptFault('timeout', 'the server could not be reached in time', 'connect_timeout')
  return attemptFault('network_error', 'the server could not be reached', failure)
}

/**
 * Returns the final fault after the document has been judged. A missing selector or element may be due to a
 * challenge page; every other fault is more certain than a block signal.
 */
export function blockFault(fault: AttemptFault | null, blockedBy: BlockSignal | null): AttemptFault | null {
  if (blockedBy === null || blockedBy.confidence === 'low') return fault
  const mayBeBlock = fault === null || fault.outcome === 'timeout' || fault.outcome === 'action_failed'
  return mayBeBlock ? attemptFault('blocked', `${blockedBy.vendor}: ${blockedBy.signal}`) : fault
}
