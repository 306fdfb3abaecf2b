/** Readiness checks of parts: a port, a health endpoint, or a check specific to the part. */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { stackLimits } from '../checkout/stack-limits.ts'

/** Repeats the check until it succeeds. @throws the signal's reason once it is aborted. */
export async function until(check: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if (await check()) return
    await delay(stackLimits.readyPollMs, undefined, { signal }).catch(() => {})
  }
}

/** Returns true when this port of 127.0.0.1 accepts connections. */
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

/** Returns true when a GET of the URL is answered with 200. */
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
 * Returns the search attributes of the default namespace; null when the server does not (yet) return them over HTTP.
 */
async function knownAttributes(httpPort: number): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${httpPort}/api/v1/namespaces/default/search-attributes`, {
      signal: AbortSignal.timeout(stackLimits.readyProbeTimeoutMs),
    })
    const body = (await response.json()) as { customAttributes?: Record<string, unknown> }
    return response.ok ? (body.customAttributes ?? {}) : null
  } catch {
    return null
  }
}

/**
 * Returns true when the Temporal server serves the default namespace with every search attribute: before that, starting
 * a workflow would fail. Uses Temporal's HTTP API, because loading its client for this one request would cost a good
 * part of the server's own start time.
 * @param port port of the gRPC service, which must accept connections as well.
 */
export async function servesNamespace(
  port: number,
  httpPort: number,
  searchAttributes: readonly string[],
): Promise<boolean> {
  const known = await knownAttributes(httpPort)
  return known !== null && searchAttributes.every((name) => name in known) && (await acceptsConnections(port))
}
