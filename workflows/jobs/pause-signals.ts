/** Signals that pause and resume a job. The gateway sends them to the job, which passes them on to its run. */
import { defineSignal } from '@temporalio/workflow'
import type { ReportedCounters } from '@seine/shared/temporal/shapes.ts'
import { jobSignals } from '@seine/shared/temporal/names.ts'

/** With the counters that callers have seen; gateways of older releases, and the job to its run, send none. */
export const pauseSignal = defineSignal<[reported?: ReportedCounters]>(jobSignals.pause)
export const resumeSignal = defineSignal(jobSignals.resume)
