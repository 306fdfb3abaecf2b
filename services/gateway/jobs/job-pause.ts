/** `POST .../pause` and `POST .../resume`: signals the job and waits until its workflow has processed the signal. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { readJobAnew, runOf, type JobQuestion, type StatusPorts } from './job-status.ts'
import type { JobView } from './status-body.ts'

const jobFinished = (why: string): ApiError =>
  new ApiError('job_finished', `${why}; only a running job can be paused or resumed`)

/** Returns why a job can no longer be paused or resumed; null while it can. @throws as `readJobAnew` */
async function finishedProblem({ id, status }: JobView, { engine }: StatusPorts): Promise<ApiError | null> {
  if (status !== 'running') return jobFinished(`the job is ${status}`)
  const run = await runOf(id, engine)
  if (run === null || run.state === 'running') return null
  return jobFinished('the pages of the job have ended and its archives are being written')
}

/**
 * Returns why a job cannot be paused or resumed once more; null while it can. Each request makes the history of its
 * workflow longer. A paused job can always be resumed.
 */
async function tooOftenProblem(
  { id, paused: isPaused }: JobView,
  paused: boolean,
  { engine }: StatusPorts,
): Promise<ApiError | null> {
  if (isPaused && !paused) return null
  const lifecycle = await engine.describe(id)
  if (lifecycle === null || lifecycle.historyLength <= gatewayLimits.pauseHistoryEventsMax) return null
  const rule = 'a job can be paused and resumed about a thousand times'
  const message = `${rule}; this job can only be cancelled, or resumed while it is paused`
  return invalidRequest([{ pointer: '', code: 'limit_exceeded', message }])
}

/**
 * Pauses or resumes a job; has no effect on a job already in the requested state.
 * @param waitMs how long the response waits for the workflow of the job, milliseconds.
 * @returns its status once the workflow of the job has processed the request.
 * @throws ApiError `job_finished`; `limit_exceeded` when it has been paused too often; `workflow_service_unavailable`
 *   when no worker processes the request in time, in which case it stays stored; and as `readJobAnew`.
 */
export async function setPaused(
  question: JobQuestion,
  paused: boolean,
  ports: StatusPorts,
  waitMs: number = gatewayLimits.pauseWaitMs,
): Promise<JobView> {
  const before = await readJobAnew(question, ports)
  const finished = await finishedProblem(before, ports)
  if (finished !== null) throw finished
  const tooOften = await tooOftenProblem(before, paused, ports)
  if (tooOften !== null) throw tooOften
  // Sent even when the job already appears to be in that state: an earlier opposite request may be stored but not yet
  // effective.
  const { total, completed, failed, stalls } = before
  const reported = { total, completed, failed, stalls }
  const sent = await ports.engine.signal(question.id, paused ? 'pause' : 'resume', reported)
  const until = performance.now() + waitMs
  let pauseMs: number = gatewayLimits.pausePollMs
  for (;;) {
    const view = await readJobAnew(question, ports)
    // A resumed job may end immediately.
    const ended = paused || !sent ? await finishedProblem(view, ports) : null
    if (ended !== null) throw ended
    if (view.paused === paused) return view
    if (performance.now() >= until) {
      const what = paused ? 'pause' : 'resume'
      throw new ApiError(
        'workflow_service_unavailable',
        `the request to ${what} the job is stored, but no worker has processed it yet; it takes effect as soon as one does`,
      )
    }
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, gatewayLimits.pausePollMsMax)
  }
}
