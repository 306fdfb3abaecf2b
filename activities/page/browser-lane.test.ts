import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { RenderRequest } from '@seine/shared/tasks/browser-page.ts'
import { renderInBrowser } from './browser-lane.ts'
import type { BrowserView, PageBrowser } from '@seine/shared/pages/page.ts'
import type { LaneRequest } from '@seine/shared/pages/lane.ts'

const options = browserPageOptions({})

const view = (patch: Partial<BrowserView> = {}): BrowserView => ({
  attempts: [],
  fault: null,
  status: 200,
  finalUrl: 'http://site.test/page',
  headers: { 'content-type': 'text/html; charset=iso-8859-1' },
  redirects: [],
  html: { text: '<p>Grüße</p>', url: 'http://site.test/page', truncated: false },
  screenshot: null,
  actions: [],
  warnings: [],
  ...patch,
})

const request = (patch: Partial<LaneRequest> = {}): LaneRequest => ({
  url: 'http://site.test/page',
  method: 'GET',
  body: null,
  browser: options,
  screenshot: null,
  deadlineMs: Date.now() + 60_000,
  keepBrokenOff: false,
  errorPages: 'fail',
  signal: new AbortController().signal,
  judgeRedirect: async () => await Promise.resolve(null),
  ...patch,
})

/** A browser that returns the same view for every page. */
function browserOf(seen: BrowserView): PageBrowser & { wishes: RenderRequest[] } {
  const wishes: RenderRequest[] = []
  return {
    wishes,
    view: async (_url, _page, want) => {
      wishes.push(want)
      return await Promise.resolve(seen)
    },
  }
}

describe('a page in the browser lane', () => {
  it('is extracted as UTF-8 HTML, whatever the server sent it as', async () => {
    const loaded = await renderInBrowser(request(), browserOf(view()))
    assert.equal(new TextDecoder().decode(loaded.content?.bytes), '<p>Grüße</p>')
    assert.equal(loaded.content?.contentType, 'text/html; charset=utf-8')
    assert.equal(loaded.answer?.status, 200)
    assert.equal(loaded.fault, null)
  })

  it('returns the screenshot that was requested', async () => {
    const png = new Uint8Array([1, 2])
    const browser = browserOf(view({ screenshot: png }))
    const loaded = await renderInBrowser(request({ screenshot: 'screenshot_full_page' }), browser)
    assert.equal(loaded.screenshot, png)
    assert.deepEqual(browser.wishes, [{ html: true, screenshot: 'full_page' }])
  })

  it('fails with the status of an error page, and keeps its answer', async () => {
    const loaded = await renderInBrowser(request(), browserOf(view({ status: 404 })))
    assert.equal(loaded.fault?.code, 'http_status')
    assert.equal(loaded.answer?.status, 404)
    assert.equal(loaded.content, null)
    const acted = view({ status: 404, fault: { code: 'not_found', message: 'no such button' } })
    assert.equal((await renderInBrowser(request(), browserOf(acted))).fault?.code, 'http_status')
  })

  it('treats 429 and 503 as throttling by the host, also with a block page', async () => {
    const blocked = view({ status: 429, fault: { code: 'target_blocked', message: 'cloudflare' } })
    assert.equal((await renderInBrowser(request(), browserOf(blocked))).fault?.code, 'http_status')
    const other = view({ status: 403, fault: { code: 'target_blocked', message: 'cloudflare' } })
    assert.equal((await renderInBrowser(request(), browserOf(other))).fault?.code, 'target_blocked')
  })

  it('checks the final URL of the page, and fails when it is not allowed', async () => {
    const asked: string[] = []
    const judged = request({
      judgeRedirect: async (next) => {
        asked.push(next.href)
        return await Promise.resolve({ code: 'redirect_out_of_scope', message: 'elsewhere' })
      },
    })
    const loaded = await renderInBrowser(judged, browserOf(view({ finalUrl: 'http://other.test/' })))
    assert.equal(loaded.fault?.code, 'redirect_out_of_scope')
    assert.deepEqual(asked, ['http://other.test/'])
    await renderInBrowser(judged, browserOf(view()))
    // A URL that differs only in its fragment is the same page.
    await renderInBrowser(judged, browserOf(view({ finalUrl: 'http://site.test/page#part' })))
    assert.equal(asked.length, 1)
  })

  it('is returned as an error page when the caller reads error pages, also an empty one', async () => {
    const reading = request({ errorPages: 'read' })
    const missing = await renderInBrowser(reading, browserOf(view({ status: 404 })))
    assert.equal(missing.fault, null)
    assert.equal(missing.content?.bytes.byteLength, 14)
    const bare = await renderInBrowser(reading, browserOf(view({ status: 500, html: null })))
    assert.equal(bare.content?.bytes.byteLength, 0)
    const resting = view({ status: 503, headers: { 'retry-after': '5' } })
    assert.equal((await renderInBrowser(reading, browserOf(resting))).fault?.code, 'target_blocked')
  })

  it('leaves files to HTTP that a browser only displays, and error pages whose wait timed out', async () => {
    const isForHttp = async (patch: Partial<BrowserView>) =>
      (await renderInBrowser(request({ errorPages: 'read' }), browserOf(view(patch)))).isForHttp
    assert.equal(await isForHttp({ headers: { 'content-type': 'application/json' } }), true)
    assert.equal(await isForHttp({ headers: {} }), false)
    assert.equal(await isForHttp({ headers: { 'content-type': 'video/mp4' } }), false)
    const fault = { code: 'wait_selector_timeout', message: 'nothing there' }
    assert.equal(await isForHttp({ status: 404, fault, html: null }), true)
    assert.equal(await isForHttp({ fault, html: null }), false)
  })

  it('has the route behind # in its final URL', async () => {
    const html = { text: '<p>', url: 'http://site.test/page#/route', truncated: false }
    const loaded = await renderInBrowser(request(), browserOf(view({ html })))
    assert.equal(loaded.answer?.finalUrl, 'http://site.test/page#/route')
    const part = { ...html, url: 'http://site.test/page#part' }
    assert.equal(
      (await renderInBrowser(request(), browserOf(view({ html: part })))).answer?.finalUrl,
      'http://site.test/page',
    )
  })

  it('fails as empty where there is no document', async () => {
    const loaded = await renderInBrowser(request(), browserOf(view({ status: 204, html: null })))
    assert.equal(loaded.fault?.code, 'empty')
  })
})
