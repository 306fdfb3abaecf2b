import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { budgetHeader } from '../tasks/browser-page.ts'
import { monotonicNow } from '../values/monotonic-now.ts'
import { workerCallLimits } from '../config/browser-limits.ts'
import type { WorkerProblem } from '../pages/worker-reply.ts'
import { answering, fakeWorker, type FakeAnswer } from './testing/fake-worker.ts'
import { WorkerCallError } from './worker-call-error.ts'
import type { WorkerReply } from './worker-outcome.ts'
import { WorkerSet, type WorkerCall } from './worker-set.ts'

/** A base URL at which nothing listens. */
const nowhere = 'http://127.0.0.1:1'

function pool(t: TestContext, ...urls: string[]): WorkerSet {
  const workers = new WorkerSet({ kind: 'browser', urls: urls.map((url) => new URL(url)), token: 'token' })
  t.after(() => workers.close())
  return workers
}

const call = (change: Partial<WorkerCall> = {}): WorkerCall => ({
  path: '/browser/network',
  task: '{"url":"https://e.com/"}',
  requestId: 'r-1',
  affinity: null,
  deadlineMs: Date.now() + 20_000,
  signal: new AbortController().signal,
  ...change,
})

async function textOf(reply: WorkerReply<WorkerProblem>): Promise<string> {
  return reply.kind === 'content' ? await reply.answer.text() : JSON.stringify(reply)
}

const codeOf =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof WorkerCallError && error.code === code

const ok = answering(200, { kind: 'result', result: {} })
const full = answering(429, { running: 1, capacity: 1, queued: 2 })
const draining = answering(503, {})
const dying: FakeAnswer = (_call, res) => {
  res.destroy()
}
const problem = (code: string, attempts: object[] = []) =>
  answering(200, { kind: 'problem', code, detail: 'told', attempts })

test('a call carries the task, the token, the deadline and the request id', async (t) => {
  const worker = await fakeWorker(t, ok)
  const reply = await pool(t, `${worker.url}/base`).call(call({ deadlineMs: monotonicNow() + 9_000 }))
  assert.equal(await textOf(reply), '{"kind":"result","result":{}}')
  const [seen] = worker.calls
  assert.equal(seen?.path, '/base/browser/network')
  assert.deepEqual(seen.task, { url: 'https://e.com/' })
  const { authorization, host, [budgetHeader]: budget, 'x-request-id': requestId } = seen.headers
  assert.deepEqual([authorization, requestId], ['Bearer token', 'r-1'])
  assert.ok(Number(budget) > 5_000 && Number(budget) <= 9_000, String(budget))
  assert.equal(`http://${host}`, worker.url)
})

test('a name is dialled at its addresses under its own name', async (t) => {
  const worker = await fakeWorker(t, ok)
  const { port } = new URL(worker.url)
  const lookup = async () => await Promise.resolve(['127.0.0.1'])
  const workers = new WorkerSet({ kind: 'browser', urls: [new URL(`http://pods.example:${port}`)], token: '', lookup })
  t.after(() => workers.close())
  await textOf(await workers.call(call()))
  assert.equal(worker.calls[0]?.headers.host, `pods.example:${port}`)
  assert.equal(worker.calls[0].headers.authorization, undefined)
})

for (const [name, answer] of [
  ['full', full],
  ['going away', draining],
  ['dying under the call', dying],
  ['without a browser', problem('browser_unavailable')],
] as const) {
  test(`when a worker is ${name} the other one is asked`, async (t) => {
    const bad = await fakeWorker(t, answer)
    const good = await fakeWorker(t, ok)
    const workers = pool(t, bad.url, good.url)
    for (let round = 0; round < 4; round += 1) {
      assert.equal(await textOf(await workers.call(call())), '{"kind":"result","result":{}}')
    }
    assert.equal(good.calls.length, 4)
  })
}

test('a worker that cannot be reached is replaced by the other one, and then left alone for a while', async (t) => {
  const good = await fakeWorker(t, ok)
  const workers = pool(t, nowhere, good.url)
  for (let round = 0; round < 6; round += 1) await textOf(await workers.call(call()))
  assert.equal(good.calls.length, 6)
})

test('never more than two workers are asked', async (t) => {
  const all = await Promise.all([1, 2, 3, 4].map(() => fakeWorker(t, full)))
  const workers = pool(t, ...all.map(({ url }) => url))
  await assert.rejects(workers.call(call()), codeOf('busy'))
  assert.equal(all.flatMap(({ calls }) => calls).length, 2)
})

test('a busy worker is reported as busy, whatever the state of the other one', async (t) => {
  const busy = await fakeWorker(t, full)
  for (const urls of [[busy.url], [busy.url, nowhere]]) {
    await assert.rejects(pool(t, ...urls).call(call()), codeOf('busy'))
  }
})

test('the shortest time that full workers ask for is passed on', async (t) => {
  const asking = async (...times: (string | null)[]): Promise<number | null> => {
    const all = times.map((time) => answering(429, {}, time === null ? {} : { 'retry-after': time }))
    const workers = await Promise.all(all.map(async (answer) => await fakeWorker(t, answer)))
    const error: unknown = await pool(t, ...workers.map(({ url }) => url))
      .call(call())
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof WorkerCallError)
    return error.retryAfterSecs
  }
  assert.equal(await asking('7', '3'), 3)
  assert.equal(await asking(null, '5'), 5)
  assert.equal(await asking('Sun, 22 Nov 2026 13:00:00 GMT'), null)
  assert.equal(await asking(null), null)
})

test('a scrape worker that has no browser is not replaced: the other one has the same browsers', async (t) => {
  const workers = await Promise.all([1, 2].map(async () => await fakeWorker(t, problem('browser_unavailable'))))
  const set = new WorkerSet({ kind: 'scrape', urls: workers.map(({ url }) => new URL(url)), token: '' })
  t.after(() => set.close())
  const reply = await set.call(call({ path: '/scrape', requestId: null }))
  assert.equal(reply.kind, 'problem')
  assert.equal(workers.flatMap(({ calls }) => calls).length, 1)
  assert.equal(workers.flatMap(({ calls }) => calls)[0]?.headers['x-request-id'], undefined)
})

test('errors name the kind of workers', async () => {
  for (const kind of ['browser', 'scrape'] as const) {
    const error: unknown = await new WorkerSet({ kind, urls: [], token: '' })
      .call(call())
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof WorkerCallError)
    assert.deepEqual([error.kind, error.code, error.message], [kind, 'unavailable', `no ${kind} worker can be reached`])
  }
})

test('without a worker that answers there is no browser', async (t) => {
  const away = await fakeWorker(t, draining)
  const gone = await fakeWorker(t, dying)
  for (const urls of [[], [nowhere], [away.url], [gone.url], [gone.url, nowhere]]) {
    await assert.rejects(pool(t, ...urls).call(call()), codeOf('unavailable'))
  }
})

test('a worker that refuses the token is no browser, any other refusal a fault of ours', async (t) => {
  const stranger = await fakeWorker(t, answering(401, {}))
  await assert.rejects(pool(t, stranger.url).call(call()), codeOf('unavailable'))
  for (const status of [400, 404, 413, 500]) {
    const broken = await fakeWorker(t, answering(status, {}))
    await assert.rejects(pool(t, broken.url).call(call()), codeOf('internal'))
  }
})

test('a problem is read, and one with attempts is not tried again', async (t) => {
  const worker = await fakeWorker(t, problem('browser_unavailable', [{ index: 1 }]))
  const reply = await pool(t, worker.url, worker.url.replace('127.0.0.1', '127.0.0.2')).call(call())
  assert.deepEqual(reply, { kind: 'problem', code: 'browser_unavailable', detail: 'told', attempts: [{ index: 1 }] })
  const alone = await fakeWorker(t, problem('browser_unavailable'))
  const told = await pool(t, alone.url).call(call())
  assert.equal(told.kind === 'problem' ? told.detail : '', 'told')
})

test('a call that must not be made twice goes to no other worker once one may have begun', async (t) => {
  const gone = await fakeWorker(t, dying)
  const other = await fakeWorker(t, dying)
  const workers = pool(t, gone.url, other.url)
  await assert.rejects(workers.call(call({ onlyOnce: true })), codeOf('unavailable'))
  assert.equal(gone.calls.length + other.calls.length, 1)
  for (const answer of [full, draining]) {
    const good = await fakeWorker(t, ok)
    const never = await fakeWorker(t, answer)
    for (let round = 0; round < 4; round += 1) {
      const two = pool(t, round % 2 === 0 ? never.url : nowhere, good.url)
      await textOf(await two.call(call({ onlyOnce: true })))
    }
    assert.equal(good.calls.length, 4)
  }
})

test('a worker that was restarted is called on a new connection', async (t) => {
  const worker = await fakeWorker(t, ok)
  const workers = pool(t, worker.url)
  await textOf(await workers.call(call()))
  let first = true
  worker.answer = (asked, res) => {
    if (!first) return ok(asked, res)
    first = false
    return dying(asked, res)
  }
  await textOf(await workers.call(call()))
  assert.equal(worker.calls.length, 3)
})

test('a caller who goes away takes the call with him', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const gone = new AbortController()
  const workers = pool(t, worker.url)
  const pending = workers.call(call({ signal: gone.signal }))
  while (worker.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const reason = new Error('gone')
  gone.abort(reason)
  await assert.rejects(pending, reason)
  await worker.calls[0]?.gone
  assert.equal(workers.inFlight(`${worker.url} 127.0.0.1`), 0)
})

test('a worker that is silent past the deadline is abandoned', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const deadlineMs = Date.now() - workerCallLimits.graceMs + 50
  await assert.rejects(pool(t, worker.url).call(call({ deadlineMs })), codeOf('over_budget'))
  await worker.calls[0]?.gone
})

test('with no time left nothing is tried again', async (t) => {
  const gone = await fakeWorker(t, dying)
  const other = await fakeWorker(t, dying)
  const workers = pool(t, gone.url, other.url)
  await assert.rejects(workers.call(call({ deadlineMs: Date.now() + 100 })), codeOf('over_budget'))
  assert.equal(gone.calls.length + other.calls.length, 1)
})

test('calls are counted while they are under way', async (t) => {
  const held: (() => void)[] = []
  const worker = await fakeWorker(t, (asked, res) => {
    held.push(() => void ok(asked, res))
  })
  const workers = pool(t, worker.url)
  const key = `${worker.url} 127.0.0.1`
  const replies = [workers.call(call()), workers.call(call())]
  while (held.length < 2) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(workers.inFlight(key), 2)
  for (const answer of held) answer()
  await Promise.all(replies.map(async (reply) => await textOf(await reply)))
  while (workers.inFlight(key) > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('an answer that is too large is refused before it is read', async (t) => {
  const worker = await fakeWorker(t, (_call, res) => {
    res.writeHead(200, { 'content-length': workerCallLimits.responseMaxBytes + 1 }).write('{"kind":')
  })
  await assert.rejects(pool(t, worker.url).call(call()), /answered with more than/)
  await worker.calls[0]?.gone
})

test('readiness is that of any worker', async (t) => {
  const one = await fakeWorker(t, ok)
  const other = await fakeWorker(t, ok)
  const workers = pool(t, nowhere, one.url, other.url)
  await workers.ping(2_000)
  one.ready = 503
  await workers.ping(2_000)
  other.ready = 503
  await assert.rejects(workers.ping(2_000))
  await assert.rejects(pool(t).ping(2_000))
})
