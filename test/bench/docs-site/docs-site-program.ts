/**
 * The benchmark website as a separate process: `node docs-site-program.ts PAGES`, started with an IPC channel. It
 * answers from memory, so that the crawler determines the measurement.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { docsPages } from './docs-pages.ts'
import { RequestCounter } from './request-counts.ts'
import type { SiteMessage, SiteQuestion } from './docs-site-messages.ts'

const pages = docsPages(Number(process.argv[2]))
const counter = new RequestCounter()
let cpuBefore = process.cpuUsage()

const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  const path = request.url ?? '/'
  counter.opened()
  response.once('close', () => counter.closed(path, response.statusCode))
  const body = pages.get(path)
  if (body === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    return
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body)
})

/** Sends nothing to a benchmark that has ended; this process ends with it. */
const tell = (message: SiteMessage): void => void process.send?.(message, undefined, undefined, () => {})

process.on('message', (question: SiteQuestion) => {
  if (question === 'reset') {
    counter.reset()
    cpuBefore = process.cpuUsage()
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  tell({ counts: counter.counts(), cpuMs: (user + system) / 1_000 })
})
process.once('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))
