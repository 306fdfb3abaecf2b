import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import JSZip from 'jszip'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import {
  expiryKey,
  expiryPrefix,
  begunKey,
  runningKey,
  segmentKey,
  statusKey,
} from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { fakeBrowser } from '../page/testing/fake-browser.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import type { LedgerLine } from './ledger/ledger.ts'
import type { Manifest } from './manifest.ts'
import { runJob } from './testing/run-job.ts'

const root = 'http://site.test'
const input = crawlJobInput({ output: ['markdown'], sitemap: 'skip', limit: 100 })

const crawl = async (answer: (path: string) => FakeAnswer, options: { generations?: number; limit?: number } = {}) =>
  await runJob({ ...input, limit: options.limit ?? 100 }, (url) => answer(new URL(url).pathname), options)

async function archiveOf(store: MemoryStore, job: JobRef) {
  const status = (await store.getJson<FinalStatus>(statusKey(job)))!
  const zip = await JSZip.loadAsync(store.objects.get(status.archives.markdown!)!)
  const text = async (name: string) => await zip.file(name)!.async('string')
  const manifest = JSON.parse(await text('manifest.json')) as Manifest
  const ledger = (await text('urls.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LedgerLine)
  return { status, zip, text, manifest, ledger }
}

const site = (path: string): FakeAnswer => {
  if (path === '/') return { body: `title: Home\nlinks: /a /b /gone /private /moved /pic.png http://other.test/` }
  if (path === '/gone') return { status: 404 }
  if (path === '/moved') return { redirect: '/a' }
  return { body: `title: Page ${path}\nlinks: / /a/deep` }
}

describe('finaliseJob', () => {
  it('writes an archive whose files, manifest and ledger agree', async () => {
    const job = await crawl(site)
    assert.deepEqual(await job.finalise({ status: 'completed' }), { total: 6, completed: 5, failed: 1 })
    const { status, manifest, ledger, text } = await archiveOf(job.store, job)
    assert.equal(status.status, 'completed')
    assert.equal(status.duration, 100)
    assert.deepEqual(await job.store.list(expiryPrefix), [expiryKey(job, status.expiresAt)])
    assert.deepEqual(manifest.failed, [
      { url: `${root}/gone`, code: 'http_status', message: 'the site answered 404', attempts: 1 },
    ])
    assert.deepEqual(
      manifest.pages.map(({ url, file, depth, duplicateOf }) => [new URL(url).pathname, file, depth, duplicateOf]),
      [
        ['/', 'pages/000001-index.md', 0, undefined],
        ['/a', 'pages/000002-a.md', 1, undefined],
        ['/b', 'pages/000003-b.md', 1, undefined],
        ['/moved', undefined, 1, `${root}/a`],
        ['/a/deep', 'pages/000004-a-deep.md', 2, undefined],
      ],
    )
    for (const page of manifest.pages) {
      if (page.file === undefined) continue
      const content = await text(page.file)
      assert.equal(manifest.files[page.file], page.url)
      assert.equal(createHash('sha256').update(content).digest('hex'), page.sha256)
      assert.equal(Buffer.byteLength(content), page.bytes)
      assert.match(content, /^title: /)
    }
    const byState = Object.groupBy(ledger, ({ state }) => state)
    const counts = Object.fromEntries(Object.entries(byState).map(([state, lines]) => [state, lines.length]))
    assert.deepEqual(counts, { scraped: 5, failed: 1, robots: 1, excluded: 1, out_of_scope: 1 })
    assert.deepEqual(manifest.ledger, counts)
  })

  it('lists all attempts of a page that needed a browser, and the one that succeeded', async () => {
    const answer = (url: string): FakeAnswer => {
      if (url.endsWith('/app')) return { body: 'verdict: js_shell' }
      return url === `${root}/` ? { body: 'links: /app /plain' } : { body: 'plain' }
    }
    const browser = fakeBrowser()
    const job = await runJob(input, answer, { browser })
    assert.deepEqual(browser.asked, [[`${root}/app`, {}]])
    assert.deepEqual(await job.finalise({ status: 'completed' }), { total: 4, completed: 4, failed: 0 })
    const { manifest, ledger } = await archiveOf(job.store, job)
    assert.deepEqual(
      manifest.pages.map(({ url, attempts, winningAttempt }) => [
        new URL(url).pathname,
        attempts.map(({ index, strategy, outcome }) => `${index} ${strategy} ${outcome}`),
        winningAttempt,
      ]),
      [
        ['/', ['1 http_basic success'], 1],
        ['/app', ['1 http_basic js_shell', '2 browser_basic success'], 2],
        ['/plain', ['1 http_basic success'], 1],
        ['/next', ['1 http_basic success'], 1],
      ],
    )
    assert.ok(ledger.every(({ state, reason }) => state === 'scraped' && reason === undefined))
  })

  it('counts the stalls of each page in the manifest', async () => {
    const job = await crawl(site)
    for (const [key, stored] of [...job.store.objects].filter(([name]) => name.includes('/pages/'))) {
      const text = Buffer.from(await job.store.get(key).then((bytes) => bytes ?? stored)).toString()
      const records = text.split('\n').map((line) => JSON.parse(line) as PageRecord)
      const stalled = records.map((record) => (record.url === `${root}/b` ? { ...record, stalls: 2 } : record))
      await job.store.put(key, stalled.map((record) => JSON.stringify(record)).join('\n'))
    }
    await job.finalise({ status: 'completed' })
    const { manifest } = await archiveOf(job.store, job)
    assert.deepEqual(
      manifest.pages.map(({ url, stalls }) => [new URL(url).pathname, stalls]),
      [
        ['/', undefined],
        ['/a', undefined],
        ['/b', 2],
        ['/moved', undefined],
        ['/a/deep', undefined],
      ],
    )
  })

  it('shows no header, typed text or sealed value of the request', async () => {
    const action = { action: 'type', selector: '#p', selectorType: 'css', value: 'hush' } as const
    const actions = [{ ...action, durationMs: null, frameSelector: null, ifPresent: false, timeoutMs: 1_000 }]
    const page = defaultPageOptions({ browser: defaultBrowserOptions({ headers: { 'X-Key': 'hush' }, actions }) })
    const job = await runJob({ ...input, page }, (url) => site(new URL(url).pathname))
    await job.finalise({ status: 'completed' })
    const { manifest } = await archiveOf(job.store, job)
    assert.ok(!JSON.stringify(manifest).includes('hush'))
    assert.equal(manifest.job.request.page.browser.actions[0]?.selector, '#p')
  })

  it('gives every URL over the limit that state', async () => {
    const job = await crawl(site, { limit: 2 })
    await job.finalise({ status: 'completed' })
    const { ledger, status } = await archiveOf(job.store, job)
    assert.equal(status.total, 2)
    assert.ok(ledger.filter(({ state }) => state === 'over_limit').length >= 2)
  })

  it('keeps the pages of slices that were never merged when a job is cancelled', async () => {
    const job = await crawl(site, { generations: 1 })
    for (const task of job.leased) await job.runSlice(task)
    await job.finalise({ status: 'cancelled' })
    const { status, manifest, ledger } = await archiveOf(job.store, job)
    assert.equal(status.status, 'cancelled')
    assert.ok(manifest.pages.length > 1)
    assert.ok(ledger.some(({ state }) => state === 'cancelled'))
    assert.ok(!ledger.some(({ state }) => ['pending', 'leased'].includes(state)))
  })

  it('finds stored segments of a slice that left no result', async () => {
    const job = await crawl(site, { generations: 1 })
    for (const task of job.leased) await job.runSlice(task)
    for (const key of job.store.objects.keys()) {
      if (/slices\/00000[1-9]\.result/.test(key)) job.store.objects.delete(key)
    }
    const before = [...job.store.objects.keys()].find((key) => /pages\/000001-/.test(key))!
    await job.store.put(segmentKey(job, 1, 2, 0), await job.store.get(before).then((bytes) => bytes!))
    const counts = await job.finalise({ status: 'failed', error: 'the time budget is used up' })
    const { status, manifest } = await archiveOf(job.store, job)
    assert.equal(status.error, 'the time budget is used up')
    assert.equal(new Set(manifest.pages.map(({ url }) => url)).size, manifest.pages.length)
    assert.ok(counts.completed > 1)
  })

  it('counts pages that a mark names as attempted, though they have no result', async () => {
    const job = await crawl(site, { generations: 1 })
    const [task] = job.leased
    const { total } = await (await crawl(site, { generations: 1 })).finalise({ status: 'cancelled' })
    await job.store.put(begunKey(job, task!.slice, 1), Buffer.from([0b1]).toString('base64'))
    await job.store.put(begunKey(job, task!.slice, 2), Buffer.from([0b1]).toString('base64'))
    const counts = await job.finalise({ status: 'cancelled' })
    assert.deepEqual([counts.total, counts.failed], [total + 1, 1])
    const { manifest } = await archiveOf(job.store, job)
    assert.deepEqual(
      manifest.failed.map(({ code }) => code),
      ['cancelled'],
    )
  })

  it('counts pages that a segment names as attempted, though they have no result', async () => {
    const job = await crawl(site, { generations: 1 })
    for (const task of job.leased) await job.runSlice(task)
    const keys = [...job.store.objects.keys()]
    const result = keys.find((key) => /slices\/00000[1-9]\.result/.test(key))!
    job.store.objects.delete(result)
    const slice = /\d+(?=\.result)/.exec(result)![0]
    const segment = keys.find((key) => key.includes(`/pages/${slice}-`))!
    const lines = (await job.store.get(segment).then((bytes) => Buffer.from(bytes!).toString())).split('\n')
    assert.ok(lines.length > 1)
    // The last page of the segment was in flight when its worker died; the others are in an earlier segment.
    const lost = JSON.parse(lines.pop()!) as PageRecord
    const kept = { ...(JSON.parse(lines.pop()!) as PageRecord), begun: lost.begun! }
    await job.store.put(segment, [...lines, JSON.stringify(kept)].join('\n'))
    await job.finalise({ status: 'cancelled' })
    const { manifest } = await archiveOf(job.store, job)
    const cancelled = manifest.failed.filter(({ code }) => code === 'cancelled')
    assert.deepEqual(
      cancelled.map(({ url }) => url),
      [lost.url],
    )
  })

  it('counts a page as cut off only when no other attempt has it', async () => {
    const job = await crawl(site, { generations: 1 })
    for (const task of job.leased) await job.runSlice(task)
    const results = [...job.store.objects.keys()].filter((key) => /slices\/00000[1-9]\.result/.test(key))
    for (const key of results) job.store.objects.delete(key)
    const own = [...job.store.objects.keys()].filter((key) => /pages\/00000[1-9]-/.test(key))
    for (const key of own) {
      const text = Buffer.from((await job.store.get(key))!).toString('utf8')
      const cutOff = text.split('\n').map((line) => ({ ...JSON.parse(line), success: false, code: 'job_ended' }))
      await job.store.put(key.replace(/-0001-/, '-0000-'), cutOff.map((record) => JSON.stringify(record)).join('\n'))
    }
    const { completed, failed } = await job.finalise({ status: 'cancelled' })
    assert.ok(completed > 1)
    assert.ok(failed <= 1)
  })

  it('can be repeated without changing anything', async () => {
    const job = await crawl(site)
    const first = await job.finalise({ status: 'completed' })
    const objects = new Map(job.store.objects)
    assert.deepEqual(await job.finalise({ status: 'cancelled' }), { ...first, wasCompleted: true })
    assert.deepEqual(new Map(job.store.objects), objects)
  })

  it('deletes the ticket of the job before its status says that it has ended, and again when it is repeated', async () => {
    const job = await runJob({ ...input, keyId: 'key' }, () => ({ body: 'words' }))
    const ticket = runningKey(job, 'key')
    await job.store.put(ticket, '')
    const remove = job.store.delete.bind(job.store)
    job.store.delete = async (keys) => {
      if (keys.includes(ticket)) throw new StoreUnavailableError('away')
      await remove(keys)
    }
    await assert.rejects(job.finalise({ status: 'completed' }), StoreUnavailableError)
    assert.ok(!job.store.objects.has(statusKey(job)))
    job.store.delete = remove
    for (let times = 0; times < 2; times += 1) {
      await job.finalise({ status: 'completed' })
      assert.equal(job.store.objects.has(ticket), false)
      assert.ok(job.store.objects.has(statusKey(job)))
      // A start repeated under its idempotency key took the ticket again.
      await job.store.put(ticket, '')
    }
  })

  it('does not show the webhook or the key of the job in the manifest', async () => {
    const plan = { started: true, page: true, completed: true, failed: true }
    const webhook = { url: 'https://canary.test/', headers: {}, metadata: null, events: plan }
    const told = { keyId: 'canary', notify: { webhook, email: null }, notifyPlan: { webhook: plan, email: false } }
    const job = await runJob({ ...input, ...told }, () => ({ body: 'words' }))
    await job.finalise({ status: 'completed' })
    const { text } = await archiveOf(job.store, job)
    const manifest = await text('manifest.json')
    assert.doesNotMatch(manifest, /canary|notify|keyId/)
  })

  it('writes no archive for a failed job without a page, and a warning when all pages failed', async () => {
    const refused = await crawl(site, { generations: 0 })
    await refused.finalise({ status: 'failed', error: 'refused' })
    const status = (await refused.store.getJson<FinalStatus>(statusKey(refused)))!
    assert.deepEqual(status.archives, {})
    const broken = await crawl((path) => (path === '/' ? { status: 404 } : { status: 410 }))
    await broken.finalise({ status: 'completed' })
    assert.deepEqual((await broken.store.getJson<FinalStatus>(statusKey(broken)))!.warnings, [
      'every page of the crawl failed',
    ])
  })
})
