/** A website under a thousand host names: every 127.x.y.z is a separate host, served by one process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ManyHosts {
  port: number
  /** Every request in order of arrival, with its time by `performance.now()`. */
  requests: { host: string; path: string; atMs: number }[]
  /** @param host from 0; @param path with its leading slash. */
  url(host: number, path: string): string
  reset(): void
  close(): Promise<void>
}

const slowMs = 100
const hostsPerNet = 250

/** Starts the site on a free port. */
export async function startManyHosts(): Promise<ManyHosts> {
  const requests: ManyHosts['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    requests.push({ host: request.headers.host ?? '', path: request.url ?? '', atMs: performance.now() })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answerIt = () => answer(request, Buffer.concat(chunks).toString('utf8'), response)
      if (request.url?.startsWith('/slow/') === true) setTimeout(answerIt, slowMs)
      else answerIt()
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

function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
  const host = request.headers.host ?? ''
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`)
  if (pathname.startsWith('/refused/')) {
    response.writeHead(429).end()
  } else if (pathname === '/missing') {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>There is no such page.')
  } else if (pathname === '/to') {
    response.writeHead(302, { location: searchParams.get('url') ?? '/' }).end()
  } else {
    const sent = pathname === '/echo' ? `${request.method} ${request.headers['content-type']} ${body}` : ''
    const text = `This is page ${pathname} of host ${numberOf(host)}. ${sent}`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<title>${pathname}</title><main><p>${text}</main>`)
  }
}

/** Returns the number from which `url` built a host address. */
function numberOf(host: string): number {
  const [, , net = 0, low = 1] = host.split(':')[0]!.split('.').map(Number)
  return net * hostsPerNet + low - 1
}
