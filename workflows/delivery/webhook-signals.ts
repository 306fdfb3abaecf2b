/** Signals that the workflows of a job send to the chain of its webhook events. */
import { defineSignal } from '@temporalio/workflow'
import type { JobEnded, PagesDue } from '@seine/shared/temporal/shapes.ts'

export const pagesDue = defineSignal<[PagesDue]>('pagesDue')
export const jobEnded = defineSignal<[JobEnded]>('jobEnded')
