/** Waits for the end of a simulated job. */
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '@seine/shared/values/error-message.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { checkCounters, type ApiClient, type Body } from '../../stack/api-client.ts'

/** Returns the status of a job; the error when the connection failed. */
async function statusOf(api: Pick<ApiClient, 'repeated'>, id: string): Promise<Body | TypeError> {
  const answer = await api.repeated('GET', `/crawl/${id}`).catch((error: unknown) => {
    if (error instanceof TypeError) return error
    throw error
  })
  if (answer instanceof TypeError) return answer
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
 * @param limits replaces those of the simulation, for tests.
 * @throws Error when it does not end in time, or the gateway cannot be reached for too long.
 */
export async function finalStatus(
  api: Pick<ApiClient, 'repeated'>,
  id: string,
  faults: string[],
  signal: AbortSignal,
  limits: Record<'jobTimeoutMs' | 'statusPollMs' | 'unreachableMs', number> = scaleLimits,
): Promise<Body> {
  let isFaulty = false
  let reachedAt = performance.now()
  const endsAt = reachedAt + limits.jobTimeoutMs
  for (let before: Body | null = null; ;) {
    signal.throwIfAborted()
    const body = await statusOf(api, id)
    if (body instanceof TypeError) {
      if (performance.now() > reachedAt + limits.unreachableMs)
        throw new Error('the gateway cannot be reached', { cause: body })
    } else {
      reachedAt = performance.now()
      const fault: string | null = isFaulty ? null : counterFault(body, before)
      if (fault !== null) faults.push(`the counters of ${id}: ${fault}`)
      isFaulty ||= fault !== null
      if (body['completedAt'] !== undefined && body['completedAt'] !== null) return body
      before = body
    }
    if (performance.now() > endsAt) throw new Error(`a job does not end: ${JSON.stringify(before)}`)
    await delay(limits.statusPollMs)
  }
}
