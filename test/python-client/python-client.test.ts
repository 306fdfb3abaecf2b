/** The wheel of the Python client in a fresh environment against the whole stack: its guide, and a program of its own. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { codeBlocks } from '../docs/code-blocks.ts'
import { startDocumentedStack, type DocumentedStack } from '../docs/documented-stack.ts'
import { buildClient, installWheel } from './built-client.ts'
import { checkSkip, runProgram } from './client-python.ts'

const guide = await readFile(new URL('../../docs/clients/python.md', import.meta.url), 'utf8')
const program = fileURLToPath(new URL('python/whole_stack.py', import.meta.url))

interface Told {
  followed: { kinds: string[]; pages: number; ended: string; continued: string[] }
  pages: { async: number; sync: number }
  ledger: number
  jobs: string[]
  deliveries: string[]
  frames: { pandas: [string, number, boolean][]; polars: [string, number, boolean][] }
  langchain: { site: string[]; async: string[] }
  llamaindex: string[]
  watch: { etag: string; conflict: string; run: string; changes: string[] }
  errors: Record<string, [string, number, string | null]>
  waited: { timedOut: boolean; status: string }
  replayed: { same: boolean; marked: boolean }
  download: number
}

describe('the Python client against a stack', { skip: checkSkip }, () => {
  let documented: DocumentedStack
  let folder: string
  let bin: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-python-'))
    const { wheel } = await buildClient(join(folder, 'dist'))
    bin = await installWheel(wheel, join(folder, 'fresh'))
    documented = await startDocumentedStack()
  })
  after(async () => {
    await documented?.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [index, block] of codeBlocks(guide).entries()) {
    it(`runs sample ${index + 1} of its guide`, async () => {
      const { exitCode, output, errors } = await documented.run(block, { PATH: `${bin}:${process.env['PATH']}` })
      assert.equal(exitCode, 0, `${block.source}\n${errors}\n${output}`)
      if (/print\(/.test(block.source) && !/def receive/.test(block.source)) assert.notEqual(output, '')
    })
  }

  it('crawls, follows, reads, loads and watches', async () => {
    const { stack, receiver } = documented
    const { gateway, apiKey } = stack.stack.file
    const site = new URL('/guide/', stack.site.url).href
    const environment = { SEINE_URL: gateway, SEINE_KEY: apiKey, SITE: site, RECEIVER: receiver.url }
    const { code, stdout, output } = await runProgram({
      file: join(bin, 'python'),
      args: [program],
      cwd: folder,
      environment,
    })
    assert.equal(code, 0, output)
    const told = JSON.parse(stdout) as Told
    const { pages } = told.followed

    assert.ok(pages >= 3, output)
    assert.equal(told.followed.ended, 'completed')
    assert.equal(told.followed.kinds.filter((kind) => kind === 'page').length, pages)
    assert.deepEqual(told.followed.continued, [...Array.from({ length: pages - 1 }, () => 'page'), 'end'])
    assert.deepEqual(told.pages, { async: pages, sync: pages })
    assert.ok(told.ledger >= pages)
    assert.ok(told.jobs.length >= 2 && told.jobs.every((kind) => kind === 'crawl'))
    assert.deepEqual(told.deliveries, ['crawl.started', 'crawl.completed'])

    const [good, bad] = [site, new URL('/no-such-page', site).href]
    const rows = [
      [good, 200, true],
      [bad, 404, false],
    ]
    assert.deepEqual(told.frames, { pandas: rows, polars: rows })

    assert.equal(told.langchain.site.length, pages)
    assert.deepEqual(told.langchain.async.toSorted(), told.langchain.site.toSorted())
    assert.deepEqual(told.llamaindex, [site])

    assert.equal(told.watch.etag, '"1"')
    assert.equal(told.watch.conflict, 'version_mismatch')
    assert.equal(told.watch.run, 'completed')
    assert.equal(told.watch.changes.length, pages)
    assert.deepEqual(new Set(told.watch.changes), new Set(['new']))

    assert.deepEqual(told.errors, {
      key: ['AuthenticationError', 401, 'unauthorized'],
      unknown: ['ValidationError', 422, 'unknown_field'],
      missing: ['NotFoundError', 404, 'job_not_found'],
      target: ['TargetError', 502, 'dns_failure'],
    })
    assert.deepEqual(told.waited, { timedOut: true, status: 'cancelled' })
    assert.deepEqual(told.replayed, { same: true, marked: true })
    assert.ok(told.download > 100)
  })
})
