/**
 * Requests that create something, such as a job. Each has an idempotency key, and when its answer is lost, the same
 * request has the same key again: whatever the service did with the first one, it is done once.
 */
import { viewLimits } from '../console-view-limits.ts'
import { call } from './call.ts'
import { ServiceAway, ServiceProblem } from './service-problem.ts'
import { atSignOut } from './session.ts'

/** Keys of requests without a definite answer, by path and body, and when they were sent last. */
const openKeys = new Map<string, { key: string; atMs: number }>()

atSignOut(() => openKeys.clear())

/** `crypto.randomUUID` exists in secure contexts only. */
const randomId = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** After these errors it is not known whether the service has done what was asked. */
const isOpen = (error: unknown): boolean =>
  error instanceof ServiceAway || (error instanceof ServiceProblem && error.status >= 500)

/**
 * Sends a `POST` and returns its JSON.
 * @param path below the root of the service.
 * @param body sent as JSON; absent: none.
 * @throws as `call` does.
 */
export async function startOnce<T>(path: string, body?: unknown): Promise<T> {
  const name = JSON.stringify([path, body])
  const nowMs = performance.now()
  const open = openKeys.get(name)
  // Later, the same request is meant to be done again.
  const isRepeated = open !== undefined && nowMs - open.atMs < viewLimits.openKeyMs
  const key = isRepeated ? open.key : randomId()
  openKeys.set(name, { key, atMs: nowMs })
  let remains = false
  try {
    return await call<T>(path, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    remains = isOpen(error)
    throw error
  } finally {
    if (!remains) openKeys.delete(name)
  }
}
