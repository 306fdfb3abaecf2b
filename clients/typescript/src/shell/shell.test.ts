import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { cut, events, json, problem, stubService, type StubHandler } from '../testing/stub-service.ts'
import { shellBench } from './testing/shell-bench.ts'

/** A bench with a service that answers by a script. */
async function served(
  t: TestContext,
  script: readonly StubHandler[],
  more: { input?: string; terminal?: boolean } = {},
) {
  const service = await stubService(t, script)
  const bench = shellBench(t, { SEINE_URL: service.baseUrl, SEINE_KEY: 'key-1' }, more)
  const sent = (at: number): unknown => JSON.parse(service.seen[at]?.body ?? 'null')
  return { ...service, ...bench, sent }
}

/** A service whose answers depend on the request. */
const routed =
  (answers: Readonly<Record<string, StubHandler>>): StubHandler =>
  (response, request) => {
    const path = `${request.method} ${request.url.split('?')[0]}`
    return (answers[path] ?? problem(404, `no_answer_for ${path}`, { retryable: false }))(response, request)
  }

const eraseLine = '\r\u001b[2K'

const page = {
  index: 7,
  url: 'https://example.com/Guide/Ä?a=1',
  status: 200,
  title: 'A \u001b[31mguide',
  success: true,
  error: null,
  output: { markdown: '# Guide', links: ['https://example.com/a'] },
  omitted: [],
}
const status = {
  id: 'crawl-1',
  url: 'https://example.com/',
  status: 'completed',
  completedAt: '2026-11-21T20:35:27Z',
  completed: 1,
  failed: 0,
  pending: 0,
  total: 1,
  currentUrl: null,
  warnings: ['robots.txt was away'],
}
const crawling = { ...status, status: 'crawling', completedAt: null, currentUrl: 'https://example.com/a' }

const job = (final: object = status): Record<string, StubHandler> => ({
  'POST /crawl': json(202, { success: true, id: 'crawl-1' }),
  'POST /batch/scrape': json(202, { success: true, id: 'batch-1' }),
  'GET /crawl/crawl-1/events': events(
    `event: progress\ndata: ${JSON.stringify(crawling)}\n\nevent: end\nid: end\ndata: ${JSON.stringify(final)}\n\n`,
  ),
  'GET /batch/scrape/batch-1/events': events(`event: end\nid: end\ndata: ${JSON.stringify(final)}\n\n`),
  'GET /crawl/crawl-1/pages': json(200, { data: [page], next_cursor: null, complete: true }),
  'GET /batch/scrape/batch-1/pages': json(200, { data: [page], next_cursor: null, complete: true }),
  'GET /crawl/crawl-1': json(200, final),
  'DELETE /crawl/crawl-1': json(200, final),
})

describe('seine scrape', () => {
  const answer = (data: object) => json(200, { data, warnings: [] })

  test('writes one format as it is, several as JSON, everything with --json', async (t) => {
    const { run, sent } = await served(t, [
      answer({ markdown: '# Hello' }),
      answer({ links: ['https://a/', 'https://b/'] }),
      answer({ markdown: '# Hello', html: '<h1>' }),
      answer({ markdown: '# Hello' }),
    ])
    assert.deepEqual(await run('scrape', 'https://example.com/'), { code: 0, out: '# Hello\n', err: '' })
    assert.deepEqual(sent(0), { url: 'https://example.com/', output: ['markdown'] })
    assert.equal((await run('scrape', 'https://example.com/', '-f', 'links')).out, 'https://a/\nhttps://b/\n')
    assert.equal(
      (await run('scrape', 'https://example.com/', '-f', 'markdown,html')).out,
      '{"markdown":"# Hello","html":"<h1>"}\n',
    )
    assert.deepEqual(JSON.parse((await run('scrape', 'https://example.com/', '--json')).out), {
      data: { markdown: '# Hello' },
      warnings: [],
    })
  })

  test('flags become members of the body, --set any other', async (t) => {
    const { run, sent, folder } = await served(t, [answer({ json: { a: 1 } })])
    await writeFile(join(folder, 'shape.json'), '{"title":"string"}')
    const flags = ['--render', '--whole', '--wait', '.ready', '--schema', join(folder, 'shape.json'), '-f', 'json']
    const { out } = await run('scrape', 'https://example.com/', ...flags, '--set', 'max_age=0', '--set', 'a.b=x=y')
    assert.equal(out, '{"a":1}\n')
    assert.deepEqual(sent(0), {
      url: 'https://example.com/',
      output: ['json'],
      js_render: true,
      only_main_content: false,
      wait_selector: '.ready',
      schema: { title: 'string' },
      max_age: 0,
      a: { b: 'x=y' },
    })
  })

  test('errors are words on standard error, and a code', async (t) => {
    const errors = [{ pointer: '/timeout', code: 'validation_failed', message: 'must be >= 1000' }]
    const { run } = await served(t, [
      problem(422, 'validation_failed', { errors, retryable: false }),
      problem(502, 'all_attempts_failed', { retryable: false }),
      cut,
    ])
    assert.deepEqual(await run('scrape', 'https://example.com/'), {
      code: 2,
      out: '',
      err: 'about validation_failed (validation_failed, HTTP 422, request req-1)\n  /timeout: must be >= 1000\n',
    })
    assert.equal((await run('scrape', 'https://example.com/')).code, 1)
    assert.equal((await run('scrape', 'https://example.com/')).code, 3)
  })
})

describe('seine crawl and batch', () => {
  test('write a line for each page; what a page says cannot act on the terminal', async (t) => {
    const { run, sent } = await served(t, [routed(job())])
    const { code, out, err } = await run('crawl', 'https://example.com/', '-n', '3', '--include', '^/a,b', '--tag', 'x')
    assert.equal(code, 0)
    assert.equal(out, '200\thttps://example.com/Guide/Ä?a=1\tA [31mguide\n')
    assert.equal(err, 'Started crawl-1\ncompleted: 1 done, 0 failed\nwarning: robots.txt was away\n')
    const expected = { url: 'https://example.com/', limit: 3, includePaths: ['^/a,b'], scrape: { tag: ['x'] } }
    assert.deepEqual(sent(0), expected)
  })

  test('--json writes the pages with their content', async (t) => {
    const { run } = await served(t, [routed(job())])
    assert.deepEqual(JSON.parse((await run('crawl', 'https://example.com/', '--json')).out), page)
  })

  test('--out writes files as they come', async (t) => {
    const { run, folder } = await served(t, [routed(job())])
    const { out } = await run('crawl', 'https://example.com/', '--out', 'site')
    assert.equal(out, 'site/pages/000007-guide-c3-84.md\nsite/pages/000007-guide-c3-84.links.txt\n')
    assert.equal(await readFile(join(folder, 'site/pages/000007-guide-c3-84.md'), 'utf8'), '# Guide')
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'site/pages.jsonl'), 'utf8')).files, [
      'pages/000007-guide-c3-84.md',
      'pages/000007-guide-c3-84.links.txt',
    ])
    assert.deepEqual((await readdir(join(folder, 'site/pages'))).length, 2)
  })

  test('results that the list of pages leaves out are read alone; what stays missing is named', async (t) => {
    const omitted = [
      { format: 'html', reason: 'too_large' },
      { format: 'clean_html', reason: 'too_large' },
      { format: 'json', reason: 'unavailable' },
    ]
    const whole = { ...page, output: { ...page.output, html: '<h1>Guide</h1>' }, omitted: [] }
    const large = {
      ...job(),
      'GET /crawl/crawl-1/pages': json(200, { data: [{ ...page, omitted }], next_cursor: null, complete: true }),
      'GET /crawl/crawl-1/pages/7': json(200, whole),
    }
    const { run, folder } = await served(t, [routed(large)])
    const { code, err } = await run('crawl', 'https://example.com/', '--out', 'site')
    assert.equal(code, 0)
    assert.equal(await readFile(join(folder, 'site/pages/000007-guide-c3-84.html'), 'utf8'), '<h1>Guide</h1>')
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'site/pages.jsonl'), 'utf8')).omitted, omitted.slice(1))
    assert.match(err, /^warning: page 7: clean_html is not here: it is too large for a reply of the service$/m)
    assert.match(err, /^warning: page 7: json is not here: it is lost, or was stored by an earlier release$/m)
    const printed = await run('crawl', 'https://example.com/', '--json')
    assert.equal(JSON.parse(printed.out).output.html, '<h1>Guide</h1>')
  })

  test('a picture is loaded again with a new link; without it the other files are written', async (t) => {
    // Makes the pauses between the tries short.
    t.mock.method(Math, 'random', () => -0.99)
    const pictured =
      (name: string, answer: (entry: object) => object): StubHandler =>
      (response, request) => {
        const screenshot = `http://${request.headers.host}/${name}`
        void json(200, answer({ ...page, output: { ...page.output, screenshot } }))(response, request)
      }
    const answers: Record<string, StubHandler> = {
      ...job(),
      'GET /crawl/crawl-1/pages': pictured('old', (entry) => ({ data: [entry], next_cursor: null, complete: true })),
      'GET /crawl/crawl-1/pages/7': pictured('new', (entry) => entry),
      'GET /old': (response) => void response.writeHead(503).end(),
      'GET /new': (response) => void response.end('PNG'),
    }
    const { run, folder, seen } = await served(t, [routed(answers)])
    const { code } = await run('crawl', 'https://example.com/', '--out', 'site')
    assert.equal(code, 0)
    assert.equal(await readFile(join(folder, 'site/pages/000007-guide-c3-84.png'), 'utf8'), 'PNG')
    assert.deepEqual(
      seen.filter(({ url }) => /old|new/.test(url)).map(({ url, headers }) => [url, headers.authorization]),
      [
        ['/old', undefined],
        ['/new', undefined],
      ],
    )
    answers['GET /new'] = (response) => void response.writeHead(503).end()
    const failed = await run('crawl', 'https://example.com/', '--out', 'other')
    assert.equal(failed.code, 0)
    assert.match(failed.err, /^warning: page 7: screenshot is not here: the object store answered 503$/m)
    assert.deepEqual((await readdir(join(folder, 'other/pages'))).length, 2)
  })

  test('URLs of a batch are words and lines of standard input', async (t) => {
    const { run, sent } = await served(t, [routed(job())], { input: 'https://b/\r\n\n  https://c/\n' })
    assert.equal((await run('batch', 'https://a/', '-', '-f', 'html')).code, 0)
    assert.deepEqual(sent(0), { urls: ['https://a/', 'https://b/', 'https://c/'], output: ['html'] })
  })

  test('--detach reports the id alone', async (t) => {
    const { run, seen } = await served(t, [routed(job())])
    assert.deepEqual(await run('crawl', 'https://example.com/', '-d'), { code: 0, out: 'crawl-1\n', err: '' })
    assert.equal(seen.length, 1)
  })

  test('a failed job ends with 1', async (t) => {
    const { run } = await served(t, [routed(job({ ...status, status: 'failed', error: 'robots.txt says no' }))])
    const { code, err } = await run('crawl', 'https://example.com/')
    assert.deepEqual([code, /failed: 1 done, 0 failed: robots\.txt says no/.test(err)], [1, true])
  })

  test('progress is drawn on a terminal and removed before each line', async (t) => {
    const { run } = await served(t, [routed(job())], { terminal: true })
    const { err } = await run('crawl', 'https://example.com/')
    assert.ok(err.includes(`${eraseLine}crawling  1 done  0 failed  0 waiting  https://examp`))
    assert.ok(err.includes(`${eraseLine}completed: 1 done`))
    const quiet = await run('crawl', 'https://example.com/', '--quiet')
    assert.ok(!quiet.err.includes('\u001b'))
  })

  test('the first Ctrl-C cancels and writes what is finished, the second exits at once', async (t) => {
    const cancelled = { ...status, status: 'cancelled' }
    const ended = Promise.withResolvers<void>()
    let cancels = 0
    const waiting = json(200, { data: [], next_cursor: 'c', complete: false })
    const end = json(200, { data: [page], next_cursor: null, complete: true })
    const answers: Record<string, StubHandler> = {
      ...job(cancelled),
      'GET /crawl/crawl-1/pages': (response, request) => (cancels > 0 ? end : waiting)(response, request),
      'GET /crawl/crawl-1/events': (response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n'),
      'DELETE /crawl/crawl-1': (response, request) => {
        cancels += 1
        ended.resolve()
        return json(200, cancelled)(response, request)
      },
    }
    const { client: _client, server, ...bench } = await served(t, [routed(answers)])
    const running = bench.run('crawl', 'https://example.com/')
    while (!bench.seen.some(({ url }) => url.startsWith('/crawl/crawl-1/pages'))) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    bench.press()
    // A closed terminal and the shell both send a signal: they count as one.
    bench.press()
    await ended.promise
    assert.deepEqual(bench.exits, [])
    bench.press(1_000)
    assert.deepEqual([bench.exits, cancels], [[130], 1])
    answers['GET /crawl/crawl-1/events'] = events(`event: end\nid: end\ndata: ${JSON.stringify(cancelled)}\n\n`)
    server.closeAllConnections()
    const { code, out, err } = await running
    assert.equal(code, 130)
    assert.match(out, /^200\t/)
    assert.match(err, /Cancelling the job, then writing the pages that are finished/)
  })
})

describe('other commands', () => {
  test('map writes URLs, network a HAR', async (t) => {
    const links = [
      { url: 'https://a/', source: 'page' },
      { url: 'https://b/', source: 'page' },
    ]
    const har = { log: { version: '1.2' } }
    const { run, seen } = await served(t, [json(200, { links, truncated: true }), json(200, har)])
    const mapped = await run('map', 'https://a/', '-n', '2')
    assert.equal(mapped.out, 'https://a/\nhttps://b/\n')
    assert.match(mapped.err, /more URLs/)
    const captured = await run('network', 'https://a/', '--type', 'xhr,fetch', '--match', '/api/')
    assert.deepEqual(JSON.parse(captured.out), har)
    assert.equal(seen[1]?.url, '/browser/network?resource_type=xhr%2Cfetch&url_pattern=%2Fapi%2F')
    assert.equal(seen[1]?.headers.accept, 'application/har+json')
  })

  test('jobs lists, shows, and refuses what is no job', async (t) => {
    const entry = { ...status, createdAt: '2026-11-21T20:35:27Z', kind: 'crawl' }
    const { run, seen } = await served(t, [json(200, { data: [entry, entry], next_cursor: 'c' }), json(200, status)])
    const listed = await run('jobs', '--status', 'completed', '-n', '1')
    assert.equal(listed.out, 'crawl-1\tcompleted\t2026-11-21T20:35:27Z\t1/1\thttps://example.com/\n')
    assert.equal(seen[0]?.url, '/jobs?status=completed')
    assert.match((await run('jobs', 'show', 'crawl-1')).out, /^status\tcompleted$/m)
    assert.deepEqual((await run('jobs', 'show', '../keys')).code, 2)
    assert.match((await run('jobs', 'destroy', 'crawl-1')).err, /no action "destroy"/)
  })

  test('jobs download pours the archive', async (t) => {
    const { run } = await served(t, [
      (response, request) =>
        json(200, { ...status, s3PresignedUrls: { markdown: `http://${request.headers.host}/a` } })(response, request),
      (response) => void response.end('PK'),
    ])
    assert.deepEqual(await run('jobs', 'download', 'crawl-1', 'markdown'), { code: 0, out: 'PK', err: '' })
  })

  test('watch makes watches and reports what the newest run found', async (t) => {
    const run1 = { run_id: 'run-1', status: 'completed', counts: {} }
    const change = { state: 'changed', url: 'https://a/', title: 'A', diff: '-old\n+new' }
    const { run, sent, seen } = await served(t, [
      json(201, { watch_id: 'watch-1', status: 'active', name: 'n', next_run_at: null }),
      json(200, { data: [{ ...run1, run_id: 'run-2', status: 'running' }, run1], next_cursor: null }),
      json(200, { data: [change], next_cursor: null }),
    ])
    const made = await run('watch', 'create', 'https://a/', '--cron', '0 6 * * *', '-n', '5', '--set', 'keep_runs=3')
    assert.equal(made.out, 'watch-1\tactive\t-\tn\n')
    assert.deepEqual(sent(0), {
      name: 'https://a/',
      schedule: { cron: '0 6 * * *' },
      keep_runs: 3,
      crawl: { url: 'https://a/', limit: 5 },
    })
    const told = await run('watch', 'changes', 'watch-1', '--diff')
    assert.equal(told.out, 'changed\thttps://a/\tA\n-old\n+new\n')
    assert.equal(seen[2]?.url, '/watches/watch-1/runs/run-1/changes')
  })

  test('watch run waits for the end of the run when that is requested', async (t) => {
    const ended = {
      run_id: 'run-1',
      job_id: 'crawl-1',
      status: 'failed',
      started_at: 'then',
      counts: { new: 0, same: 3 },
    }
    const { run } = await served(t, [
      json(202, { run_id: 'run-1', job_id: 'crawl-1' }),
      json(202, { run_id: 'run-1', job_id: 'crawl-1' }),
      json(200, { data: [ended], next_cursor: null }),
    ])
    assert.deepEqual(await run('watch', 'run', 'watch-1'), { code: 0, out: 'run-1\tcrawl-1\n', err: '' })
    const { code, out } = await run('watch', 'run', 'watch-1', '--wait')
    assert.deepEqual([code, out], [1, 'run-1\tfailed\tthen\t0 new\t3 same\tcrawl-1\n'])
  })
})

describe('seine login', () => {
  test('tries the key and stores it, readable by its owner alone', async (t) => {
    const { baseUrl, seen } = await stubService(t, [json(200, { data: [], next_cursor: null })])
    const { run, folder } = shellBench(t, {}, { input: 'key-9\n' })
    assert.equal((await run('login', baseUrl)).code, 0)
    assert.equal(seen[0]?.headers.authorization, 'Bearer key-9')
    const file = join(folder, '.config/seine/credentials.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal((await run('jobs')).code, 0)
    assert.equal(seen[1]?.headers.authorization, 'Bearer key-9')
    const elsewhere = await run('jobs', '--url', 'http://127.0.0.1:1')
    assert.match(elsewhere.err, /no key for http:\/\/127\.0\.0\.1:1 is known/)
    assert.equal((await run('login', '--remove')).code, 0)
    assert.match((await run('jobs')).err, /run seine login URL/)
  })

  test('stores nothing that the service refuses', async (t) => {
    const { baseUrl } = await stubService(t, [problem(401, 'unauthorized', { retryable: false })])
    const { run, folder } = shellBench(t, {}, { input: 'key-9' })
    assert.equal((await run('login', baseUrl)).code, 1)
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await shellBench(t).run('login', baseUrl)).code, 2)
  })
})

describe('wrong use', () => {
  const wrong: [args: string[], message: RegExp][] = [
    [['crwl'], /there is no command "crwl"/],
    [['crawl'], /crawl takes one URL, got 0/],
    [['crawl', 'example.com'], /got "example\.com"; write https:\/\/example\.com/],
    [['crawl', 'https://a/', '--limit', 'many'], /--limit takes a whole number, got "many"/],
    [['crawl', 'https://a/', '--format', 'word'], /--format takes markdown, .*, got "word"/],
    [['crawl', 'https://a/', '--colour'], /--colour is not a flag of crawl/],
    [['crawl', 'https://a/', '--depth'], /--depth needs a value/],
    [['crawl', 'https://a/', '--json=yes'], /--json takes no value/],
    [['scrape', 'https://a/', '--set', 'x'], /--set takes NAME=VALUE/],
    [['scrape', 'https://a/', '--schema', '/no/such'], /--schema takes a file with JSON; \/no\/such/],
    [['watch', 'look'], /watch takes an action, got "look"/],
    [['watch', 'run'], /watch run takes the id of a watch/],
    [['completion', 'tcsh'], /completion takes bash, zsh, fish/],
    [['scrape', 'https://a/'], /no service is known/],
  ]
  for (const [args, message] of wrong) {
    test(args.join(' '), async (t) => {
      const { code, out, err } = await shellBench(t).run(...args)
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, message)
    })
  }
})
