/** One page of 64 KB under any number of URLs, served in the simplest and fastest way. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { docsPages } from '../docs-site/docs-pages.ts'

export interface ArticleSite {
  /** URL to which each load adds its own query. */
  url: string
  port: number
  close(): Promise<void>
}

/** Starts the site on a free port of 127.0.0.1. */
export async function startArticleSite(): Promise<ArticleSite> {
  const page = [...docsPages(2).values()].reduce((a, b) => (b.length > a.length ? b : a))
  const server = createServer({ keepAliveTimeout: 30_000 }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/article`,
    port,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
