/** The query parameters of `POST /browser/network`, which filter the listed calls. */
import { compileUrlPattern } from '../../urls/patterns.ts'
import type { CallFilter } from '../../tasks/browser-page.ts'
import { networkParameters } from '../schemas/network-schema.ts'
import { ProblemList } from '../rules/problem-list.ts'
import { readerOf, type QueryResult } from '../rules/query-parameters.ts'

const read = readerOf(networkParameters)

/** Returns a host as the WHATWG URL parser spells it; null when the text is not a host. */
function hostOf(text: string): string | null {
  const url = URL.parse(`http://${text}/`)
  // Any other URL component in the text would make the URL differ from its host.
  return url !== null && url.href === `http://${url.hostname}/` && !/[:\s]/.test(text.replace(/^\[.*\]$/, ''))
    ? url.hostname
    : null
}

/**
 * Validates the parameters.
 * @param search the query of the request's URL, decoded.
 * @returns the filter, or every problem of the query.
 */
export function readNetworkQuery(search: URLSearchParams): QueryResult<CallFilter> {
  const result = read(search)
  if (!result.ok) return result
  const { resource_type: resourceTypes = [], url_pattern: urlPattern = null, host: hostText } = result.query
  const list = new ProblemList()
  const host = hostText === undefined ? null : hostOf(hostText)
  if (hostText !== undefined && host === null) {
    list.add('/query/host', 'validation_failed', 'must be a host name without port', hostText)
  }
  if (urlPattern !== null) {
    const compiled = compileUrlPattern(urlPattern)
    if (!compiled.ok) {
      for (const { code, message } of compiled.problems) list.add('/query/url_pattern', code, message, urlPattern)
    }
  }
  if (!list.empty) return { ok: false, errors: list.problems }
  return { ok: true, query: { resourceTypes: [...new Set(resourceTypes)], urlPattern, host } }
}
