/** Runs a command to its end and writes all its output to a log file. */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

export interface LoggedCommand {
  file: string
  args: readonly string[]
  environment: Record<string, string | undefined>
  cwd: string
  /** Path of the log file; it is overwritten. */
  logFile: string
  /** Ends the command. */
  signal?: AbortSignal
}

/**
 * Runs the command.
 * @returns null when it ended with exit code 0, otherwise how it ended: `exit code 1`, `signal SIGKILL`, `not found`.
 */
export async function runLogged(command: LoggedCommand): Promise<string | null> {
  mkdirSync(dirname(command.logFile), { recursive: true })
  const log = openSync(command.logFile, 'w')
  try {
    return await new Promise((resolve) => {
      const child = spawn(command.file, command.args, {
        cwd: command.cwd,
        env: command.environment,
        stdio: ['ignore', log, log],
        ...(command.signal === undefined ? {} : { signal: command.signal }),
      })
      child.once('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ENOENT' ? 'not found' : error.message),
      )
      child.once('exit', (code, signal) => resolve(describeExit(code, signal)))
    })
  } finally {
    closeSync(log)
  }
}

/** Describes how a process ended; null for success. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return `signal ${signal}`
  return code === 0 ? null : `exit code ${code}`
}
