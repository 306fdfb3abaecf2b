import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { testEnvironment } from './test-run.ts'
import { testFiles } from './test-suites.ts'

const root = mkdtempSync(join(tmpdir(), 'seine-test-command-'))
after(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

const passing = `import { test } from 'node:test'; test('passes', () => {})`
write('shared/urls/a.test.ts', passing)
write('shared/urls/a.ts', '')
write('services/cli/node_modules/x/b.test.ts', 'throw new Error("not ours")')
write('test/site/c.test.ts', passing)
write('test/bench/deep/e.test.ts', passing)
write('test/crawl.test.ts', `import { test } from 'node:test'; test('fails', () => { throw new Error('no') })`)
write('test/stack/deep/d.test.ts', passing)
write('test/reliability/i.test.ts', passing)
write('test/reliability/rows/j.test.ts', passing)
write('test/browser/deep/f.test.ts', passing)
write('test/contract/g.test.ts', passing)
write('test/archives/r.test.ts', `${passing} // startTestStack({ browser: true })`)
write('test/ops/h.test.ts', passing)
write('test/tools/ops-tools.test.ts', passing)
write('test/tools/browser-tools.test.ts', passing)
const script = (name: string) =>
  `node -e "console.log('${name} speaks'); process.exit(process.env.BREAK === '${name}' ? 1 : 0)"`
const checkNames = ['format', 'lint', 'types', 'dead', 'api', 'dependencies', 'advisories']
const scripts = Object.fromEntries(checkNames.map((name) => [name, script(name)]))
scripts['advisories'] = `${scripts['advisories']} && node -e "console.log('note: none were checked')"`
write('package.json', JSON.stringify({ type: 'module', scripts }))

/** Runs the command in a separate process, as `./dev` does, and records its output. */
async function run(
  suites: string[],
  options: { runnerArgs?: string[]; names?: string[]; setUpOnly?: boolean; BREAK?: string } = {},
) {
  const program = `
    const { testCommand } = await import(${JSON.stringify(import.meta.resolve('./test-command.ts'))})
    const { createProgress } = await import(${JSON.stringify(import.meta.resolve('../checkout/progress.ts'))})
    process.exitCode = await testCommand(${JSON.stringify({ suites, names: options.names ?? [], setUpOnly: options.setUpOnly ?? false, runnerArgs: options.runnerArgs ?? [] })}, {
      root: ${JSON.stringify(root)}, cache: ${JSON.stringify(join(root, 'cache'))}, environment: process.env,
      progress: createProgress(process.stdout), tools: { temporal: '/t', versitygw: '/v' } })`
  return await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env: { ...process.env, BREAK: options.BREAK ?? '' } },
      (error, stdout) => resolve({ code: error === null ? 0 : Number(error.code), output: stdout }),
    )
  })
}

test('each suite has its files, packages left out', () => {
  assert.deepEqual(testFiles(root, ['unit']), [
    'shared/urls/a.test.ts',
    'test/bench/deep/e.test.ts',
    'test/reliability/i.test.ts',
    'test/site/c.test.ts',
  ])
  assert.deepEqual(testFiles(root, ['stack']), [
    'test/archives/r.test.ts',
    'test/crawl.test.ts',
    'test/reliability/rows/j.test.ts',
    'test/stack/deep/d.test.ts',
  ])
  assert.deepEqual(testFiles(root, ['contract']), ['test/contract/g.test.ts'])
  assert.deepEqual(testFiles(root, ['browser']), ['test/tools/browser-tools.test.ts', 'test/browser/deep/f.test.ts'])
  assert.deepEqual(testFiles(root, ['ops']), ['test/tools/ops-tools.test.ts', 'test/ops/h.test.ts'])
  assert.deepEqual(testFiles(root, ['unit', 'browser'], true), ['test/tools/browser-tools.test.ts'])
  assert.deepEqual(testFiles(root, ['check']), [])
})

test('tests learn where the tools are and do not believe to be part of another run', () => {
  const environment = testEnvironment({
    environment: { NODE_TEST_CONTEXT: 'child', SEINE_DEV_PASSED_FILES_FILE: '/outer', HOME: '/home' },
    tools: { temporal: '/t', versitygw: '/v', chromium: { shell: '/s', chrome: null } },
    cache: '/c',
  })
  assert.deepEqual(environment, {
    HOME: '/home',
    SEINE_DEV_TEMPORAL_BIN: '/t',
    SEINE_DEV_VERSITYGW_BIN: '/v',
    SEINE_BROWSER_SHELL: '/s',
    SEINE_DEV_CACHE_DIR: '/c',
  })
})

test('a run that passes is quiet about its checks and ends with the summary of the runner', async () => {
  const { code, output } = await run(['check', 'unit'])
  assert.equal(code, 0, output)
  for (const name of checkNames) assert.match(output, new RegExp(`✓ ${name} `))
  assert.doesNotMatch(output, /speaks/)
  assert.match(output, /^ {2}! advisories: none were checked$/m)
  assert.match(output, /ℹ pass 4\nℹ fail 0\n(ℹ .*\n)+$/)
})

test('what is for operators runs beside tests without browsers, and can be requested alone', async () => {
  const { code, output } = await run(['unit', 'ops'])
  assert.equal(code, 0, output)
  assert.match(output, /ℹ pass 6\nℹ fail 0\n(ℹ .*\n)+$/)
  assert.match((await run(['unit', 'contract', 'ops'])).output, /ℹ pass 7\nℹ fail 0\n(ℹ .*\n)+$/)
  const files = ['test/contract', 'test/archives', 'test/browser', 'test/ops']
  const noting = (word: string, waitMs: number): string =>
    `import { appendFileSync } from 'node:fs'; import { test } from 'node:test'; import { setTimeout } from 'node:timers/promises'
     test('passes', async () => { await setTimeout(${waitMs}); appendFileSync(${JSON.stringify(join(root, 'ended'))}, '${word} ') })`
  write('test/ops/h.test.ts', noting('ops', 1_500))
  write('test/archives/r.test.ts', `${noting('pages', 0)} // startTestStack({ browser: true })`)
  write('test/contract/g.test.ts', noting('calls', 0))
  const withBrowsers = await run(['contract', 'stack', 'browser', 'ops'], { names: files })
  assert.match(withBrowsers.output, /ℹ pass 4\nℹ fail 0\n(ℹ .*\n)+$/)
  assert.equal(readFileSync(join(root, 'ended'), 'utf8'), 'calls ops pages ')
  const apart = await run(['unit', 'ops'], { runnerArgs: ['--test-name-pattern', 'passes'] })
  assert.match(apart.output, /ℹ pass 2\n[^]*ℹ pass 4\nℹ fail 0\n(ℹ .*\n)+$/)
  assert.match((await run(['ops'])).output, /ℹ pass 2\nℹ fail 0\n(ℹ .*\n)+$/)
})

test('a failing check shows what it said, the tests run nevertheless, and the run fails', async () => {
  const { code, output } = await run(['check', 'unit'], { BREAK: 'lint' })
  assert.equal(code, 1)
  assert.match(output, /✗ lint .*exit code 1\nlint speaks\n/)
  assert.doesNotMatch(output, /types speaks/)
  assert.match(output, /ℹ pass 4/)
})

test('a known defect is one line, and what failed before is named before the closing lines', async () => {
  write('test/ops/k.test.ts', `import { test } from 'node:test'; test('breaks', () => { throw new Error('no') })`)
  write(
    'test/train/l.test.ts',
    `import { describe, test } from 'node:test'
     const fail = () => { throw new Error('long difference') }
     describe('some', () => { test('passes', () => {}); test('defect', { todo: 'in time' }, fail); test('too', () => {}) })`,
  )
  after(() => ['test/ops/k.test.ts', 'test/train/l.test.ts'].forEach((name) => rmSync(join(root, name))))
  const { code, output } = await run(['unit', 'ops'])
  assert.equal(code, 1)
  assert.match(output, / defect \(.*\) # known defect: in time\n/)
  assert.doesNotMatch(output, /long difference/)
  assert.match(
    output,
    /ℹ failed before: .*test\/ops\/k\.test\.ts:1 breaks\n.*run before: 10 tests, 8 passed, 1 failed\nℹ tests 1\n(ℹ .*\n)+/,
  )
})

test('few files that fail are run once more by themselves, and named when they pass then', async () => {
  // Fails the first time it is run.
  const once = `import { existsSync, writeFileSync } from 'node:fs'; import { test } from 'node:test'
    test('unsteady', () => { if (!existsSync('ran')) { writeFileSync('ran', ''); throw new Error('busy') } })`
  write('test/train/m.test.ts', once.replaceAll("'ran'", JSON.stringify(join(root, 'ran'))))
  after(() => rmSync(join(root, 'test/train/m.test.ts')))
  const { code, output } = await run(['unit'])
  assert.equal(code, 0, output)
  assert.match(output, / {2}! failed, and run once more, each by itself: test\/train\/m\.test\.ts\n/)
  assert.match(
    output,
    /failed before: test\/train\/m\.test\.ts:2 unsteady\n.*run before: 5 tests, 4 passed, 1 failed\nℹ tests 1\n/,
  )
  rmSync(join(root, 'ran'))
  assert.equal((await run(['unit'], { names: ['test/train'] })).code, 1, 'files that were named have one run')
})

test('a file whose tests pass and whose process fails has failed, also when another file passes in a second run', async () => {
  const failsAtItsEnd = `${passing}; process.once('exit', () => { process.exitCode = 3 })`
  write('test/train/r.test.ts', failsAtItsEnd)
  const once = `import { existsSync, writeFileSync } from 'node:fs'; import { test } from 'node:test'
    test('unsteady', () => { if (!existsSync('ran')) { writeFileSync('ran', ''); throw new Error('busy') } })`
  write('test/train/s.test.ts', once.replaceAll("'ran'", JSON.stringify(join(root, 'ran too'))))
  after(() => ['r', 's'].forEach((name) => rmSync(join(root, `test/train/${name}.test.ts`))))
  // The second is the command line of Node's test runner.
  for (const runnerArgs of [[], ['--test-name-pattern', 'passes|unsteady']]) {
    rmSync(join(root, 'ran too'), { force: true })
    const { code, output } = await run(['unit'], { runnerArgs })
    assert.equal(code, 1, output)
    assert.match(output, /run once more, each by itself: 2 files with test\/train\/r\.test\.ts\n/)
  }
})

test('a process that ends well before it has come to all of its files has failed, and so has a file that cannot be loaded', async () => {
  write('test/train/t.test.ts', `import { test } from 'node:test'; test('leaves', () => process.exit(0))`)
  write('test/train/u.test.ts', `import { test } from 'node:test'; test('fails', () => { throw new Error('no') })`)
  write('test/model/v.test.ts', `import './missing.ts'`)
  write('test/model/w.test.ts', passing)
  after(() =>
    ['train/t', 'train/u', 'model/v', 'model/w'].forEach((name) => rmSync(join(root, `test/${name}.test.ts`))),
  )
  const { code, output } = await run(['unit'])
  assert.equal(code, 1, output)
  assert.match(output, /run once more, each by itself: 2 files with test\/model\/v.test.ts, 2 files with test\/train/)
  assert.match(output, /failed before: test\/train\/u\.test\.ts:1 test\/train\/u\.test\.ts\n/)
  assert.match(output, /failed before: test\/model\/v\.test\.ts:1 test\/model\/v\.test\.ts\n/)
  assert.match(output, /run before: 9 tests, 6 passed, 3 failed\n/)
  assert.match(output, /ℹ tests 4\n(ℹ .*\n)*ℹ fail 2\n/)
})

test('files that end before their tests do are run once more too, those of many processes are not', async () => {
  const folders = ['train', 'model', 'judge', 'receiver', 'extraction', 'bench', 'site']
  const names = folders.map((folder) => `test/${folder}/n.test.ts`)
  after(() => names.forEach((name) => rmSync(join(root, name), { force: true })))
  write(names[0]!, 'process.exit(3)')
  const one = await run(['unit'])
  assert.equal(one.code, 1)
  assert.match(one.output, /run once more, each by itself: test\/train\/n\.test\.ts\n/)
  for (const name of names) write(name, 'process.exit(3)')
  const seven = await run(['unit'])
  assert.equal(seven.code, 1)
  assert.doesNotMatch(seven.output, /run once more/)
})

test('a failing test fails the run; arguments reach the runner', async () => {
  assert.equal((await run(['stack'])).code, 1)
  const { code, output } = await run(['unit', 'stack'], { runnerArgs: ['--test-name-pattern', 'passes'] })
  assert.equal(code, 0, output)
  assert.doesNotMatch(output, /[✔✖] fails/)
})

test('with the set-up alone the programs are tried, and nothing is checked or tested', async () => {
  const { code, output } = await run(['check', 'unit', 'stack', 'browser'], { setUpOnly: true, BREAK: 'lint' })
  assert.equal(code, 0, output)
  assert.match(output, /ℹ pass 1\nℹ fail 0/)
  assert.doesNotMatch(output, /speaks|lint/)
})
