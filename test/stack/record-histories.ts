/**
 * Records workflow histories for the replay test: of each way in which a job can end, of its webhooks and
 * deliveries, of the runs of a watch, and of the sweep. Usage: `node test/stack/record-histories.ts [name...]`, with
 * the tools named as in `./dev test`; without a name all are recorded anew. Keep old histories: jobs that began with
 * them may still be running.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { eventIdOf } from '@seine/shared/api/schemas/webhook-event.ts'
import { implicitInput } from '@seine/shared/sessions/session-store.ts'
import { createSessionClient } from '@seine/shared/sessions/temporal-sessions.ts'
import type { SessionGrant } from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import {
  emailDeliveryIdOf,
  runIdOf,
  sessionWorkflowIdOf,
  targetDeliveryIdOf,
  taskQueues,
  watchMailIdOf,
  watchNoticesIdOf,
  watchRunIdOf,
  webhookDeliveryIdOf,
  webhookRedeliveryIdOf,
  workflowTypes,
} from '@seine/shared/temporal/names.ts'
import { hasEnded } from '../receiver/job-events.ts'
import { startMailServer } from '../receiver/mail-server.ts'
import { failingFirst } from '../receiver/reactions.ts'
import { startReceiver } from '../receiver/receiver.ts'
import { redeliver } from './delivery-log.ts'
import { saveHistory } from './history-files.ts'
import { startWithShortHistory } from './long-history.ts'
import { startTargetStore } from './target-store.ts'
import { startTestStack } from './test-stack.ts'
import { beginRun, createWatch, endOfRun, makeRun } from './watch-runs.ts'

const receiver = await startReceiver()
const mails = await startMailServer()
const lake = await startTargetStore()
const t = await startTestStack({
  site: { latencyMs: 10 },
  egressAllow: [`127.0.0.1/32:${receiver.port}`],
  environment: {
    SEINE_WEBHOOK_SCHEDULE: '0,1,1,1,1,1',
    SEINE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    SEINE_MAIL_FROM: 'seine@example.org',
    SEINE_DELIVERY_TARGETS_FILE: lake.targetsFile,
  },
})

/** Saves the latest run of a workflow. */
const save = async (name: string, workflowId: string): Promise<void> =>
  await saveHistory(name, await t.temporal.workflow.getHandle(workflowId).fetchHistory())

/** Saves the lifecycle of a job and every run of its chain. */
async function record(name: string, id: string): Promise<void> {
  await save(`${name}-lifecycle`, id)
  let part = 0
  for await (const { runId } of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) {
    await saveHistory(`${name}-run-${part}`, await t.temporal.workflow.getHandle(runIdOf(id), runId).fetchHistory())
    part += 1
  }
}

const many = (n: number) => new URL(`/many/?n=${n}`, t.site.url).href
const told = { webhook: { url: receiver.url }, email: 'someone@example.org' }

const sessions = createSessionClient(t.temporal)

/** Takes a lease. @returns its fence. */
async function lease(ref: SessionRef, leaseMs: number): Promise<number> {
  const grant: SessionGrant | null = await sessions.acquire(ref, { holder: 'a recording', leaseMs, waitMs: 30_000 })
  if (grant?.kind !== 'granted') throw new Error(`no lease: ${JSON.stringify(grant)}`)
  return grant.fence
}

const recordings: Readonly<Record<string, (name: string) => Promise<void>>> = {
  async completed(name) {
    const id = await t.api.start({ url: t.site.url, limit: 120 })
    await t.api.watch(id)
    await record(name, id)
  },
  async cancelled(name) {
    const id = await t.api.start({ url: many(2_000) })
    await t.api.watch(id, (body) => body.completed >= 30)
    await t.api.cancel(id)
    await t.api.watch(id)
    await record(name, id)
  },
  async 'budget-spent'(name) {
    const id = await t.api.start({ url: many(9_000), scheduleToCloseTimeoutSecs: 3 })
    await t.api.watch(id)
    await record(name, id)
  },
  async refused(name) {
    const id = await t.api.start({ url: new URL('/private/', t.site.url).href })
    await t.api.watch(id)
    await record(name, id)
  },
  async 'worker-killed'(name) {
    const id = await t.api.start({ url: many(400), heartbeatTimeoutSecs: 1 })
    await t.api.watch(id, (body) => body.completed >= 60)
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    await t.api.watch(id)
    await record(name, id)
  },
  async batch(name) {
    const urls = Array.from({ length: 300 }, (_, at) => new URL(`/many/?n=300&at=${at}`, t.site.url).href)
    const id = await t.api.startBatch({ urls })
    await t.api.watch(id)
    await record(name, id)
  },
  async session(name) {
    const playbook = { start_url: t.site.url }
    const { body } = await t.api.request('POST', '/sessions', { domain: new URL(t.site.url).hostname, playbook })
    const ref = { tenant: 'default', id: String(body['session_id']) }
    const fence = await lease(ref, 60_000)
    const waits = lease(ref, 1_000)
    await sessions.relogin(ref, { fence, leaseMs: 60_000 }, 120_000)
    await sessions.release(ref, { fence, stateKey: null })
    await waits
    // Its holder never releases it.
    await sessions.release(ref, { fence: await lease(ref, 60_000), stateKey: null })
    await t.api.request('PUT', `/sessions/${ref.id}`, { ttl_seconds: 600, playbook })
    await sessions.refresh(ref)
    await lease(ref, 60_000)
    await sessions.remove(ref, { force: true })
    await save(name, sessionWorkflowIdOf(ref))
  },
  async 'session-continued'(name) {
    const ref = { tenant: 'default', id: `recorded-${randomUUID()}` }
    const input = implicitInput(ref, { domain: 'example.com' }, randomUUID())
    await sessions.start({ ...input, stateKey: null, bounds: { historyEventsMax: 30 } })
    for (let uses = 0; uses < 8; uses += 1) {
      await sessions.release(ref, { fence: await lease(ref, 60_000), stateKey: null })
    }
    await sessions.remove(ref, { force: false })
    let part = 0
    for await (const { runId } of t.temporal.workflow.list({ query: `WorkflowId = '${sessionWorkflowIdOf(ref)}'` })) {
      await saveHistory(
        `${name}-${part}`,
        await t.temporal.workflow.getHandle(sessionWorkflowIdOf(ref), runId).fetchHistory(),
      )
      part += 1
    }
  },
  async 'continued-as-new'(name) {
    const like = await t.api.start({ url: t.site.url, limit: 120 })
    await t.api.watch(like)
    const id = await startWithShortHistory(t, like, { historyEventsMax: 30 })
    await t.api.watch(id)
    await record(name, id)
  },
  async told(name) {
    receiver.react(({ nth, event: { sequence } }) => failingFirst(sequence % 15 === 2 ? 2 : 0)({ nth }))
    mails.refuse(451, 1)
    const id = await t.api.start({ url: many(40), limit: 40, sitemap: 'skip', ...told })
    await t.api.watch(id)
    await receiver.until(hasEnded(id))
    for (const workflowId of [webhookDeliveryIdOf(id), emailDeliveryIdOf(id)]) {
      await t.temporal.workflow.getHandle(workflowId).result()
    }
    await record(name, id)
    await save(`${name}-webhooks`, webhookDeliveryIdOf(id))
    await save(`${name}-email`, emailDeliveryIdOf(id))
  },
  async 'told-cancelled'(name) {
    receiver.react(() => ({ status: 204 }))
    const id = await t.api.start({ url: many(2_000), ...told })
    await t.api.watch(id, (body) => body.completed >= 30)
    await t.api.cancel(id)
    await t.api.watch(id)
    await t.temporal.workflow.getHandle(webhookDeliveryIdOf(id)).result()
    await record(name, id)
    await save(`${name}-webhooks`, webhookDeliveryIdOf(id))
  },
  /** A job of one page that finds pages which do not count: its run moves to a workflow of its own. */
  async 'small-moved'(name) {
    const like = await t.api.start({ url: t.site.url, limit: 1, includePaths: ['/private/'] })
    await t.api.watch(like)
    const id = await startWithShortHistory(t, like, { historyEventsMax: 20 })
    await t.api.watch(id)
    await record(name, id)
  },
  /** A job of one page, with a sitemap, that is paused for a moment: it has no workflow for its run. */
  async small(name) {
    const id = await t.api.start({ url: t.site.url, limit: 1 })
    await t.api.request('POST', `/crawl/${id}/pause`)
    await t.api.request('POST', `/crawl/${id}/resume`)
    await t.api.watch(id)
    await record(name, id)
  },
  /** A crawl, and a job of one page that ends in a local activity: histories of the compact form. */
  async compact(name) {
    const id = await t.api.start({ url: t.site.url, limit: 120 })
    await t.api.watch(id)
    await record(name, id)
  },
  async 'compact-small'(name) {
    const id = await t.api.start({ url: t.site.url, limit: 1, sitemap: 'skip' })
    await t.api.watch(id)
    await record(name, id)
  },
  async redelivered(name) {
    receiver.react(() => ({ status: 204 }))
    const id = await t.api.start({ url: t.site.url, limit: 1, ...told })
    await t.api.watch(id)
    await t.temporal.workflow.getHandle(webhookDeliveryIdOf(id)).result()
    const eventId = eventIdOf(id, 1)
    receiver.react(({ nth }) => ({ status: nth === 2 ? 500 : 204 }))
    await redeliver(t, id, eventId)
    await t.temporal.workflow.getHandle(webhookRedeliveryIdOf(id, eventId)).result()
    await save(name, webhookRedeliveryIdOf(id, eventId))
  },
  async delivered(name) {
    await writeFile(lake.secretFile, 'wrong')
    const id = await t.api.start({ url: t.site.url, limit: 1, deliver_to: ['lake', 'second'] })
    await t.api.watch(id)
    await writeFile(lake.secretFile, 'secret')
    for (const target of ['lake', 'second']) {
      await t.temporal.workflow.getHandle(targetDeliveryIdOf(id, target)).result()
    }
    await record(name, id)
    await save(`${name}-target`, targetDeliveryIdOf(id, 'lake'))
  },
  async watched(name) {
    receiver.react(() => ({ status: 204 }))
    const crawl = { url: many(60), limit: 60, sitemap: 'skip', deliver_to: ['lake'] }
    const watchId = await createWatch(t.api, { crawl, webhook: { url: receiver.url }, email: 'someone@example.org' })
    const watch = { tenant: 'default', id: watchId }
    const tick = { taskQueue: taskQueues.control, args: [{ tenant: watch.tenant, watchId, overlap: 'skip' }] }
    await t.temporal.workflow.execute(workflowTypes.watchTick, { ...tick, workflowId: `${name}-${watchId}` })
    await save(`${name}-tick`, `${name}-${watchId}`)
    await makeRun(t.api, watchId)
    await t.temporal.workflow.getHandle(watchRunIdOf(watch)).result()
    await save(`${name}-run`, watchRunIdOf(watch))
    // While a run is in progress, the schedule's is skipped.
    const { run_id: runId, job_id: jobId } = await beginRun(t.api, watchId)
    await t.temporal.workflow.execute(workflowTypes.watchTick, { ...tick, workflowId: `${name}-skipped-${watchId}` })
    await save(`${name}-tick-skipped`, `${name}-skipped-${watchId}`)
    await t.api.cancel(String(jobId))
    await endOfRun(t.api, watchId, String(runId))
    await t.temporal.workflow.getHandle(watchRunIdOf(watch)).result()
    await save(`${name}-run-cancelled`, watchRunIdOf(watch))
    await t.temporal.workflow.getHandle(watchNoticesIdOf(watch)).result()
    await save(`${name}-notices`, watchNoticesIdOf(watch))
  },
  /** A run of a watch whose job fails, with a mail that its server takes with the second try. */
  async 'watched-mail'(name) {
    const crawl = { url: many(9_000), sitemap: 'skip', scheduleToCloseTimeoutSecs: 3 }
    const watchId = await createWatch(t.api, { crawl, email: 'someone@example.org' })
    mails.refuse(451, 1)
    const { run_id: runId } = await makeRun(t.api, watchId)
    const watch = { tenant: 'default', id: watchId }
    await t.temporal.workflow.getHandle(watchRunIdOf(watch)).result()
    await save(`${name}-run`, watchRunIdOf(watch))
    await t.temporal.workflow.getHandle(watchMailIdOf(watch, String(runId))).result()
    await save(name, watchMailIdOf(watch, String(runId)))
  },
  async sweep(name) {
    const workflowId = `recorded-${randomUUID()}`
    const taskQueue = taskQueues.control
    await t.temporal.workflow.execute(workflowTypes.retentionSweep, { taskQueue, workflowId })
    await save(name, workflowId)
  },
}

try {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(recordings)
  for (const name of names) {
    const recording = recordings[name]
    if (recording === undefined) throw new Error(`there is nothing to record by the name of ${name}`)
    await recording(name)
  }
} finally {
  await t.close()
  await receiver.close()
  await lake.close()
  await mails.close()
}
