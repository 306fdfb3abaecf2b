/** Caller options for a page of a job: credentials are sent only to the site the caller asked for. Pure function. */
import type { BrowserPageOptions } from '@seine/shared/tasks/browser-page.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { headersAcrossOrigins } from '@seine/shared/egress/request-headers.ts'
import { getsCallerOptions } from '../frontier/scope.ts'

/**
 * Returns the job's options as they apply to one page. The URLs of a batch are chosen by the caller and get all
 * options. A crawl may lead to other hosts: the hosts in the scope of its request get all headers and the input of
 * actions, but only over https when the crawl started on https. All others get the headers that any other origin gets
 * after a redirect, and no actions run there.
 * @param url URL of the page, absolute.
 */
export function callerOptions(input: JobInput, url: string): BrowserPageOptions {
  const { browser } = input.page
  if (input.kind === 'batch' || (Object.keys(browser.headers).length === 0 && browser.actions.length === 0)) {
    return browser
  }
  const page = new URL(url)
  if (getsCallerOptions(input, page)) return browser
  const named = Object.entries(browser.headers).map(([name, value]) => [name.toLowerCase(), value])
  const headers = headersAcrossOrigins(Object.fromEntries(named) as Record<string, string>, page)
  return { ...browser, headers, actions: [] }
}
