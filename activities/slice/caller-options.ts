/** What a page of a job is told of its caller: credentials are for the site that was asked for. Pure. */
import type { BrowserPageOptions } from '@seine/shared/tasks/browser-page.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { headersAcrossOrigins } from '@seine/shared/egress/request-headers.ts'
import { createScope } from '../frontier/scope.ts'

/**
 * The options of the job as they hold for a page. The URLs of a batch are the caller's own. A crawl may
 * be led elsewhere: the hosts of its request get all headers, and what actions type, by https alone where
 * it began by https; others are told what any other origin is after a redirect, and nothing is done there.
 * @param url of the page, absolute.
 */
export function callerOptions(input: JobInput, url: string): BrowserPageOptions {
  const { browser } = input.page
  if (input.kind === 'batch' || (Object.keys(browser.headers).length === 0 && browser.actions.length === 0)) {
    return browser
  }
  const page = new URL(url)
  const isExposed = page.protocol === 'http:' && new URL(input.url).protocol === 'https:'
  const hosts = createScope(input.url, { ...input, crawlEntireDomain: true })
  if (!isExposed && hosts.admits(page)) return browser
  const named = Object.entries(browser.headers).map(([name, value]) => [name.toLowerCase(), value])
  const headers = headersAcrossOrigins(Object.fromEntries(named) as Record<string, string>, page)
  return { ...browser, headers, actions: [] }
}
