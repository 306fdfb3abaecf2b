import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { TreeMeter } from './tree-meter.ts'

/** A child that uses CPU and ends during a measurement. */
const program = `
  const { spawnSync } = require('node:child_process')
  process.stdin.once('data', () => {
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 250000);'])
    process.stdout.write('done')
  }).on('end', () => process.exit())`

test('CPU of a child that has ended is kept, apart from that of the process itself', async () => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const meter = new TreeMeter(child.pid!)
  child.stdin.write('go')
  await once(child.stdout, 'data')
  const { belowCpuMs, peakPssBytes } = meter.stop()
  child.stdin.end()
  await ended
  assert.ok(belowCpuMs >= 200, `${belowCpuMs} ms`)
  assert.ok(peakPssBytes > 1024 * 1024, `${peakPssBytes} bytes`)
})

test('a process that is gone counts for nothing', () => {
  assert.deepEqual(new TreeMeter(2 ** 22 + 1).stop(), { ownCpuMs: 0, belowCpuMs: 0, peakPssBytes: 0 })
})
