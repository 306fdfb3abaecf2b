import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { BrowserLostError } from '@seine/activities/browser/pool/contract.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import {
  browserPids,
  openContext,
  poolProcesses,
  startPoolLab,
  until,
  zombieChildren,
  type PoolLab,
} from './pool-lab.ts'

/** The release takes 3 s at most; the rest is for a busy machine. */
const releaseMaxMs = 20_000

/** Runs a step and returns its duration, milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Ignores promises of a page that may never settle. */
const forget = (work: Promise<unknown>): void => void work.catch(() => {})

describe('a pool of browsers', () => {
  let lab: PoolLab
  let site: Fixture

  before(async () => {
    lab = await startPoolLab()
    site = await startFixture({
      '/cookie': html('<p>cookie</p>', { 'set-cookie': 'who=first; Path=/' }),
      '/plain': html('<p>plain</p>'),
    })
  })
  after(async () => {
    await lab?.close()
    await site?.close()
  })

  test('keeps contexts apart: cookies of one are unknown to the other', async () => {
    // The fixture replaces a proxy: it gets requests with absolute URLs and uses only the path.
    const [first, second] = await Promise.all([openContext(lab), openContext(lab)])
    await first.context.setCookie({ name: 'who', value: 'first', domain: '127.0.0.1', path: '/' })
    assert.equal((await first.context.cookies()).length, 1)
    assert.equal((await second.context.cookies()).length, 0)
    assert.notEqual(first.contextId, second.contextId)
    await Promise.all([first.release(), second.release()])
  })

  test('says which browser it is', async () => {
    const lease = await openContext(lab)
    assert.match(lease.version, /^\d+\.\d+\.\d+\.\d+$/)
    assert.equal(lease.engine, lab.pool.engines[0])
    await lease.release()
    await lease.release()
  })

  test('sends every request of a context to the proxy of that context, loopback included', async () => {
    const proxy = await startFixture({})
    const lease = await lab.pool.open(lab.pool.engines[0]!, proxy.origin, new AbortController().signal)
    const page = await lease.context.newPage()
    await page.goto(`${site.origin}/plain`).catch(() => null)
    assert.equal(site.seen.filter(({ path }) => path === '/plain').length, 0)
    assert.deepEqual(
      proxy.seen.map(({ path }) => path),
      [`${site.origin}/plain`],
    )
    await lease.release()
    await proxy.close()
  })

  test('gives the browser one merged list of disabled features and no more of our environment than it needs', async () => {
    const [pid = 0] = await browserPids(lab.scratch)
    const flags = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    const disabled = flags.filter((flag) => flag.startsWith('--disable-features='))
    assert.equal(disabled.length, 1)
    assert.match(disabled[0] ?? '', /AcceptCHFrame.*BackForwardCache/)
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
    const names = environment.map((entry) => entry.split('=')[0]).filter((name) => name !== '' && name !== 'PWD')
    assert.deepEqual(new Set(names), new Set(['HOME', 'LANG', 'PATH', 'TMPDIR']))
  })

  test('releases a page in an endless loop', async () => {
    const lease = await openContext(lab)
    const page = await lease.context.newPage()
    forget(page.evaluate('for (;;);'))
    forget(page.screenshot())
    const tookMs = await timed(() => lease.release())
    assert.ok(tookMs < releaseMaxMs, `took ${tookMs} ms`)
    assert.equal(lease.lost.aborted, false)
  })

  test('releases a page that has crashed', async () => {
    const lease = await openContext(lab)
    const page = await lease.context.newPage()
    const crashed = new Promise<void>((resolve) => {
      page.once('error', () => resolve())
    })
    const session = await page.createCDPSession()
    forget(session.send('Page.crash'))
    await crashed
    forget(page.evaluate('1'))
    const tookMs = await timed(() => lease.release())
    assert.ok(tookMs < releaseMaxMs, `took ${tookMs} ms`)
    assert.equal(lease.lost.aborted, false)
  })

  test('a context whose request is abandoned is not left open', async () => {
    const lease = await openContext(lab)
    const contexts = lease.browser.browserContexts().length
    const controller = new AbortController()
    const opening = lab.pool.open(lease.engine, 'http://127.0.0.1:9', controller.signal)
    controller.abort(new Error('no longer wanted'))
    await assert.rejects(opening, /no longer wanted/)
    await until('the context is gone', () => lease.browser.browserContexts().length === contexts)
    await lease.release()
  })

  test('notices at once that its browser was killed, and starts another', async () => {
    const lease = await openContext(lab)
    const [pid = 0] = await browserPids(lab.scratch)
    const page = await lease.context.newPage()
    const lost = new Promise<void>((resolve) => lease.lost.addEventListener('abort', () => resolve(), { once: true }))
    forget(page.evaluate('new Promise(() => {})'))
    process.kill(pid, 'SIGKILL')
    await lost
    assert.ok(lease.lost.reason instanceof BrowserLostError)
    assert.ok((await timed(() => lease.release())) < releaseMaxMs)

    const next = await openContext(lab)
    assert.notEqual(next.browser, lease.browser)
    await next.context.newPage()
    await next.release()
    await until('the killed browser has left nothing', async () => {
      const [root = ''] = await readdir(lab.scratch)
      return (await readdir(`${lab.scratch}/${root}`)).length === 1 && (await browserPids(lab.scratch)).length === 1
    })
    await until('no zombie is left', async () => (await zombieChildren()).length === 0)
  })

  test('passes its check', async () => {
    await lab.pool.check()
  })
})

for (const engine of ['headless_shell', 'chrome'] as const) {
  test(`leaves no process and no directory after its end, killed browsers of ${engine} included`, async (t) => {
    const probe = await startPoolLab().catch((error: Error) => error)
    if (probe instanceof Error) throw probe
    const { engines } = probe
    await probe.close()
    const path = engines[engine]
    if (path === null) return t.skip(`no executable of ${engine}`)
    const lab = await startPoolLab({ engines: { headless_shell: null, chrome: null, [engine]: path } })
    assert.deepEqual(lab.pool.engines, [engine])
    const lease = await openContext(lab)
    await lease.context.newPage()
    const [pid = 0] = await browserPids(lab.scratch)
    process.kill(pid, 'SIGKILL')
    await lease.release()
    const next = await openContext(lab)
    await next.context.newPage()
    await lab.pool.close()
    assert.equal(next.lost.aborted, true)
    assert.deepEqual(await readdir(lab.scratch), [])
    assert.deepEqual(await poolProcesses(lab.scratch), [])
    await until('no zombie is left', async () => (await zombieChildren()).length === 0)
    await assert.rejects(openContext(lab), { name: 'EngineUnavailableError' })
    return lab.close()
  })
}
