/** Every way by which a caller can name a URL to the API, as a request that has nothing else wrong with it. */
import type { CallAnswer } from './caller.ts'
import type { ReliabilityStack } from './reliability-stack.ts'

export interface Entry {
  name: string
  /** Sends the URL. @param good a URL that may be fetched, where a request needs one besides. */
  send(stack: ReliabilityStack, url: string, good: string): Promise<CallAnswer>
}

/** Attempts give up early: nothing of these is ever to answer. */
const timeout = 5_000

const post = (name: string, path: string, body: (url: string, good: string) => unknown): Entry => ({
  name,
  send: async ({ attacker }, url, good) => await attacker.post(path, body(url, good)),
})

/** Where the URL is a page to load. */
export const pageEntries: readonly Entry[] = [
  post('scrape', '/scrape', (url) => ({ url, js_render: false, timeout })),
  post('scrape in a browser', '/scrape', (url) => ({ url, js_render: true, timeout })),
  post('capture', '/browser/network', (url) => ({ url, timeout })),
]

/** All of them. */
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

/** Whether the URL was refused: by its form, or by the policy once it was known where it leads. */
export const isRefused = ({ status, body }: CallAnswer): boolean =>
  status === 422 ||
  status === 400 ||
  (status === 502 && ['unsafe_target', 'dns_failure'].includes(String(body['code'])))
