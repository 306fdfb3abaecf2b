/** A website that can be silent: it never answers its first requests, or the first for each path, or delays answers. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SilentSiteOptions {
  /** Number of pages below the start page; Infinity: each page links to ten that no other page links to. */
  pages: number
  /** Number of page requests that are never answered. @default 0 */
  held?: number
  /** Never answers the first request for each path, robots.txt and sitemaps included. @default false */
  holdsFirst?: boolean
  /** Delay of each page, milliseconds. @default 0 */
  thinkMs?: number
}

export interface SilentSite {
  url: string
  /** Arrival of each request, epoch milliseconds. */
  requests: { path: string; atMs: number }[]
  close(): Promise<void>
}

const linksPerPage = 10

/** Starts the site on a free port. It has neither robots.txt nor sitemaps. */
export async function startSilentSite({
  pages,
  held = 0,
  holdsFirst = false,
  thinkMs = 0,
}: SilentSiteOptions): Promise<SilentSite> {
  const requests: SilentSite['requests'] = []
  const silent: ServerResponse[] = []
  const linksOf = (path: string): string[] => {
    if (pages !== Infinity) return path === '/' ? Array.from({ length: pages }, (_, at) => `/p${at}`) : ['/']
    return Array.from({ length: linksPerPage }, (_, at) => `${path === '/' ? '' : path}/${at}`)
  }
  const isFirst = (path: string): boolean => requests.filter((request) => request.path === path).length === 1
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (holdsFirst && isFirst(path)) {
      silent.push(response)
      return
    }
    if (path === '/robots.txt' || path.includes('sitemap')) {
      response.writeHead(404).end()
      return
    }
    if (silent.length < held) {
      silent.push(response)
      return
    }
    await sleep(thinkMs)
    const links = linksOf(path).map((link) => `<a href="${link}">${link}</a>`)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<title>${path}</title><main><h1>Page ${path}</h1><p>${links.join(' ')}</main>`)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, atMs: Date.now() })
    void answer(path, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
