/** Answers a route: converts the declaration to status, headers and bytes. */
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { encodeText } from './encoding.ts'
import { documentMarkup } from './layout.ts'
import type { Page } from './page.ts'
import type { Exchange, FileRoute, PageRoute, RedirectRoute, Route } from './route.ts'

/** Address of a running site, for markup that contains it. */
export interface Address {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  origin: string
  /** `127.0.0.1:8080` */
  host: string
}

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
const htmlType = 'text/html; charset=utf-8'

export const fillIn = (text: string, address: Address): string =>
  text.includes('{{') ? text.replaceAll('{{origin}}', address.origin).replaceAll('{{host}}', address.host) : text

type Headers = Record<string, string | number>

function send(exchange: Exchange, status: number, headers: Headers, body: Buffer): void {
  exchange.response.writeHead(status, { ...headers, 'content-length': body.length })
  exchange.response.end(body)
}

const markupOf = (page: Page, address: Address): Buffer => Buffer.from(fillIn(documentMarkup(page), address))

function sendPage(exchange: Exchange, route: PageRoute, address: Address): void {
  const { firstAnswer, packed } = route
  if (firstAnswer !== undefined && exchange.visit === 1) {
    const headers = { 'content-type': 'text/plain', 'retry-after': firstAnswer.retryAfterSecs }
    send(exchange, firstAnswer.status, headers, Buffer.from('One moment, please.\n'))
    return
  }
  const markup = fillIn(documentMarkup(route.page), address)
  const body = route.encoding === undefined ? Buffer.from(markup) : encodeText(markup, route.encoding)
  const headers: Headers = { 'content-type': route.contentType ?? htmlType }
  const accepted = exchange.request.headers['accept-encoding'] ?? ''
  if (packed !== undefined && accepted.includes(packed)) {
    send(exchange, 200, { ...headers, 'content-encoding': packed, vary: 'accept-encoding' }, packers[packed](body))
    return
  }
  send(exchange, 200, headers, body)
}

function sendRedirect(exchange: Exchange, route: RedirectRoute, address: Address): void {
  const location = fillIn(route.location, address)
  const headers = { location: encodeURI(location).replaceAll('%25', '%'), 'content-type': 'text/plain' }
  send(exchange, route.status, headers, Buffer.from(`See ${location}\n`))
}

function sendFile(exchange: Exchange, route: FileRoute, address: Address): void {
  const made = route.body()
  const plain = typeof made === 'string' ? Buffer.from(fillIn(made, address)) : made
  send(exchange, 200, { 'content-type': route.contentType }, route.gzipped ? gzipSync(plain) : plain)
}

/** Answers 404 with the site's own error page. */
export function sendNotFound(exchange: Exchange): void {
  send(
    exchange,
    404,
    { 'content-type': htmlType },
    Buffer.from('<!doctype html><title>Not found</title><h1>404</h1>\n'),
  )
}

/**
 * Answers one request. Resolves when the answer has been passed to the socket; rejects only when the client
 * disconnected or the site closed meanwhile.
 */
export async function answer(exchange: Exchange, route: Route, address: Address): Promise<void> {
  switch (route.kind) {
    case 'page':
      if (route.delayMs !== undefined) {
        await wait(route.delayMs * exchange.slowFactor, undefined, { signal: exchange.signal })
      }
      return sendPage(exchange, route, address)
    case 'redirect':
      return sendRedirect(exchange, route, address)
    case 'error':
      return send(exchange, route.status, { 'content-type': htmlType }, markupOf(route.page, address))
    case 'file':
      return sendFile(exchange, route, address)
    case 'trouble':
      return await route.handle(exchange)
  }
}
