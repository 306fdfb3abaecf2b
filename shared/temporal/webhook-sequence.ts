/** Numbering of the events of a webhook. Safe to import inside the workflow sandbox. */
import type { WebhookPlan } from './shapes.ts'

/** Returns the highest sequence of the events of this many finished pages, without a terminal event. */
export const lastSequence = (plan: WebhookPlan, finishedPages: number): number =>
  (plan.started ? 1 : 0) + (plan.page ? finishedPages : 0)
