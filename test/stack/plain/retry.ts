import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import { download, downloadLines } from '../api-client.ts'
import type { TestStack } from '../test-stack.ts'

/** A website with pages that fail until it is repaired, and that requires a header. */
class ShakySite {
  readonly server: Server
  isWell = false
  asked: string[] = []
  port = 0

  constructor() {
    this.server = createServer(({ url = '/', headers }, response) => {
      this.asked.push(url)
      const status = this.#statusOf(url, headers['x-pass'])
      if (status !== 200) {
        response.writeHead(status).end('no')
        return
      }
      const links = url === '/' ? ['/good', '/bad/1', '/bad/2', '/forbidden'] : ['/new-link']
      const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ')
      const words = `The words of ${url} are enough to make a page of it. `.repeat(10)
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>${url}</title><main><h1>${url}</h1><p>${words}</p>${anchors}</main>`)
    })
  }

  #statusOf(url: string, pass: unknown): number {
    if (pass !== 'open sesame') return 403
    if (url.startsWith('/bad') && !this.isWell) return 410
    if (url === '/forbidden') return 401
    return ['/', '/good', '/bad/1', '/bad/2'].includes(url) ? 200 : 404
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }
}

export function testRetry(shared: () => TestStack): void {
  describe('a retry', () => {
    const site = new ShakySite()
    let t: TestStack
    before(async () => {
      await site.listen()
      t = shared()
      await allowTarget(t.stack.file.egressAllowFile, 'retry', site.url('/'))
    })
    after(() => {
      site.server.closeAllConnections()
      site.server.close()
    })

    const options = { override_parameter: { headers: { 'X-Pass': 'open sesame' } } }
    const paths = (urls: { url: string }[]): string[] => urls.map(({ url }) => new URL(url).pathname).toSorted()

    it('has the failed pages of a crawl and no others, with the options of the crawl', async () => {
      site.isWell = false
      const id = await t.api.start({
        url: site.url('/'),
        scrape: { ...options, tag: 'nightly' },
        sitemap: 'skip',
        limit: 20,
      })
      const early = await t.api.request('POST', `/crawl/${id}/retry`)
      assert.ok(early.body.code === 'job_not_finished' || early.status === 202)
      const first = await t.api.watch(id)
      assert.deepEqual([first.status, first.failed], ['completed', 4])

      site.isWell = true
      site.asked = []
      const { status, body } = await t.api.request('POST', `/crawl/${id}/retry?codes=http_status`)
      assert.deepEqual([status, body['retryOf']], [202, id])
      const final = await t.api.watch(body.id)
      assert.deepEqual([final.status, final['retryOf'], final['tag']], ['completed', id, ['nightly']])
      assert.deepEqual([final.total, final.completed, final.failed], [4, 2, 2])
      const { manifest, ledger } = await download(final.s3PresignedUrls?.['markdown'])
      assert.deepEqual(paths(manifest.pages), ['/bad/1', '/bad/2'])
      assert.deepEqual(paths(ledger), ['/bad/1', '/bad/2', '/forbidden', '/new-link'])
      // Apart from robots.txt nothing else was requested: no link was followed.
      assert.deepEqual([...new Set(site.asked)].toSorted(), [
        '/bad/1',
        '/bad/2',
        '/forbidden',
        '/new-link',
        '/robots.txt',
      ])

      const last = await t.api.request('POST', `/crawl/${body.id}/retry`)
      const again = await t.api.watch(last.body.id)
      assert.deepEqual([again.completed, again.failed, again['retryOf']], [0, 2, body.id])
    })

    it('has a line for each failed line of a batch', async () => {
      site.isWell = false
      const urls = ['/good', '/bad/2', '/', '/bad/1'].map((path) => site.url(path))
      const id = await t.api.startBatch({ urls, overrideParameter: options.override_parameter, output: ['markdown'] })
      await t.api.watch(id)
      site.isWell = true
      const { body } = await t.api.request('POST', `/batch/scrape/${id}/retry`)
      const final = await t.api.watch(body.id)
      const lines = await downloadLines(final.s3PresignedUrls?.['markdown'])
      assert.deepEqual(
        lines.map(({ index, url, success }) => [index, new URL(url).pathname, success]),
        [
          [0, '/bad/2', true],
          [1, '/bad/1', true],
        ],
      )
      const none = await t.api.request('POST', `/batch/scrape/${body.id}/retry`)
      assert.deepEqual([none.status, none.body.code], [409, 'nothing_to_retry'])
    })
  })
}
