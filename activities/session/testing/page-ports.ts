/** A website that gives the same answer to every request, read by the real extractor. */
import { defaultBrowserOptions } from '@seine/shared/api/testing/page-options.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { extractTextPage } from '../../extract/extract-page.ts'
import type { PagePorts, PageRequest } from '@seine/shared/pages/page.ts'
import { packedHere, redactHere } from '../../redaction/testing/redact-here.ts'

/** @param answer HTML of every page. */
export const sitePorts = (answer: string, status = 200): PagePorts => ({
  egress: {
    fetch: async ({ url }) =>
      await Promise.resolve({
        url,
        status,
        headers: { 'content-type': 'text/html' },
        body: new Uint8Array(Buffer.from(`<!doctype html><title>A page</title><body>${answer}`)),
        truncated: false,
        redirects: [],
        stoppedAt: null,
        wireBytes: 40,
        elapsedMs: 3,
      }),
    close: async () => await Promise.resolve(),
  },
  routes: straightOnly,
  extractor: {
    extract: async (request) => await Promise.resolve(packedHere(request, extractTextPage(request))),
    redact: redactHere,
    untilCapacity: async () => await Promise.resolve(),
    close: async () => await Promise.resolve(),
  },
  browser: null,
  cache: null,
})

/** A request for a page over HTTP, with default options. */
export const scrapeRequest = (url: string): PageRequest => ({
  url,
  tenant: 'acme',
  method: 'GET',
  body: null,
  browser: defaultBrowserOptions(),
  render: 'never',
  screenshot: null,
  formats: ['markdown'],
  content: { onlyMainContent: true },
  maxAgeSecs: 0,
  metadata: 'head',
  compared: false,
  keepBrokenOff: true,
  errorPages: 'read',
  earlier: [],
  judgeRedirect: async () => await Promise.resolve(null),
  deadlineMs: Date.now() + 30_000,
  signal: new AbortController().signal,
})
