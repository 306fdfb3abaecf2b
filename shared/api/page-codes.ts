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
