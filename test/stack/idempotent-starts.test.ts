/** Starts that are repeated: by callers in a hurry, and by callers whose gateway has just died. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let t: TestStack

before(async () => {
  t = await startTestStack()
})

after(async () => {
  await t?.close()
})

const onePage = () => ({ url: t.site.url, limit: 1, sitemap: 'skip' })

const start = async (key: string, body: object = onePage()): Promise<Answer> =>
  await t.api.request('POST', '/crawl', body, { 'idempotency-key': key })

/** Asks until the gateway answers with something that is not its being away. */
async function startStubbornly(key: string): Promise<Answer> {
  for (let tries = 0; tries < 6_000; tries += 1) {
    const answer = await start(key).catch(() => null)
    if (answer !== null && answer.status !== 503) return answer
    await sleep(50)
  }
  throw new Error(`no answer for ${key}`)
}

/** So many starts have been answered when the gateway is killed. */
const killsAfter = [20, 75, 140]

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

/** With SIGKILL; the next one is started at once, because a supervisor waits longer each time. */
async function killGateway(): Promise<void> {
  const gateway = t.stack.part('gateway')
  await gateway.stop({ now: true })
  await gateway.start()
}

/** Ids of jobs that were started before the last test. */
const earlier = new Set<string>()

/** Ids of the lifecycle workflows there are, each once. */
async function workflowIds(): Promise<string[]> {
  const ids: string[] = []
  for await (const { workflowId } of t.temporal.workflow.list({ query: "WorkflowType = 'jobLifecycle'" })) {
    ids.push(workflowId)
  }
  return ids
}

describe('starts under an idempotency key', () => {
  it('give one job and one answer, however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, async (_, at) => ({
        key: `at-once-${at % 10}`,
        ...(await start(`at-once-${at % 10}`)),
      })),
    )
    for (const { body } of answers) earlier.add(body.id)
    for (const own of Map.groupBy(answers, ({ key }) => key).values()) {
      assert.deepEqual(
        own.map(({ status }) => status),
        own.map(() => 202),
        JSON.stringify(own.map(({ body }) => body)),
      )
      assert.equal(new Set(own.map(({ body }) => body.id)).size, 1)
      assert.equal(new Set(own.map(({ body }) => body['runId'])).size, 1)
      assert.equal(own.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true').length, 1)
    }
  })

  it('are refused for another request, and replayed when the job is over', async () => {
    const first = await start('once')
    earlier.add(first.body.id)
    await t.api.watch(first.body.id)
    const again = await start('once')
    assert.equal(again.status, 202)
    assert.deepEqual({ ...again.body, request_id: '' }, { ...first.body, request_id: '' })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await start('once', { ...onePage(), limit: 2 })
    assert.equal(other.status, 422)
    assert.equal(other.body.code, 'idempotency_key_reused')
  })

  it('lose no job and start none twice while the gateway is killed again and again', async () => {
    const keys = Array.from({ length: 200 }, (_, at) => `through-kills-${at}`)
    const ids = new Map<string, string>()
    const waiting = keys.values()
    const caller = async (): Promise<void> => {
      for (const key of waiting) {
        const answer = await startStubbornly(key)
        assert.equal(answer.status, 202, JSON.stringify(answer.body))
        ids.set(key, answer.body.id)
      }
    }
    const calling = Promise.all(Array.from({ length: 8 }, caller))
    // Each time in the middle of what it is doing: eight starts are under way.
    for (const answered of killsAfter) {
      await Promise.race([until(() => ids.size >= answered), calling])
      await killGateway()
    }
    await calling
    assert.equal(new Set(ids.values()).size, keys.length)
    for (const key of keys) assert.equal((await startStubbornly(key)).body.id, ids.get(key))
    for (const id of ids.values()) assert.equal((await t.api.watch(id)).status, 'completed')
    const expected = [...earlier, ...ids.values()].toSorted()
    let started = await workflowIds()
    // The list of workflows may tell of the newest a moment late.
    for (let tries = 0; started.length < expected.length && tries < 600; tries += 1) {
      await sleep(100)
      started = await workflowIds()
    }
    assert.deepEqual(started.toSorted(), expected)
  })
})
