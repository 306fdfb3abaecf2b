/** A website whose pages link to the next ones, which counts the requests for each page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CountedSite {
  url: string
  /** Requests by path. */
  requests: Map<string, number>
  /** Returns the paths of pages that were requested more than once. */
  repeated(): string[]
  close(): Promise<void>
}

/** Starts a site on 127.0.0.1. @param pages number besides the start page. @param latencyMs delay of each answer. */
export async function startCountedSite(pages: number, latencyMs: number): Promise<CountedSite> {
  const requests = new Map<string, number>()
  const links = Array.from({ length: pages }, (_, at) => `<a href="/page/${at}">page ${at}</a>`).join(' ')
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.set(path, (requests.get(path) ?? 0) + 1)
    const isPage = path === '/' || path.startsWith('/page/')
    const text = `<title>${path}</title><main><h1>${path}</h1><p>What ${path} says.</p>${path === '/' ? links : ''}</main>`
    void sleep(latencyMs).then(() => {
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
      response.end(isPage ? text : undefined)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    repeated: () =>
      [...requests].filter(([path, times]) => path.startsWith('/page/') && times > 1).map(([path]) => path),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
