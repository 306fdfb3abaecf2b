/** Waits for the end of a simulated job. */
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '@seine/shared/values/error-message.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { checkCounters, type ApiClient, type Body } from '../../stack/api-client.ts'

/** Returns the status of a job; null when the connection failed. */
async function statusOf(api: ApiClient, id: string): Promise<Body | null> {
  const answer = await api.repeated('GET', `/crawl/${id}`).catch((error: unknown) => {
    if (error instanceof TypeError) return null
    throw error
  })
  if (answer === null) return null
  if (answer.status === 200) return answer.body
  throw new Error(`a status was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Returns how a status violates the rules of the API for counters; null when it does not. */
function counterFault(body: Body, before: Body | null): string | null {
  try {
    checkCounters(body, before)
    return null
  } catch (error) {
    return errorMessage(error)
  }
}

/**
 * Waits for the end of a job, with fewer reads than a test, because they cost the stack CPU.
 * @param faults gets a text when the counters violate the rules of the API, once for a job: the run may take hours, and
 *   its other figures are still wanted.
 * @throws Error when it does not end in time.
 */
export async function finalStatus(api: ApiClient, id: string, faults: string[], signal: AbortSignal): Promise<Body> {
  let isFaulty = false
  const endsAt = performance.now() + scaleLimits.jobTimeoutMs
  for (let before: Body | null = null; ;) {
    signal.throwIfAborted()
    const body = await statusOf(api, id)
    if (body !== null) {
      const fault: string | null = isFaulty ? null : counterFault(body, before)
      if (fault !== null) faults.push(`the counters of ${id}: ${fault}`)
      isFaulty ||= fault !== null
      if (body['completedAt'] !== undefined && body['completedAt'] !== null) return body
      before = body
    }
    if (performance.now() > endsAt) throw new Error(`a job does not end: ${JSON.stringify(before)}`)
    await delay(scaleLimits.statusPollMs)
  }
}
