import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { identify, isRunning } from '../../services/cli/process/identity.ts'
import { endLeftovers, recordProcesses } from './leftovers.ts'
import { stateLayout } from './state-layout.ts'

const layout = stateLayout(mkdtempSync(join(tmpdir(), 'seine-leftovers-')))
after(() => rmSync(layout.directory, { recursive: true, force: true }))

test('recorded processes that still run are ended, the record is gone, and a second time nothing happens', async () => {
  const child = spawn('sleep', ['60'], { detached: true })
  const exit = once(child, 'exit')
  recordProcesses(layout, { temporal: identify(child.pid!)! })
  assert.deepEqual(await endLeftovers(layout), ['temporal'])
  assert.deepEqual(await exit, [null, 'SIGTERM'])
  assert.equal(existsSync(layout.processes), false)
  assert.deepEqual(await endLeftovers(layout), [])
})

test('a process that got the same number later is left alone', async () => {
  const child = spawn('sleep', ['60'], { detached: true })
  const identity = identify(child.pid!)!
  recordProcesses(layout, { gateway: { ...identity, startedAt: 'another time' } })
  assert.deepEqual(await endLeftovers(layout), [])
  assert.equal(isRunning(identity), true)
  child.kill()
  await once(child, 'exit')
})
