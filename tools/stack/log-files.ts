/** One log file per part; the logs of the last few starts are kept. */
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'

/** Returns the log path of a part; `age` 0 is the current log, 1 the previous one. */
export function logPath(directory: string, part: string, age = 0): string {
  return join(directory, age === 0 ? `${part}.log` : `${part}.${age}.log`)
}

/** Rotates the logs of a part and deletes the oldest. */
export function rotateLog(directory: string, part: string): void {
  for (let age = stackLimits.logsKept - 2; age >= 0; age--) {
    const path = logPath(directory, part, age)
    if (existsSync(path)) renameSync(path, logPath(directory, part, age + 1))
  }
}

/** Returns the last lines of a log, without reading all of it; empty if none exists. */
export function tailOfLog(path: string, linesMax: number = stackLimits.logTailLines): string {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    const { size } = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(size, stackLimits.logTailMaxBytes))
    const read = readSync(file, buffer, 0, buffer.length, size - buffer.length)
    const lines = buffer.toString('utf8', 0, read).trimEnd().split('\n')
    return lines.slice(-linesMax).join('\n')
  } finally {
    closeSync(file)
  }
}

/** Returns the last entry of a log whose entries begin with an ISO 8601 time, without that time. */
export function lastLogEntry(path: string): string {
  const entries = tailOfLog(path, Infinity).split(/^\d{4}-\d\d-\d\dT[\d:.]+Z /m)
  return (entries.at(-1) ?? '').trimEnd()
}
