/**
 * Lock files that survive the death of their holder: each names the process that holds it, and a lock whose process no
 * longer exists may be taken over.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockLimits } from './lock-limits.ts'
import { identify, isRunning, type ProcessIdentity } from './identity.ts'

interface LockContent extends ProcessIdentity {
  token: string
}

/** A lock that is held; `release` may be called more than once. */
export interface Lock {
  release(): void
}

/** The write permission bit of users who are neither the owner nor in the group, see stat(2). */
const othersMayWrite = 0o002

/**
 * Returns why locks in this directory are unreliable; null when they are reliable. Another user with write access could
 * hold a lock indefinitely, or make this process write through a link.
 */
function directoryProblem(directory: string): string | null {
  const me = process.getuid?.()
  if (me === undefined) return null
  const { uid, mode } = statSync(directory)
  if ((mode & othersMayWrite) !== 0) return `${directory} is writable for every user, so no lock can be kept there`
  if (uid !== me && uid !== 0 && me !== 0) return `${directory} belongs to another user, so no lock can be kept there`
  return null
}

/** Returns true for a regular file, not a link, owned by this user, by root or by the owner of the directory. */
function isTrusted(path: string): boolean {
  const me = process.getuid?.()
  if (me === undefined) return true
  const file = lstatSync(path)
  return file.isFile() && [me, 0, statSync(dirname(path)).uid].includes(file.uid)
}

function readContent(path: string): LockContent | null {
  try {
    return isTrusted(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LockContent) : null
  } catch {
    return null
  }
}

/** Returns the process that holds a lock; null when it is free or its holder no longer exists. */
export function lockHolder(path: string): ProcessIdentity | null {
  const content = readContent(path)
  return content !== null && isRunning(content) ? { pid: content.pid, startedAt: content.startedAt } : null
}

/**
 * Removes a lock whose holder no longer exists. Only one process at a time may check and remove, or the slower of two
 * would remove the fresh lock of the faster.
 * @returns true when the lock may be free now.
 */
function clearStale(path: string): boolean {
  if (lockHolder(path) !== null) return false
  const guard = `${path}.takeover`
  try {
    mkdirSync(guard)
  } catch {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > lockLimits.takeoverMs) rmSync(guard, { recursive: true, force: true })
    return false
  }
  try {
    if (lockHolder(path) !== null) return false
    rmSync(path, { force: true })
    return true
  } finally {
    rmdirSync(guard)
  }
}

/**
 * Takes a lock if it is free now.
 * @returns null when a running process holds it.
 * @throws Error when other users may write to its directory.
 */
export function tryLock(path: string): Lock | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const problem = directoryProblem(dirname(path))
  if (problem !== null) throw new Error(problem)
  const token = randomUUID()
  const me = identify(process.pid) ?? { pid: process.pid, startedAt: null }
  // A hard link to a finished file appears with its content, so no process ever reads an incomplete lock.
  const draft = `${path}.${token}`
  writeFileSync(draft, JSON.stringify({ ...me, token } satisfies LockContent), { flag: 'wx' })
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        linkSync(draft, path)
        return {
          release() {
            if (readContent(path)?.token === token) rmSync(path, { force: true })
          },
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      if (!clearStale(path)) return null
    }
    return null
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Takes a lock, waiting until it is free.
 * @param onWait called once, with the holder, when the lock is held.
 */
export async function waitForLock(path: string, onWait?: (holder: ProcessIdentity) => void): Promise<Lock> {
  let isReported = false
  for (;;) {
    const lock = tryLock(path)
    if (lock !== null) return lock
    const holder = isReported ? null : lockHolder(path)
    if (holder !== null) {
      isReported = true
      onWait?.(holder)
    }
    await delay(lockLimits.pollMs)
  }
}
