/**
 * Checks whether the proxy and the country that a request pins are configured. Workers hold the provider settings and
 * credentials, the gateway holds neither, so it asks a scrape worker.
 */
import type { ProxyTask } from '@seine/shared/tasks/scrape-task.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import { WorkerFault } from '@seine/shared/worker-calls/worker-call.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { ApiError } from '../http/api-error.ts'
import type { CallableWorkers } from '../http/relayed-call.ts'

export interface ProxyCheckPorts {
  scrapers: CallableWorkers
}

/**
 * Checks the proxy and country of a request. `auto` without a country needs no check: it can always be served. When no
 * worker answers, the request is accepted, and its pages fail with the same code.
 * @param pinned proxy and country of the request.
 * @throws ApiError `proxy_not_configured`.
 */
export async function checkProxy({ proxy, geolocation }: ProxyTask, { scrapers }: ProxyCheckPorts): Promise<void> {
  if (proxy === 'auto' && geolocation === null) return
  const task: ProxyTask = { proxy, geolocation }
  try {
    const reply = await scrapers.call({
      path: '/proxies',
      task: JSON.stringify(task),
      requestId: null,
      affinity: null,
      deadlineMs: monotonicNow() + gatewayLimits.proxyCheckMs,
      signal: new AbortController().signal,
    })
    if (reply.kind === 'content') await reply.answer.text()
    else if (reply.code === 'proxy_not_configured') throw new ApiError(reply.code, reply.detail)
  } catch (error) {
    // There may be no worker at the moment, and an older worker does not know this task.
    if (!(error instanceof WorkerCallError || error instanceof WorkerFault)) throw error
  }
}
