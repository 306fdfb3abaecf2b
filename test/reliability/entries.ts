/** Every way in which a caller can pass a URL to the API, as an otherwise valid request. */
import type { CallAnswer } from './caller.ts'
import type { ReliabilityStack } from './reliability-stack.ts'

export interface Entry {
  name: string
  /** Sends the URL. @param good an allowed URL for requests that need one as well. */
  send(stack: ReliabilityStack, url: string, good: string): Promise<CallAnswer>
}

/** A short timeout: these URLs must never answer. */
const timeout = 5_000

const post = (name: string, path: string, body: (url: string, good: string) => unknown): Entry => ({
  name,
  send: async ({ attacker }, url, good) => await attacker.post(path, body(url, good)),
})

/** Entries in which the URL is a page to load. */
export const pageEntries: readonly Entry[] = [
  post('scrape', '/scrape', (url) => ({ url, js_render: false, timeout })),
  post('scrape in a browser', '/scrape', (url) => ({ url, js_render: true, timeout })),
  post('capture', '/browser/network', (url) => ({ url, timeout })),
]

/** All entries. */
export const urlEntries: readonly Entry[] = [
  ...pageEntries,
  post('batch', '/batch/scrape', (url) => ({ urls: [url] })),
  post('crawl', '/crawl', (url) => ({ url, limit: 1 })),
  post('map', '/map', (url) => ({ url, limit: 10, timeout })),
  post('webhook', '/crawl', (url, good) => ({ url: good, limit: 1, webhook: { url } })),
  post('playbook', '/sessions', (url) => ({
    domain: URL.parse(url)?.hostname || 'example.com',
    playbook: { start_url: url },
  })),
]

/** Whether the URL was refused: because of its form, or by the policy once its address was known. */
export const isRefused = ({ status, body }: CallAnswer): boolean =>
  status === 422 ||
  status === 400 ||
  (status === 502 && ['unsafe_target', 'dns_failure'].includes(String(body['code'])))
