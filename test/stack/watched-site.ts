/** A website that a test changes between the runs of a watch. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WatchedPage {
  status?: number
  title?: string
  /** HTML of the main content. */
  html?: string
  /** Paths that the page links to. */
  links?: string[]
  location?: string
  /** Which validator answers have. @default none */
  validator?: 'etag' | 'last-modified'
}

/** Sentences that make a page long enough to have a main content. */
export const filling = (subject: string): string =>
  Array.from(
    { length: 6 },
    (_, at) => `<p>Sentence ${at + 1} about ${subject} has enough words to be the content of a page.</p>`,
  ).join('')

export class WatchedSite {
  readonly server: Server
  readonly pages = new Map<string, WatchedPage>()
  asked: { url: string; headers: IncomingMessage['headers'] }[] = []
  /** Statuses of the answers, by path: all since it was emptied. */
  answered: { path: string; status: number }[] = []
  /** Holds answers back while it is set. */
  held: Promise<void> | null = null
  port = 0

  constructor() {
    this.server = createServer((request, response) => {
      const { url = '/', headers } = request
      this.asked.push({ url, headers })
      void (this.held ?? Promise.resolve()).then(() => {
        const page = this.pages.get(new URL(url, 'http://site/').pathname)
        const { status = 200, title = url, html = '', links = [], location } = page ?? { status: 404 }
        const anchors = links.map((link) => `<li><a href="${link}">page ${link}</a></li>`).join('')
        const body = `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${html}</main><nav><ul>${anchors}</ul></nav></body></html>`
        const validators = page?.validator === undefined ? {} : this.#validators(page.validator, body)
        const isKnown =
          status === 200 &&
          Object.entries(validators).some(
            ([name, value]) => headers[name === 'etag' ? 'if-none-match' : 'if-modified-since'] === value,
          )
        const sent = isKnown ? 304 : status
        this.answered.push({ path: new URL(url, 'http://site/').pathname, status: sent })
        response.writeHead(sent, {
          ...(isKnown ? {} : { 'content-type': 'text/html' }),
          ...validators,
          ...(location === undefined ? {} : { location }),
        })
        response.end(isKnown ? undefined : body)
      })
    })
  }

  /** Returns the header with the validator of a body. */
  #validators(kind: NonNullable<WatchedPage['validator']>, body: string): Record<string, string> {
    const hash = createHash('sha256').update(body).digest()
    if (kind === 'etag') return { etag: `W/"${hash.toString('hex').slice(0, 16)}"` }
    return { 'last-modified': new Date(1_600_000_000_000 + hash.readUInt32BE(0) * 1_000).toUTCString() }
  }

  /** Returns how many answers had each status since `answered` was emptied, and empties it. */
  takeStatuses(): Record<number, number> {
    const counts: Record<number, number> = {}
    for (const { path, status } of this.answered) {
      if (path !== '/robots.txt') counts[status] = (counts[status] ?? 0) + 1
    }
    this.answered = []
    return counts
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
