import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { identify } from './identity.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lockHolder, tryLock, waitForLock } from './lock.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-lock-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const lockFile = import.meta.resolve('./lock.ts')

/** Starts a process that tries to take the lock, prints `true` or `false`, and runs until its input ends. */
function contender(path: string) {
  const program = `
    const { tryLock } = await import(${JSON.stringify(lockFile)})
    console.log(tryLock(${JSON.stringify(path)}) !== null)
    process.stdin.resume()`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
}

test('a lock has one holder and is free after its release', () => {
  const path = join(directory, 'nested', 'one.lock')
  const lock = tryLock(path)
  assert.ok(lock)
  assert.equal(tryLock(path), null)
  assert.equal(lockHolder(path)?.pid, process.pid)
  lock.release()
  assert.equal(lockHolder(path), null)
  const again = tryLock(path)
  assert.ok(again)
  lock.release()
  assert.equal(lockHolder(path)?.pid, process.pid, 'an old release does not free a newer lock')
  again.release()
  assert.deepEqual(readdirSync(join(directory, 'nested')), [], 'nothing is left behind')
})

test('a lock whose process has another start time, or is no lock at all, is taken over', () => {
  const path = join(directory, 'stale.lock')
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'an earlier boot', token: 'x' }))
  assert.equal(lockHolder(path), null)
  tryLock(path)!.release()
  writeFileSync(path, '')
  tryLock(path)!.release()
})

test('a takeover whose process died blocks only for a while', () => {
  const path = join(directory, 'guarded.lock')
  writeFileSync(path, 'left behind')
  mkdirSync(`${path}.takeover`)
  assert.equal(tryLock(path), null)
  utimesSync(`${path}.takeover`, 1, 1)
  assert.equal(tryLock(path), null, 'the first to notice clears the way')
  tryLock(path)!.release()
})

test('of many processes that find the lock of a dead one, exactly one takes it', async () => {
  const path = join(directory, 'race.lock')
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: 'an earlier boot', token: 'x' }))
  const contenders = Array.from({ length: 4 }, () => contender(path))
  const answers = await Promise.all(
    contenders.map(async (child) => {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      return String(chunk).trim()
    }),
  )
  // All may have met a takeover in progress; the lock is then free for the next process.
  const winners = answers.filter((answer) => answer === 'true').length
  assert.ok(winners <= 1, answers.join())
  assert.equal(tryLock(path) === null, winners === 1)
  const exits = contenders.map((child) => once(child, 'exit'))
  for (const child of contenders) child.stdin.end()
  await Promise.all(exits)
})

test('waiting ends when the holder dies, and names the holder once', async () => {
  const path = join(directory, 'wait.lock')
  const child = contender(path)
  await once(child.stdout, 'data')
  const told: number[] = []
  const waiting = waitForLock(path, (holder) => told.push(holder.pid))
  assert.deepEqual(told, [child.pid])
  child.kill('SIGKILL')
  const lock = await waiting
  assert.equal(lockHolder(path)?.pid, process.pid)
  assert.deepEqual(told, [child.pid])
  lock.release()
})

test('no lock is kept where every user may write', () => {
  const open = join(directory, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  assert.throws(() => tryLock(join(open, 'one.lock')), /open is writable for every user, so no lock can be kept there/)
  assert.deepEqual(readdirSync(open), [])
})

const me = JSON.stringify({ ...identify(process.pid), token: 'x' })

test('a link in place of a lock is not followed, and is replaced', () => {
  const target = join(directory, 'target')
  writeFileSync(target, me)
  const path = join(directory, 'link.lock')
  symlinkSync(target, path)
  assert.equal(lockHolder(path), null)
  tryLock(path)!.release()
})

const skip = process.getuid?.() === 0 ? false : 'files are given to other users by root'

test('a lock that another user has put there holds nothing up', { skip }, () => {
  const path = join(directory, 'foreign.lock')
  writeFileSync(path, me)
  assert.equal(lockHolder(path)?.pid, process.pid)
  chownSync(path, 12_345, 12_345)
  assert.equal(lockHolder(path), null)
  tryLock(path)!.release()
})
