/** How the events of a webhook are numbered. Safe to import inside the workflow sandbox. */
import type { WebhookPlan } from './shapes.ts'

/** The highest sequence among the events of so many finished pages, without a terminal one. */
export const lastSequence = (plan: WebhookPlan, finishedPages: number): number =>
  (plan.started ? 1 : 0) + (plan.page ? finishedPages : 0)
