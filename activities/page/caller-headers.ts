/** The caller's headers for a page of a job: credentials are for the site that was asked for. Pure. */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { headersAcrossOrigins } from '@seine/shared/egress/request-headers.ts'
import { createScope } from '../frontier/scope.ts'

/**
 * The headers of the job that go along with a page. The URLs of a batch are the caller's own. A crawl
 * may be led elsewhere: the hosts of its request get all, by https alone where it began by https;
 * others are told what any other origin is after a redirect.
 * @param url of the page, absolute.
 */
export function callerHeaders(input: JobInput, url: string): Record<string, string> {
  const { headers } = input.page.browser
  if (input.kind === 'batch' || Object.keys(headers).length === 0) return headers
  const page = new URL(url)
  const isExposed = page.protocol === 'http:' && new URL(input.url).protocol === 'https:'
  const { allowSubdomains } = input
  const hosts = createScope({ startUrl: input.url, crawlEntireDomain: true, allowSubdomains })
  if (!isExposed && hosts.admits(page)) return headers
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return headersAcrossOrigins(Object.fromEntries(named) as Record<string, string>, page)
}
