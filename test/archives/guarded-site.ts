/** A website behind a login, with a page that fails at first, one that needs a browser, and some that are long. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync, gzipSync } from 'node:zlib'

/** What the archive of a job in a session must not contain. */
export const secrets = {
  user: 'canary-of-the-user-name',
  password: 'canary-of-the-password',
  cookie: 'canary-of-the-cookie',
  renewed: 'canary-of-the-renewed-cookie',
} as const

/** Size of the long pages, bytes. */
export const longPageBytes = 300_000

const words = (): string => 'many words '.repeat(longPageBytes / 11)
/** Words that are long when they are compressed, too; none begins as a secret does. */
const numbers = (): string =>
  Array.from({ length: longPageBytes / 10 }, (_, at) => crc32(String(at)).toString().padStart(9, '0').slice(-9)).join(
    ' ',
  )

/** Long pages by their names. */
const longPages: Readonly<Record<string, { words: () => string; coding: string; coded: (page: string) => Buffer }>> = {
  long: { words, coding: 'identity', coded: (page) => Buffer.from(page) },
  'long-gzip': { words: numbers, coding: 'gzip', coded: (page) => gzipSync(page) },
  'long-deflate': { words, coding: 'deflate', coded: (page) => deflateSync(page) },
}
export const longPageNames: readonly string[] = Object.keys(longPages)

const filling = (subject: string): string =>
  Array.from({ length: 6 }, (_, at) => `<p>Sentence ${at + 1} about ${subject} has words enough for a page.</p>`).join(
    '',
  )

const pageOf = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`

const shell = `<!doctype html><html lang="en"><head><title>App</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/account/app.js"></script></body></html>`
const script = `fetch('/account/data').then((answer) => answer.json()).then(({ words }) => {
  document.getElementById('root').innerHTML = '<main><h1>App</h1>' + words + '</main>'
})`

const login = pageOf(
  'Log in',
  '<form id="login" method="post" action="/login"><input name="user"><input name="password" type="password"><button>Go</button></form>',
)

export class GuardedSite {
  readonly #server: Server
  /** Paths that were requested with the session, in order of arrival. */
  readonly asked: string[] = []

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method, headers } = request
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (url === '/login' && method === 'POST') {
      request.resume()
      const cookie = `sid=${secrets.cookie}; Path=/; HttpOnly`
      response.writeHead(303, { 'Set-Cookie': cookie, Location: '/account/' }).end()
    } else if (url.startsWith('/account/')) this.#account(url, headers.cookie ?? '', response)
    else if (url === '/login') response.end(login)
    else response.writeHead(404).end()
  }

  #account(path: string, cookie: string, response: ServerResponse): void {
    if (!cookie.includes(secrets.cookie)) {
      response.writeHead(302, { Location: '/login' }).end()
      return
    }
    this.asked.push(path)
    response.setHeader('Set-Cookie', `shown=${secrets.renewed}; Path=/`)
    const times = this.asked.filter((asked) => asked === path).length
    const long = longPages[path.slice('/account/'.length)]
    if (path === '/account/app') response.end(shell)
    else if (path === '/account/app.js') response.setHeader('Content-Type', 'text/javascript').end(script)
    else if (path === '/account/data') {
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ words: filling('the rendered page') }))
    } else if (path === '/account/busy' && times === 1) {
      response.writeHead(503, { 'Retry-After': '0' }).end(pageOf('Busy', '<p>Come back in a moment.</p>'))
    } else if (long !== undefined) {
      const page = pageOf(path, `${filling(path)}<p>${long.words()}</p>`)
      response.setHeader('Content-Encoding', long.coding).end(long.coded(page))
    } else {
      // The page contains the cookie of the request.
      const content = `${filling(path)}<p>Your session is ${secrets.cookie}.</p>`
      const links = ['busy', 'app', ...longPageNames].map(
        (name) => `<p><a href="/account/${name}">The ${name} page</a></p>`,
      )
      response.end(pageOf(`Account ${secrets.cookie}`, `${content}${path === '/account/' ? links.join('') : ''}`))
    }
  }
}
