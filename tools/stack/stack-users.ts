/**
 * The users of a stack that runs only as long as it has users. A crawl's stack is a separate process: other crawls may
 * join it, and it ends when the last of them has ended, however it ended.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isRunning, type ProcessIdentity } from '../../services/cli/process/identity.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'
import type { StateLayout } from './state-layout.ts'

/** A mark that counts as a permanent user: the stack is to stay. */
const keptMark = 'kept'

/** Registers this process as a user until the returned function is called or the process dies. */
export function registerUser(layout: StateLayout): () => void {
  // A crawl registers before its stack exists, and the directory will hold secrets: only its owner may access it.
  mkdirSync(layout.directory, { recursive: true, mode: 0o700 })
  mkdirSync(layout.users, { recursive: true })
  const path = join(layout.users, `${process.pid}-${randomUUID()}.json`)
  writePrivateFile(path, JSON.stringify(identify(process.pid) ?? { pid: process.pid, startedAt: null }))
  return () => rmSync(path, { force: true })
}

/** Keeps the stack running when its users are gone. */
export function keepStack(layout: StateLayout): void {
  mkdirSync(layout.users, { recursive: true })
  writeFileSync(join(layout.users, keptMark), '')
}

/** Lets the stack stop once its users are gone. */
export function forgetKept(layout: StateLayout): void {
  rmSync(join(layout.users, keptMark), { force: true })
}

function isUser(path: string): boolean {
  try {
    if (isRunning(JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity)) return true
    rmSync(path, { force: true })
  } catch {
    // The file was removed after the directory was read.
  }
  return false
}

/** Returns true while the stack has users or is to stay. Removes the records of users that died. */
export function hasUsers(layout: StateLayout): boolean {
  let names: string[]
  try {
    names = readdirSync(layout.users)
  } catch {
    return false
  }
  return (
    names.includes(keptMark) ||
    names.filter((name) => name.endsWith('.json') && isUser(join(layout.users, name))).length > 0
  )
}
