/** The workflow types of the `control` queue; the bundle starts here. */
export { batchRun } from './batch-run.ts'
export { crawlRun } from './crawl-run.ts'
export { emailDelivery } from './email-delivery.ts'
export { jobLifecycle } from './job-lifecycle.ts'
export { retentionSweep } from './retention-sweep.ts'
export { session } from './session.ts'
export { webhookDelivery } from './webhook-delivery.ts'
export { webhookRedelivery } from './webhook-redelivery.ts'
