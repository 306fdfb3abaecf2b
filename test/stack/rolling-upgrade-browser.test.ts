/** Two releases in parallel, with pages that need a browser: a job uses only the browsers of its release. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runIdOf, taskQueues } from '@seine/shared/temporal/names.ts'
import { startExtraWorker, type ExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { setCurrent, versionOf } from './worker-versions.ts'

describe('a rolling upgrade of browser workers', { timeout: 600_000 }, () => {
  const site = { latencyMs: 20 }
  let t: TestStack
  const next: ExtraWorker[] = []
  before(async () => {
    t = await startTestStack({ site, browser: true, environment: versionOf('v1') })
    await setCurrent(t, 'v1')
  })
  after(async () => {
    await Promise.all(next.map(async (worker) => await worker.stop()))
    await t?.close()
  })

  /** Returns the processes whose browsers have worked on a job. */
  async function processesOf(id: string): Promise<number[]> {
    const { events } = await t.temporal.workflow.getHandle(runIdOf(id)).fetchHistory()
    const slices = new Set<string>()
    const seen = new Set<number>()
    for (const { eventId, activityTaskScheduledEventAttributes: scheduled, ...event } of events ?? []) {
      if (scheduled?.taskQueue?.name === taskQueues.browserPages) slices.add(String(eventId))
      const { scheduledEventId, identity } = event.activityTaskStartedEventAttributes ?? {}
      if (slices.has(String(scheduledEventId))) seen.add(Number.parseInt(identity ?? '', 10))
    }
    return [...seen]
  }

  it('leaves a running job to the browsers of the release that began it', async () => {
    const asked = { url: t.site.url, scrape: { js_render: true }, limit: 30, sitemap: 'skip' }
    const old = await t.api.start(asked)
    await t.api.watch(old, ({ completed }) => completed >= 2)
    // The job must still be running when the version changes.
    site.latencyMs = 5_000
    for (const part of ['scrapeWorker', 'browserWorker'] as const) {
      next.push(startExtraWorker(t, versionOf('v2'), part))
    }
    await setCurrent(t, 'v2')
    assert.equal((await t.api.status(old)).status, 'crawling')
    site.latencyMs = 20
    const fresh = await t.api.start({ ...asked, limit: 10 })

    for (const [id, pages] of [
      [old, asked.limit],
      [fresh, 10],
    ] as const) {
      const { status, completed, failed } = await t.api.watch(id)
      assert.deepEqual([status, completed, failed], ['completed', pages, 0])
    }
    assert.deepEqual(await processesOf(old), [t.stack.part('browserWorker').pid])
    assert.deepEqual(await processesOf(fresh), [next[1]?.pid])
  })
})
