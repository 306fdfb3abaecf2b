/** The caller's choice of calls. */
import type { CallFilter } from '@seine/shared/api/browser-page.ts'
import { compilePatterns } from '@seine/shared/url/patterns.ts'
import type { RecordedRequest } from '../recorder/model.ts'

/** Whether a call is wanted. */
export type CallMatch = (request: RecordedRequest) => boolean

/** @throws TypeError for a pattern that RE2 cannot run; the gateway has refused those. */
function urlMatch(pattern: string): (url: string) => boolean {
  const result = compilePatterns([pattern])
  if (!result.ok) throw new TypeError(`the URL pattern ${result.problems[0]?.message ?? 'is not valid'}`)
  return (url) => result.patterns.matches(url)
}

/**
 * Compiles a filter. Pattern and host are looked for in every URL of a redirect chain, so that a call
 * is found by the address the page asked for and by the one that answered.
 */
export function callMatch(filter: CallFilter): CallMatch {
  const types = filter.resourceTypes.length === 0 ? null : new Set<string>(filter.resourceTypes)
  const matchesUrl = filter.urlPattern === null ? null : urlMatch(filter.urlPattern)
  const host = filter.host?.toLowerCase() ?? null
  return ({ resourceType, hops }) =>
    (types === null || types.has(resourceType)) &&
    (matchesUrl === null || hops.some(({ url }) => matchesUrl(url))) &&
    (host === null || hops.some(({ url }) => URL.parse(url)?.hostname === host))
}
