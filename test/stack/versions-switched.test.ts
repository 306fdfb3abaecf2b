/** Workers that get a version and lose it again: workflows that outlive a release work both ways, and jobs end. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runIdOf, sessionWorkflowIdOf, webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { hasEnded } from '../receiver/job-events.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { startExtraWorker, type ExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { patientWebhooks, setCurrent, stillRunning, versionOf, versionsOf } from './worker-versions.ts'

describe('versions of workers', { timeout: 600_000 }, () => {
  const site = { latencyMs: 20 }
  let t: TestStack
  let receiver: Receiver
  const extra: ExtraWorker[] = []
  before(async () => {
    receiver = await startReceiver()
    t = await startTestStack({
      site,
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: patientWebhooks,
    })
    receiver.expect([t.stack.file.webhookSecret])
  })
  after(async () => {
    await Promise.all(extra.map(async (worker) => await worker.stop()))
    await t?.close()
    await receiver?.close()
  })

  const sessionId = `switched.${randomUUID()}`
  const session = sessionWorkflowIdOf({ tenant: 'default', id: sessionId })
  /** Makes the session take a step, as its owner does: no activity of the stack's scrape worker is needed. */
  const changeSession = async (): Promise<void> => {
    assert.equal((await t.api.request('PUT', `/sessions/${sessionId}`, { ttl_seconds: 3600 })).status, 200)
  }
  const startWorker = (version: Record<string, string>): ExtraWorker => {
    const worker = startExtraWorker(t, {
      ...version,
      ...patientWebhooks,
      SEINE_EGRESS_ALLOW: [t.site.port, receiver.port].map((port) => `127.0.0.1/32:${port}`).join(','),
    })
    extra.push(worker)
    return worker
  }

  /** Changes the session until a version takes the step: a new version is known everywhere only after some moments. */
  const sessionComesTo = async (version: string | null): Promise<void> => {
    await changeSession()
    while ((await versionsOf(t, session)).at(-1) !== version) {
      await sleep(200)
      await changeSession()
    }
  }

  /** A job whose completion event is never accepted, so that its webhook workflow stays open. */
  let told = ''

  it('come to what was begun without one', async () => {
    const asked = { session_id: sessionId, domain: '127.0.0.1', playbook: { headers: { 'X-Kept': 'yes' } } }
    assert.equal((await t.api.request('POST', '/sessions', asked)).status, 201)
    await changeSession()
    receiver.react(() => ({ status: 503 }))
    const url = new URL('/many/?n=120', t.site.url).href
    told = await t.api.start({ url, sitemap: 'skip', webhook: { url: receiver.url, events: ['completed'] } })
    await t.api.watch(told, ({ completed }) => completed >= 20)
    // The job must still be running when the version changes.
    site.latencyMs = 12_000
    startWorker(versionOf('v1'))
    await setCurrent(t, 'v1')
    assert.equal((await t.api.status(told)).status, 'crawling')
    site.latencyMs = 20
    await t.stack.part('scrapeWorker').stop()

    await sessionComesTo('v1')
    assert.equal((await t.api.watch(told)).status, 'completed')
    for (const id of [session, told]) assert.deepEqual(await versionsOf(t, id), [null, 'v1'])
    while ((await versionsOf(t, webhookDeliveryIdOf(told))).at(-1) !== 'v1') await sleep(200)
  })

  it('change with the next release', async () => {
    startWorker(versionOf('v2'))
    await setCurrent(t, 'v2')
    await sessionComesTo('v2')
    while ((await stillRunning(t, 'v1')) > 0) await sleep(200)
    await extra.shift()?.stop()
    await changeSession()
  })

  it('go again', async () => {
    const pinned = await t.api.start({ url: t.site.url, limit: 20 })
    assert.equal((await t.api.watch(pinned)).status, 'completed')
    for (const id of [pinned, runIdOf(pinned)]) assert.deepEqual(await versionsOf(t, id), ['v2'])

    startWorker({})
    await setCurrent(t, null)
    await sessionComesTo(null)
    while ((await stillRunning(t, 'v2')) > 0) await sleep(200)
    await extra.shift()?.stop()
    await changeSession()
    receiver.react(() => ({ status: 200 }))
    await receiver.until(hasEnded(told))
    assert.equal((await versionsOf(t, webhookDeliveryIdOf(told))).at(-1), null)
    const fresh = await t.api.start({ url: t.site.url, limit: 20 })
    assert.equal((await t.api.watch(fresh)).status, 'completed')
    assert.deepEqual(await versionsOf(t, fresh), [null])
  })
})
