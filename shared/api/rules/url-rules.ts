/** URLs in a request: checked by the address policy of the egress, told as field problems. */
import { jobLimits } from '../../config/limits.ts'
import type { TargetVerdict } from '../../egress/policy/target-policy.ts'
import { isHashRoute } from '../../urls/hash-route.ts'
import type { RenderMode } from '../../tasks/job-input.ts'
import type { ProblemList } from './problem-list.ts'

/** The address policy as request validation needs it. */
export interface UrlPolicy {
  /** With the private targets the operator allows. */
  vetUrl(text: string): TargetVerdict
  /** Without them: what anybody may name. */
  vetPublicUrl(text: string): TargetVerdict
}

/** The same for hosts of which no port is known. */
export interface HostPolicy {
  /** The rule that a host breaks, or null. @param host as the WHATWG URL parser gives it. */
  hostProblem(host: string): string | null
}

const rules = { invalid_url: 'is not a usable URL', url_not_allowed: 'must not be fetched' } as const

/** A copy of the URL without its fragment, as pages are fetched. */
export function withoutFragment(url: URL): URL {
  const copy = new URL(url)
  copy.hash = ''
  return copy
}

/** A copy of the URL of a page in a job: a fragment stays when it is a route and a browser may go there. */
export const pageUrl = (url: URL, render: RenderMode): URL =>
  render !== 'never' && isHashRoute(url.hash) ? new URL(url) : withoutFragment(url)

/**
 * Checks the URL at a pointer.
 * @returns the URL, or null after adding the problem to the list.
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
