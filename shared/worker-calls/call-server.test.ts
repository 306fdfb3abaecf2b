import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerCallLimits } from '../config/browser-limits.ts'
import { createLogger } from '../observability/logger.ts'
import { startCallServer, type Call, type CallServer } from './call-server.ts'

const logger = createLogger('call-server-test', { SEINE_LOG_LEVEL: 'silent' })
/** More than the buffers of two sockets hold. */
const large = 'x'.repeat(20_000_000)

let server: CallServer
/** Signals of the calls that wait until their caller disconnects. */
const waiting: AbortSignal[] = []

before(async () => {
  server = await startCallServer({
    host: '127.0.0.1',
    port: 0,
    tokens: [],
    logger,
    calls: {
      '/large': async () => await Promise.resolve({ status: 200, body: { large } }),
      '/too-large': async () =>
        await Promise.resolve({ status: 200, body: { large: '\u0001'.repeat(workerCallLimits.responseMaxBytes / 6) } }),
      '/wait': async ({ signal }: Call) => {
        waiting.push(signal)
        await once(signal, 'abort')
        throw signal.reason as Error
      },
    },
    probes: {},
  })
})

after(async () => {
  await server?.close()
})

const url = (path: string): string => `http://127.0.0.1:${server.port}${path}`

/** Requests the path and returns the response once its head has arrived; the body is not read. */
async function ask(path: string): Promise<IncomingMessage> {
  const asked = request(url(path), { method: 'POST' })
  asked.end('{}')
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

async function noneOpen(): Promise<void> {
  while (server.open > 0) await new Promise((resolve) => setImmediate(resolve))
}

describe('the call server', () => {
  it('counts a call as open until its caller has the whole answer', async () => {
    const response = await ask('/large')
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(server.open, 1)
    let bytes = 0
    for await (const chunk of response) bytes += (chunk as Buffer).length
    assert.equal(bytes, Number(response.headers['content-length']))
    await noneOpen()
  })

  it('answers a problem where the answer is longer than callers read', async () => {
    const answer = await fetch(url('/too-large'), { method: 'POST', body: '{}' })
    assert.equal(answer.status, 200)
    const { kind, code, attempts } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual({ kind, code, attempts }, { kind: 'problem', code: 'all_attempts_failed', attempts: [] })
    await noneOpen()
  })

  it('aborts a call whose caller goes away', async () => {
    const gone = new AbortController()
    const answer = fetch(url('/wait'), { method: 'POST', body: '{}', signal: gone.signal })
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    gone.abort()
    await assert.rejects(answer)
    await noneOpen()
    assert.ok(waiting.every(({ aborted }) => aborted))
  })

  it('lets calls under way come to their end when it drains, cuts those that take too long, and takes no more', async (t) => {
    const aborted: unknown[] = []
    const begun: string[] = []
    const leaving = await startCallServer({
      host: '127.0.0.1',
      port: 0,
      tokens: [],
      logger,
      calls: {
        '/short': async () => {
          begun.push('short')
          await sleep(200)
          return { status: 200, body: { done: true } }
        },
        '/long': async ({ signal }) => {
          begun.push('long')
          await once(signal, 'abort')
          // A call that is aborted still returns what it holds.
          await sleep(100)
          aborted.push('long')
          throw signal.reason as Error
        },
      },
      probes: {},
    })
    t.after(async () => await leaving.close())
    const post = async (path: string) =>
      await fetch(`http://127.0.0.1:${leaving.port}${path}`, { method: 'POST', body: '{}' })
    const [short, long] = [post('/short'), assert.rejects(post('/long'))]
    while (begun.length < 2) await sleep(5)
    const drained = leaving.drain(1_000)
    const refused = await post('/short')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.deepEqual(await (await short).json(), { done: true })
    await Promise.all([drained, long])
    assert.deepEqual(aborted, ['long'])
  })

  it('says what is wrong with a task that is too large or no JSON', async () => {
    const asked = async (body: string): Promise<number> => (await fetch(url('/wait'), { method: 'POST', body })).status
    assert.equal(await asked('x'.repeat(workerCallLimits.bodyMaxBytes + 1)), 413)
    assert.equal(await asked('{'), 400)
  })
})
