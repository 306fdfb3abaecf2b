import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stateLayout } from './state-layout.ts'
import { forgetKept, hasUsers, keepStack, registerUser } from './stack-users.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-users-'))
after(() => rmSync(base, { recursive: true, force: true }))

test('a stack has users until the last one leaves', () => {
  const layout = stateLayout(join(base, 'leave'))
  assert.equal(hasUsers(layout), false)
  const leaveFirst = registerUser(layout)
  const leaveSecond = registerUser(layout)
  leaveFirst()
  assert.equal(hasUsers(layout), true)
  leaveSecond()
  leaveSecond()
  assert.equal(hasUsers(layout), false)
})

test('users that died do not count and are cleared away', () => {
  const layout = stateLayout(join(base, 'dead'))
  mkdirSync(layout.users, { recursive: true })
  writeFileSync(join(layout.users, 'x.json'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  assert.equal(hasUsers(layout), false)
  assert.deepEqual(readdirSync(layout.users), [])
})

test('a stack that is to be kept has a user until that is forgotten', () => {
  const layout = stateLayout(join(base, 'kept'))
  keepStack(layout)
  assert.equal(hasUsers(layout), true)
  forgetKept(layout)
  assert.equal(hasUsers(layout), false)
})
