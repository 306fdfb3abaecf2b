import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import type { FakeAnswer } from '../page/testing/fake-web.ts'
import { kindsOf, linkedPage, root, runSlice } from './testing/run-slice.ts'

const json = { contentType: 'application/json', text: '{"q":1}' }
const posting = defaultPageOptions({ method: 'POST', body: json, render: 'never' })

describe('a slice of a batch', () => {
  it('fetches what robots.txt would keep out, without reading it', async () => {
    const done = await runSlice({ batch: {}, paths: ['/private/x'], robots: ['/private/'], answer: () => linkedPage() })
    assert.deepEqual(kindsOf(done), ['scraped'])
    assert.equal(done.robotsReads, 0)
  })

  it('follows redirects anywhere', async () => {
    const done = await runSlice({
      batch: {},
      paths: ['/moved'],
      robots: ['/'],
      answer: (path) => (path === '/moved' ? { redirect: 'http://other.test/end' } : linkedPage()),
    })
    assert.equal(done.records[0]?.finalUrl, 'http://other.test/end')
    assert.deepEqual(kindsOf(done), ['scraped'])
  })

  it('takes no links from its pages', async () => {
    const done = await runSlice({ batch: {}, paths: ['/a'], answer: () => linkedPage([`${root}/next`]) })
    assert.deepEqual(done.result?.urls, [])
    assert.deepEqual([done.records[0]?.links, done.records[0]?.linksDropped, done.records[0]?.sketch], [[], 0, null])
    assert.match(done.records[0]?.outputs.markdown ?? '', /hello/)
  })

  it('sends method and body of the job with every page', async () => {
    const done = await runSlice({ batch: { page: posting }, paths: ['/a', '/b'], answer: () => linkedPage() })
    const sent = done.web.sent.map(({ method, body, headers }) => [method, body, headers?.['content-type']])
    assert.deepEqual(sent, [
      ['POST', '{"q":1}', 'application/json'],
      ['POST', '{"q":1}', 'application/json'],
    ])
  })

  it('sends no body and no type of one with GET', async () => {
    const done = await runSlice({ batch: {}, paths: ['/a'], answer: () => linkedPage() })
    const [sent] = done.web.sent
    assert.deepEqual([sent?.method, sent?.body, sent?.headers?.['content-type']], ['GET', undefined, undefined])
  })

  it('repeats a POST only where no server can have acted on it', async () => {
    const answers: Record<string, FakeAnswer> = {
      '/500': { status: 500 },
      '/timeout': { error: new EgressError('timeout', 'timeout') },
      '/refused': { error: new EgressError('connect_error', 'refused') },
      '/unknown': { error: new EgressError('dns_error', 'unknown') },
    }
    const post = await runSlice({
      batch: { page: posting },
      paths: Object.keys(answers),
      answer: (path) => answers[path]!,
    })
    assert.deepEqual(kindsOf(post), ['failed', 'failed', 'deferred', 'deferred'])
    const get = await runSlice({ batch: {}, paths: Object.keys(answers), answer: (path) => answers[path]! })
    assert.deepEqual(kindsOf(get), ['deferred', 'deferred', 'deferred', 'deferred'])
  })

  it('takes a POST that was redirected for done', async () => {
    const done = await runSlice({
      batch: { page: posting },
      paths: ['/a'],
      answer: (path) => (path === '/a' ? { redirect: '/end' } : { error: new EgressError('connect_error', 'refused') }),
    })
    assert.deepEqual(kindsOf(done), ['failed'])
  })

  it('counts by input lines', async () => {
    const done = await runSlice({
      batch: {},
      paths: [
        { url: `${root}/a`, lines: 3 },
        { url: `${root}/gone`, lines: 2 },
      ],
      answer: (path) => (path === '/gone' ? { status: 404 } : linkedPage()),
    })
    const { startedFirst, completed, failed, returned } = done.summary!
    assert.deepEqual([startedFirst, completed, failed, returned], [5, 3, 2, 0])
  })
})
