import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { identify } from '../../services/cli/process/identity.ts'
import { Part, PartStartError, type PartEvent } from './part.ts'
import { reservePorts } from './ports.ts'
import { answersOk, until } from './readiness.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-part-'))
after(() => rmSync(directory, { recursive: true, force: true }))

interface Wishes {
  restart?: boolean
  graceMs?: number
  environment?: Record<string, string>
  file?: string
}

async function fakePart(t: TestContext, wishes: Wishes = {}) {
  const reservation = await reservePorts('free')
  const url = `http://127.0.0.1:${reservation.ports.gateway}`
  const logFile = join(directory, `${reservation.ports.gateway}.log`)
  const events: PartEvent[] = []
  const pids: (number | null)[] = []
  let readyTimes = 0
  const part = new Part(
    {
      name: 'gateway',
      command: () => ({
        file: wishes.file ?? process.execPath,
        args: [join(import.meta.dirname, '../testing/fake-part.ts')],
        environment: { PATH: process.env.PATH!, FAKE_PORT: String(reservation.ports.gateway), ...wishes.environment },
      }),
      cwd: directory,
      logFile,
      graceMs: wishes.graceMs ?? 30_000,
      ready: (signal) => until(() => answersOk(`${url}/readyz`), signal),
    },
    {
      restart: wishes.restart ?? true,
      onEvent: (event) => events.push(event),
      onProcess: (pid) => pids.push(pid),
      onReady: () => readyTimes++,
    },
  )
  t.after(async () => {
    await part.stop({ now: true })
    reservation.release()
  })
  return { part, url, events, pids, readyTimes: () => readyTimes, log: () => readFileSync(logFile, 'utf8') }
}

const eventually = (check: () => boolean) => until(async () => check(), AbortSignal.timeout(60_000))

test('a part is started until it is ready, and stopped by SIGTERM', async (t) => {
  const { part, url, pids, readyTimes, events, log } = await fakePart(t)
  assert.equal(part.isReady, false)
  await Promise.all([part.start(), part.start()])
  assert.equal(await answersOk(url), true)
  assert.deepEqual([part.isReady, readyTimes()], [true, 1])
  const { pid } = part
  assert.ok(pid)
  await part.stop()
  assert.equal(part.pid, null)
  assert.match(log(), new RegExp(`^alive ${pid}\nSIGTERM \\d+\n$`))
  assert.deepEqual(pids, [pid, null])
  assert.deepEqual(events, [])
  await part.stop()
})

test('a part that dies is restarted, with one line of output, and its log continues', async (t) => {
  const { part, url, events, log } = await fakePart(t)
  await part.start()
  const first = part.pid
  await fetch(`${url}/die`).catch(() => {})
  await eventually(() => events.length > 0)
  await part.ready()
  assert.notEqual(part.pid, first)
  assert.equal(log(), `alive ${first}\nalive ${part.pid}\n`)
  await eventually(() => events.length === 2)
  assert.deepEqual(events, [
    { subject: 'gateway', kind: 'died', message: 'ended with exit code 9, starting it again in 0.5 s' },
    { subject: 'gateway', kind: 'restarted', message: 'is ready again' },
  ])
})

test('without restarts a part that was killed stays away until it is started', async (t) => {
  const { part, url, events } = await fakePart(t, { restart: false })
  await part.start()
  await part.kill('SIGKILL')
  assert.equal(part.pid, null)
  assert.equal(await answersOk(url), false)
  assert.deepEqual(events, [{ subject: 'gateway', kind: 'died', message: 'ended with signal SIGKILL' }])
  await part.start()
  assert.equal(await answersOk(url), true)
})

test('stopping during the back-off cancels the next start', async (t) => {
  const { part, events, pids } = await fakePart(t)
  await part.start()
  await part.kill('SIGKILL')
  await part.stop()
  assert.equal(events.length, 1)
  assert.equal(pids.length, 2)
  await part.start()
  assert.ok(part.pid)
})

test('a part that ends before it is ready fails the start with the end of its log', async (t) => {
  const { part, events } = await fakePart(t, { environment: { FAKE_DIES_AT_START: '4' } })
  await assert.rejects(part.start(), (error) => {
    assert.ok(error instanceof PartStartError)
    assert.match(error.message, /^gateway ended with exit code 4; its log is .*, which ends:\nno, thank you$/)
    return true
  })
  assert.deepEqual(events, [], 'a failed start is told once, by the error')
})

test('a command that does not exist fails the start', async (t) => {
  const { part } = await fakePart(t, { file: join(directory, 'missing') })
  await assert.rejects(part.start(), /gateway could not be started: .*ENOENT/)
})

test('a part that ignores SIGTERM, or is paused, is gone after its grace', async (t) => {
  const { part } = await fakePart(t, { graceMs: 300, environment: { FAKE_IGNORES_SIGTERM: '1' } })
  await part.start()
  const startedMs = performance.now()
  await part.stop()
  // Timers count from the start of their event loop turn, which a busy machine makes long.
  assert.ok(performance.now() - startedMs >= 150)
  const paused = await fakePart(t)
  await paused.part.start()
  await paused.part.kill('SIGSTOP')
  await paused.part.stop()
  assert.match(paused.log(), /SIGTERM/)
})

test('what a part has started ends with it', async (t) => {
  const { part, log } = await fakePart(t, { environment: { FAKE_SPAWNS: '1' } })
  await part.start()
  const grandchild = Number(/grandchild (\d+)/.exec(log())?.[1])
  assert.ok(identify(grandchild))
  await part.stop()
  await eventually(() => identify(grandchild) === null)
})
