/**
 * The operations port of a process: `/livez`, `/readyz` and `/metrics`, for probes and for Prometheus. It is a separate
 * port, so that callers of the API cannot reach it. It listens before the other parts of the process are created, so
 * that a probe sees that the process is starting, and why it cannot.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Health, HealthReport } from './health.ts'
import type { Logger } from './logger.ts'
import { metricsContentType, metricsPage } from './metrics-page.ts'

export interface OpsServer {
  port: number
  close(): Promise<void>
}

interface Page {
  status: number
  contentType: string
  text: string
}

const json = (status: number, body: object): Page => ({
  status,
  contentType: 'application/json',
  text: `${JSON.stringify(body)}\n`,
})

const reported = (report: HealthReport): Page => json(report.problems.length === 0 ? 200 : 503, report)

async function pageAt(path: string, health: Health): Promise<Page> {
  switch (path) {
    case '/livez':
      return reported(await health.liveness())
    case '/readyz':
      return reported(await health.readiness())
    case '/metrics':
      return { status: 200, contentType: metricsContentType, text: await metricsPage() }
    default:
      return json(404, { error: 'the paths are /livez, /readyz and /metrics' })
  }
}

function send(response: ServerResponse, { status, contentType, text }: Page, withBody: boolean): void {
  const headers = {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(withBody ? text : undefined)
}

/**
 * Starts the server.
 * @param config address and port; 0: a free port, which is logged.
 * @throws the error of the socket, such as EADDRINUSE.
 */
export async function startOpsServer(
  config: Pick<Config, 'SEINE_OPS_HOST' | 'SEINE_OPS_PORT'>,
  logger: Pick<Logger, 'info' | 'error'>,
  health: Health,
): Promise<OpsServer> {
  const server = createServer((request, response) => {
    const method = request.method ?? ''
    if (method !== 'GET' && method !== 'HEAD') {
      send(response, json(405, { error: 'use the method GET' }), true)
      return
    }
    pageAt(request.url?.split('?')[0] ?? '', health)
      .catch((error: unknown) => {
        logger.error({ err: error, path: request.url }, 'an operations page failed')
        return json(500, { error: 'an unexpected fault; the log of the process has the details' })
      })
      .then((page) => send(response, page, method === 'GET'))
      .catch((error: unknown) => logger.error({ err: error }, 'an operations page could not be sent'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.SEINE_OPS_PORT, config.SEINE_OPS_HOST, resolve)
  })
  const { port } = server.address() as AddressInfo
  logger.info({ host: config.SEINE_OPS_HOST, port }, 'the operations port is listening')
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
