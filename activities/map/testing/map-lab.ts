/** For tests of maps: a site on 127.0.0.1, and all dependencies of a map except a browser. */
// oxlint-disable-next-line no-restricted-imports -- only the type of a response
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { MapReply, MappedSite } from '@seine/shared/pages/worker-reply.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { Extractor } from '@seine/shared/pages/extraction.ts'
import { extractPage } from '../../extract/extract-page.ts'
import { packResult } from '../../extract/pack-result.ts'
import { createRobotsLoader } from '../../frontier/robots/robots-loader.ts'
import { loopbackEgress, startSite, type Site } from '../../frontier/testing/loopback-site.ts'
import type { MapCall, MapPorts } from '../contract.ts'
import { redactHere } from '../../redaction/testing/redact-here.ts'
import { mapSite } from '../map-site.ts'

type Answer = string | Uint8Array | number | ((response: ServerResponse) => void)

/** Runs the extraction on the thread of the test. */
const extractor: Extractor = {
  extract: async (request) => packResult(await extractPage(request)),
  redact: redactHere,
  untilCapacity: async () => undefined,
  close: async () => undefined,
}

export const urlset = (...locs: string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`
export const sitemapIndex = (...locs: string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`
export const html =
  (body: string, title = 'Home'): Answer =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>${title}</title><meta name=description content="What it is.">${body}`)

interface MapLab {
  site: Site
  store: MemoryStore
  ports: MapPorts
  /** Maps the site; URLs in the answer have no origin. */
  map: (task?: Partial<MapTask>, call?: Partial<MapCall>) => Promise<MapReply>
  /** Maps the site and asserts that the answer is a map. */
  mapped: (task?: Partial<MapTask>, call?: Partial<MapCall>) => Promise<MappedSite>
}

/** Starts a site with these files, 404 for all others, and a function that maps it. */
export async function mapLab(context: TestContext, files: Record<string, Answer>): Promise<MapLab> {
  const site = await startSite(context, (path, response) => {
    const answer = files[path] ?? 404
    if (typeof answer === 'function') answer(response)
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(answer)
  })
  const egress = loopbackEgress(context)
  const store = new MemoryStore()
  const robots = createRobotsLoader({
    egress,
    agentToken: 'FooBot',
    userAgent: 'FooBot/1.0',
    mode: 'respect',
    now: Date.now,
    sleep: async () => undefined,
  })
  const ports: MapPorts = {
    egress,
    robots,
    extractor,
    store,
    routes: straightOnly,
    browser: null,
    cache: null,
    agentToken: 'FooBot',
  }
  const map = async (task: Partial<MapTask> = {}, call: Partial<MapCall> = {}): Promise<MapReply> => {
    const reply = await mapSite(
      {
        url: `${site.origin}/`,
        tenant: 't',
        sitemap: 'include',
        includeSubdomains: true,
        ignoreQueryParameters: true,
        ignoreCache: false,
        limit: 1_000,
        timeoutMs: 30_000,
        search: null,
        ...task,
      },
      { deadlineMs: Date.now() + 60_000, signal: new AbortController().signal, ...call },
      ports,
    )
    return JSON.parse(JSON.stringify(reply).replaceAll(site.origin, '')) as MapReply
  }
  const mapped: MapLab['mapped'] = async (task, call) => {
    const reply = await map(task, call)
    if (reply.kind === 'problem') throw new Error(`${reply.code}: ${reply.detail}`)
    return reply.result
  }
  return { site, store, ports, map, mapped }
}
