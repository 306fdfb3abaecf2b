import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { identify } from '../../services/cli/process/identity.ts'
import { allowTarget } from './egress-allow.ts'
import { acceptsConnections, until } from './readiness.ts'
import { StackAlreadyRunningError, type StackEvent, type StackOptions } from './stack-options.ts'
import { readRunningStack } from './stack-record.ts'
import { startStack } from './start-stack.ts'
import { fakePart, fakeStack } from '../testing/fake-stack.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-stack-'))
after(() => rmSync(base, { recursive: true, force: true }))

const newState = () => mkdtempSync(join(base, 'state-'))

async function running(t: TestContext, options: StackOptions) {
  const events: StackEvent[] = []
  const stack = await startStack({ ...options, onEvent: (event) => events.push(event) })
  t.after(() => stack.stop({ now: true }))
  return { stack, events }
}

const read = (stateDir: string, name: string) => readFileSync(join(stateDir, name), 'utf8')
const eventually = (check: () => boolean) => until(async () => check(), AbortSignal.timeout(60_000))

test('a started stack is ready, on record for its owner alone, and gone without a trace when stopped', async (t) => {
  const stateDir = newState()
  const { stack, events } = await running(t, fakeStack(stateDir))
  const { file } = stack
  assert.deepEqual(await readRunningStack(stateDir), file)
  assert.equal(statSync(join(stateDir, 'stack.json')).mode & 0o777, 0o600)
  assert.equal(file.pids.supervisor, process.pid)
  assert.ok(file.pids.temporal && file.pids.objectStore && file.pids.gateway && file.pids.scrapeWorker)
  const ready = events.filter((event) => event.kind === 'ready').map((event) => event.subject)
  assert.deepEqual(new Set(ready.slice(0, 2)), new Set(['temporal', 'objectStore']))
  assert.deepEqual(new Set(ready.slice(2)), new Set(['gateway', 'scrapeWorker']))
  await stack.stop()
  assert.equal(await readRunningStack(stateDir), null)
  for (const name of ['stack.json', 'processes.json', 'supervisor.lock']) {
    assert.equal(existsSync(join(stateDir, name)), false, name)
  }
  assert.ok(Object.values(file.pids).every((pid) => pid === null || pid === process.pid || identify(pid) === null))
  await stack.stop()
})

test('the gateway stops before the worker, the worker before what it writes to', async (t) => {
  const stateDir = newState()
  const { stack } = await running(t, fakeStack(stateDir))
  await stack.stop()
  const at = (name: string) => Number(/SIGTERM (\d+)/.exec(read(stateDir, `logs/${name}.log`))?.[1])
  assert.ok(at('gateway') <= at('scrapeWorker'))
  assert.ok(at('scrapeWorker') <= at('objectStore') && at('scrapeWorker') <= at('temporal'))
})

/** Returns a stack of stand-ins that has an engine of Chromium, and therefore a browser worker. */
const withChromium = (stateDir: string) => {
  const options = fakeStack(stateDir)
  return { ...options, tools: { ...options.tools, chromium: { shell: '/bin/true', chrome: null } } }
}

test('the browser worker comes after the others, is on record once it is ready, and ends after its callers', async (t) => {
  const stateDir = newState()
  const options = withChromium(stateDir)
  const gate = Promise.withResolvers<void>()
  const { browserWorker } = options.parts
  options.parts.browserWorker = {
    ...browserWorker,
    async ready(signal, ports) {
      await gate.promise
      await browserWorker.ready!(signal, ports)
    },
  }
  const { stack, events } = await running(t, options)
  const starting = await readRunningStack(stateDir)
  assert.equal(starting?.browserWorker, null)
  assert.ok(starting.pids.browserWorker)
  const subjects = events.map(({ subject, kind }) => `${subject} ${kind}`)
  assert.equal(subjects.at(-1), 'browserWorker starting')
  gate.resolve()
  assert.equal(await stack.browser, true)
  const { browserWorker: url } = (await readRunningStack(stateDir))!
  assert.equal(url, stack.file.browserWorker)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const environment = (await (await fetch(`${stack.file.gateway}/environment`)).json()) as Record<string, string>
  assert.equal(environment.SEINE_BROWSER_WORKERS, url)
  await stack.part('browserWorker').kill('SIGKILL')
  assert.equal(stack.file.browserWorker, null)
  await stack.part('browserWorker').ready()
  assert.equal(stack.file.browserWorker, url)
  await stack.stop()
  const at = (name: string) => Number(/SIGTERM (\d+)/.exec(read(stateDir, `logs/${name}.log`))?.[1])
  assert.ok(at('scrapeWorker') <= at('browserWorker') && at('browserWorker') <= at('objectStore'))
})

test('a browser worker that cannot be started is reported, and the stack continues without it', async (t) => {
  const options = withChromium(newState())
  options.parts.browserWorker = fakePart('browserWorker', { FAKE_DIES_AT_START: '3' })
  const { stack, events } = await running(t, options)
  assert.equal(await stack.browser, false)
  const absent = events.find(({ kind }) => kind === 'absent')
  assert.match(absent?.message ?? '', /continues without it: browserWorker ended with exit code 3.*no, thank you$/s)
  assert.equal(stack.file.browserWorker, null)
  assert.ok(await readRunningStack(stack.file.logs.replace(/\/logs$/, '')))
})

test('a stack that ends while its browser worker starts takes it along', async () => {
  const stateDir = newState()
  const options = withChromium(stateDir)
  options.parts.browserWorker.ready = (signal) => until(async () => false, signal)
  const events: StackEvent[] = []
  const stack = await startStack({ ...options, onEvent: (event) => events.push(event) })
  const pid = stack.file.pids.browserWorker!
  assert.ok(pid)
  await stack.stop()
  assert.equal(await stack.browser, false)
  assert.equal(identify(pid), null)
  assert.ok(!events.some(({ kind }) => kind === 'absent'))
})

test('without Chromium there is no browser worker', async (t) => {
  const { stack } = await running(t, fakeStack(newState()))
  assert.equal(await stack.browser, false)
  assert.deepEqual([stack.file.browserWorker, stack.file.pids.browserWorker], [null, null])
})

test('keys and allowed targets outlive the stack; a lapsed target goes at the next start', async (t) => {
  const stateDir = newState()
  const first = await startStack(fakeStack(stateDir))
  const { apiKey, webhookSecret, egressAllowFile } = first.file
  assert.match(apiKey, /^seine_dev_[0-9a-f]{40}$/)
  assert.match(webhookSecret, /^whsec_/)
  await allowTarget(egressAllowFile, '7-a', 'http://127.0.0.1:8080/')
  const allowed = readFileSync(egressAllowFile, 'utf8')
  writeFileSync(egressAllowFile, `${allowed}127.0.0.1:9 # 2020-01-01T00:00:00Z 1-old\n`)
  await first.stop({ now: true })
  const { stack } = await running(t, fakeStack(stateDir))
  assert.equal(stack.file.apiKey, apiKey)
  assert.equal(readFileSync(egressAllowFile, 'utf8'), allowed)
})

test('gateway and worker see the settings of the caller', async (t) => {
  const options = { ...fakeStack(newState()), environment: { SEINE_ROBOTS: 'ignore' }, egressAllow: ['10.1.2.3:80'] }
  const { stack } = await running(t, options)
  const environment = (await (await fetch(`${stack.file.gateway}/environment`)).json()) as Record<string, string>
  assert.equal(environment.SEINE_ROBOTS, 'ignore')
  assert.equal(environment.SEINE_EGRESS_ALLOW, '10.1.2.3:80')
  assert.equal(environment.SEINE_TEMPORAL_ADDRESS, stack.file.temporal)
})

test('a part that is killed comes back on its port, and stack.json follows', async (t) => {
  const stateDir = newState()
  const { stack, events } = await running(t, fakeStack(stateDir))
  const before = stack.file
  await stack.part('gateway').kill('SIGKILL')
  assert.equal((JSON.parse(read(stateDir, 'stack.json')) as StackFile).pids.gateway, null)
  assert.equal(await readRunningStack(stateDir), null, 'a stack whose gateway is away cannot be used')
  await stack.part('gateway').ready()
  await eventually(() => events.some((event) => event.kind === 'restarted'))
  const now = await readRunningStack(stateDir)
  assert.ok(now)
  assert.notEqual(now.pids.gateway, before.pids.gateway)
  assert.deepEqual({ ...now, pids: null }, { ...before, pids: null })
})

test('single parts can be stopped and started', async (t) => {
  const { stack } = await running(t, fakeStack(newState()))
  const port = Number(new URL(stack.file.s3).port)
  await stack.part('objectStore').stop()
  assert.equal(await acceptsConnections(port), false)
  await stack.part('objectStore').start()
  const { pid } = stack.part('objectStore')
  await stack.part('objectStore').restart()
  assert.equal(await acceptsConnections(port), true)
  assert.notEqual(stack.part('objectStore').pid, pid)
})

test('a state directory has one stack at a time; two directories do not disturb each other', async (t) => {
  const stateDir = newState()
  const starts = await Promise.allSettled([startStack(fakeStack(stateDir)), startStack(fakeStack(stateDir))])
  const failures = starts.filter((start) => start.status === 'rejected')
  for (const start of starts) if (start.status === 'fulfilled') t.after(() => start.value.stop({ now: true }))
  assert.equal(failures.length, 1)
  assert.ok(failures[0]?.reason instanceof StackAlreadyRunningError)
  assert.ok(await readRunningStack(stateDir))
  const other = await running(t, fakeStack(newState()))
  assert.ok(await readRunningStack(stateDir))
  await other.stack.stop({ now: true })
})

test('when a part cannot start, the start fails with its words and everything else is ended', async () => {
  const stateDir = newState()
  const options = fakeStack(stateDir)
  options.parts.scrapeWorker = fakePart('scrapeWorker', { FAKE_DIES_AT_START: '6' })
  await assert.rejects(startStack(options), /^PartStartError: scrapeWorker ended with exit code 6.*\nno, thank you$/s)
  const pid = Number(/alive (\d+)/.exec(read(stateDir, 'logs/temporal.log'))?.[1])
  assert.equal(identify(pid), null)
  assert.equal(existsSync(join(stateDir, 'supervisor.lock')), false)
})

test('a store on a file system without extended attributes keeps its metadata in files', async (t) => {
  const stateDir = newState()
  const options = fakeStack(stateDir)
  const refusing = fakePart('objectStore', {
    FAKE_DIES_AT_START: '1',
    FAKE_LAST_WORDS: '2026/11/21 20:17:16 xattr check failed: xattrs are not supported on this filesystem',
  })
  const commands: string[] = []
  options.parts.objectStore.command = (own, ports) => {
    commands.push(own.args.join(' '))
    const sidecar = own.args.includes('--sidecar')
    return (sidecar ? fakePart('objectStore') : refusing).command!(own, ports)
  }
  await running(t, options)
  assert.equal(commands.length, 2)
  assert.match(commands[1]!, new RegExp(`--sidecar ${stateDir}/metadata`))
})

test('gateway and worker are loaded while the services start, and asked only once those are ready', async (t) => {
  const stateDir = newState()
  const options = fakeStack(stateDir)
  const { temporal, gateway, scrapeWorker } = options.parts
  const asked: string[] = []
  const alive = (name: string) =>
    existsSync(join(stateDir, `logs/${name}.log`)) && /alive/.test(read(stateDir, `logs/${name}.log`))
  options.parts.temporal = {
    ...temporal,
    async ready(signal) {
      await until(async () => alive('gateway') && alive('scrapeWorker'), signal)
      asked.push('temporal')
    },
  }
  for (const [name, part] of Object.entries({ gateway, scrapeWorker })) {
    options.parts[name as 'gateway'] = {
      ...part,
      async ready(signal, ports) {
        asked.push(name)
        await part.ready!(signal, ports)
      },
    }
  }
  await running(t, options)
  assert.equal(asked[0], 'temporal')
  assert.deepEqual(asked.toSorted(), ['gateway', 'scrapeWorker', 'temporal'])
})

test('a worker that gives up before the services are ready is started again once they are', async (t) => {
  const stateDir = newState()
  const options = fakeStack(stateDir)
  const { temporal, scrapeWorker } = options.parts
  let starts = 0
  const workerLog = join(stateDir, 'logs/scrapeWorker.log')
  const hasGivenUp = () => existsSync(workerLog) && /no, thank you/.test(readFileSync(workerLog, 'utf8'))
  options.parts.temporal = { ...temporal, ready: (signal) => until(async () => hasGivenUp(), signal) }
  options.parts.scrapeWorker = {
    ...scrapeWorker,
    command: (own, ports) =>
      (++starts === 1 ? fakePart('scrapeWorker', { FAKE_DIES_AT_START: '1' }) : scrapeWorker).command!(own, ports),
  }
  const { stack } = await running(t, options)
  assert.equal(starts, 2)
  assert.ok(stack.file.pids.scrapeWorker)
})

test('an abort ends a stack that is still starting', async () => {
  const stateDir = newState()
  const options = fakeStack(stateDir)
  options.parts.gateway.ready = (signal) => until(async () => false, signal)
  const abort = new AbortController()
  const starting = startStack({
    ...options,
    signal: abort.signal,
    onEvent: ({ subject, kind }) => {
      if (subject === 'scrapeWorker' && kind === 'ready') abort.abort(new Error('changed my mind'))
    },
  })
  await assert.rejects(starting, /changed my mind/)
  const pid = Number(/alive (\d+)/.exec(read(stateDir, 'logs/gateway.log'))?.[1] ?? 0)
  assert.ok(pid === 0 || identify(pid) === null)
})
