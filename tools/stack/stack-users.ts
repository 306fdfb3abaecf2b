/**
 * Who uses a stack that exists for its users alone. A crawl's own stack is a process of its own:
 * other crawls may join it, and it ends when the last of them is gone, however it went.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isRunning, type ProcessIdentity } from '../../services/cli/process/identity.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'
import type { StateLayout } from './state-layout.ts'

/** A mark that counts as a user for ever: somebody wants the stack to stay. */
const keptMark = 'kept'

/** Registers this process as a user until the returned function is called or it dies. */
export function registerUser(layout: StateLayout): () => void {
  // A crawl comes before its stack: what the directory will hold is for its owner alone.
  mkdirSync(layout.directory, { recursive: true, mode: 0o700 })
  mkdirSync(layout.users, { recursive: true })
  const path = join(layout.users, `${process.pid}-${randomUUID()}.json`)
  writePrivateFile(path, JSON.stringify(identify(process.pid) ?? { pid: process.pid, startedAt: null }))
  return () => rmSync(path, { force: true })
}

/** Makes the stack stay when its users are gone. */
export function keepStack(layout: StateLayout): void {
  mkdirSync(layout.users, { recursive: true })
  writeFileSync(join(layout.users, keptMark), '')
}

export function forgetKept(layout: StateLayout): void {
  rmSync(join(layout.users, keptMark), { force: true })
}

function isUser(path: string): boolean {
  try {
    if (isRunning(JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity)) return true
    rmSync(path, { force: true })
  } catch {
    // Gone since the directory was read.
  }
  return false
}

/** True while anybody uses the stack or wants it to stay. Clears away users that died. */
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
