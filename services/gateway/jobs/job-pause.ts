/** `POST .../pause` and `POST .../resume`: a job is told to rest or to go on, and the answer waits until it knows. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { ApiError } from '../http/api-error.ts'
import { readJobAnew, type JobQuestion, type StatusPorts } from './job-status.ts'
import type { ToldStatus } from './status-body.ts'

const jobFinished = (why: string): ApiError =>
  new ApiError('job_finished', `${why}; only a running job can be paused or resumed`)

/** Why a job can neither be paused nor resumed any more; null while it can. @throws as `readJobAnew` */
async function finishedProblem({ id, status }: ToldStatus, { engine }: StatusPorts): Promise<ApiError | null> {
  if (status !== 'running') return jobFinished(`the job is ${status}`)
  const run = await engine.describe(runIdOf(id))
  if (run === null || run.state === 'running') return null
  return jobFinished('the pages of the job have ended and its archives are being written')
}

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
  const finished = await finishedProblem(before, ports)
  if (finished !== null) throw finished
  // Sent although the job seems to be so: an earlier request may be stored that has not taken effect.
  const sent = await ports.engine.signal(question.id, paused ? 'pause' : 'resume')
  const until = performance.now() + waitMs
  let pauseMs: number = gatewayLimits.pausePollMs
  for (;;) {
    const told = await readJobAnew(question, ports)
    // One that is resumed may end at once.
    const ended = paused || !sent ? await finishedProblem(told, ports) : null
    if (ended !== null) throw ended
    if (told.paused === paused) return told
    if (performance.now() >= until) {
      const what = paused ? 'pause' : 'resume'
      throw new ApiError(
        'workflow_service_unavailable',
        `the request to ${what} the job is stored, and no worker has taken it up yet; it has its effect as soon as one does`,
      )
    }
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, gatewayLimits.pausePollMsMax)
  }
}
