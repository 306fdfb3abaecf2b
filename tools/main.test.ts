import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { identify } from '../services/cli/process/identity.ts'
import { repositoryRoot } from './checkout/locations.ts'
import { usageText } from '../services/cli/crawl/usage-text.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'seine-main-')))
after(() => rmSync(base, { recursive: true, force: true }))

/** Creates a checkout in which nothing is installed, with an npm that only records its calls. */
function checkout() {
  const home = mkdtempSync(join(base, 'home-'))
  const root = join(home, 'checkout')
  const copied = [
    'dev',
    'services/cli',
    'tools',
    'shared/config/browser-limits.ts',
    'shared/config/limits.ts',
    'shared/tasks/formats.ts',
    'shared/api/keys/key-names.ts',
  ]
  for (const name of copied) {
    cpSync(join(repositoryRoot, name), join(root, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  }
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  const path = join(home, 'path')
  mkdirSync(path)
  symlinkSync(process.execPath, join(path, 'node'))
  for (const tool of ['npm', 'temporal', 'versitygw', 'chromium-headless-shell', 'chromium']) {
    writeFileSync(join(path, tool), `#!/bin/sh\necho "${tool} $*" >> "${home}/calls"\nexit 3\n`)
    chmodSync(join(path, tool), 0o755)
  }
  const { NODE_TEST_CONTEXT: _context, SEINE_DEV_STATE_DIR: _state, ...inherited } = process.env
  const run = (args: string[], program = join(root, 'dev')) => {
    const environment = { ...inherited, PATH: `${path}:/usr/bin:/bin`, XDG_CACHE_HOME: join(home, 'cache') }
    const { status, stdout, stderr } = spawnSync(program, args, { env: environment, cwd: home, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  return {
    home,
    root,
    run,
    calls: () => (existsSync(join(home, 'calls')) ? readFileSync(join(home, 'calls'), 'utf8') : ''),
  }
}

test('a wrong command line is one sentence and 2, before anything is set up', () => {
  const { root, run, calls } = checkout()
  for (const [args, sentence] of [
    [['crawl', '--limit', 'all'], '--limit takes a whole number of pages, 1 or more, got "all"\n'],
    [['crawl', 'example.com'], /^URL must be absolute .*; write https:\/\/example\.com\n$/],
    [
      ['test', 'units'],
      './dev test takes check, unit, contract, browser, stack, ops, paths, --set-up, --watch, --changed alone, or fresh alone, got "units"\n',
    ],
  ] as const) {
    const { status, stdout, stderr } = run([...args])
    assert.equal(status, 2)
    assert.equal(stdout, '')
    if (typeof sentence === 'string') assert.equal(stderr, sentence)
    else assert.match(stderr, sentence)
  }
  assert.equal(calls(), '')
  assert.equal(existsSync(join(root, '.seine')), false)
})

test('crawl --help needs nothing but Node and explains every flag', () => {
  const { run, calls } = checkout()
  assert.deepEqual(run(['crawl', '--help']), { status: 0, stdout: usageText, stderr: '' })
  assert.equal(calls(), '')
  for (const flag of 'limit depth output include exclude sitemap entire-domain subdomains out json'.split(' ')) {
    assert.match(usageText, new RegExp(`^ {2}--${flag}\\b`, 'm'))
  }
  assert.ok(usageText.split('\n').every((line) => line.length <= 100))
})

test('a right command line sets up', () => {
  const { run, calls } = checkout()
  const { status, stderr } = run(['crawl', 'http://127.0.0.1:1/'])
  assert.equal(status, 1)
  assert.match(stderr, /The npm packages could not be installed/)
  assert.match(calls(), /^npm ci /)
})

test('packages are not installed again while the stack of the checkout runs', () => {
  const { root, run, calls } = checkout()
  const lock = join(root, '.seine', 'supervisor.lock')
  mkdirSync(dirname(lock))
  writeFileSync(lock, JSON.stringify({ ...identify(process.pid), token: 'x' }))
  for (const command of ['crawl', 'up', 'test']) {
    const { status, stderr } = run([command])
    assert.equal(status, 1)
    assert.match(stderr, /a running stack of this checkout uses them: run \.\/dev down first\.\n$/)
  }
  assert.equal(calls(), '')
})

test('./dev is found through links, absolute and relative, one after the other', () => {
  const { home, root, run } = checkout()
  mkdirSync(join(home, 'my bin'))
  symlinkSync(join(root, 'dev'), join(home, 'my bin', 'absolute'))
  symlinkSync('../checkout/dev', join(home, 'my bin', 'relative'))
  symlinkSync('my bin/relative', join(home, 'twice'))
  for (const link of ['my bin/absolute', 'my bin/relative', 'twice']) {
    const { status, stdout, stderr } = run(['help'], join(home, link))
    assert.equal(stderr, '')
    assert.equal(status, 0)
    assert.match(stdout, /^Seine: /)
  }
})
