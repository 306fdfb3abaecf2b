/** Signals that pause and resume a job. The gateway sends them to the job, which passes them on to its run. */
import { defineSignal } from '@temporalio/workflow'
import { jobSignals } from '@seine/shared/temporal/names.ts'

export const pauseSignal = defineSignal(jobSignals.pause)
export const resumeSignal = defineSignal(jobSignals.resume)
