import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMemory, parseStat, treeOf } from './proc-stat.ts'

const line = (pid: number, name: string, parent: number, ticks: number[]) =>
  `${pid} (${name}) S ${parent} 1 1 0 -1 4194560 10 0 0 0 ${ticks.join(' ')} 20 0 11 0 1000 1 1\n`

test('time of a process is its own and that of the children it waited for', () => {
  assert.deepEqual(parseStat(line(42, 'node', 7, [100, 20, 3, 2])), {
    pid: 42,
    parent: 7,
    ownCpuMs: 1_200,
    cpuMs: 1_250,
  })
})

test('a name with blanks and parentheses does not shift the fields', () => {
  assert.deepEqual(parseStat(line(42, 'a (b) 1 2) c', 7, [1, 0, 0, 0])), {
    pid: 42,
    parent: 7,
    ownCpuMs: 10,
    cpuMs: 10,
  })
})

test('anything else is refused', () => {
  for (const text of ['', 'x (y) z', '5 (x) S 1 2 3']) assert.throws(() => parseStat(text), /not a process/)
})

test('memory is read in bytes, and none is 0', () => {
  const status = 'Name:\tnode\nVmPeak:\t 9 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n'
  assert.equal(parseMemory(status, 'VmHWM'), 2_097_152)
  assert.equal(parseMemory(status, 'VmRSS'), 1_048_576)
  assert.equal(parseMemory('Name:\tkthreadd\n', 'VmRSS'), 0)
})

test('a tree has all descendants and no other process', () => {
  const stat = (pid: number, parent: number) => ({ pid, parent, ownCpuMs: 1, cpuMs: 1 })
  const all = [stat(1, 0), stat(5, 1), stat(9, 7), stat(6, 5), stat(7, 6), stat(8, 1)]
  assert.deepEqual(
    treeOf(5, all).map(({ pid }) => pid),
    [5, 6, 7, 9],
  )
  assert.deepEqual(treeOf(4, all), [])
})
