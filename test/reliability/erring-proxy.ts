/** An HTTP proxy before an object store that can answer with errors, like an overloaded or broken store. */
import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ErringProxy {
  port: number
  /** Answers every call from now on with an error, alternating 503 `SlowDown` and 500 `InternalError`. */
  err(): void
  /** Forwards calls again. */
  heal(): void
  /** Returns the number of calls answered with an error. */
  errors(): number
  close(): Promise<void>
}

const kinds = [
  [503, 'SlowDown'],
  [500, 'InternalError'],
] as const

function forward(port: number, from: IncomingMessage, to: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = from
  const target = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => to.destroy()).pipe(to)
  })
  target.on('error', () => to.destroy())
  to.on('close', () => target.destroy())
  from.pipe(target)
}

/** Starts a proxy on 127.0.0.1. @param targetPort called for each call. */
export async function startErringProxy(targetPort: () => number): Promise<ErringProxy> {
  let isErring = false
  let errors = 0
  const server = createServer((from, to) => {
    if (!isErring) {
      forward(targetPort(), from, to)
      return
    }
    const [status, code] = kinds[errors % kinds.length]!
    errors += 1
    from.resume()
    to.writeHead(status, { 'content-type': 'application/xml' })
    to.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>The store errs.</Message></Error>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    err: () => void (isErring = true),
    heal: () => void (isErring = false),
    errors: () => errors,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
