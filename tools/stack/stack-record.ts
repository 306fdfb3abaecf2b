/** `stack.json`: written when a stack is ready, removed when it stops. */
import { readFileSync, rmSync } from 'node:fs'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { lockHolder } from '../../services/cli/process/lock.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'
import { answersOk } from './readiness.ts'
import { stateLayout, type StateLayout } from './state-layout.ts'

/** Writes `stack.json`, readable by its owner only: the stack is ready. */
export function writeStackFile(layout: StateLayout, file: StackFile): void {
  writePrivateFile(layout.stackFile, `${JSON.stringify(file, null, 2)}\n`)
}

/** Removes `stack.json`: the stack is not ready any more. */
export function removeStackFile(layout: StateLayout): void {
  rmSync(layout.stackFile, { force: true })
}

/** Returns true while a supervisor runs in a state directory, whether or not its stack is ready. */
export const runsIn = (stateDirectory: string): boolean => lockHolder(stateLayout(stateDirectory).lock) !== null

/**
 * Returns the stack of a state directory when it can be used now: its supervisor is running, it has become ready, and
 * its gateway answers; null otherwise.
 */
export async function readRunningStack(stateDirectory: string): Promise<StackFile | null> {
  const layout = stateLayout(stateDirectory)
  let file: StackFile
  try {
    file = JSON.parse(readFileSync(layout.stackFile, 'utf8')) as StackFile
  } catch {
    return null
  }
  if (lockHolder(layout.lock)?.pid !== file.pids.supervisor) return null
  return (await answersOk(`${file.gateway}/healthz`)) ? file : null
}
