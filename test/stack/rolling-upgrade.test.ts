/**
 * Two releases in parallel: a job ends on the workers of the release that began it; a session moves to the new release,
 * and so do the pending webhooks of a job. The later release is really incompatible: it could not continue a crawl of
 * the earlier one.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from '@temporalio/worker'
import { bundleWorkflows } from '@seine/scrape-worker/bundle.ts'
import { runIdOf, sessionWorkflowIdOf, webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { hasEnded } from '../receiver/job-events.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { manyPages } from '../site/many-pages.ts'
import { startExtraWorker, type ExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { patientWebhooks, setCurrent, stillRunning, versionOf, versionsOf } from './worker-versions.ts'

describe('a rolling upgrade', { timeout: 600_000 }, () => {
  const site = { latencyMs: 20 }
  let t: TestStack
  let receiver: Receiver
  /** The job of the first version. */
  let old = ''
  let folder: string
  let nextBundle: Awaited<ReturnType<typeof bundleWorkflows>>
  let next: ExtraWorker | null = null
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-upgrade-'))
    nextBundle = await bundleWorkflows(fileURLToPath(import.meta.resolve('./next-version/index.ts')))
    await writeFile(join(folder, 'next.js'), nextBundle.code)
    receiver = await startReceiver()
    t = await startTestStack({
      site,
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: { ...versionOf('v1'), ...patientWebhooks },
    })
    receiver.expect([t.stack.file.webhookSecret])
    await setCurrent(t, 'v1')
  })
  after(async () => {
    await next?.stop()
    await t?.close()
    await receiver?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const historyOf = async (id: string) => await t.temporal.workflow.getHandle(id).fetchHistory()

  const few = manyPages(120)
  const crawl = () => ({ url: new URL(few.start, t.site.url).href, sitemap: 'skip' })
  const sessionId = `upgrade.${randomUUID()}`
  const useSession = async () => {
    const asked = { url: `${t.site.origin}/`, session_id: sessionId, js_render: false, max_age: 0 }
    return (await t.api.request('POST', '/scrape', asked)).status
  }

  it('leaves a running job to the workers that began it, and gives new ones to the next version', async () => {
    const session = { session_id: sessionId, domain: '127.0.0.1', playbook: { headers: { 'X-Kept': 'yes' } } }
    assert.equal((await t.api.request('POST', '/sessions', session)).status, 201)
    assert.equal(await useSession(), 200)
    receiver.react(() => ({ status: 503 }))
    old = await t.api.start({ ...crawl(), webhook: { url: receiver.url, events: ['completed'] } })
    await t.api.watch(old, ({ completed }) => completed >= 20)
    // The job must still be running when the version changes.
    site.latencyMs = 12_000

    next = startExtraWorker(t, {
      ...versionOf('v2'),
      ...patientWebhooks,
      SEINE_WORKFLOW_BUNDLE: join(folder, 'next.js'),
      SEINE_EGRESS_ALLOW: [t.site.port, receiver.port].map((port) => `127.0.0.1/32:${port}`).join(','),
    })
    await setCurrent(t, 'v2')
    assert.equal((await t.api.status(old)).status, 'crawling')
    site.latencyMs = 20
    const fresh = await t.api.start(crawl())
    const [oldEnd, freshEnd] = await Promise.all([t.api.watch(old), t.api.watch(fresh)])

    for (const { status, completed, failed } of [oldEnd, freshEnd]) {
      assert.deepEqual([status, completed, failed], ['completed', few.paths.length, 0])
    }
    for (const id of [old, runIdOf(old)]) assert.deepEqual(await versionsOf(t, id), ['v1'])
    for (const id of [fresh, runIdOf(fresh)]) assert.deepEqual(await versionsOf(t, id), ['v2'])

    // The failure from which pinning protects the first job.
    const replayed = Worker.runReplayHistories({ workflowBundle: nextBundle, replayName: 'next' }, [
      { workflowId: runIdOf(old), history: await historyOf(runIdOf(old)) },
    ])
    for await (const { error } of replayed) assert.match(String(error), /[Nn]ondeterminism/)
  })

  it('leaves nothing with the old version once its jobs have ended, so that its workers can go', async () => {
    // A session moves with its next step, a webhook workflow with its next attempt.
    assert.equal(await useSession(), 200)
    while ((await stillRunning(t, 'v1')) > 0) await sleep(200)
    await t.stack.part('scrapeWorker').stop()

    const id = await t.api.start({ ...crawl(), limit: 20 })
    const { status, failed } = await t.api.watch(id)
    assert.deepEqual([status, failed], ['completed', 0])
    assert.deepEqual(await versionsOf(t, sessionWorkflowIdOf({ tenant: 'default', id: sessionId })), ['v1', 'v2'])
    receiver.react(() => ({ status: 200 }))
    await receiver.until(hasEnded(old))
    assert.deepEqual(await versionsOf(t, webhookDeliveryIdOf(old)), ['v1', 'v2'])

    const ended = await next?.stop()
    next = null
    assert.equal(ended?.code, 0, ended?.log)
  })
})
