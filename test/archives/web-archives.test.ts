/** WARC and WACZ archives of jobs, checked with the tools of other projects. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import JSZip from 'jszip'
import { readWarc } from '@seine/activities/archive/wire/testing/read-warc.ts'
import { wirePrefix } from '@seine/shared/storage/object-keys.ts'
import type { Body } from '../stack/api-client.ts'
import { startTestStack, storedJob, type TestStack } from '../stack/test-stack.ts'
import { checkWarc, indexLines, indexOfWarc, toolsSkip, validateWacz } from './web-archive-tools.ts'

const canaries = {
  header: 'canary-in-page-header',
  cookie: 'canary-in-page-cookie',
  agent: 'canary-in-user-agent',
  site: 'canary-in-cookie-of-the-site',
  webhook: 'canary-in-webhook-header',
}

/** Pages below `/slow/`, and how long each of them takes, so that a worker can be killed among them. */
const slowPages = 60
const slowMs = 150

describe('archives of what went over the wire', () => {
  let t: TestStack
  let folder: string
  let cookieSite: Server
  let cookieOrigin: string
  const received: string[] = []
  let slowAsked = 0
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-warc-'))
    cookieSite = createServer((request, response) => {
      received.push(JSON.stringify(request.headers))
      response.setHeader('Set-Cookie', `visit=${canaries.site}; Path=/`)
      response.setHeader('Content-Type', 'text/html')
      const path = request.url ?? ''
      if (path.startsWith('/slow/')) {
        slowAsked += 1
        const links = Array.from({ length: slowPages - 1 }, (_, at) => `<a href="/slow/${at + 1}">${at + 1}</a>`)
        const text = `<title>${path}</title><main><p>Words about ${path}.</p>${path === '/slow/' ? links.join(' ') : ''}</main>`
        setTimeout(() => response.end(text), slowMs)
      } else if (path === '/') response.end('<title>Home</title><main><p>Words of it.</p><a href="/b">b</a></main>')
      // The cookie is sent back within one page alone.
      else if (path === '/b') response.writeHead(302, { Location: '/c' }).end()
      else response.end(`<title>B</title><main><p>Other words of it.</p></main>`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => cookieSite.once('listening', resolve))
    const { port } = cookieSite.address() as AddressInfo
    cookieOrigin = `http://127.0.0.1:${port}`
    t = await startTestStack({ egressAllow: [`127.0.0.1/32:${port}`] })
  })
  after(async () => {
    await t?.close()
    cookieSite.closeAllConnections()
    cookieSite.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Downloads an archive of a job. */
  async function fileOf({ s3PresignedUrls }: Body, name: 'warc' | 'wacz'): Promise<{ bytes: Buffer; path: string }> {
    const answer = await fetch(s3PresignedUrls![name]!)
    assert.equal(answer.status, 200)
    const end = { warc: 'warc.gz', wacz: 'wacz' }[name]
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`\\.${end}"`))
    const bytes = Buffer.from(await answer.arrayBuffer())
    const path = join(folder, `${name}-${Date.now()}.${end}`)
    await writeFile(path, bytes)
    return { bytes, path }
  }

  it('pass the checks of other tools, which make the same index', { skip: toolsSkip }, async () => {
    t.site.reset()
    const id = await t.api.start({ url: t.site.url, limit: 60, output: ['markdown'], archive: ['warc', 'wacz'] })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assert.deepEqual(Object.keys(final.s3PresignedUrls!), ['markdown', 'warc', 'wacz'])
    const warc = await fileOf(final, 'warc')
    const records = readWarc(warc.bytes)
    assert.equal(await checkWarc(warc.path), records.length)

    const responses = records.filter(({ type }) => type === 'response')
    const paths = new Set(responses.map(({ fields }) => new URL(fields['warc-target-uri']!).pathname))
    assert.ok(paths.has('/robots.txt'), [...paths].join())
    const asked = t.site.requests.filter(({ path }) => path !== undefined)
    assert.ok(asked.length > 0 && responses.length >= final.total, `${responses.length} of ${final.total}`)

    const wacz = await fileOf(final, 'wacz')
    await validateWacz(wacz.path)
    const zip = await JSZip.loadAsync(wacz.bytes)
    const data = join(folder, 'data-000.warc.gz')
    await writeFile(data, await zip.file('archive/data-000.warc.gz')!.async('nodebuffer'))
    const index = indexLines(await zip.file('indexes/index.cdxj')!.async('string'))
    assert.deepEqual(index, await indexOfWarc(data))
    assert.equal(index.length, responses.length)
    const pages = (await zip.file('pages/pages.jsonl')!.async('string')).trimEnd().split('\n').slice(1)
    assert.equal(pages.length, final.completed)
  })

  it('have no credentials, of the caller or of the site', async () => {
    const id = await t.api.start({
      url: cookieOrigin,
      archive: ['warc', 'wacz'],
      webhook: {
        url: `${cookieOrigin}/hook?token=${canaries.webhook}`,
        headers: { Authorization: `Bearer ${canaries.webhook}` },
      },
      scrape: {
        override_parameter: {
          headers: {
            'X-Canary': canaries.header,
            Authorization: `Bearer ${canaries.header}`,
            Cookie: `session=${canaries.cookie}`,
            'User-Agent': canaries.agent,
          },
        },
      },
    })
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed], ['completed', 2])
    for (const sent of [canaries.header, canaries.cookie, canaries.agent, canaries.site]) {
      assert.ok(
        received.some((headers) => headers.includes(sent)),
        sent,
      )
    }
    const { bytes } = await fileOf(final, 'warc')
    const zip = await JSZip.loadAsync((await fileOf(final, 'wacz')).bytes)
    const texts = [gunzipSync(bytes).toString('latin1')]
    for (const { name, dir } of Object.values(zip.files)) {
      if (dir) continue
      const file = await zip.file(name)!.async('nodebuffer')
      texts.push((name.endsWith('.gz') ? gunzipSync(file) : file).toString('latin1'))
    }
    for (const canary of Object.values(canaries)) for (const text of texts) assert.ok(!text.includes(canary), canary)
    assert.ok(texts[0]!.includes('Other words of it.'))
    // The objects from which archives are made are compressed records, too.
    const keys = await t.store.list(wirePrefix(storedJob(id)))
    assert.ok(keys.length > 0)
    for (const key of keys) {
      const text = Buffer.from((await t.store.get(key))!).toString('latin1')
      for (const canary of Object.values(canaries)) assert.ok(!text.includes(canary), canary)
    }
  })

  it('have every page once the worker has been killed twice', { skip: toolsSkip }, async () => {
    const request = { url: `${cookieOrigin}/slow/`, limit: slowPages, sitemap: 'skip', heartbeatTimeoutSecs: 5 }
    const id = await t.api.start({ ...request, archive: ['warc', 'wacz'] })
    const untilAsked = async (count: number): Promise<void> => {
      const isThere = (): boolean => slowAsked >= count
      while (!isThere()) await sleep(20)
    }
    for (const share of [0.25, 0.5]) {
      await untilAsked(slowPages * share)
      process.kill(t.stack.file.pids.scrapeWorker!, 'SIGKILL')
      await untilAsked(slowAsked + 1)
    }
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed], ['completed', slowPages])
    const warc = await fileOf(final, 'warc')
    const records = readWarc(warc.bytes)
    assert.equal(await checkWarc(warc.path), records.length)
    const ids = records.map(({ fields }) => fields['warc-record-id'])
    assert.equal(new Set(ids).size, ids.length)
    const whole = records.filter(({ type, fields }) => type === 'response' && fields['warc-truncated'] === undefined)
    const urls = new Set(whole.map(({ fields }) => fields['warc-target-uri']))
    for (let at = 1; at < slowPages; at += 1) assert.ok(urls.has(`${cookieOrigin}/slow/${at}`), String(at))
    const wacz = await fileOf(final, 'wacz')
    await validateWacz(wacz.path)
    const zip = await JSZip.loadAsync(wacz.bytes)
    const pages = (await zip.file('pages/pages.jsonl')!.async('string')).trimEnd().split('\n').slice(1)
    assert.equal(new Set(pages.map((line) => (JSON.parse(line) as { url: string }).url)).size, slowPages)
  })

  it('are made of a batch, and of pages that failed', async () => {
    const urls = [t.site.url, `${t.site.origin}/no-such-page`]
    const final = await t.api.watch(await t.api.startBatch({ urls, output: ['markdown'], archive: ['warc'] }))
    const records = readWarc((await fileOf(final, 'warc')).bytes).filter(({ type }) => type === 'response')
    const statuses = new Map(records.map(({ fields, head }) => [fields['warc-target-uri'], head.split(' ')[1]]))
    assert.deepEqual([statuses.get(t.site.url), statuses.get(urls[1])], ['200', '404'])
  })
})
