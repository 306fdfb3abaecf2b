import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { browserMemoryBytes, browserProcesses, killBrowser, parseOwnMemory, parseStat } from './process-group.ts'

const skip = existsSync('/proc/self/stat') ? false : 'no /proc here'

test('a name with brackets and spaces does not shift the fields', () => {
  assert.deepEqual(parseStat('42 (a) S (b) Z 7 9 9 0 -1'), { pid: 42, state: 'Z', parent: 7, group: 9 })
  assert.equal(parseStat(''), null)
  assert.equal(parseStat('42 (a)'), null)
})

test('memory of its own is read in kilobytes', () => {
  assert.equal(parseOwnMemory('VmRSS:\t  200 kB\nRssAnon:\t     120 kB\nRssFile:\t 80 kB\n'), 120)
  assert.equal(parseOwnMemory(''), 0)
})

test('a group is killed as a whole', { skip }, async () => {
  const leader = spawn('/bin/sh', ['-c', 'sleep 300 & sleep 300'], { detached: true, stdio: 'ignore' })
  await once(leader, 'spawn')
  const group = leader.pid as number
  while ((await browserProcesses(group, '/no/such')).length < 3) await new Promise(setImmediate)
  assert.ok((await browserMemoryBytes(group, '/no/such')) > 0)
  assert.equal(await killBrowser(group, '/no/such', 60_000), 0)
  assert.deepEqual(await browserProcesses(group, '/no/such'), [])
})

test('killing a group that no longer exists is no error', { skip }, async () => {
  const child = spawn('/bin/true', { detached: true, stdio: 'ignore' })
  const group = child.pid as number
  await once(child, 'exit')
  assert.equal(await killBrowser(group, '/no/such', 60_000), 0)
})
