/**
 * The page of 50 requests as a separate process: `node page-site-program.ts`, started with an IPC channel. It answers
 * from memory, so that the browser determines the measurement.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LoadGate } from './load-gate.ts'
import { callsPerPage, pageFiles, pageHtml } from './page-files.ts'
import type { PageSiteMessage, PageSiteQuestion } from './page-site-messages.ts'

const files = pageFiles()
const gate = new LoadGate(callsPerPage)
let requests = 0

const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  requests += 1
  const url = new URL(request.url ?? '/', 'http://site')
  const load = url.searchParams.get('load') ?? ''
  const file =
    url.pathname === '/page'
      ? { type: 'text/html; charset=utf-8', body: Buffer.from(pageHtml(load)) }
      : files.get(url.pathname)
  if (file === undefined) {
    response.writeHead(404).end()
    return
  }
  const send = (): void => {
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-length': file.body.length,
        'cache-control': 'max-age=600',
      })
      .end(file.body)
  }
  if (url.pathname === '/end.png') {
    gate.hold(load, send)
    return
  }
  if (url.pathname.startsWith('/call-')) response.once('finish', () => gate.answered(load))
  send()
})

/** Sends nothing to a benchmark that has ended; this process ends with it. */
const tell = (message: PageSiteMessage): void => void process.send?.(message, undefined, undefined, () => {})

process.on('message', (question: PageSiteQuestion) => {
  if (question === 'reset') requests = 0
  tell({ requests })
})
process.once('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))
