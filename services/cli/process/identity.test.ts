import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { identify, isRunning, parseProcStat, parsePsLine, signal } from './identity.ts'

test('a command name with spaces and parentheses does not shift the fields of /proc/<pid>/stat', () => {
  const rest = Array.from({ length: 18 }, (_, index) => String(index)).join(' ')
  assert.deepEqual(parseProcStat(`12 (a) b (c) S ${rest} 98765 0 0`), { alive: true, startedAt: '98765' })
})

test('a zombie is not alive', () => {
  assert.equal(parseProcStat(`12 (x) Z ${'0 '.repeat(30)}`).alive, false)
  assert.equal(parsePsLine('Z+   Fri Nov 21 19:38:26 2025').alive, false)
})

test('the line of ps gives state and start time', () => {
  assert.deepEqual(parsePsLine('Ss   Fri Nov 21 19:38:26 2025\n'), {
    alive: true,
    startedAt: 'Fri Nov 21 19:38:26 2025',
  })
  assert.equal(parsePsLine('').alive, false)
})

test('this process runs under its own identity, not under another start time', () => {
  const me = identify(process.pid)
  assert.ok(me)
  assert.equal(isRunning(me), true)
  assert.equal(isRunning({ ...me, startedAt: 'another time' }), false)
  assert.equal(isRunning({ pid: process.pid, startedAt: null }), true)
})

test('a process that ended is not running and takes no signal', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  const identity = identify(child.pid!)
  assert.ok(identity)
  assert.equal(signal(child.pid!, 'SIGKILL', 'process'), true)
  await once(child, 'exit')
  assert.equal(isRunning(identity), false)
  assert.equal(identify(identity.pid), null)
  assert.equal(signal(identity.pid, 'SIGTERM', 'group'), false)
})
