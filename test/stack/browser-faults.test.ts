/**
 * Captures through the API while browsers, pages and callers fail: every call ends in time, and no resource is left.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { NetworkResult } from '@seine/shared/api/schemas/network-result.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { until, type SeenProcess } from '../browser/pool-lab.ts'
import { childrenOf, descriptorsOf, killProcess, renderersOf, usualBrowsers } from '../browser/worker-browsers.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const atATime = 4
/** Twice the concurrency: the slot of a caller that disconnected is free only after its page is closed. */
const slots = 2 * atATime
const processes = 2
/** Rows R7 and soak of the reliability table, at a smaller size. */
const captures = 40
const pageTimeoutMs = 30_000
/** Time an answer may take beyond the time of its page, milliseconds. */
const extraMs = 60_000

let stack: TestStack
let fixture: Fixture

before(async () => {
  fixture = await startFixture({
    '/': html('<title>Home</title><h1>Home</h1><script>fetch("/api")</script>'),
    '/api': (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    '/hang': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>begun</h1>'),
    '/loop': html('<h1>loop</h1><script>addEventListener("load", () => { for (;;) {} })</script>'),
    '/alert': html('<script>alert(1); confirm(2); prompt(3)</script><h1>after</h1>'),
    '/popup': html('<h1>opener</h1><script>open("/"); open("/alert")</script>'),
    '/close': html('<h1>closing</h1><script>close()</script>'),
    '/reset': (request) => request.socket.destroy(),
    '/download': (_request, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename=a', 'content-type': 'x/y' }).end('bytes'),
  })
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${fixture.port}`],
    environment: { SEINE_BROWSER_SLOTS: String(slots), SEINE_BROWSER_PROCESSES: String(processes) },
  })
})

after(async () => {
  await stack?.close()
  await fixture?.close()
})

const workerPid = (): number => stack.stack.file.pids.browserWorker!

const children = async (): Promise<SeenProcess[]> => await childrenOf(workerPid())

async function memoryMib(): Promise<number> {
  const status = await readFile(`/proc/${workerPid()}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024
}

const pressure = async (): Promise<{ running: number; queued: number }> => {
  const answer = await fetch(`${stack.browserWorker!.url}/pressure`)
  return (await answer.json()) as { running: number; queued: number }
}

interface Ended {
  path: string
  /** Null when the caller disconnected. */
  status: number | null
  success: boolean
  /** How each attempt ended. */
  attempts: string[]
  elapsedMs: number
}

async function capture(path: string, body: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Ended> {
  const startedMs = performance.now()
  const ended = (status: number | null, result: Partial<NetworkResult> = {}): Ended => ({
    path,
    status,
    success: result.success === true,
    attempts: result.attempts?.map(({ outcome }) => outcome) ?? [],
    elapsedMs: performance.now() - startedMs,
  })
  const { file } = stack.stack
  try {
    const answer = await fetch(`${file.gateway}/browser/network`, {
      method: 'POST',
      headers: { authorization: `Bearer ${file.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: fixture.origin + path, timeout: pageTimeoutMs, ...body }),
      signal: signal ?? null,
    })
    return ended(answer.status, (await answer.json()) as Partial<NetworkResult>)
  } catch (error) {
    if (signal?.aborted === true) return ended(null)
    throw error
  }
}

/** Runs all captures, `atATime` at a time. */
async function captureAll(one: (index: number) => Promise<Ended>): Promise<Ended[]> {
  const results: Ended[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < captures) {
      const index = next
      next += 1
      results.push(await one(index))
    }
  }
  await Promise.all(Array.from({ length: atATime }, lane))
  return results
}

const late = (results: readonly Ended[]): Ended[] =>
  results.filter(({ elapsedMs }) => elapsedMs > pageTimeoutMs + extraMs)

/**
 * Waits until the worker is back in its earlier state: no calls, no zombies, no more browsers, and no more descriptors
 * than kept connections need.
 */
async function backTo(earlier: { browsers: number; descriptors: number }): Promise<void> {
  await until('no call is under way', async () => (await pressure()).running === 0)
  await until('there are no more browsers than before, and no zombie', async () => {
    const now = await children()
    const { length } = usualBrowsers(now)
    return length > 0 && length <= earlier.browsers && now.every(({ state }) => state !== 'Z')
  })
  await until(
    'the descriptors are closed',
    async () => (await descriptorsOf(workerPid())) <= earlier.descriptors + atATime * 4,
  )
}

/** Returns the state of the worker once all its browsers run: it starts the second one when the first is busy. */
async function withAllBrowsers(): Promise<{ browsers: number; descriptors: number }> {
  const running = async (): Promise<number> => usualBrowsers(await children()).length
  await until('all browsers run', async () => {
    await Promise.all(Array.from({ length: atATime }, () => capture('/')))
    return (await running()) === processes
  })
  return { browsers: await running(), descriptors: await descriptorsOf(workerPid()) }
}

describe('a browser or a page that is killed every few captures', () => {
  it('costs no call its answer', async () => {
    const earlier = await withAllBrowsers()
    const running = new Set<Promise<Ended>>()
    let struck: Promise<Ended>[] = []
    let turn = Promise.resolve()
    // A call may lose one attempt, not several in a row: a call whose attempt was killed gets its answer before the
    // next kill.
    const strike = (how: () => Promise<void>): void => {
      turn = turn.then(async () => {
        await Promise.allSettled(struck)
        const underWay = [...running]
        await how()
        struck = [...underWay, ...running]
      })
    }
    const results = await captureAll(async (index) => {
      const call = capture('/')
      running.add(call)
      if (index % 10 === 4) strike(async () => killProcess((await children())[index % 2]?.pid))
      if (index % 10 === 9) {
        strike(async () => {
          for (const pid of await renderersOf(workerPid())) killProcess(pid)
        })
      }
      return await call.finally(() => running.delete(call))
    })
    await turn
    assert.deepEqual(late(results), [])
    const failed = results.filter(({ status, success }) => status !== 200 || !success)
    assert.deepEqual(failed, [])
    await backTo(earlier)
  })
})

describe('pages and callers of every kind', () => {
  it('leave the worker as it was', async () => {
    const earlier = await withAllBrowsers()
    const memoryBefore = await memoryMib()
    const paths = ['/', '/hang', '/loop', '/alert', '/popup', '/close', '/reset', '/download', '/', '/gone'] as const
    const results = await captureAll(async (index) => {
      const path = paths[index % paths.length]!
      if (path === '/gone') return await capture('/hang', {}, AbortSignal.timeout(100 + index * 10))
      if (path === '/loop') return await capture(path, { timeout: 1_500, wait_selector: '#never' })
      return await capture(path, path === '/hang' ? { timeout: 1_000 } : {})
    })
    assert.deepEqual(late(results), [])
    assert.deepEqual(
      results.filter(({ status }) => status !== 200 && status !== null),
      [],
    )
    const good = results.filter(({ path }) => path === '/' || path === '/alert' || path === '/download')
    assert.ok(good.every(({ success }) => success))
    await backTo(earlier)
    assert.ok((await memoryMib()) < memoryBefore + 150, 'the memory of the worker is about as before')
    assert.equal((await capture('/')).success, true)
  })
})
