/** Tests a slice whose site does not answer, on real timers and with a heartbeat timeout of one second. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import type { BrowserView, PageBrowser } from '@seine/shared/pages/page.ts'
import { fakeBrowser } from '../page/testing/fake-browser.ts'
import { kindsOf, linkedPage, root, runSlice, type SliceRunOptions } from './testing/run-slice.ts'

const shown = async (url: string): Promise<BrowserView> => {
  const browser = fakeBrowser()
  const never = new AbortController().signal
  return await browser.view(url, defaultPageOptions().browser, { html: true, screenshot: 'none' }, 0, never)
}

const forEver = new Promise<void>(() => undefined)

/** Never answers the first requests. */
function holding(first: number): SliceRunOptions['answer'] {
  let held = 0
  return () => {
    if (held >= first) return linkedPage()
    held += 1
    return { gate: forEver }
  }
}

/** Answers no request, and aborts the slice some time after the last request that is expected. */
function silentUntil(requests: number, thenMs: number) {
  const control = new AbortController()
  let seen = 0
  const answer = (): { gate: Promise<void> } => {
    seen += 1
    if (seen === requests) setTimeout(() => control.abort('cancelled'), thenMs)
    return { gate: forEver }
  }
  return { answer, signal: control.signal }
}

const stalling = { heartbeatTimeoutSecs: 1 }

describe('a slice whose site is silent', () => {
  it('asks again after the heartbeat timeout, and counts it in record, result and heartbeats', async () => {
    const beganMs = performance.now()
    const done = await runSlice({ paths: ['/a', '/b', '/c', '/d', '/e'], input: stalling, answer: holding(4) })
    const tookMs = performance.now() - beganMs
    assert.deepEqual(
      kindsOf(done),
      Array.from({ length: 5 }, () => 'scraped'),
    )
    assert.ok(tookMs < defaultPageOptions().browser.timeoutMs, `${tookMs} ms: not the timeout of a page`)
    const counted = done.records.map(({ url, stalls = 0, attempts }) => `${url} ${stalls} ${attempts.length}`)
    const silent = ['/a', '/b', '/c', '/d'].map((path) => `${root}${path} 1 1`)
    assert.deepEqual(counted.toSorted(), [...silent, `${root}/e 0 1`])
    assert.deepEqual([done.summary?.stalls, done.result?.stalls, done.beats.at(-1)?.stalls], [4, 4, 4])
  })

  it('gives a page that stays silent its whole timeout in the end, and then its usual fault', async () => {
    const page = defaultPageOptions({ browser: defaultBrowserOptions({ timeoutMs: 2_500 }) })
    const { answer, signal } = silentUntil(4, 5_000)
    const done = await runSlice({
      paths: ['/a'],
      input: { ...stalling, page },
      stop: { signal },
      answer,
    })
    // After 1 s, 1 s and 2 s, then the page's own timeout, which the fake web ignores.
    assert.equal(done.web.requests.length, 4)
    assert.equal(done.summary?.stalls, 3)
  })

  it('does not send twice what is no GET', async () => {
    const page = defaultPageOptions({ method: 'POST', body: { text: '{}', contentType: 'application/json' } })
    const { answer, signal } = silentUntil(1, 3_000)
    const done = await runSlice({
      paths: ['/a'],
      batch: { ...stalling, page },
      stop: { signal },
      answer,
    })
    assert.equal(done.web.requests.length, 1)
    assert.equal(done.summary?.stalls, undefined)
  })

  it('continues counting where an earlier attempt stopped', async () => {
    const first = await runSlice({ paths: ['/a'], input: stalling, answer: holding(1) })
    const done = await runSlice({
      paths: ['/b', '/c'],
      input: stalling,
      answer: holding(1),
      previous: { ...first.beats.at(-1)!, begun: '', done: '', flushed: [] },
      attempt: 2,
    })
    assert.equal(done.summary?.stalls, 2)
  })
})

describe('a page that a browser loads', () => {
  const browserSlice = async (view: PageBrowser['view']) =>
    await runSlice({
      paths: ['/a'],
      lane: 'browser',
      input: { ...stalling, page: defaultPageOptions({ render: 'always' }) },
      answer: () => linkedPage(),
      browser: { view },
    })

  it('is loaded again when its navigation is silent', async () => {
    let loads = 0
    const done = await browserSlice(async (url, _page, _want, _deadlineMs, signal, _session, watch) => {
      loads += 1
      if (loads > 1) return await shown(url)
      const wait = watch!.waiting()
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      return await promise.finally(() => wait.over())
    })
    assert.deepEqual([loads, kindsOf(done), done.summary?.stalls], [2, ['scraped'], 1])
  })

  it('is not aborted while it waits for what the caller requested', async () => {
    let loads = 0
    const done = await browserSlice(async (url, _page, _want, _deadlineMs, _signal, _session, watch) => {
      loads += 1
      const wait = watch!.waiting()
      wait.received()
      wait.over()
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      return await shown(url)
    })
    assert.deepEqual([loads, kindsOf(done), done.summary?.stalls], [1, ['scraped'], undefined])
  })
})
