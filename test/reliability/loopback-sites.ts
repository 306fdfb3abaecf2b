/** Many websites with many pages on loopback: every 127.2.x.y is a separate host, served by one process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackSites {
  /** Their addresses and port in the format of `SEINE_EGRESS_ALLOW`. */
  allow: string
  /** Times of the page requests of each host, milliseconds of the process clock, by host name. */
  pages: Map<string, number[]>
  url(site: number): string
  close(): Promise<void>
}

export interface LoopbackSitesOptions {
  pagesPerSite: number
  /** Crawl-delay of every robots.txt, seconds; 0 for none. */
  crawlDelaySeconds: number
  answerMs: number
}

const sitesPerNet = 250
const linksPerPage = 10

/** A tree of pages: each links to the ten after it. */
function pageOf(at: number, count: number): string {
  const links = Array.from({ length: linksPerPage }, (_, link) => at * linksPerPage + link + 1)
    .filter((page) => page < count)
    .map((page) => `<li><a href="/${page}">Page ${page}</a>`)
  return `<!doctype html><title>Page ${at}</title><main><p>This is page ${at} of ${count}.<ul>${links.join('')}</ul></main>`
}

/** Starts the sites on a free port. */
export async function startLoopbackSites(options: LoopbackSitesOptions): Promise<LoopbackSites> {
  const { pagesPerSite, crawlDelaySeconds, answerMs } = options
  const pages = new Map<string, number[]>()
  const server = createServer(({ url = '/', headers: { host = '' } }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(crawlDelaySeconds === 0 ? 404 : 200, { 'content-type': 'text/plain' })
      response.end(`User-agent: *\nCrawl-delay: ${crawlDelaySeconds}\n`)
      return
    }
    const times = pages.get(host)
    if (times === undefined) pages.set(host, [performance.now()])
    else times.push(performance.now())
    const body = pageOf(Number(url.slice(1)), pagesPerSite)
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), answerMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    allow: `127.2.0.0/16:${port}`,
    pages,
    url: (site) => `http://127.2.${Math.floor(site / sitesPerNet)}.${(site % sitesPerNet) + 1}:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
