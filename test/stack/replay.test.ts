import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'
import { Worker } from '@temporalio/worker'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { builtWorkflows } from './built-workflows.ts'
import { download } from './api-client.ts'
import { readHistories } from './history-files.ts'
import { startWithShortHistory } from './long-history.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** The first event of a recorded history. */
interface StartedEvent {
  workflowExecutionStartedEventAttributes: { input: { payloads: { data: string }[] } }
}

describe('replay', () => {
  let workflowBundle: Awaited<ReturnType<typeof builtWorkflows>>
  before(async () => {
    workflowBundle = await builtWorkflows()
  })

  it('replays every recorded history without a difference', async () => {
    const histories = await readHistories()
    assert.ok(histories.length >= 10)
    const seen: string[] = []
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      assert.equal(error, undefined, `${workflowId}: ${error?.message}`)
      seen.push(workflowId)
    }
    assert.equal(seen.length, histories.length)
  })

  it('replays jobs of a newer gateway that a worker of the release before has begun', async () => {
    const begun = (await readHistories()).filter(({ workflowId }) => /^(completed|small)/.test(workflowId))
    assert.ok(begun.length >= 5)
    const histories = begun.map(({ workflowId, history }) => {
      const { events } = structuredClone(history) as { events: StartedEvent[] }
      const [input] = events[0]!.workflowExecutionStartedEventAttributes.input.payloads
      const fields = JSON.parse(Buffer.from(input!.data, 'base64').toString()) as object
      input!.data = Buffer.from(JSON.stringify({ ...fields, compactHistory: true })).toString('base64')
      return { workflowId, history: { events } }
    })
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      assert.equal(error, undefined, `${workflowId}: ${error?.message}`)
    }
  })

  it('gives errors of workflows a stack of the place where they were thrown, which costs little', async () => {
    const context = createContext({ __webpack_module_cache__: {} })
    runInContext(await readFile(workflowBundle.codePath, 'utf8'), context)
    const stack = runInContext(`const thrower = () => new Error('no'); (() => thrower().stack)()`, context) as string
    assert.match(stack, /^Error: no\n {4}at thrower [^\n]*$/)
  })

  it('notices a history that does not fit', async () => {
    const [recorded] = await readHistories()
    const text = JSON.stringify(recorded!.history).replaceAll('finaliseJob', 'somethingElse')
    const broken = { workflowId: 'broken', history: JSON.parse(text) as unknown }
    for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [broken])) {
      assert.ok(error !== undefined)
    }
  })
})

describe('a run that continues as new', () => {
  let t: TestStack
  const site = { latencyMs: 0 }
  before(async () => {
    t = await startTestStack({ site })
  })
  after(async () => await t?.close())

  /** Returns the number of runs in the chain of a job. */
  async function runsOf(id: string): Promise<number> {
    let runs = 0
    for await (const _ of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) runs += 1
    return runs
  }

  it('ends with the same pages as one that does not, whether events or bytes are too many', async () => {
    const whole = await t.api.start({ url: t.site.url, limit: 150 })
    const expected = await download((await t.api.watch(whole)).s3PresignedUrls?.['markdown'])
    for (const bounds of [{ historyEventsMax: 30, compactHistory: true as const }, { historyBytesMax: 6_000 }]) {
      const id = await startWithShortHistory(t, whole, bounds)
      const final = await t.api.watch(id)
      assert.equal(final.status, 'completed')
      const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
      assert.deepEqual(manifest.files, expected.manifest.files)
      const runs = await runsOf(id)
      assert.ok(runs > 1, `${runs} runs with ${JSON.stringify(bounds)}`)
    }
  })

  it('is paused, resumed and cancelled like one that does not', async () => {
    const whole = await t.api.start({ url: t.site.url, limit: 150 })
    await t.api.watch(whole)
    site.latencyMs = 500
    const id = await startWithShortHistory(t, whole, { historyEventsMax: 20, compactHistory: true })
    while ((await runsOf(id)) < 2) await sleep(100)
    assert.equal((await t.api.request('POST', `/crawl/${id}/pause`)).status, 200)
    await sleep(2_000)
    const requests = t.site.requests.length
    await sleep(1_500)
    assert.equal(t.site.requests.length, requests)
    assert.equal((await t.api.request('POST', `/crawl/${id}/resume`)).status, 200)
    await t.api.watch(id, ({ completed, inFlight }) => inFlight > 0 && completed < 140)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.ok(final.completed < 150, `${final.completed} pages`)
    const run = await t.temporal.workflow.getHandle(runIdOf(id)).describe()
    assert.equal(run.status.name, 'CANCELLED')
    const history = await t.temporal.workflow.getHandle(id).fetchHistory()
    const workflowBundle = await builtWorkflows()
    for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [{ workflowId: id, history }])) {
      assert.equal(error, undefined, error?.message)
    }
  })
})
