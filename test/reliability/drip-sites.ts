/** Websites that answer slowly: every 127.3.0.x sends its headers at once and then one byte at a time, without end. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DripSites {
  url(site: number): string
  /** How long each ended request was open, milliseconds. */
  lasted: number[]
  /** Returns the number of open requests. */
  open(): number
  close(): Promise<void>
}

const dripMs = 200

/** Starts the sites on a free port. */
export async function startDripSites(): Promise<DripSites> {
  const lasted: number[] = []
  let open = 0
  const server = createServer((_request, response) => {
    const startedMs = performance.now()
    open += 1
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><title>Drip</title><p>')
    const timer = setInterval(() => response.write('.'), dripMs)
    response.once('close', () => {
      clearInterval(timer)
      open -= 1
      lasted.push(performance.now() - startedMs)
    })
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (site) => `http://127.3.0.${site + 1}:${port}/`,
    lasted,
    open: () => open,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
