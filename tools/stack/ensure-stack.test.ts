import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { downCommand } from '../down-command.ts'
import { identify, isRunning } from '../../services/cli/process/identity.ts'
import { lockHolder } from '../../services/cli/process/lock.ts'
import type { Progress } from '../checkout/progress.ts'
import { upDetached } from '../up-command.ts'
import { createEnsureStack } from './ensure-stack.ts'
import { obtainStack } from './obtain-stack.ts'
import { until } from './readiness.ts'
import { readRunningStack } from './stack-record.ts'
import { stateLayout } from './state-layout.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-ensure-'))
after(() => rmSync(base, { recursive: true, force: true }))

const silent: Progress = { note() {}, begin: () => ({ done() {}, fail() {} }) }
const tools = { temporal: '/bin/true', versitygw: '/bin/true' }
const supervisor = [join(import.meta.dirname, '../testing/fake-supervisor.ts')]

function newState(t: TestContext) {
  const stateDir = mkdtempSync(join(base, 'state-'))
  t.after(() => downCommand(stateDir, silent))
  return {
    stateDir,
    layout: stateLayout(stateDir),
    ensure: createEnsureStack({ stateDir, tools, supervisor, progress: silent }),
  }
}

const eventually = (check: () => boolean) => until(async () => check(), AbortSignal.timeout(60_000))

test('a command gets a stack of its own, with its private target allowed, and ends it', async (t) => {
  const { stateDir, layout, ensure } = newState(t)
  const { stack, staysUp, allow, disallow, stop } = await ensure()
  assert.equal(staysUp, false)
  assert.deepEqual(await readRunningStack(stateDir), stack)
  assert.notEqual(stack.pids.supervisor, process.pid)
  await allow('http://127.0.0.1:8080/docs')
  assert.match(readFileSync(stack.egressAllowFile, 'utf8'), /^127\.0\.0\.1:8080 # \S+Z \S+\n$/)
  await disallow()
  assert.equal(readFileSync(stack.egressAllowFile, 'utf8'), '')
  await stop()
  assert.equal(lockHolder(layout.lock), null)
  assert.ok(Object.values(stack.pids).every((pid) => pid === null || identify(pid) === null))
  assert.deepEqual(readdirSync(layout.users), [])
})

test('commands at once share one stack, which ends with the last of them', async (t) => {
  const { stateDir, layout, ensure } = newState(t)
  const [first, second] = await Promise.all([ensure(), ensure()])
  assert.equal(first.stack.pids.supervisor, second.stack.pids.supervisor)
  await Promise.all([first.allow('http://127.0.0.1:1/'), second.allow('http://127.0.0.1:1/')])
  await first.disallow()
  assert.match(readFileSync(second.stack.egressAllowFile, 'utf8'), /^127\.0\.0\.1:1 # .*\n$/)
  await first.stop()
  assert.ok(await readRunningStack(stateDir))
  await second.stop()
  await eventually(() => lockHolder(layout.lock) === null)
})

test('a stack that was up before stays up', async (t) => {
  const { stateDir, ensure } = newState(t)
  const { file } = await obtainStack({ stateDir, tools, supervisor, whileUsed: false })
  const { stack, staysUp, stop } = await ensure()
  assert.equal(stack.pids.supervisor, file.pids.supervisor)
  assert.equal(staysUp, true)
  await stop()
  assert.deepEqual(await readRunningStack(stateDir), file)
})

test('up keeps the stack of a command beyond its end', async (t) => {
  const { stateDir, layout, ensure } = newState(t)
  const { stack, stop } = await ensure()
  let printed = ''
  assert.equal(await upDetached({ stateDir, tools, progress: silent, print: (text) => void (printed += text) }), 0)
  assert.match(printed, new RegExp(`is already running.*${stack.apiKey}`, 's'))
  await stop()
  assert.ok(await readRunningStack(stateDir))
  assert.equal(await downCommand(stateDir, silent), 0)
  assert.equal(lockHolder(layout.lock), null)
})

test('up of a stack with a browser worker waits for it', async (t) => {
  const { stateDir } = newState(t)
  process.env.FAKE_STACK_HAS_BROWSER = '1'
  t.after(() => delete process.env.FAKE_STACK_HAS_BROWSER)
  await obtainStack({ stateDir, tools, supervisor, whileUsed: false })
  let printed = ''
  assert.equal(await upDetached({ stateDir, tools, progress: silent, print: (text) => void (printed += text) }), 0)
  assert.match(printed, /^ {2}browser worker +http:\/\/127\.0\.0\.1:\d+$/m)
})

test('a command that was interrupted while the stack starts leaves nothing behind', async (t) => {
  const { layout, ensure } = newState(t)
  const abort = new AbortController()
  const ensuring = ensure(abort.signal)
  await eventually(() => lockHolder(layout.lock) !== null)
  abort.abort(new Error('enough'))
  await assert.rejects(ensuring, /enough/)
  await eventually(() => lockHolder(layout.lock) === null)
  assert.deepEqual(readdirSync(layout.users), [])
})

test('a stack that cannot start is reported with the words of its part', async (t) => {
  const { stateDir, ensure } = newState(t)
  process.env.FAKE_STACK_BREAKS = '1'
  t.after(() => delete process.env.FAKE_STACK_BREAKS)
  await assert.rejects(
    ensure(),
    /the local stack could not be started: gateway ended with exit code 5; its log is .*, which ends:\nno, thank you/,
  )
  assert.equal(await readRunningStack(stateDir), null)
})

test('what a killed supervisor leaves behind is ended by down, and by the next start', async (t) => {
  const { stateDir, ensure } = newState(t)
  for (const end of ['down', 'start'] as const) {
    const { file } = await obtainStack({ stateDir, tools, supervisor, whileUsed: false })
    const parts = Object.entries(file.pids).flatMap(([name, pid]) =>
      name === 'supervisor' || pid === null ? [] : [identify(pid)!],
    )
    assert.equal(parts.length, 4)
    process.kill(file.pids.supervisor, 'SIGKILL')
    await eventually(() => identify(file.pids.supervisor) === null)
    assert.ok(parts.every(isRunning))
    assert.equal(await readRunningStack(stateDir), null)
    if (end === 'down') await downCommand(stateDir, silent)
    else await (await ensure()).stop()
    assert.ok(!parts.some(isRunning), end)
  }
})

test('down without a stack does nothing', async (t) => {
  const { stateDir } = newState(t)
  const notes: string[] = []
  assert.equal(await downCommand(stateDir, { ...silent, note: (line) => void notes.push(line) }), 0)
  assert.deepEqual(notes, ['No stack was running.'])
})
