/** An uncaught error in each process while it works: logged, drained, ended, restarted. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PartName } from '@seine/tools/stack/part.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

interface LogLine {
  level: number
  msg: string
  err?: { message: string }
}

describe('a process in which an error is not caught', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack({
      site: { latencyMs: 20, slowFactor: 2 },
      browser: true,
      environment: { NODE_OPTIONS: `--import ${import.meta.resolve('./fault-on-signal.ts')}` },
    })
  })
  after(async () => await t?.close())

  const logOf = (name: PartName): LogLine[] =>
    readFileSync(join(t.stack.file.logs, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)

  /** Raises an error in a process and waits until its replacement is ready. */
  async function fail(name: PartName, how: 'SIGUSR2' | 'SIGHUP'): Promise<void> {
    const part = t.stack.part(name)
    const { pid } = part
    assert.ok(pid !== null)
    const linesBefore = logOf(name).length
    process.kill(pid, how)
    while (part.pid === pid) await sleep(50)
    const said = logOf(name).slice(linesBefore)
    const fault = said.find(({ level }) => level === 60)
    assert.match(fault?.err?.message ?? '', /an injected (?:fault|rejection)/)
    const drained = said.findIndex(({ msg }) => msg === 'the process has drained')
    assert.ok(drained > said.indexOf(fault!), `${name} has not drained: ${JSON.stringify(said)}`)
    await part.ready()
  }

  const slow = { path: '/trouble/slow' }
  /** Starts a slow call and waits until its page is being loaded. */
  async function callUnderWay(more: object): Promise<{ answer: Promise<{ status: number }> }> {
    const seen = t.site.requests.length
    const answer = t.api.request('POST', '/scrape', { url: `${t.site.origin}${slow.path}`, max_age: 0, ...more })
    while (!t.site.requests.slice(seen).some((request) => request.path === slow.path)) await sleep(10)
    return { answer }
  }

  it('a scrape worker answers the call it has and hands its slices over', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 150 })
    await t.api.watch(id, (body) => body.completed >= 20 || body.status !== 'crawling')
    const { answer } = await callUnderWay({ js_render: false })
    await fail('scrapeWorker', 'SIGUSR2')
    assert.equal((await answer).status, 200)
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed], ['completed', 150])
    assert.equal((await t.api.request('POST', '/scrape', { url: t.site.url, js_render: false })).status, 200)
  })

  it('a browser worker answers the capture it has and leaves no browser behind', async () => {
    const captured = t.api.request('POST', '/browser/network', { url: t.site.url, wait_ms: 2_000 })
    await sleep(1_000)
    await fail('browserWorker', 'SIGHUP')
    assert.equal((await captured).status, 200)
    assert.equal((await t.api.request('POST', '/browser/network', { url: t.site.url })).status, 200)
  })

  it('a gateway answers the request it has', async () => {
    const { answer } = await callUnderWay({ js_render: false })
    await fail('gateway', 'SIGUSR2')
    assert.equal((await answer).status, 200)
    assert.equal((await t.api.request('GET', '/version')).status, 200)
  })
})
