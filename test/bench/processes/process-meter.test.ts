import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { ProcessMeter } from './process-meter.ts'

/** Uses CPU and memory, reports it, and waits. */
const busy = `
  const held = Buffer.alloc(64 * 1024 * 1024, 1)
  const before = process.cpuUsage()
  const used = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000 }
  while (used() < 120);
  process.stdout.write('done ' + held.length)
  process.stdin.resume()`

/** Does the same in a grandchild. */
const parent = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: 'inherit' }).on('exit', () => {})`

for (const [what, program] of [
  ['a process', busy],
  ['a child of a process', parent],
] as const) {
  test(`time and memory of ${what} are counted`, async () => {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const meter = new ProcessMeter({ it: child.pid! })
    await once(child.stdout, 'data')
    assert.ok(meter.cpuMs() >= 110, `${meter.cpuMs()} ms`)
    const { processes, peakRssBytes } = meter.stop()
    child.stdin.end()
    await ended
    const [figures] = processes
    assert.equal(figures?.name, 'it')
    assert.ok(figures.cpuMs >= 110, `${figures.cpuMs} ms`)
    for (const bytes of [figures.peakRssBytes, peakRssBytes]) assert.ok(bytes > 80 * 1024 * 1024, `${bytes} bytes`)
  })
}

test('a process that is gone counts for nothing', () => {
  const { processes, peakRssBytes } = new ProcessMeter({ gone: 2 ** 22 + 1 }).stop()
  assert.deepEqual(processes, [{ name: 'gone', cpuMs: 0, peakRssBytes: 0 }])
  assert.equal(peakRssBytes, 0)
})
