/**
 * A website of applications that show nothing without a browser, next to pages that do, for tests that must distinguish
 * them. It uses real frameworks, delays its data, and counts every request.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { itemOf, itemsOf } from './items.ts'
import { mithrilShell } from './mithril-app.ts'
import { preactScript, preactShell } from './preact-app.ts'
import { renderedPage } from './rendered-page.ts'

export interface SpaSite {
  origin: string
  port: number
  /** Items of each application. */
  items: number
  /** Number of requests so far by path and query. */
  asked: ReadonlyMap<string, number>
  /** Headers of the latest request for a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined
  close(): Promise<void>
}

export interface SpaSiteOptions {
  /** @default 12 */
  items?: number
  /** Delay of the data, milliseconds. @default 200 */
  dataMs?: number
}

interface Page {
  status?: number
  type?: string
  body: string
  delayMs?: number
  headers?: Record<string, string>
}

const require = createRequire(import.meta.url)

async function vendorScripts(): Promise<Record<string, string>> {
  const [preact, mithril] = await Promise.all([
    readFile(new URL(import.meta.resolve('preact')), 'utf8'),
    readFile(require.resolve('mithril/mithril.min.js'), 'utf8'),
  ])
  return { '/vendor/preact.mjs': preact, '/vendor/mithril.js': mithril }
}

const json = (value: unknown, delayMs: number): Page => ({
  type: 'application/json',
  body: JSON.stringify(value),
  delayMs,
})

/** Returns the data of an application for a path below it, or null. */
function dataOf(rest: string, count: number, delayMs: number): Page | null {
  if (rest === '/api/items') return json(itemsOf(count), delayMs)
  const id = Number(/^\/api\/items\/(\d+)$/.exec(rest)?.[1])
  return id >= 1 && id <= count ? json(itemOf(id), delayMs) : null
}

function pageOf(path: string, count: number, dataMs: number): Page | null {
  if (path === '/') {
    const links = ['/app/', '/hash/', '/ssr/1', '/mixed/0'].map((to) => `<li><a href="${to}">${to}</a></li>`).join('')
    return { body: `<!doctype html><title>Applications</title><h1>Applications</h1><ul>${links}</ul>` }
  }
  const [, area = '', rest = ''] = /^\/([a-z]+)(\/.*)?$/.exec(path) ?? []
  if (area === 'app') {
    if (rest === '/app.js') return { type: 'text/javascript', body: preactScript('/app') }
    return dataOf(rest, count, dataMs) ?? { body: preactShell('/app') }
  }
  if (area === 'hash') return dataOf(rest, count, dataMs) ?? (rest === '/' ? { body: mithrilShell('/hash') } : null)
  if (area === 'ssr') {
    const id = Number(rest.slice(1))
    if (!(id >= 1 && id <= count)) return null
    return { body: renderedPage('/ssr', itemOf(id), id < count ? [`/${id + 1}`] : []) }
  }
  return area === 'mixed' ? mixedPage(rest, count) : null
}

/** Every third page is an empty application, the others are plain pages. */
function mixedPage(rest: string, count: number): Page | null {
  const id = Number(rest.slice(1))
  if (!(id >= 0 && id <= count)) return null
  const { name, text } = itemOf(id)
  const links = Array.from({ length: id === 0 ? count : 0 }, (_, at) => `<a href="/mixed/${at + 1}">${at + 1}</a>`)
  const body = `<h1>${name}</h1><p>${text}</p><p>${text}</p>${links.join(' ')}`
  if (id % 3 !== 1) return { body: `<!doctype html><title>${name}</title><main>${body}</main>` }
  return {
    body: `<!doctype html><title>${name}</title><div id="app"></div><script>
      setTimeout(() => { document.getElementById('app').innerHTML = ${JSON.stringify(`<main>${body}</main>`)} }, 50)
    </script>`,
  }
}

/** Starts the website on a free port of loopback. */
export async function startSpaSite({ items = 12, dataMs = 200 }: SpaSiteOptions = {}): Promise<SpaSite> {
  const vendor = await vendorScripts()
  const asked = new Map<string, number>()
  const headers = new Map<string, IncomingMessage['headers']>()
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/'
    asked.set(url, (asked.get(url) ?? 0) + 1)
    const path = url.split('?')[0]!
    headers.set(path, request.headers)
    const script = vendor[path]
    const page: Page | null =
      script === undefined ? pageOf(path, items, dataMs) : { type: 'text/javascript', body: script }
    const { status = 200, type = 'text/html', body, delayMs = 0 } = page ?? { status: 404, body: '<h1>Not found</h1>' }
    setTimeout(() => response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body), delayMs)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    items,
    asked,
    headersOf: (path) => headers.get(path),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
