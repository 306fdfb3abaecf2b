/**
 * Error codes of pages that could not be scraped, as used in ledger lines, notes, webhooks and attempts. An API call
 * that can fail for the same reason uses the same code.
 */
import type { ProblemCode } from './problems.ts'

/** Codes that answers to API calls use as well. */
export const sharedPageCodes = [
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'proxy_not_configured',
  'target_blocked',
  'unsafe_target',
  'budget_exceeded',
  'browser_unavailable',
  'session_not_found',
  'session_busy',
  'session_domain_mismatch',
  'not_configured',
  'pattern_too_costly',
] as const satisfies readonly ProblemCode[]

/** Codes that only pages have, without those of failed actions. */
export const ownPageCodes = [
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
  'wait_selector_timeout',
  'action_failed',
  'browser_crashed',
  'browser_message_too_large',
  'page_crashed_worker',
  'result_unreadable',
  'result_lost',
  'internal_error',
  'cancelled',
  'job_ended',
] as const

const knownPageCodes = new Set<string>([...sharedPageCodes, ...ownPageCodes])

/** Returns true when a page can have failed with this code. Codes of failed actions are not included. */
export const isPageCode = (code: string): boolean => knownPageCodes.has(code)

/** Other names that exchanges and outcomes of attempts use; older workers recorded pages under these names. */
const otherNames: Readonly<Record<string, (typeof sharedPageCodes)[number]>> = {
  dns_error: 'dns_failure',
  tls_error: 'tls_failure',
  proxy_error: 'proxy_failure',
  blocked: 'target_blocked',
}

/**
 * Converts the name that an exchange, an attempt or an older record uses to the code of a page.
 * @param name any code; one without another name is returned unchanged.
 */
export const pageCode = (name: string): string => (Object.hasOwn(otherNames, name) ? otherNames[name]! : name)
