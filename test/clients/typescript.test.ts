/** The TypeScript client, packed and installed in an empty project, against the whole stack. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { npmProgram } from './npm-program.ts'
import { projectWithClient, type ClientProject } from './packed-client.ts'
import { runtimeNamed, runtimeNames } from './runtimes.ts'

/** Programs that check packages: whether every tool finds the modules, and the types of each. */
const linters = [
  { name: 'publint', version: '0.3.25', file: 'src/cli.js', args: (tarball: string) => ['run', tarball, '--strict'] },
  {
    name: '@arethetypeswrong/cli',
    version: '0.18.5',
    file: 'dist/index.js',
    // The package has modules of ECMAScript only.
    args: (tarball: string) => [tarball, '--profile', 'esm-only', '--format', 'ascii'],
  },
]

const run = promisify(execFile)

let stack: TestStack
let project: ClientProject

before(async () => {
  project = await projectWithClient()
  stack = await startTestStack()
  await copyFile(new URL('sample.mjs', import.meta.url), join(project.folder, 'sample.mjs'))
})

after(async () => {
  await stack?.close()
  await project?.remove()
})

/** The environment of a caller. */
const caller = () => ({
  PATH: process.env['PATH'],
  HOME: project.folder,
  SEINE_URL: stack.stack.file.gateway,
  SEINE_KEY: stack.stack.file.apiKey,
  SITE: stack.site.url,
})

describe('the package', () => {
  it('contains the built client, and nothing runs where it is installed', async () => {
    const unexpected = project.files.filter(
      (path) => !/^package\/(package\.json|README\.md|LICENSE|dist\/[\w/-]+(\.js|\.d\.ts|\.1))$/.test(path),
    )
    assert.deepEqual(unexpected, [])
    for (const path of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/shell/main.js']) {
      assert.ok(project.files.includes(`package/${path}`), path)
    }
    assert.ok((await stat(project.tarball)).size < 100_000)
    const manifest = JSON.parse(await readFile(join(project.installed, 'package.json'), 'utf8')) as {
      dependencies?: object
      scripts?: object
      private?: boolean
    }
    assert.deepEqual([manifest.dependencies, manifest.scripts, manifest.private], [undefined, undefined, undefined])
  })

  for (const { args, ...program } of linters) {
    it(`passes ${program.name}`, async (t) => {
      const path = await npmProgram(program, process.env['SEINE_DEV_CACHE_DIR'] ?? '')
      if (path === null) {
        t.skip('it cannot be had from npm here')
        return
      }
      const linted = await run(process.execPath, [path, ...args(project.tarball)], { cwd: project.folder }).catch(
        (error: { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr),
      )
      assert.notEqual(linted.stdout, '')
    })
  }

  it('the library imports nothing of Node.js', async () => {
    const library = project.files.filter((path) => path.endsWith('.js') && !path.startsWith('package/dist/shell/'))
    for (const path of library) {
      const text = await readFile(join(project.installed, path.replace('package/', '')), 'utf8')
      assert.doesNotMatch(text, /from ['"](?!\.)/, path)
    }
  })

  it('its types check what callers write', async () => {
    const compiler = createRequire(new URL('../../clients/typescript/package.json', import.meta.url)).resolve(
      'typescript/bin/tsc',
    )
    const good = `import { SeineClient, type CrawlStatus, type JobPageEntry } from '@seine/client'
const seine = new SeineClient({ baseUrl: 'http://localhost:8420', apiKey: 'k' })
const status: CrawlStatus = await seine.crawlAndWait({ url: 'https://example.com/', output: ['markdown'], limit: 3 })
for await (const page of seine.crawlPages(status.id)) {
  const entry: JobPageEntry = page
  const text: string | undefined = entry.output.markdown
  console.log(text, (await seine.listJobs({ kind: 'crawl' })).next_cursor)
}
`
    await writeFile(join(project.folder, 'good.ts'), good)
    await writeFile(
      join(project.folder, 'bad.ts'),
      good.replace("'markdown']", "'word']").replace('.markdown', '.mark'),
    )
    const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom']
    await run(process.execPath, [compiler, ...flags, 'good.ts'], { cwd: project.folder })
    await assert.rejects(run(process.execPath, [compiler, ...flags, 'bad.ts'], { cwd: project.folder }), {
      stdout: /bad\.ts\(3,[^]*"word"[^]*bad\.ts\(6,/,
    })
  })
})

describe('a program with the client', () => {
  for (const name of runtimeNames) {
    it(`runs in ${name}`, async (t) => {
      const runtime = await runtimeNamed(name, process.env['SEINE_DEV_CACHE_DIR'] ?? '')
      if (runtime === null) {
        t.skip('it cannot be had from npm here')
        return
      }
      const [file = '', ...args] = runtime.command
      const { stdout } = await run(file, [...args, 'sample.mjs'], { cwd: project.folder, env: caller() })
      const { crawl, ...rest } = JSON.parse(stdout) as Record<string, unknown> & {
        crawl: { completed: number; seen: [number, string][] }
      }
      assert.deepEqual(rest, {
        scrape: [200, '# '],
        map: 5,
        archive: true,
        events: { types: ['end', 'page', 'progress'], pages: ['1', '2', '3', '4', '5'] },
        batch: ['completed', 1, 1],
        urls: ['scraped', 'failed'],
        jobs: [true, false],
        wrong: [true, 'validation_failed', ['/limit', '/url']],
        missing: [true, 'job_not_found', 'string'],
      })
      assert.deepEqual([crawl.completed, new Set(crawl.seen.map(([index]) => index)).size], [5, 5])
      assert.ok(crawl.seen.every(([, type]) => type === 'string'))
    })
  }
})
