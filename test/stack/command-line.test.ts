import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Manifest } from '@seine/activities/archive/manifest.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { startSite, type Site } from '../site/server.ts'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

describe('./dev crawl', () => {
  let directory: string
  let site: Site
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'seine-cli-'))
    site = await startSite({ latencyMs: 20 })
  })
  after(async () => {
    await site?.close()
    await rm(directory, { recursive: true, force: true })
  })

  /** Runs the command like a user; its stack is in the directory of the test. */
  async function dev(args: string[], onOutput?: (text: string, interrupt: () => void) => void): Promise<Ended> {
    const { NODE_TEST_CONTEXT: _context, ...environment } = process.env
    const child = spawn(join(repositoryRoot, 'dev'), args, {
      cwd: directory,
      env: { ...environment, SEINE_DEV_STATE_DIR: join(directory, 'state') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    const interrupt = () => child.kill('SIGINT')
    child.stdout.on('data', (bytes: Buffer) => {
      stdout += bytes.toString()
      onOutput?.(stdout, interrupt)
    })
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    // Not `exit`, which may fire before the last output.
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, stdout, stderr }
  }

  it('crawls the bundled website without a URL and leaves the pages on disk', async () => {
    const { code, stdout, stderr } = await dev(['crawl', '--limit', '25', '--sitemap', 'skip'])
    assert.equal(code, 0, stderr + stdout)
    const [name] = await readdir(join(directory, 'seine-out'))
    const out = join(directory, 'seine-out', name!)
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    const pages = await readdir(join(out, 'pages'))
    assert.deepEqual(pages.map((page) => `pages/${page}`).toSorted(), Object.keys(manifest.files).toSorted())
    assert.ok(pages.length >= 20)
    assert.ok(existsSync(join(out, 'urls.jsonl')))
  })

  it('prints one JSON object a line with --json', async () => {
    const out = join(directory, 'json')
    const { code, stdout } = await dev([
      'crawl',
      site.url,
      '--limit',
      '5',
      '--output',
      'markdown,links',
      '--json',
      '--out',
      out,
    ])
    assert.equal(code, 0)
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; status?: string })
    assert.equal(events[0]?.event, 'started')
    assert.equal(events.at(-1)?.event, 'end')
    assert.equal(events.at(-1)?.status, 'completed')
    assert.ok(existsSync(join(out, 'links', 'pages')))
  })

  it('cancels on Ctrl-C, saves the results so far, and ends with exit code 130', async () => {
    const out = join(directory, 'cancelled')
    const many = new URL('/many/?n=3000', site.url).href
    let interrupted = false
    const { code, stdout } = await dev(['crawl', many, '--json', '--out', out], (text, interrupt) => {
      const completed = [...text.matchAll(/"completed":(\d+)/g)].at(-1)?.[1]
      if (interrupted || Number(completed ?? 0) < 20) return
      interrupted = true
      interrupt()
    })
    assert.equal(code, 130, stdout)
    const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as Manifest
    assert.ok(manifest.pages.length >= 20)
    assert.equal(manifest.job.status, 'cancelled')
  })

  it('explains a wrong flag in one sentence', async () => {
    const { code, stderr } = await dev(['crawl', site.url, '--limit', 'many'])
    assert.equal(code, 2)
    assert.match(stderr, /--limit/)
  })
})
