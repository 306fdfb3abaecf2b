/** A website under a thousand names: every 127.x.y.z is a host of its own, served by one process. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface ManyHosts {
  port: number
  /** Every request, in order of arrival. */
  requests: { host: string; path: string }[]
  /** @param host from 0; @param path with its slash. */
  url(host: number, path: string): string
  reset(): void
  close(): Promise<void>
}

const slowMs = 100
const hostsPerNet = 250

/** Starts it on a free port. */
export async function startManyHosts(): Promise<ManyHosts> {
  const requests: ManyHosts['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const host = request.headers.host ?? ''
      const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`)
      requests.push({ host, path: request.url ?? '' })
      if (pathname.startsWith('/slow/')) await wait(slowMs)
      if (pathname.startsWith('/refused/')) {
        response.writeHead(429).end()
        return
      }
      if (pathname === '/missing') {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<p>There is no such page.')
        return
      }
      if (pathname === '/to') {
        response.writeHead(302, { location: searchParams.get('url') ?? '/' }).end()
        return
      }
      const body = Buffer.concat(chunks).toString('utf8')
      const sent = pathname === '/echo' ? `${request.method} ${request.headers['content-type']} ${body}` : ''
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<title>${pathname}</title><main><p>This is page ${pathname} of host ${numberOf(host)}. ${sent}</main>`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    url: (host, path) => `http://127.1.${Math.floor(host / hostsPerNet)}.${(host % hostsPerNet) + 1}:${port}${path}`,
    reset: () => void requests.splice(0),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The number that `url` made an address of. */
function numberOf(host: string): number {
  const [, , net = 0, low = 1] = host.split(':')[0]!.split('.').map(Number)
  return net * hostsPerNet + low - 1
}
