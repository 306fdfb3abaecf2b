import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test, type TestContext } from 'node:test'
import { json, stubService } from '@seine/client/src/testing/stub-service.ts'
import { shellBench } from '@seine/client/src/shell/testing/shell-bench.ts'
import { codeLanguages } from './request-code.ts'
import { seineCommand } from './seine-command.ts'
import type { CodedRequest } from './coded-request.ts'

const root = 'http://127.0.0.1:8420'

/** Returns the words behind `seine` as a shell understands them. */
function shellWords(code: string): string[] {
  const script = `seine() { printf '%s\\0' "$SEINE_URL" "$@"; }\n${code}`
  const [service, ...words] = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  assert.equal(service, root)
  return words
}

/** Answers that suffice for a command to end. */
const answers: Readonly<Record<string, object>> = {
  '/crawl': { success: true, id: 'crawl-1' },
  '/batch/scrape': { success: true, id: 'batch-1' },
  '/scrape': { data: { html: '<p>' }, warnings: [] },
  '/map': { links: [], truncated: false },
  '/browser/network': { success: true, calls: [] },
}

/** Runs the command of a request with the program of the client. @returns the request that the service got. */
async function sentBy(t: TestContext, request: CodedRequest) {
  const words = shellWords(seineCommand(request, root) ?? assert.fail('there is no command'))
  const { seen, baseUrl } = await stubService(t, [json(200, answers[request.path])])
  const { run } = shellBench(t, { SEINE_URL: baseUrl, SEINE_KEY: 'key-1' })
  const isJob = request.path === '/crawl' || request.path === '/batch/scrape'
  const { code, err } = await run(...words, ...(isJob ? ['--detach'] : []))
  assert.equal(code, 0, err)
  const [{ method, url, body, headers } = assert.fail('nothing was sent')] = seen
  return { method, path: url, body: JSON.parse(body) as unknown, accept: headers.accept }
}

const post = (path: string, body: Record<string, unknown>): CodedRequest => ({ method: 'POST', path, body })
const url = 'https://example.com/a?b=1&c=it\'s "so" $HOME `x`'

describe('the command of a request', () => {
  const bodies: readonly [name: string, request: CodedRequest][] = [
    ['a crawl', post('/crawl', { url, limit: 20, output: ['markdown', 'links'] })],
    [
      'a crawl with every flag',
      post('/crawl', {
        url,
        limit: 20,
        maxDiscoveryDepth: 2,
        output: ['html'],
        includePaths: ['^/a,b', '-c'],
        excludePaths: ["it's"],
        sitemap: 'skip',
        crawlEntireDomain: true,
        allowSubdomains: true,
        scrape: { js_render: true, tag: ['one', 'two'] },
      }),
    ],
    [
      'a crawl with values that no flag takes',
      post('/crawl', {
        url,
        limit: -1,
        output: ['unknown'],
        maxDiscoveryDepth: 'two',
        includePaths: [],
        sitemap: 'never',
        crawlEntireDomain: false,
        webhook: { url: 'https://hook.example/', events: ['completed'] },
        scrape: { js_render: false, tag: [' a,b '], custom: { 'x.y': null } },
        scrapeOptions: 'a=b',
      }),
    ],
    [
      'a scrape',
      post('/scrape', {
        url,
        output: ['json', 'html', 'clean_html', 'links', 'markdown', 'screenshot', 'screenshot_full_page'],
        js_render: true,
        only_main_content: false,
        wait_selector: '-x > "y"',
        prompt: 'what\nis it?',
        session_id: 's-1',
        schema: { type: 'object', properties: { price: { type: 'number' } } },
        actions: [{ type: 'click', selector: '#a' }],
        timeout: 5_000,
        tag: ['true'],
        geolocation: 'true',
      }),
    ],
    [
      'a batch',
      post('/batch/scrape', { urls: [url, 'https://example.com/2'], output: ['links'], jsRender: true, tag: ['a'] }),
    ],
    ['a crawl with a name that has a dot', post('/crawl', { url, scrape: { 'a.b': 1, tag: ['x'] } })],
    ['a map with a name that every object has', post('/map', { url, constructor: 'x', toString: 1 })],
    ['a map', post('/map', { url, limit: 5, search: 'boats', sitemap: 'only', includeSubdomains: true })],
    ['a capture', post('/browser/network', { url, wait_selector: '#x', wait_ms: 100 })],
  ]
  for (const [name, request] of bodies) {
    test(`${name} is sent by the program of the client as it is`, async (t) => {
      const { method, path, body, accept } = await sentBy(t, request)
      assert.deepEqual({ method, path, body }, request)
      assert.doesNotMatch(accept ?? '', /har/)
    })
  }

  test('where the command has a default of its own, that of the API is written out', async (t) => {
    for (const [path, body] of [
      ['/scrape', { url }],
      ['/batch/scrape', { urls: [url] }],
    ] as const) {
      assert.deepEqual((await sentBy(t, post(path, body))).body, { ...body, output: ['html'] })
    }
    assert.deepEqual((await sentBy(t, post('/crawl', { url }))).body, { url })
  })

  test('a form without an address has a placeholder', () => {
    assert.equal(
      seineCommand(post('/map', { limit: 5 }), root),
      `SEINE_URL='${root}' seine map \\\n  URL \\\n  --limit 5`,
    )
    assert.match(seineCommand(post('/batch/scrape', {}), root) ?? '', /seine batch \\\n {2}URL/)
  })

  test('the status of a job is shown by its id', async (t) => {
    const words = shellWords(seineCommand({ method: 'GET', path: '/batch/scrape/batch-1', body: null }, root) ?? '')
    const { seen, baseUrl } = await stubService(t, [json(200, { id: 'batch-1' })])
    const { run } = shellBench(t, { SEINE_URL: baseUrl, SEINE_KEY: 'key-1' })
    const { code, out } = await run(...words)
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(out), { id: 'batch-1' })
    assert.equal(seen[0]?.url, '/batch/scrape/batch-1')
  })

  test('a request without a command is shown as curl sends it', () => {
    const cli = codeLanguages.find(({ id }) => id === 'cli')
    const text = cli?.code(post('/search', { query: 'boats' }), root) ?? ''
    assert.match(text, /^# The command line has no command for this request; curl sends it as well\.\ncurl '/)
  })
})
