/**
 * Records the jobs of this release as data for the test of upgrades: a crawl and a batch that have ended, and a crawl
 * that is under way. Usage, before a release: `node test/stack/record-release.ts`, with the tools named as in
 * `./dev test`. Data of earlier releases stays as it is.
 */
import assert from 'node:assert/strict'
import { defaultPayloadConverter } from '@temporalio/common'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import manifest from '../package.json' with { type: 'json' }
import { startWithShortHistory } from './long-history.ts'
import { saveRelease, takeObjects, type ReleaseJob, type ReleaseRun } from './release-data.ts'
import { releaseSite, startReleaseSite } from './release-site.ts'
import { startTestStack } from './test-stack.ts'

const site = await startReleaseSite(150)
const t = await startTestStack({ egressAllow: releaseSite.egressAllow })

async function ended(id: string): Promise<ReleaseJob> {
  const { status } = await t.api.watch(id)
  assert.equal(status, 'completed')
  return { id, objects: await takeObjects(t.store, id) }
}

/** Pauses a job after its run has continued as new. */
async function underWay(id: string): Promise<ReleaseRun> {
  const continued = async (): Promise<ReleaseRun['input'] | null> => {
    for await (const { runId, status } of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) {
      if (status.name !== 'RUNNING') continue
      const { events } = await t.temporal.workflow.getHandle(runIdOf(id), runId).fetchHistory()
      const payload = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]
      const input = defaultPayloadConverter.fromPayload<ReleaseRun['input']>(payload!)
      return 'state' in input ? input : null
    }
    return null
  }
  await t.api.watch(id, ({ completed }) => completed >= 20)
  let input: ReleaseRun['input'] | null = null
  while (input === null) input = await continued()
  const { status } = await t.api.request('POST', `/crawl/${id}/pause`)
  assert.equal(status, 200)
  await t.api.watch(id, ({ inFlight }) => inFlight === 0)
  const { memo = {} } = await t.temporal.workflow.getHandle(id).describe()
  return { id, objects: await takeObjects(t.store, id), input, memo }
}

try {
  const crawl = await ended(await t.api.start({ url: releaseSite.url, output: ['markdown', 'html'] }))
  const urls = Array.from({ length: 8 }, (_, page) => `${releaseSite.url}pages/${page + 1}`)
  const batch = await ended(await t.api.startBatch({ urls, output: ['markdown'] }))
  const run = await underWay(await startWithShortHistory(t, crawl.id, { historyEventsMax: 15 }))
  const keys = Object.keys(run.objects)
  console.log(`under way: ${keys.length} objects, state ${JSON.stringify(run.input.state)}`)
  await saveRelease({ version: manifest.version, crawl, batch, underWay: run })
  await t.api.cancel(run.id)
} finally {
  await t.close()
  await site.close()
}
