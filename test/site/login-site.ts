/**
 * A website whose pages require a login: a form with a CSRF token, a session that ends after some pages, pages that
 * echo their input, and an application that keeps its token in local storage.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoginSiteOptions {
  user: string
  password: string
  /** Number of pages behind the login, without the index. @default 24 */
  pages?: number
  /** Number of pages after which a session ends. @default never */
  pagesPerLogin?: number
  /** Delay of pages behind the login, milliseconds. @default 0 */
  latencyMs?: number
}

export interface LoginSite {
  origin: string
  port: number
  options: Required<LoginSiteOptions>
  /** Number of logins. */
  logins: number
  /** Highest number of concurrent requests for pages behind the login since the start. */
  inFlightMax: number
  /** Paths of the pages behind the login that were served, in order. */
  served: string[]
  /** Ends all sessions. */
  logOutAll(): void
  close(): Promise<void>
}

interface Visitor {
  pagesLeft: number
}

const words = 'The account lists what was bought, when it came and who has signed for it at the door. '.repeat(4)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const cookiesOf = ({ headers }: IncomingMessage): Map<string, string> =>
  new Map(
    (headers.cookie ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function html(response: ServerResponse, body: string, status = 200, headers: Record<string, string | string[]> = {}) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

const tokenApp = `<div id="app"><p>Loading.</p></div><script>
const token = localStorage.getItem('token')
fetch('/token/data', { headers: { authorization: 'Bearer ' + token } }).then((r) => r.json()).then((data) => {
  document.querySelector('#app').innerHTML = '<p id="told">' + data.text + '</p>'
})
</script>`

const tokenForm = `<form id="form"><input id="name"><input id="secret" type="password"><button>Go</button></form><script>
document.querySelector('#form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = JSON.stringify({ user: document.querySelector('#name').value, password: document.querySelector('#secret').value })
  const answer = await fetch('/token/issue', { method: 'POST', body })
  localStorage.setItem('token', (await answer.json()).token)
  document.body.insertAdjacentHTML('beforeend', '<p id="done">Done</p>')
})
</script>`

/** Starts the site on a free port of 127.0.0.1. */
export async function startLoginSite(given: LoginSiteOptions): Promise<LoginSite> {
  const visitors = new Map<string, Visitor>()
  const tokens = new Set<string>()
  let inFlight = 0

  const visitorOf = (request: IncomingMessage): Visitor | null => {
    const id = cookiesOf(request).get('sid') ?? ''
    const visitor = visitors.get(id)
    if (visitor === undefined || visitor.pagesLeft > 0) return visitor ?? null
    visitors.delete(id)
    return null
  }

  const loginForm = (response: ServerResponse, told: string): void => {
    const token = randomUUID()
    const form = `<p>${words}</p><p id="told">${told}</p><form id="login" method="post" action="/login">
<input type="hidden" name="csrf" value="${token}"><label>Name <input name="user"></label>
<label>Password <input name="password" type="password"></label><button type="submit">Log in</button></form>`
    html(response, page('Log in', form), 200, { 'set-cookie': `csrf=${token}; Path=/; HttpOnly` })
  }

  const logIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await formOf(request)
    const csrf = form.get('csrf')
    if (csrf === null || csrf !== cookiesOf(request).get('csrf'))
      return html(response, page('No', '<p>Forged</p>'), 403)
    const { user, password, pagesPerLogin } = site.options
    if (form.get('user') !== user || form.get('password') !== password) {
      return loginForm(response, 'Wrong name or password')
    }
    const id = randomUUID()
    visitors.set(id, { pagesLeft: pagesPerLogin })
    site.logins += 1
    response.writeHead(303, { location: '/account/', 'set-cookie': `sid=${id}; Path=/; HttpOnly; Max-Age=3600` }).end()
  }

  const account = (path: string, request: IncomingMessage, response: ServerResponse): void => {
    const visitor = visitorOf(request)
    if (visitor === null) return void response.writeHead(303, { location: '/login' }).end()
    site.served.push(path)
    const { pages, password } = site.options
    const token = cookiesOf(request).get('sid') ?? ''
    if (path === '/account/echo.json') {
      const body = JSON.stringify({ password, inUrl: `/x?p=${encodeURIComponent(password)}`, token })
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
    if (path === '/account/echo') {
      const href = `/x?p=${encodeURIComponent(password)}`
      const echo = `<p>${words}</p><p>Your password is ${escapeHtml(password)}.</p><a href="${href}">link</a>
<script>fetch('/account/echo.json')</script>`
      return html(response, page('Echo', echo))
    }
    const number = Number(/^\/account\/(\d{0,4})$/.exec(path)?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || number > pages) return html(response, page('Nothing', '<p>Nothing here</p>'), 404)
    if (number > 0) visitor.pagesLeft -= 1
    const numbers = number === 0 ? Array.from({ length: pages }, (_, at) => at + 1) : [(number % pages) + 1]
    const links = numbers.map((each) => `<li><a href="/account/${each}">Receipt ${each}</a></li>`).join('')
    html(response, page(`Account ${number}`, `<p>Receipt number ${number}. ${words}</p><ul>${links}</ul>`))
  }

  /** Ends early when the client disconnects. */
  const latency = async (response: ServerResponse): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, site.options.latencyMs)
    response.once('close', resolve)
    await promise
    clearTimeout(timer)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const serve = async (): Promise<void> => {
      if (pathname === '/login')
        return request.method === 'POST' ? await logIn(request, response) : loginForm(response, '')
      if (pathname.startsWith('/account/')) {
        inFlight += 1
        site.inFlightMax = Math.max(site.inFlightMax, inFlight)
        try {
          await latency(response)
          return account(pathname, request, response)
        } finally {
          inFlight -= 1
        }
      }
      if (pathname === '/headers') {
        const told = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
        return html(response, page('Headers', `<p>${words}</p><pre>${escapeHtml(told.join('\n'))}</pre>`))
      }
      if (pathname === '/visit') {
        const visits = Number(cookiesOf(request).get('visits') ?? 0) + 1
        const headers = { 'set-cookie': `visits=${visits}; Path=/` }
        return html(response, page('Visit', `<p>Visit number ${visits}. ${words}</p>`), 200, headers)
      }
      if (pathname === '/token/login') return html(response, page('Log in', tokenForm))
      if (pathname === '/token/app') return html(response, page('Application', tokenApp))
      if (pathname === '/token/issue') {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const asked = JSON.parse(Buffer.concat(chunks).toString()) as { user: string; password: string }
        const isKnown = asked.user === site.options.user && asked.password === site.options.password
        const token = isKnown ? randomUUID() : ''
        if (isKnown) tokens.add(token)
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token }))
      }
      if (pathname === '/token/data') {
        const isKnown = tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))
        const text = isKnown ? `Members only. ${words}` : 'Please log in'
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
      }
      html(response, page('Nothing', '<p>Nothing here</p>'), 404)
    }
    serve().catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const site: LoginSite = {
    origin: `http://127.0.0.1:${port}`,
    port,
    options: { pages: 24, pagesPerLogin: Infinity, latencyMs: 0, ...given },
    logins: 0,
    inFlightMax: 0,
    served: [],
    logOutAll: () => visitors.clear(),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return site
}
