import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { json, stubService, type StubHandler } from '../testing/stub-service.ts'

const url = 'https://example.com/'
const page = (index: number) => ({
  index,
  url,
  status: 200,
  success: true,
  error: null,
  output: { markdown: '# A' },
  omitted: [],
})
const ended = { id: 'crawl-1', url, completedAt: 'now', completed: 3, failed: 0, pending: 0, total: 3, warnings: [] }

/** A service with one job of three pages: the second one is finished with `next`, the third one and the job at its end. */
async function jobService(t: TestContext, status: string) {
  const next = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let cancels = 0
  const routes: Record<string, StubHandler> = {
    'POST /crawl': json(202, { id: 'crawl-1' }),
    'GET /crawl/crawl-1/pages': json(200, { data: [page(0)], next_cursor: 'a', complete: false }),
    'GET /crawl/crawl-1/pages?cursor=a': async (response, request) => {
      await next.promise
      await json(200, { data: [page(1)], next_cursor: 'b', complete: false })(response, request)
    },
    'GET /crawl/crawl-1/pages?cursor=b': async (response, request) => {
      await end.promise
      await json(200, { data: [page(2)], next_cursor: null, complete: true })(response, request)
    },
    'GET /crawl/crawl-1/events': async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n')
      await end.promise
      response.end(`event: end\nid: end\ndata: ${JSON.stringify({ ...ended, status })}\n\n`)
    },
    'DELETE /crawl/crawl-1': (response, request) => {
      cancels += 1
      end.resolve()
      return json(200, ended)(response, request)
    },
  }
  const answer: StubHandler = (response, request) => {
    const { searchParams, pathname } = new URL(request.url, 'http://service')
    const cursor = searchParams.get('cursor')
    return routes[`${request.method} ${pathname}${cursor === null ? '' : `?cursor=${cursor}`}`]?.(response, request)
  }
  const { baseUrl } = await stubService(t, [answer])
  return { baseUrl, next: next.resolve, end: end.resolve, cancels: () => cancels }
}

/** Starts the command as a process of its own. */
function command(t: TestContext, baseUrl: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'seine-main-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: folder,
    env: { ...process.env, SEINE_URL: baseUrl, SEINE_KEY: 'key-1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return { child, folder }
}

/** Waits for the first data of a stream and closes it. */
async function closeAfterData(stream: ChildProcess['stdout']): Promise<void> {
  assert.ok(stream)
  await once(stream, 'data')
  stream.destroy()
}

describe('a closed reader', { timeout: 60_000 }, () => {
  test('of words does not end a job whose pages become files', async (t) => {
    const { baseUrl, next, end, cancels } = await jobService(t, 'failed')
    const { child, folder } = command(t, baseUrl, 'crawl', url, '--out', '.')
    await Promise.all([closeAfterData(child.stderr), closeAfterData(child.stdout)])
    next()
    end()
    assert.deepEqual(await once(child, 'close'), [1, null])
    assert.deepEqual([readdirSync(join(folder, 'pages')).length, cancels()], [3, 0])
  })

  test('of pages cancels the job', async (t) => {
    const { baseUrl, next, cancels } = await jobService(t, 'cancelled')
    const { child } = command(t, baseUrl, 'crawl', url)
    let words = ''
    child.stderr?.on('data', (chunk) => (words += String(chunk)))
    await closeAfterData(child.stdout)
    next()
    assert.deepEqual(await once(child, 'close'), [130, null])
    assert.equal(cancels(), 1)
    assert.match(words, /Standard output cannot be written \(.*\); cancelling the job crawl-1/)
  })

  test('ends the reading of pages of an existing job', async (t) => {
    const { baseUrl, next, cancels } = await jobService(t, 'completed')
    const { child } = command(t, baseUrl, 'jobs', 'pages', 'crawl-1')
    await closeAfterData(child.stdout)
    next()
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.equal(cancels(), 0)
  })
})
