/** The command `seine`, installed from its package, against the whole stack. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import JSZip from 'jszip'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { projectWithClient, type ClientProject } from './packed-client.ts'

let stack: TestStack
let project: ClientProject

before(async () => {
  project = await projectWithClient()
  stack = await startTestStack({ browser: true })
})

after(async () => {
  await stack?.close()
  await project?.remove()
})

interface ShellEnd {
  code: number | null
  out: Buffer
  err: string
}

interface ShellRun {
  input?: string
  environment?: Record<string, string>
  /** Called with what was written so far, and a function that sends Ctrl-C. */
  onOutput?: (out: string, interrupt: () => void) => void
}

/** Runs `seine` in the project. */
async function seine(args: string[], { input = '', environment, onOutput }: ShellRun = {}): Promise<ShellEnd> {
  const { gateway, apiKey } = stack.stack.file
  const service = environment ?? { SEINE_URL: gateway, SEINE_KEY: apiKey }
  const child = spawn(project.seine, args, {
    cwd: project.folder,
    env: { PATH: process.env['PATH'], HOME: project.folder, ...service },
  })
  const pieces: Buffer[] = []
  let err = ''
  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece)
    onOutput?.(Buffer.concat(pieces).toString(), () => child.kill('SIGINT'))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.on('error', () => undefined).end(input)
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return { code: await promise, out: Buffer.concat(pieces), err }
}

const lines = ({ out }: ShellEnd): string[] => out.toString().trim().split('\n')

describe('the command seine', () => {
  it('logs in and needs no environment from then on', async () => {
    const { gateway, apiKey } = stack.stack.file
    const login = await seine(['login', gateway], { input: `${apiKey}\n`, environment: {} })
    assert.equal(login.code, 0, login.err)
    const page = await seine(['scrape', `${stack.site.url}guide/`], { environment: {} })
    assert.equal(page.code, 0, page.err)
    assert.match(page.out.toString(), /^# /)
  })

  it('crawls: pages as they come, then the archive of the job', async () => {
    const crawled = await seine([
      'crawl',
      `${stack.site.url}guide/`,
      '--limit',
      '4',
      '--out',
      'site',
      '-f',
      'markdown,links',
    ])
    assert.equal(crawled.code, 0, crawled.err)
    assert.match(crawled.err, /completed: 4 done, 0 failed/)
    const files = await readdir(join(project.folder, 'site/pages'))
    assert.deepEqual([files.filter((name) => name.endsWith('.md')).length, files.length], [4, 8])
    assert.equal(lines(crawled).length, 8)
    const records = (await readFile(join(project.folder, 'site/pages.jsonl'), 'utf8')).trim().split('\n')
    assert.equal(records.length, 4)
    const [, id = ''] = /Started (\S+)/.exec(crawled.err) ?? []
    const archive = await seine(['jobs', 'download', id, 'markdown'])
    assert.ok(Object.keys((await JSZip.loadAsync(archive.out)).files).length >= 4)
    assert.equal(lines(await seine(['jobs', 'pages', id])).length, 4)
    assert.ok(lines(await seine(['jobs', '--json'])).some((line) => (JSON.parse(line) as { id: string }).id === id))
  })

  it('interrupted, it cancels the job and has written what was finished', async () => {
    let pressed = false
    const crawled = await seine(['crawl', stack.site.url, '--json'], {
      onOutput: (out, interrupt) => {
        if (pressed || out.split('\n').length < 3) return
        pressed = true
        interrupt()
      },
    })
    assert.equal(crawled.code, 130, crawled.err)
    const [, id = ''] = /Started (\S+)/.exec(crawled.err) ?? []
    const status = await seine(['jobs', 'show', id, '--json'])
    const { status: state, completed, failed } = JSON.parse(status.out.toString()) as Record<string, unknown>
    assert.equal(state, 'cancelled')
    assert.equal(lines(crawled).length, Number(completed) + Number(failed))
  })

  it('is part of pipes: map feeds batch', async () => {
    const mapped = await seine(['map', stack.site.url, '--limit', '3'])
    assert.equal(lines(mapped).length, 3)
    const batch = await seine(['batch', '-', '--json'], { input: mapped.out.toString() })
    const urls = lines(batch).map((line) => (JSON.parse(line) as { url: string }).url)
    assert.deepEqual(urls.toSorted(), lines(mapped).toSorted())
  })

  it('writes the traffic of a page as HAR', async () => {
    const { code, out, err } = await seine(['network', `${stack.site.url}guide/`])
    assert.equal(code, 0, err)
    const { log } = JSON.parse(out.toString()) as { log: { version: string; entries: { request: { url: string } }[] } }
    assert.equal(log.version, '1.2')
    assert.ok(log.entries.some(({ request }) => request.url === `${stack.site.url}guide/`))
  })

  it('makes a watch, runs it and reports what it found', async () => {
    const [made = ''] = lines(
      await seine(['watch', 'create', `${stack.site.url}guide/`, '-n', '2', '--every', '86400']),
    )
    const [id = ''] = made.split('\t')
    const run = await seine(['watch', 'run', id, '--wait', '--json'])
    assert.equal(run.code, 0, run.err)
    assert.partialDeepStrictEqual(JSON.parse(run.out.toString()), { status: 'completed', counts: { new: 2 } })
    const changes = await seine(['watch', 'changes', id])
    assert.deepEqual(
      lines(changes).map((line) => line.split('\t')[0]),
      ['new', 'new'],
    )
    assert.equal((await seine(['watch', 'delete', id])).code, 0)
  })

  it('ends with 3 without a service, with 2 for a request that is refused', async () => {
    const away = { SEINE_URL: 'http://127.0.0.1:1', SEINE_KEY: 'k' }
    assert.equal((await seine(['jobs'], { environment: away })).code, 3)
    const refused = await seine(['crawl', stack.site.url, '--limit', '0'])
    assert.deepEqual([refused.code, /\/limit: /.test(refused.err)], [2, true])
  })
})
