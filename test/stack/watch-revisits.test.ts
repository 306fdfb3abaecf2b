import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { download, type Body } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { beginRun, changesOf, createWatch, endOfRun, makeRun } from './watch-runs.ts'
import { filling, WatchedSite } from './watched-site.ts'

describe('pages of a watch that have not changed', () => {
  const site = new WatchedSite()
  let t: TestStack
  before(async () => {
    await site.listen()
    t = await startTestStack({ egressAllow: [`127.0.0.1/32:${site.port}`] })
  })
  after(async () => {
    await t?.close()
    site.close()
  })

  const links = ['/etag', '/date', '/bare', '/moves']

  /** Serves pages with every kind of validator, without one, and behind a redirect. */
  const serve = (): void => {
    site.pages.clear()
    site.pages.set('/', { title: 'Start', html: filling('the start'), links, validator: 'etag' })
    site.pages.set('/etag', { title: 'Etag', html: filling('tags'), validator: 'etag' })
    site.pages.set('/date', { title: 'Date', html: filling('dates'), validator: 'last-modified' })
    site.pages.set('/bare', { title: 'Bare', html: filling('bytes') })
    site.pages.set('/moves', { status: 301, location: '/target' })
    site.pages.set('/target', { title: 'Target', html: filling('the target'), validator: 'etag' })
    site.answered = []
  }

  const crawl = (more: object = {}) => ({ crawl: { url: site.url('/'), sitemap: 'skip', limit: 50, ...more } })

  /** Checks that the job of a run has the words of all pages, in its archive and in its list of pages. */
  const checkContent = async (jobId: unknown, words: Record<string, RegExp>): Promise<void> => {
    const { body } = await t.api.request('GET', `/crawl/${String(jobId)}/pages?attempts=true`)
    const pages = body['data'] as (Body & { url: string; output: { markdown?: string }; title: string })[]
    const status = await t.api.request('GET', `/crawl/${String(jobId)}`)
    const archive = await download(status.body.s3PresignedUrls?.['markdown'])
    for (const [path, pattern] of Object.entries(words)) {
      const page = pages.find(({ url }) => url === site.url(path))
      assert.match(page?.output.markdown ?? '', pattern, path)
      assert.deepEqual([page?.['status'], page?.['success']], [200, true], path)
      const entry = archive.manifest.pages.find(({ url }) => url === site.url(path))
      assert.match(await archive.text(entry!.file!), pattern, path)
    }
  }

  const all = {
    '/': /about the start/,
    '/etag': /about tags/,
    '/date': /about dates/,
    '/bare': /about bytes/,
    '/moves': /about the target/,
  }

  const metric = async (answer: string): Promise<number> => {
    const text = await (await fetch(`${t.stack.file.ops.scrapeWorker}/metrics`)).text()
    return Number(new RegExp(`^seine_watch_fetches_total\\{answer="${answer}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  }

  it('answer 304, are the same, and are in the archive and the list of pages of the run', async () => {
    serve()
    const id = await createWatch(t.api, crawl())
    const first = await makeRun(t.api, id)
    assert.deepEqual(first['counts'], { new: 5, changed: 0, same: 0, removed: 0, failed: 0 })
    assert.deepEqual(site.takeStatuses(), { 200: 5, 301: 1 })
    const stored = [await metric('not_modified'), await metric('same_bytes')]

    const second = await makeRun(t.api, id)
    assert.deepEqual(second['counts'], { new: 0, changed: 0, same: 5, removed: 0, failed: 0 })
    assert.deepEqual(site.takeStatuses(), { 304: 4, 200: 1, 301: 1 })
    assert.deepEqual([(await metric('not_modified')) - stored[0]!, (await metric('same_bytes')) - stored[1]!], [4, 1])
    await checkContent(second['job_id'], all)

    // A changed page is reported, and the next run has its new words.
    site.pages.get('/etag')!.html = `${filling('tags')}<p>It costs 45 euros.</p>`
    site.pages.get('/bare')!.html = `${filling('bytes')}<p>It costs 50 euros.</p>`
    const third = await makeRun(t.api, id)
    const found = await changesOf(t.api, id, third['run_id'])
    assert.deepEqual(
      found.map(({ url, state }) => [url, state]),
      [
        [site.url('/bare'), 'changed'],
        [site.url('/etag'), 'changed'],
      ],
    )
    assert.deepEqual(site.takeStatuses(), { 304: 3, 200: 2, 301: 1 })
    const fourth = await makeRun(t.api, id)
    assert.deepEqual((fourth['counts'] as Record<string, number>)['same'], 5)
    await checkContent(fourth['job_id'], { ...all, '/etag': /45 euros/, '/bare': /50 euros/ })
    site.takeStatuses()
    for (let n = 5; n <= 11; n += 1) {
      const run = await makeRun(t.api, id)
      assert.deepEqual((run['counts'] as Record<string, number>)['same'], 5)
      const asked = n === 10 ? { 200: 5, 301: 1 } : { 304: 4, 200: 1, 301: 1 }
      assert.deepEqual(site.takeStatuses(), asked, `run ${n}`)
    }

    // The jobs keep their pages when the watch is deleted.
    assert.equal((await t.api.request('DELETE', `/watches/${id}`)).status, 204)
    await checkContent(second['job_id'], all)
  })

  it('are found the same when the worker is killed in the middle of a run', async () => {
    serve()
    const more = Array.from({ length: 20 }, (_, at) => `/p${at}`)
    for (const path of more) site.pages.set(path, { title: path, html: filling(path), validator: 'etag' })
    site.pages.get('/')!.links = [...links, ...more]
    const id = await createWatch(t.api, crawl())
    await makeRun(t.api, id)
    site.pages.get('/p7')!.html = `${filling('/p7')}<p>Changed before the worker died.</p>`
    let release = (): void => undefined
    site.held = new Promise((resolve) => {
      release = resolve
    })
    site.asked = []
    const begun = await beginRun(t.api, id)
    while (site.asked.length === 0) await sleep(50)
    process.kill(t.stack.file.pids.scrapeWorker!, 'SIGKILL')
    site.held = null
    release()
    const run = await endOfRun(t.api, id, String(begun['run_id']))
    assert.deepEqual(run['counts'], { new: 0, changed: 1, same: 24, removed: 0, failed: 0 })
    await checkContent(begun['job_id'], { ...all, '/p3': /about \/p3/, '/p7': /Changed before/ })
    const next = await makeRun(t.api, id)
    assert.deepEqual((next['counts'] as Record<string, number>)['same'], 25)
  })

  it('are not mistaken for cached pages, nor requested conditionally by other jobs', async () => {
    serve()
    const id = await createWatch(t.api, crawl({ scrape: { maxAge: 3_600 } }))
    await makeRun(t.api, id)
    site.takeStatuses()
    const cached = await makeRun(t.api, id)
    assert.deepEqual((cached['counts'] as Record<string, number>)['same'], 5)
    assert.deepEqual(site.takeStatuses(), {})
    await checkContent(cached['job_id'], all)
    const plain = await t.api.start({ url: site.url('/'), sitemap: 'skip', limit: 50 })
    assert.equal((await t.api.watch(plain)).status, 'completed')
    assert.deepEqual(site.takeStatuses(), { 200: 5, 301: 1 })
  })
})
