/** `POST .../pause` and `POST .../resume`: a job is told to rest or to go on, and the answer waits until it knows. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ApiError } from './api-error.ts'
import { readJobAnew, type JobQuestion, type StatusPorts } from './job-status.ts'
import type { ToldStatus } from './status-body.ts'

const jobFinished = ({ status }: ToldStatus): ApiError =>
  new ApiError('job_finished', `the job is ${status}; only a running job can be paused or resumed`)

/**
 * Pauses a job or resumes it; one that is as wanted is left as it is.
 * @param waitMs how long the answer waits for the workflow of the job.
 * @returns its status once the workflow of the job has taken the request up.
 * @throws ApiError `job_finished`; `workflow_service_unavailable` when no worker takes the request up in time,
 *   which stands all the same; and as `readJobAnew`.
 */
export async function setPaused(
  question: JobQuestion,
  paused: boolean,
  ports: StatusPorts,
  waitMs: number = gatewayLimits.pauseWaitMs,
): Promise<ToldStatus> {
  const before = await readJobAnew(question, ports)
  if (before.status !== 'running') throw jobFinished(before)
  // Sent although the job seems to be so: an earlier request may be stored that has not taken effect.
  const sent = await ports.engine.signal(question.id, paused ? 'pause' : 'resume')
  const until = performance.now() + waitMs
  for (;;) {
    const told = await readJobAnew(question, ports)
    // One that is resumed may end at once.
    if (told.status !== 'running' && (paused || !sent)) throw jobFinished(told)
    if (told.paused === paused) return told
    if (performance.now() >= until) {
      const what = paused ? 'pause' : 'resume'
      throw new ApiError(
        'workflow_service_unavailable',
        `the request to ${what} the job is stored, and no worker has taken it up yet; it has its effect as soon as one does`,
      )
    }
    await sleep(gatewayLimits.cancelPollMs)
  }
}
