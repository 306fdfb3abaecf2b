/**
 * The website of recorded release data. Stored pages name it, so it has one address for good: a loopback address of its
 * own, which no other test uses.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'

const host = '127.91.17.3'
const port = 18_420

export const releaseSite = {
  url: `http://${host}:${port}/`,
  egressAllow: [`${host}/32:${port}`],
  /** Pages that a crawl finds: the start page and those that it leads to. */
  pages: 61,
}

/** Pages that each page links to: a tree, so that a crawl takes several slices. */
const linksOf = (page: number): number[] =>
  [page * 3 + 1, page * 3 + 2, page * 3 + 3].filter((each) => each < releaseSite.pages)

/** Words that make each page one of its own, so that none is a near-duplicate of another. */
const textOf = (page: number): string =>
  Array.from({ length: 60 }, (_, at) => ((page + 1) * 7_919 * (at + 1) * 104_729) % 99_991)
    .map((number) => `w${number.toString(36)}`)
    .join(' ')

export interface ReleaseSite {
  /** Number of requests for each path. */
  requests: Map<string, number>
  close(): Promise<void>
}

/** @param latencyMs time before each answer. */
export async function startReleaseSite(latencyMs = 0): Promise<ReleaseSite> {
  const requests = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.set(path, (requests.get(path) ?? 0) + 1)
    const page = path === '/' ? 0 : Number(/^\/pages\/(\d+)$/.exec(path)?.[1] ?? -1)
    const send = (): void => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (page < 0 || page >= releaseSite.pages) {
        response.statusCode = 404
        response.end('<p>There is no such page.</p>')
        return
      }
      const links = linksOf(page).map((each) => `<li><a href="/pages/${each}">Page ${each}</a></li>`)
      response.end(
        `<!doctype html><title>Page ${page}</title><main><h1>Page ${page}</h1>` +
          `<p>This is the text of page ${page}, which a release has stored: ${textOf(page)}.</p><ul>${links.join('')}</ul></main>`,
      )
    }
    setTimeout(send, latencyMs)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
