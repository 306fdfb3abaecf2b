/** When a part can be used: its port, its health endpoint, its own word. */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { stackLimits } from '../cli-limits.ts'

/** Asks again and again. @throws the signal's reason once it is aborted. */
export async function until(check: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if (await check()) return
    await delay(stackLimits.readyPollMs, undefined, { signal }).catch(() => {})
  }
}

/** True when something accepts connections on this port of 127.0.0.1. */
export async function acceptsConnections(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: stackLimits.readyProbeTimeoutMs })
    const answer = (result: boolean) => () => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false))
  })
}

/** True when a GET of the URL is answered with 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(stackLimits.readyProbeTimeoutMs) })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

/**
 * True when the Temporal server serves the default namespace with every search attribute: before
 * that, starting a workflow would fail.
 */
export async function servesNamespace(port: number, searchAttributes: readonly string[]): Promise<boolean> {
  if (!(await acceptsConnections(port))) return false
  const { createTemporalClient } = await import('@seine/shared/temporal/connection.ts')
  const namespace = 'default'
  const temporal = createTemporalClient({
    SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    SEINE_TEMPORAL_NAMESPACE: namespace,
  })
  const { connection } = temporal
  try {
    return await connection.withDeadline(Date.now() + stackLimits.readyProbeTimeoutMs, async () => {
      await connection.workflowService.describeNamespace({ namespace })
      const known = await connection.operatorService.listSearchAttributes({ namespace })
      return searchAttributes.every((name) => name in known.customAttributes)
    })
  } catch {
    return false
  } finally {
    await temporal.close()
  }
}
