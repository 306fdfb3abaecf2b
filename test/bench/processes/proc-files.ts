/** Reads the files of processes in `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseStat, type ProcessStat } from './proc-stat.ts'

/** Returns a file of a process; null when the process has ended or belongs to another user. */
export function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

/** Returns every process of the machine. */
export function allProcesses(): ProcessStat[] {
  return readdirSync('/proc').flatMap((name) => {
    const text = /^\d+$/.test(name) ? readProc(Number(name), 'stat') : null
    return text === null || text === '' ? [] : [parseStat(text)]
  })
}
