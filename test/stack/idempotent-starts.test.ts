/** Repeated starts: by callers that retry early, and by callers whose gateway has just died. */
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

/** Repeats the start until the gateway is available and answers. */
async function startStubbornly(key: string): Promise<Answer> {
  for (let tries = 0; tries < 6_000; tries += 1) {
    const answer = await start(key).catch(() => null)
    if (answer !== null && answer.status !== 503) return answer
    await sleep(50)
  }
  throw new Error(`no answer for ${key}`)
}

/** The gateway is killed after each of these numbers of answered starts. */
const killsAfter = [8, 24, 40]

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

/** Kills the gateway with SIGKILL; the next one is started at once, because a supervisor waits longer each time. */
async function killGateway(): Promise<void> {
  const gateway = t.stack.part('gateway')
  await gateway.stop({ now: true })
  await gateway.start()
}

/** Ids of jobs started before the last test. */
const earlier = new Set<string>()

/** Ids of all lifecycle workflows, each once. */
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
      Array.from({ length: 32 }, async (_, at) => ({
        key: `at-once-${at % 4}`,
        ...(await start(`at-once-${at % 4}`)),
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
    const keys = Array.from({ length: 60 }, (_, at) => `through-kills-${at}`)
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
    // Each kill interrupts work: eight starts are in progress.
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
    // The list of workflows may include the newest one only after a moment.
    for (let tries = 0; started.length < expected.length && tries < 600; tries += 1) {
      await sleep(100)
      started = await workflowIds()
    }
    assert.deepEqual(started.toSorted(), expected)
  })
})
