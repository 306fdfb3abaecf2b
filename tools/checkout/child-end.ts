/** Waits for a process that shares this terminal. */
import type { ChildProcess } from 'node:child_process'
import { describeExit } from './run-logged.ts'

/** Ctrl-C reaches the whole process group: this process waits while the other one stops what it has started. */
function waitForChild(): void {}

/**
 * Waits until a child process ends. SIGTERM and SIGHUP, which may be sent to this process alone, are passed on to it.
 * @returns whether it ended with exit code 0.
 * @throws the error of a process that cannot be started.
 */
export async function childSucceeds(child: ChildProcess): Promise<boolean> {
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', waitForChild)
  process.on('SIGTERM', passOn)
  process.on('SIGHUP', passOn)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(describeExit(code, signal) === null))
    })
  } finally {
    process.off('SIGINT', waitForChild)
    process.off('SIGTERM', passOn)
    process.off('SIGHUP', passOn)
  }
}
