import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserActions, browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import { batchJobInput } from '@seine/shared/api/testing/batch-job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { callerOptions } from './caller-options.ts'
import { runSlice } from './testing/run-slice.ts'

const headers = { Authorization: 'Bearer t', Cookie: 'a=1', 'X-Key': 'k', 'User-Agent': 'Mine' }
const page = { ...crawlJobInput().page, browser: { ...browserPageOptions({}), headers } }
const crawl = (patch: Partial<CrawlJobInput> = {}): CrawlJobInput =>
  crawlJobInput({ url: 'https://docs.site.com/a/', page, ...patch })

describe("a crawl's headers", () => {
  it('are sent to the requested host, on any path', () => {
    for (const url of ['https://docs.site.com/b', 'https://www.docs.site.com/']) {
      assert.deepEqual(callerOptions(crawl(), url).headers, headers)
    }
    assert.deepEqual(callerOptions(crawl({ url: 'http://docs.site.com/' }), 'https://docs.site.com/').headers, headers)
  })

  it('are sent to other hosts only where those were requested', () => {
    const url = 'https://api.site.com/'
    assert.deepEqual(callerOptions(crawl({ allowSubdomains: true }), url).headers, headers)
    assert.deepEqual(callerOptions(crawl(), url).headers, { 'user-agent': 'Mine' })
  })

  it('stay away from sites a redirect has led to, other ports, and from http where it began by https', () => {
    for (const url of ['https://other.com/', 'https://docs.site.com:8443/', 'http://docs.site.com/a/']) {
      assert.deepEqual(callerOptions(crawl({ allowSubdomains: true }), url).headers, { 'user-agent': 'Mine' }, url)
    }
  })

  it('are those that pages of another site are asked with', async () => {
    const { web } = await runSlice({
      paths: ['/in', { url: 'http://other.test/out' }],
      answer: () => ({ body: 'words' }),
      input: { page },
    })
    const sent = web.sent.toSorted((a, b) => (a.url < b.url ? -1 : 1))
    assert.deepEqual(
      sent.map(({ url, headers: given, cookies }) => [given?.['x-key'], cookies?.header(new URL(url))]),
      [
        [undefined, ''],
        ['k', 'a=1'],
      ],
    )
  })
})

describe("a crawl's actions", () => {
  const typing = { ...page.browser, actions: browserActions([{ action: 'fill', selector: '#p', value: 'secret' }]) }
  const input = crawl({ page: { ...page, browser: typing } })

  it('apply on the requested site only', () => {
    assert.deepEqual(callerOptions(input, 'https://docs.site.com/b').actions, typing.actions)
    assert.deepEqual(callerOptions(input, 'https://other.com/').actions, [])
    assert.deepEqual(callerOptions(input, 'http://docs.site.com/').actions, [])
  })
})

describe("a batch's headers", () => {
  it('go to every URL of it', () => {
    assert.deepEqual(callerOptions(batchJobInput({ page }), 'http://anywhere.test/').headers, headers)
  })
})
