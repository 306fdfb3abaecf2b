import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import type { Progress } from '../checkout/progress.ts'
import { setUp, setUpPackages, type SetUpOptions } from './set-up.ts'
import { SetUpError } from './set-up-error.ts'
import { isWorkspaceInstalled, stampOf } from './workspace.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-set-up-'))
after(() => rmSync(base, { recursive: true, force: true }))

const fakeGo = `#!/bin/sh
case "$1" in
  version) echo "go version go1.26.0 linux/amd64" ;;
  env) echo auto ;;
  build)
    [ -f go.sum ] || exit 3
    echo "build $*"
    echo "$7" >> "$CALLS"
    sleep 0.2
    case "$7" in *"$BREAK"*) echo "cannot build"; exit 1 ;; esac
    printf '#!/bin/sh\\n' > "$6" && chmod +x "$6" ;;
esac
`

const fakeNpm = `#!/bin/sh
echo "npm $*" >> "$CALLS"
rm -rf node_modules
[ -z "$NPM_BREAKS" ] || exit 7
[ "$1$NPM_OUT_OF_SYNC" != ciyes ] || { echo "npm error code EUSAGE"; exit 1; }
mkdir node_modules
`

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Creates an isolated machine: a repository with a lock file, an empty cache, fake `go` and `npm`. */
function machine(commands: Record<string, string> = { go: fakeGo, npm: fakeNpm }) {
  const home = mkdtempSync(join(base, 'machine-'))
  const calls = join(home, 'calls')
  writeFileSync(calls, '')
  const stub = '#!/bin/sh\n'
  const engines = { 'chromium-headless-shell': stub, chromium: stub, 'redis-server': stub }
  for (const [name, text] of Object.entries({ ...engines, ...commands })) write(join(home, 'path', name), text)
  write(join(home, 'repository', 'package-lock.json'), '{}')
  const lines: string[] = []
  const progress: Progress = {
    note: (line) => void lines.push(line),
    begin(title) {
      lines.push(`begin ${title}`)
      return { done: () => void lines.push(`done ${title}`), fail: () => void lines.push(`fail ${title}`) }
    },
  }
  const options = (environment: Record<string, string> = {}, cache = 'cache', inUse = false): SetUpOptions => ({
    root: join(home, 'repository'),
    cache: join(home, cache),
    inUse: () => inUse,
    environment: { PATH: `${join(home, 'path')}:/usr/bin:/bin`, CALLS: calls, BREAK: 'nothing', ...environment },
    progress,
    fetch: async ({ module }) => {
      if (module.includes(environment['FORGED'] ?? 'none'))
        throw new Error(`${module} is not the version that Seine expects`)
      return ''
    },
  })
  return { home, options, lines, calls: () => readFileSync(calls, 'utf8').split('\n').filter(Boolean) }
}

test('on a fresh machine packages and both tools are made, and a second set-up does nothing', async () => {
  const { home, options, lines, calls } = machine()
  const tools = await setUp(options())
  assert.deepEqual(tools, {
    temporal: join(home, 'cache', 'bin', 'temporal-1.5.1-sqlite-1.51.0'),
    versitygw: join(home, 'cache', 'bin', 'versitygw-1.8.0'),
    chromium: { shell: join(home, 'path', 'chromium-headless-shell'), chrome: join(home, 'path', 'chromium') },
    redis: join(home, 'path', 'redis-server'),
  })
  assert.deepEqual(calls().toSorted(), [
    'github.com/temporalio/cli/cmd/temporal',
    'github.com/versity/versitygw/cmd/versitygw',
    'npm ci --ignore-scripts --include=dev --no-audit --no-fund --loglevel=error',
  ])
  assert.equal(lines.filter((line) => line.startsWith('done')).length, 3)
  assert.deepEqual(readdirSync(join(home, 'cache', 'bin')).toSorted(), [
    'temporal-1.5.1-sqlite-1.51.0',
    'versitygw-1.8.0',
  ])
  lines.length = 0
  assert.deepEqual(await setUp(options()), tools)
  assert.equal(calls().length, 3)
  assert.deepEqual(lines, [])
})

test('two set-ups at once make everything once', async () => {
  const { options, calls, lines } = machine()
  const [first, second] = await Promise.all([setUp(options()), setUp(options())])
  assert.deepEqual(first, second)
  assert.equal(calls().length, 3)
  assert.equal(lines.filter((line) => line.endsWith('waiting')).length, 3)
})

test('users with caches of their own install the packages of one checkout once, one after the other', async () => {
  const { home, options, calls, lines } = machine()
  await Promise.all(['cache', 'other-cache'].map((cache) => setUpPackages(options({}, cache))))
  assert.equal(calls().length, 1)
  assert.equal(lines.filter((line) => line.endsWith('waiting')).length, 1)
  assert.deepEqual(readdirSync(join(home, 'repository', '.seine')), [])
  assert.equal(statSync(join(home, 'repository', '.seine')).mode & 0o777, 0o700)
})

test('a checkout that cannot be written is one sentence', async () => {
  const { home, options, calls } = machine()
  writeFileSync(join(home, 'repository', '.seine'), 'not a folder')
  await assert.rejects(setUpPackages(options()), (error) => {
    assert.ok(error instanceof SetUpError)
    assert.match(
      error.message,
      /^The npm packages must be installed, but .*\.seine cannot be written \(\w+\): run [^\n]*$/,
    )
    return true
  })
  assert.deepEqual(calls(), [])
})

test('packages that a stack runs on are not replaced, unless they are the right ones', async () => {
  const { home, options, calls } = machine()
  await setUpPackages(options())
  await setUpPackages(options({}, 'cache', true))
  writeFileSync(join(home, 'repository', 'package-lock.json'), '{"changed":true}')
  await assert.rejects(setUp(options({}, 'cache', true)), (error) => {
    assert.ok(error instanceof SetUpError)
    assert.equal(error.problems.length, 1)
    assert.match(error.message, /a running stack of this checkout uses them: run \.\/dev down first\.$/)
    return true
  })
  assert.equal(calls().filter((call) => call.startsWith('npm')).length, 1)
})

test('unfinished builds of processes that died are cleared away', async () => {
  const { home, options } = machine()
  write(join(home, 'cache', 'bin', '.building-temporal-1.5.1-sqlite-1.51.0-abc', 'temporal'), '')
  await setUp(options())
  assert.equal(existsSync(join(home, 'cache', 'bin', '.building-temporal-1.5.1-sqlite-1.51.0-abc')), false)
})

test('every problem is reported, each with what to do', async () => {
  const { options } = machine({ npm: fakeNpm })
  const environment = { NPM_BREAKS: 'yes', PATH: options().environment.PATH!.replace(/:.*/, ':/bin') }
  await assert.rejects(setUp(options(environment)), (error) => {
    assert.ok(error instanceof SetUpError)
    assert.equal(error.problems.length, 3)
    assert.match(error.problems[0]!, /npm packages could not be installed \(npm: exit code 7\): see .*\.log/)
    assert.match(error.problems[1]!, /Temporal CLI 1\.5\.1 is missing and there is no Go .* put temporal on PATH/)
    assert.match(error.problems[2]!, /S3 store \(versitygw\) 1\.8\.0 is missing and there is no Go/)
    return true
  })
})

test('a build that fails leaves its log and nothing else, and does not stop the other', async () => {
  const { home, options, lines } = machine()
  await assert.rejects(setUp(options({ BREAK: 'temporalio' })), (error) => {
    assert.ok(error instanceof SetUpError)
    const log = /see (.*)\.$/.exec(error.message)?.[1]
    assert.match(readFileSync(log!, 'utf8'), /cannot build/)
    return true
  })
  assert.deepEqual(readdirSync(join(home, 'cache', 'bin')), ['versitygw-1.8.0'])
  assert.ok(lines.includes('fail Temporal CLI 1.5.1'))
})

test('a tool whose source is another than the known one is not built', async () => {
  const { home, options, calls } = machine()
  await assert.rejects(setUp(options({ FORGED: 'versitygw' })), (error) => {
    assert.ok(error instanceof SetUpError)
    assert.match(
      error.message,
      /could not be built \(go build: github\.com\/versity\/versitygw@v1\.8\.0 is not the version that Seine expects/,
    )
    return true
  })
  assert.ok(!calls().some((call) => call.includes('versity')))
  assert.deepEqual(readdirSync(join(home, 'cache', 'bin')), ['temporal-1.5.1-sqlite-1.51.0'])
})

test('a changed lock file installs the packages again; an interrupted installation does not count', async () => {
  const { home, options, calls } = machine()
  await setUpPackages(options())
  await setUpPackages(options())
  assert.equal(calls().length, 1)
  writeFileSync(join(home, 'repository', 'package-lock.json'), '{"changed":true}')
  await assert.rejects(setUpPackages(options({ NPM_BREAKS: 'yes' })), SetUpError)
  assert.equal(isWorkspaceInstalled(options().root), false)
  await setUpPackages(options())
  assert.equal(isWorkspaceInstalled(options().root), true)
  assert.equal(calls().length, 3)
})

test('a lock file that npm calls out of sync is installed without being changed', async () => {
  const { options, calls } = machine()
  await setUpPackages(options({ NPM_OUT_OF_SYNC: 'yes' }))
  assert.equal(isWorkspaceInstalled(options().root), true)
  assert.deepEqual(
    calls().map((call) => call.split(' ').slice(1, 3).join(' ')),
    ['ci --ignore-scripts', 'install --no-save'],
  )
})

test('the stamp depends on lock file, version of Node and platform', () => {
  const stamps = [
    stampOf('a', 'v24.21.0', 'linux-x64'),
    stampOf('b', 'v24.21.0', 'linux-x64'),
    stampOf('a', 'v24.22.0', 'linux-x64'),
    stampOf('a', 'v24.21.0', 'linux-arm64'),
  ]
  assert.equal(new Set(stamps).size, 4)
  assert.equal(stampOf('a', 'v24.21.0', 'linux-x64'), stamps[0])
})
