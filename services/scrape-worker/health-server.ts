/**
 * Health endpoints of a worker: `/livez` says the process turns, `/readyz` that it can take work.
 * Liveness ignores Temporal and the store: a restart would only interrupt slices.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NativeConnection, Worker } from '@temporalio/worker'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

export interface HealthParts {
  workers: readonly Worker[]
  temporal: NativeConnection
  store: Store
}

export interface HealthServer {
  url: string
  close(): Promise<void>
}

/** Serves the endpoints on loopback-reachable addresses. @param port 0 = a free one. */
export async function startHealthServer(port: number, parts: HealthParts): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
    }
    if (request.url === '/livez') return answer(isAlive(parts) ? 200 : 503, { workers: states(parts) })
    if (request.url !== '/readyz') return answer(404, { error: 'not found' })
    readiness(parts).then(
      (problems) => answer(problems.length === 0 ? 200 : 503, { workers: states(parts), problems }),
      (error: unknown) => answer(503, { problems: [String(error)] }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const states = ({ workers }: HealthParts): string[] => workers.map((worker) => worker.getState())

const isAlive = (parts: HealthParts): boolean => !states(parts).some((state) => state === 'FAILED')

async function readiness(parts: HealthParts): Promise<string[]> {
  const problems = states(parts).flatMap((state) => (state === 'RUNNING' ? [] : [`a worker is ${state}`]))
  const deadline = Date.now() + temporalLimits.rpcDeadlineMs
  const [temporal, store] = await Promise.allSettled([
    parts.temporal.withDeadline(deadline, () => parts.temporal.workflowService.getSystemInfo({})),
    parts.store.ping(AbortSignal.timeout(temporalLimits.rpcDeadlineMs)),
  ])
  if (temporal.status === 'rejected') problems.push('Temporal does not answer')
  if (store.status === 'rejected') problems.push('the object store does not answer')
  return problems
}
