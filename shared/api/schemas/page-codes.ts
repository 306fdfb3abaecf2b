/**
 * The codes of pages that could not be scraped, as lines of jobs, notes, webhooks and attempts have them.
 * What a call of the API can end with too has the same code there.
 */
import type { ProblemCode } from './problems.ts'

/** Codes that answers to calls have as well. */
export const sharedPageCodes = [
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'proxy_not_configured',
  'target_blocked',
  'unsafe_target',
  'budget_exceeded',
  'browser_unavailable',
] as const satisfies readonly ProblemCode[]

/** Codes of pages alone, but for those of actions that fail. */
const ownPageCodes = [
  'http_status',
  'timeout',
  'connect_error',
  'connection_reset',
  'invalid_response',
  'decode_error',
  'too_many_redirects',
  'redirect_out_of_scope',
  'redirect_excluded',
  'redirect_robots',
  'invalid_url',
  'invalid_request',
  'body_too_large',
  'empty',
  'unsupported_content_type',
  'broken_document',
  'document_too_large',
  'document_without_text',
  'encrypted_document',
  'robots',
  'rate_limited',
  'session_failed',
  'session_logged_out',
  'session_busy',
  'session_domain_mismatch',
  'wait_selector_timeout',
  'action_failed',
  'browser_crashed',
  'browser_message_too_large',
  'page_crashed_worker',
  'pattern_too_costly',
  'internal_error',
  'cancelled',
  'job_ended',
] as const

const knownPageCodes = new Set<string>([...sharedPageCodes, ...ownPageCodes])

/** Whether a page can have failed with a code; those of actions are known by the pages that have them. */
export const isPageCode = (code: string): boolean => knownPageCodes.has(code)

/** What exchanges and outcomes of attempts call the same; older workers recorded pages under these names. */
const otherNames: Readonly<Record<string, (typeof sharedPageCodes)[number]>> = {
  dns_error: 'dns_failure',
  tls_error: 'tls_failure',
  proxy_error: 'proxy_failure',
  blocked: 'target_blocked',
}

/**
 * The code of a page for what an exchange, an attempt or an older record calls it.
 * @param name any code; one that has no other name is returned as it is.
 */
export const pageCode = (name: string): string => (Object.hasOwn(otherNames, name) ? otherNames[name]! : name)
