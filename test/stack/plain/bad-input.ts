import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestStack } from '../test-stack.ts'

export function testBadInput(shared: () => TestStack): void {
  describe('bad input', () => {
    let t: TestStack
    before(() => void (t = shared()))

    const cases: [title: string, body: Record<string, unknown>, code: string, pointer: string][] = [
      ['an unknown field', { colour: 'red' }, 'unknown_field', '/colour'],
      ['a misspelt field', { include_paths: [] }, 'unknown_field', '/include_paths'],
      ['a wrong type', { limit: 'ten' }, 'validation_failed', '/limit'],
      ['a value out of bounds', { limit: 10_001 }, 'validation_failed', '/limit'],
      ['a URL that is none', { url: 'nonsense' }, 'invalid_url', '/url'],
      ['a private address', { url: 'http://10.0.0.1/' }, 'url_not_allowed', '/url'],
      ['a private address in disguise', { url: 'http://0x7f.1:9/' }, 'url_not_allowed', '/url'],
      ['a cluster name', { url: 'http://minio/' }, 'url_not_allowed', '/url'],
      ['another scheme', { url: 'file:///etc/passwd' }, 'url_not_allowed', '/url'],
      ['a pattern RE2 cannot run', { excludePaths: ['^/(?!admin)'] }, 'unsupported_pattern', '/excludePaths/0'],
      ['a pattern that is none', { includePaths: ['('] }, 'validation_failed', '/includePaths/0'],
      ['a receiver without TLS', { webhook: { url: 'http://a.example/hook' } }, 'url_not_allowed', '/webhook/url'],
      ['a receiver in disguise', { webhook: { url: 'https://0x7f.1/hook' } }, 'url_not_allowed', '/webhook/url'],
    ]

    for (const [title, patch, code, pointer] of cases) {
      it(`refuses ${title}, naming the field`, async () => {
        const { status, headers, body } = await t.api.request('POST', '/crawl', { url: t.site.url, ...patch })
        assert.equal(status, 422)
        assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
        assert.equal(body.code, code)
        assert.equal(body['success'], false)
        assert.equal(body['retryable'], false)
        assert.equal(body['request_id'], headers.get('x-request-id'))
        assert.ok(
          body.errors?.some((error) => error.pointer === pointer),
          JSON.stringify(body.errors),
        )
      })
    }

    it('reports all problems of a request at once', async () => {
      const { body } = await t.api.request('POST', '/crawl', { url: 'x', limit: 0, colour: 1, includePaths: ['('] })
      assert.deepEqual(body.errors?.map(({ pointer }) => pointer).toSorted(), [
        '/colour',
        '/includePaths/0',
        '/limit',
        '/url',
      ])
    })

    it('answers malformed JSON, other media types and large bodies each with their status', async () => {
      assert.equal((await t.api.request('POST', '/crawl', '{"url":')).status, 400)
      const typed = await t.api.request('POST', '/crawl', 'url=x', { 'content-type': 'text/plain' })
      assert.equal(typed.status, 415)
      const large = { url: t.site.url, excludePaths: ['x'.repeat(300_000)] }
      assert.equal((await t.api.request('POST', '/crawl', large)).status, 413)
    })

    it('lets nobody in without a key', async () => {
      for (const headers of [
        { authorization: '' },
        { authorization: 'Bearer wrong' },
        { authorization: `Bearer ${t.stack.file.apiKey}`, 'x-api-key': 'other' },
      ]) {
        const { status, body } = await t.api.request('POST', '/crawl', { url: t.site.url }, headers)
        assert.equal(status, 401)
        assert.equal(body.code, 'unauthorized')
      }
      const byKey = { authorization: '', 'x-api-key': t.stack.file.apiKey }
      assert.equal((await t.api.request('POST', '/crawl', { url: t.site.url, limit: 1 }, byKey)).status, 202)
    })

    it('does not know ids that it has not given', async () => {
      const unknown = '/crawl/crawl-00000000-0000-4000-8000-000000000000'
      for (const target of [unknown, '/crawl/x', '/crawl/crawl-1/run', '/crawl/..%2f..']) {
        for (const method of ['GET', 'DELETE']) {
          const { status, body } = await t.api.request(method, target)
          assert.equal(status, 404, `${method} ${target}`)
          assert.match(body.code ?? '', /^(job_)?not_found$/)
        }
      }
    })

    for (const [title, path, reason] of [
      ['answers 404', '/broken/missing', /http_status/],
      ['redirects in a loop', '/trouble/loop-a', /too_many_redirects/],
    ] as const) {
      it(`fails the job when its only page ${title}`, async () => {
        const url = new URL(path, t.site.url).href
        const id = await t.api.start({ url, sitemap: 'skip' })
        const final = await t.api.watch(id)
        assert.equal(final.status, 'failed')
        assert.match(final.error ?? '', reason)
      })
    }

    it('fetches nothing when robots.txt refuses the start page, and says which setting matters', async () => {
      t.site.reset()
      const id = await t.api.start({ url: new URL('/private/', t.site.url).href })
      const final = await t.api.watch(id)
      assert.equal(final.status, 'failed')
      assert.match(final.error ?? '', /robots\.txt does not allow .*SEINE_ROBOTS/)
      assert.deepEqual(
        t.site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
        [],
      )
      assert.equal(final.total, 0)
    })
  })
}
