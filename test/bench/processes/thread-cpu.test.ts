import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSchedstat, threadCpuMs } from './thread-cpu.ts'

test('the time on a core is the first number', () => {
  assert.equal(parseSchedstat('1250000 310 27\n'), 1.25)
  assert.throws(() => parseSchedstat(''), /no times of a thread/)
})

test('work of this process is counted, as its own clock counts it', { skip: process.platform !== 'linux' }, () => {
  const before = threadCpuMs(process.pid)
  const clock = process.cpuUsage()
  const until = performance.now() + 60
  while (performance.now() < until);
  const spent = process.cpuUsage(clock)
  const counted = threadCpuMs(process.pid) - before
  const clocked = (spent.user + spent.system) / 1_000
  assert.ok(counted > 5, `${counted} ms`)
  assert.ok(Math.abs(counted - clocked) < 15, `${counted} ms, by the clock ${clocked} ms`)
})
