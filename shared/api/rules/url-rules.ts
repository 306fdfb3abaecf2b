/** Checks URLs of a request against the address policy of the egress, and reports field problems. */
import { fetchUrl, withoutFragment } from '../../urls/url-identity.ts'
import { jobLimits } from '../../config/limits.ts'
import type { TargetVerdict } from '../../egress/policy/target-policy.ts'
import { isHashRoute } from '../../urls/hash-route.ts'
import type { RenderMode } from '../../tasks/job-input.ts'
import type { ProblemList } from './problem-list.ts'

/** The address policy, as request validation uses it. */
export interface UrlPolicy {
  /** Checks a URL; private targets that the operator allows pass. */
  vetUrl(text: string): TargetVerdict
  /** Checks a URL without the private targets that the operator allows. */
  vetPublicUrl(text: string): TargetVerdict
}

/** The address policy for hosts without a known port. */
export interface HostPolicy {
  /**
   * Returns the rule that a host violates, or null.
   * @param host host as the WHATWG URL parser returns it.
   */
  hostProblem(host: string): string | null
}

const rules = { invalid_url: 'is not a usable URL', url_not_allowed: 'must not be fetched' } as const

/**
 * Returns a copy of the URL of a page in a job; a fragment is kept when it is a route and a browser may load the page.
 */
export const pageUrl = (url: URL, render: RenderMode): URL =>
  render !== 'never' && isHashRoute(url.hash) ? new URL(url) : new URL(withoutFragment(url.href))

/**
 * Checks the URL at a pointer.
 * @returns the URL; null after adding the problem to the list.
 */
export function checkUrl(text: string, pointer: string, policy: UrlPolicy, list: ProblemList): URL | null {
  if (text.length > jobLimits.urlMaxCharacters) {
    list.add(pointer, 'invalid_url', `must have at most ${jobLimits.urlMaxCharacters} characters`, text)
    return null
  }
  const verdict = policy.vetUrl(text)
  if (!verdict.ok) {
    list.add(pointer, verdict.code, `${rules[verdict.code]}: ${verdict.reason}`, text)
    return null
  }
  return verdict.url
}

/**
 * Checks a URL of a batch at a pointer: besides the rules of `checkUrl`, it must fit the maximum as it is requested,
 * percent-encoded, because the frontier keeps no longer URLs.
 * @returns the URL; null after adding the problem to the list.
 */
export function checkBatchUrl(text: string, pointer: string, policy: UrlPolicy, list: ProblemList): URL | null {
  const url = checkUrl(text, pointer, policy, list)
  const { urlMaxCharacters } = jobLimits
  if (url === null || url.href.length <= urlMaxCharacters) return url
  // Only now is it parsed a second time: whether the fragment counts depends on what it is.
  if (fetchUrl(url.href, undefined, { hashRoutes: true }) !== null) return url
  list.add(pointer, 'invalid_url', `must have at most ${urlMaxCharacters} characters, percent-encoded`, text)
  return null
}
