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

test('a process that takes the name of a killed one continues its figures', async () => {
  const start = async () => {
    const child = spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return child
  }
  const first = await start()
  let pids: Record<string, number> = { it: first.pid! }
  const meter = new ProcessMeter(() => pids)
  assert.ok((meter.takePeaks()['it'] ?? 0) > 60 * 1024 * 1024)
  const ended = once(first, 'exit')
  first.kill('SIGKILL')
  await ended
  pids = {}
  meter.sample()
  const second = await start()
  pids = { it: second.pid! }
  meter.sample()
  assert.deepEqual(meter.restarts(), { it: 1 })
  assert.ok((meter.takePeaks()['it'] ?? 0) > 60 * 1024 * 1024)
  const { processes } = meter.stop()
  second.stdin.end()
  // What the first process used before measuring does not count; all of the second does.
  assert.ok((processes[0]?.cpuMs ?? 0) >= 110, `${processes[0]?.cpuMs} ms`)
})
