import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { cut, json, problem, stubService, type StubHandler } from '@seine/client/src/testing/stub-service.ts'
import { LivePages } from './live-pages.ts'
import { commandBench, completed, final, pages, running } from './testing/command-bench.ts'

const page = (index: number) => ({
  index,
  url: `http://site/${index}`,
  output: { markdown: `# ${index}` },
  omitted: [],
  success: true,
})
const reply = (indexes: number[], next: string | null, complete: boolean): StubHandler =>
  json(200, { data: indexes.map((index) => page(index)), next_cursor: next, complete })

/** Starts to write the pages that a scripted service has. */
async function written(t: TestContext, script: readonly StubHandler[], directory?: () => Promise<string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'seine-live-'))
  t.after(() => rm(folder, { recursive: true }))
  const { client, seen } = await stubService(t, script, { maxRetries: 0 })
  const notes: string[] = []
  const live = new LivePages({
    client,
    id: 'crawl-1',
    directory: directory ?? (() => Promise.resolve(folder)),
    pauseMs: 1,
    note: (text) => notes.push(text),
  })
  return { live, folder, seen, notes }
}

/** Number of pages that are written whole. */
async function wholePages(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, 'pages.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').length - 1
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('pages of a running crawl', () => {
  test('are written as they come, on through outages, each once', async (t) => {
    const script = [
      reply([0, 1], 'c1', false),
      cut,
      problem(503, 'engine_unavailable', { retryable: true }),
      reply([2], null, true),
    ]
    const { live, folder, seen } = await written(t, script)
    const target = path.join(folder, 'pages-so-far')
    await until(async () => (await wholePages(target)) === 3)
    assert.equal(await readFile(path.join(target, 'pages/000002-2.md'), 'utf8'), '# 2')
    assert.equal((await readFile(path.join(target, 'pages.jsonl'), 'utf8')).trim().split('\n').length, 3)
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['', '?cursor=c1', '?cursor=c1', '?cursor=c1'].map((query) => `/crawl/crawl-1/pages${query}`),
    )
    assert.equal(live.folder, target)
    await live.remove()
    assert.deepEqual(await readdir(folder), [])
  })

  test('are no condition of the crawl: a service without that route, a disk that refuses', async (t) => {
    const { live, seen } = await written(t, [problem(404, 'not_found', { retryable: false })])
    await until(() => seen.length === 1)
    await live.stop()
    assert.equal(live.folder, null)
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'mkdir' })
    const other = await written(t, [reply([0], null, true)], () => Promise.reject(full))
    await until(() => other.notes.length === 1)
    assert.match(other.notes[0]!, /no longer written as they come: no space left/)
  })

  test('end at once when they are stopped while they wait', async (t) => {
    const { live, seen } = await written(t, [reply([], 'c1', false)])
    await until(() => seen.length > 0)
    await live.stop()
  })
})

describe('crawl with pages as they come', () => {
  const livePages = [page(0), page(1)]
  const cancelled = { status: 'cancelled', total: 2, completed: 1, ...final }

  test('removes them when the archives are saved', async (t) => {
    const { run, folder } = await commandBench(t, {
      statuses: [...Array.from({ length: 50 }, () => running), completed],
      livePages,
    })
    assert.equal(await run('http://site/', '--out', 'result'), 0)
    assert.deepEqual((await readdir(path.join(folder, 'result'))).includes('pages-so-far'), false)
    assert.equal(await readFile(path.join(folder, 'result/pages/000001-a.md'), 'utf8'), pages['pages/000001-a.md'])
  })

  test('leaves them when Ctrl-C is pressed twice', async (t) => {
    const bench = await commandBench(t, { statuses: [running], afterCancel: [cancelled], livePages })
    const running2 = bench.run('http://site/', '--out', 'result')
    const target = path.join(bench.folder, 'result/pages-so-far/pages')
    await until(async () => (await wholePages(path.dirname(target))) === 2)
    bench.press()
    bench.press()
    assert.deepEqual(bench.exits, [130])
    assert.equal(await readFile(path.join(target, '000001-1.md'), 'utf8'), '# 1')
    assert.equal(await running2, 130)
  })

  test('leaves them when the archive cannot be downloaded', async (t) => {
    const statuses = [...Array.from({ length: 50 }, () => running), completed]
    const { run, folder, text } = await commandBench(t, { statuses, livePages, objects: {} })
    await writeFile(path.join(folder, 'other'), '')
    assert.equal(await run('http://site/', '--out', 'result'), 1)
    assert.match(text.out, /Pages that were finished while the crawl ran: .*pages-so-far/)
    assert.equal((await readdir(path.join(folder, 'result/pages-so-far/pages'))).length, 2)
  })
})
