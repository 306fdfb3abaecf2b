/** Jobs that decide page by page whether a browser is needed, through the whole stack. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { startSpaSite, type SpaSite } from '../spa/spa-site.ts'
import { download, downloadLines } from './api-client.ts'
import { startTestStack, storedJob, type TestStack } from './test-stack.ts'

let stack: TestStack
let spa: SpaSite

before(async () => {
  spa = await startSpaSite({ items: 30 })
  stack = await startTestStack({ browser: true, egressAllow: [`127.0.0.1/32:${spa.port}`] })
})

after(async () => {
  await stack?.close()
  await spa?.close()
})

const river = /stands where the river turns/

describe('a crawl of a client-side application', () => {
  it('finds every page by links that only a browser shows', async () => {
    const id = await stack.api.start({ url: `${spa.origin}/app/`, sitemap: 'skip' })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', spa.items + 2, 0], JSON.stringify(body))
    const archive = await download(body.s3PresignedUrls?.['markdown'])
    const { manifest } = archive
    const items = manifest.pages.filter(({ url }) => url.includes('/item/'))
    assert.equal(items.length, spa.items)
    for (const { file } of items) assert.match(await archive.text(file!), river)
    const [start] = manifest.pages
    assert.deepEqual(
      start?.attempts.map(({ engine, outcome }) => [engine === 'http', outcome]),
      [
        [true, 'js_shell'],
        [false, 'success'],
      ],
    )
    assert.equal(start?.winningAttempt, 2)
    // The lane that a URL pattern needs is remembered: most pages go directly to a browser.
    const straight = items.filter(({ attempts }) => attempts.length === 1)
    assert.ok(straight.length >= items.length / 2, `${straight.length} of ${items.length}`)
  })

  it('follows routes behind the fragment', async () => {
    const id = await stack.api.start({ url: `${spa.origin}/hash/`, sitemap: 'skip' })
    const body = await stack.api.watch(id)
    assert.equal(body.status, 'completed', JSON.stringify(body))
    const archive = await download(body.s3PresignedUrls?.['markdown'])
    const { manifest } = archive
    const items = manifest.pages.filter(({ url }) => url.includes('#!/item/'))
    assert.equal(items.length, spa.items)
    for (const { file } of items) assert.match(await archive.text(file!), river)
  })

  it('takes pages as they are when no browser is allowed', async () => {
    const id = await stack.api.start({ url: `${spa.origin}/app/`, sitemap: 'skip', scrape: { js_render: false } })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.completed], ['completed', 1])
  })
})

describe('a crawl of a website of both kinds', () => {
  it('renders what needs it and nothing else', async () => {
    const id = await stack.api.start({
      url: `${spa.origin}/mixed/0`,
      sitemap: 'skip',
      crawlEntireDomain: true,
      includePaths: ['^/mixed/'],
    })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', spa.items + 1, 0], JSON.stringify(body))
    const archive = await download(body.s3PresignedUrls?.['markdown'])
    for (const page of archive.manifest.pages) {
      const number = Number(page.url.split('/').at(-1))
      const rendered = page.attempts.some(({ engine }) => engine !== 'http')
      assert.equal(rendered, number % 3 === 1, page.url)
      assert.match(await archive.text(page.file!), river)
    }
  })

  it('is exact about its limit while pages wait for a browser', async () => {
    const id = await stack.api.start({
      url: `${spa.origin}/mixed/0`,
      sitemap: 'skip',
      crawlEntireDomain: true,
      limit: 8,
    })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.total, body.completed], ['completed', 8, 8], JSON.stringify(body))
  })
})

describe('a batch that decides by itself', () => {
  it('returns every page as its readers see it, with the headers of its caller', async () => {
    const urls = [
      `${spa.origin}/app/item/1`,
      `${spa.origin}/ssr/2`,
      `${spa.origin}/hash/#!/item/3`,
      `${spa.origin}/nowhere`,
    ]
    const id = await stack.api.startBatch({
      urls,
      output: ['markdown'],
      overrideParameter: { headers: { 'X-Canary': 'c4n4ry-seven' } },
    })
    const body = await stack.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', 3, 1], JSON.stringify(body))
    const lines = await downloadLines(body.s3PresignedUrls?.['markdown'])
    for (const line of lines.slice(0, 3)) assert.match(String(line.output), river)
    for (const path of ['/app/item/1', '/ssr/2', '/hash/']) {
      assert.equal(spa.headersOf(path)?.['x-canary'], 'c4n4ry-seven', path)
    }
  })

  it('keeps what its caller trusted it with sealed', async () => {
    const canary = 'c4n4ry-sealed'
    const id = await stack.api.startBatch({
      urls: [`${spa.origin}/ssr/1`],
      output: ['markdown'],
      overrideParameter: { headers: { Authorization: `Bearer ${canary}` } },
    })
    await stack.api.watch(id)
    const keys = await stack.store.list(jobPrefix(storedJob(id)))
    assert.ok(keys.length > 3, keys.join(' '))
    for (const key of keys) {
      const bytes = Buffer.from((await stack.store.get(key)) ?? [])
      assert.ok(!bytes.includes(canary), key)
    }
    const history = await stack.temporal.workflow.getHandle(id).fetchHistory()
    assert.ok(!JSON.stringify(history).includes(canary))
  })
})
