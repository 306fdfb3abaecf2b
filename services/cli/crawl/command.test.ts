import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { parseCrawlArguments } from './arguments.ts'
import { crawlCommand, type CrawlPorts } from './command.ts'
import { commandBench, completed, final, pages, pressWhenPolled, running } from './testing/command-bench.ts'
import { crawlArchive } from './testing/crawl-archive.ts'

const listing = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted()
const events = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('crawl', () => {
  test('a completed crawl is saved, summed up, and ends with 0', async (t) => {
    const { run, gateway, folder, text, ended, targets } = await commandBench(t, { statuses: [running, completed] })
    assert.equal(await run('http://site/', '--limit', '5', '--depth', '2', '--out', 'result'), 0)
    assert.deepEqual(gateway.submitted, [{ url: 'http://site/', output: ['markdown'], limit: 5, maxDiscoveryDepth: 2 }])
    assert.deepEqual(targets, ['http://site/'])
    assert.deepEqual(await listing(path.join(folder, 'result')), [
      'manifest.json',
      'markdown.zip',
      'pages',
      ...Object.keys(pages),
      'urls.jsonl',
    ])
    assert.match(text.out, /^Crawling http:\/\/site\/ as crawl-/)
    assert.match(text.out, /Completed {2}2 pages of http:\/\/site\/ in 1\.0 s/)
    assert.match(text.out, /Files {6}\.\/result\//)
    assert.match(text.out, /\nConsole {4}http:\/\/\S+\/console\/jobs\/crawl-\S+\n$/)
    assert.equal(text.err, '')
    assert.deepEqual(ended, ['target', 'stack'])
  })

  test('no link leads to the console of a stack that ends with the command', async (t) => {
    const { run, text } = await commandBench(t, { statuses: [completed] }, false)
    assert.equal(await run('http://site/'), 0)
    assert.match(text.out, /Files {6}/)
    assert.doesNotMatch(text.out, /Console/)
  })

  test('without --out the folder is named after host and time', async (t) => {
    const { run, folder } = await commandBench(t, { statuses: [completed] })
    assert.equal(await run('http://site:8080/'), 0)
    assert.match((await readdir(path.join(folder, 'seine-out')))[0] ?? '', /^site_8080-\d{8}-\d{6}$/)
  })

  test('without a URL the bundled website is crawled and ended after the stack', async (t) => {
    const { run, gateway, text, ended, targets } = await commandBench(t, { statuses: [completed] })
    assert.equal(await run(), 0)
    assert.match(
      text.out,
      /^No URL given: crawling the bundled example website, no internet needed\nCrawling http:\/\/127\.0\.0\.1:9\/ as /,
    )
    assert.deepEqual(targets, ['http://127.0.0.1:9/'])
    assert.deepEqual(gateway.submitted, [{ url: 'http://127.0.0.1:9/', output: ['markdown'] }])
    assert.deepEqual(ended, ['target', 'stack', 'site'])
  })

  test('a failed crawl saves what it found, gives the reason, and ends with 1', async (t) => {
    const failed = {
      status: 'failed',
      total: 3,
      completed: 2,
      failed: 1,
      error: 'the time budget was used up',
      ...final,
      partialS3PresignedUrls: { markdown: 'LINK:part.zip' },
    }
    const objects = {
      'part.zip': await crawlArchive({ pages, failed: [{ url: 'http://site/x', code: 'timeout', message: 'late' }] }),
    }
    const { run, folder, text, ended } = await commandBench(t, { statuses: [failed], objects })
    assert.equal(await run('http://site/', '--out', 'result'), 1)
    assert.ok((await listing(path.join(folder, 'result'))).includes('pages/000002-b.md'))
    assert.match(text.out, /Failed {5}2 pages/)
    assert.match(text.out, /Reason {5}the time budget was used up/)
    assert.match(text.out, /1 × timeout\n\s+http:\/\/site\/x {2}late/)
    assert.deepEqual(ended, ['target', 'stack'])
  })

  test('a failed crawl without pages leaves no folder behind', async (t) => {
    const { run, folder, text } = await commandBench(t, {
      statuses: [{ status: 'failed', error: 'robots.txt says no', ...final }],
    })
    assert.equal(await run('http://site/'), 1)
    assert.deepEqual(await listing(folder), [])
    assert.match(text.out, /nothing to save/)
  })

  test('a completed crawl with a damaged archive ends with 1', async (t) => {
    const objects = { 'markdown.zip': await crawlArchive({ pages, extra: { '../evil': 'x' } }) }
    const { run, folder, text } = await commandBench(t, { statuses: [completed], objects })
    assert.equal(await run('http://site/', '--out', 'result'), 1)
    assert.match(text.out, /Damaged {4}1 problem\n\s+"\.\.\/evil": refused/)
    assert.deepEqual(await readdir(folder), ['result'])
  })

  test('a refused request shows every problem and ends with 2', async (t) => {
    const errors = [
      { pointer: '/includePaths/0', code: 'unsupported_pattern', message: 'lookahead is not supported' },
      { pointer: '/url', code: 'url_not_allowed', message: 'private address' },
    ]
    const refusal = { status: 422, body: { code: 'validation_failed', detail: '2 problems', errors } }
    const { run, text, ended } = await commandBench(t, { statuses: [completed], refusal })
    assert.equal(await run('http://site/', '--include', '(?=x)'), 2)
    assert.deepEqual(text.err.trimEnd().split('\n'), [
      'the gateway refused the request: 2 problems (validation_failed, HTTP 422)',
      '  /includePaths/0: lookahead is not supported',
      '  /url: private address',
    ])
    assert.deepEqual(ended, ['target', 'stack'])
  })

  test('a gateway that is unavailable for a while is waited for, visibly', async (t) => {
    const { run, text } = await commandBench(t, { statuses: [running, completed], unavailable: 3 })
    assert.equal(await run('http://site/'), 0)
    assert.match(
      text.out,
      /The gateway does not answer \(the workflow service does not answer\); trying again for up to 3 s/,
    )
    assert.match(text.out, /The gateway answers again after/)
  })

  test('a gateway that stays away ends with 3 and names the job', async (t) => {
    const { run, text, ended } = await commandBench(t, { statuses: [running], unavailable: 1_000_000 })
    assert.equal(await run('http://site/'), 3)
    assert.match(text.err, /gave no answer for .* giving up\nThe job may still be running; its id is crawl-/)
    assert.deepEqual(ended, ['stack'])
  })

  test('an error after the end of the job does not call it running', async (t) => {
    const { ports, folder, text, ended } = await commandBench(t, { statuses: [running, completed] })
    const out = path.join(folder, 'result')
    const inTheWay = {
      write(chunk: string) {
        if (!chunk.startsWith('Crawling ')) return
        rmSync(out, { recursive: true })
        writeFileSync(out, '')
      },
    }
    const request = parseCrawlArguments(['http://site/', '--out', 'result'])
    assert.equal(await crawlCommand(request, { ...ports, stdout: inTheWay }), 1)
    assert.match(text.err, /EEXIST.*\nThe job has ended; its id is crawl-/)
    assert.deepEqual(ended, ['target', 'stack'])
  })

  test('the bundled website starts beside the stack, not before it', async (t) => {
    const { ports, started } = await commandBench(t, { statuses: [completed] })
    const stackStarted = Promise.withResolvers<void>()
    const together: CrawlPorts = {
      ...ports,
      async ensureStack(interrupt) {
        stackStarted.resolve()
        return await ports.ensureStack(interrupt)
      },
      async startSite() {
        await stackStarted.promise
        return await ports.startSite!()
      },
    }
    assert.equal(await crawlCommand(parseCrawlArguments([]), together), 0)
    assert.deepEqual(started, ['stack', 'site'])
  })

  test('a website that cannot start ends the stack that did', async (t) => {
    const { ports, text, ended } = await commandBench(t, { statuses: [completed] })
    const noSite: CrawlPorts = { ...ports, startSite: () => Promise.reject(new Error('no such program')) }
    assert.equal(await crawlCommand(parseCrawlArguments([]), noSite), 1)
    assert.equal(text.err, 'no such program\n')
    assert.deepEqual(ended, ['stack'])
  })

  test('a stack that is unavailable ends with 3, the bundled website ended', async (t) => {
    const { ports, text, ended } = await commandBench(t, { statuses: [completed] })
    const noStack = { ...ports, ensureStack: () => Promise.reject(new Error('no compiler for the object store')) }
    assert.equal(await crawlCommand(parseCrawlArguments([]), noStack), 3)
    assert.equal(text.err, 'no compiler for the object store\n')
    assert.deepEqual(ended, ['site'])
  })
})

describe('crawl usage', () => {
  test('a folder that holds something is refused before anything starts', async (t) => {
    const { run, folder, text, started } = await commandBench(t, { statuses: [completed] })
    await writeFile(path.join(folder, 'mine.txt'), 'mine')
    assert.equal(await run('http://site/', '--out', '.'), 2)
    assert.match(text.err, /^--out takes .* "\." is not empty\n$/)
    assert.deepEqual(started, [])
  })

  test('a folder that cannot be made is refused before anything starts', async (t) => {
    const { run, folder, text, started } = await commandBench(t, { statuses: [completed] })
    await writeFile(path.join(folder, 'file'), '')
    assert.equal(await run('http://site/', '--out', 'file/below'), 2)
    assert.equal(text.err, '--out takes the name of a new or empty folder; "file/below" cannot be created (ENOTDIR)\n')
    assert.deepEqual(started, [])
  })

  test('a named folder into which nothing came is gone again', async (t) => {
    const { run, folder } = await commandBench(t, {
      statuses: [{ status: 'failed', error: 'robots.txt says no', ...final }],
    })
    assert.equal(await run('http://site/', '--out', 'a/b'), 1)
    assert.deepEqual(await listing(folder), [])
  })
})

describe('crawl interrupted', () => {
  const cancelled = { status: 'cancelled', total: 2, completed: 1 }
  const settled = { ...cancelled, ...final, partialS3PresignedUrls: { markdown: 'LINK:markdown.zip' } }

  test('the first Ctrl-C cancels the job, saves what it found, and ends with 130', async (t) => {
    const script = { statuses: [running], afterCancel: [cancelled, cancelled, settled] }
    const { run, press, gateway, folder, text, ended } = await commandBench(t, script)
    const [code] = await Promise.all([run('http://site/', '--out', 'result'), pressWhenPolled(gateway.requests, press)])
    assert.equal(code, 130)
    assert.equal(gateway.requests.filter((request) => request.startsWith('DELETE /crawl/')).length, 1)
    assert.match(text.out, /Cancelling the crawl, then saving what it found; Ctrl-C again exits at once/)
    assert.match(text.out, /Cancelled {2}1 page /)
    assert.equal(await readFile(path.join(folder, 'result/pages/000001-a.md'), 'utf8'), '# A')
    assert.deepEqual(ended, ['target', 'stack'])
  })

  test('the second Ctrl-C exits at once, telling the stack to end', async (t) => {
    const { run, press, gateway, exits, ended } = await commandBench(t, {
      statuses: [running],
      afterCancel: [cancelled],
    })
    let atExit: unknown = null
    const pressTwice = () => {
      press()
      press()
      atExit = structuredClone({ exits, ended })
    }
    await Promise.all([run('http://site/'), pressWhenPolled(gateway.requests, pressTwice)])
    assert.deepEqual(atExit, { exits: [130], ended: ['stack'] })
  })

  test('a cancelled job whose archives never appear is abandoned with its id', async (t) => {
    const { run, text } = await commandBench(t, { statuses: [cancelled] })
    assert.equal(await run('http://site/'), 130)
    assert.match(text.out, /its archives did not appear in time; its id is crawl-/)
  })

  test('Ctrl-C before the job exists starts none', async (t) => {
    const { ports, press, gateway, text, ended } = await commandBench(t, { statuses: [completed] })
    const ensureStack: CrawlPorts['ensureStack'] = async (interrupt) => {
      press()
      assert.equal(interrupt.aborted, true)
      return await ports.ensureStack(interrupt)
    }
    assert.equal(await crawlCommand(parseCrawlArguments(['http://site/']), { ...ports, ensureStack }), 130)
    assert.deepEqual(gateway.requests, [])
    assert.match(text.out, /^Stopping; Ctrl-C again exits at once\n$/)
    assert.deepEqual(ended, ['stack'])
  })

  test('a crawl that another caller cancelled ends with 130 too', async (t) => {
    const { run } = await commandBench(t, { statuses: [running, cancelled, settled] })
    assert.equal(await run('http://site/'), 130)
  })
})

describe('crawl --json', () => {
  test('standard output is events only, text goes to standard error', async (t) => {
    const { run, folder, text } = await commandBench(t, { statuses: [running, running, completed] })
    assert.equal(await run('http://site/', '--json', '--out', 'result'), 0)
    const seen = events(text.out)
    assert.deepEqual(
      seen.map(({ event }) => event),
      ['started', 'progress', 'progress', 'progress', 'saved', 'end'],
    )
    assert.partialDeepStrictEqual(seen[0], { url: 'http://site/' })
    assert.partialDeepStrictEqual(seen[2], {
      completed: 1,
      failed: 0,
      pending: 3,
      inFlight: 1,
      total: 2,
      currentUrl: 'http://site/a',
    })
    assert.partialDeepStrictEqual(seen[4], { dir: path.join(folder, 'result'), files: 2, damage: [] })
    assert.partialDeepStrictEqual(seen[5], { status: 'completed', completed: 2, failed: 0, exitCode: 0, warnings: [] })
    assert.match(text.err, /Completed {2}2 pages/)
  })

  test('an error is the last event', async (t) => {
    const refusal = { status: 401, body: { code: 'unauthorized', detail: 'unknown key' } }
    const { run, text } = await commandBench(t, { statuses: [completed], refusal })
    assert.equal(await run('http://site/', '--json'), 1)
    assert.partialDeepStrictEqual(events(text.out), [
      { event: 'end', status: 'error', error: 'unknown key', exitCode: 1 },
    ])
    assert.match(text.err, /unknown key \(unauthorized, HTTP 401\)/)
  })
})
