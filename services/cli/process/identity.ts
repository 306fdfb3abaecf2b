/**
 * Identifies processes. Process ids are reused, so a recorded id counts only together with the start time of its
 * process.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** Start time in the system's own format, unique per boot; null where it cannot be read. */
  startedAt: string | null
}

interface ProcessState {
  alive: boolean
  startedAt: string | null
}

const gone: ProcessState = { alive: false, startedAt: null }

/** Reads state and start time from `/proc/<pid>/stat`, see proc(5): fields 3 and 22. */
export function parseProcStat(stat: string): ProcessState {
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0] ?? ''
  return { alive: state !== 'Z' && state !== 'X', startedAt: fields[19] ?? null }
}

/** Reads state and start time from `ps -o stat=,lstart=`; the state of a zombie begins with Z. */
export function parsePsLine(line: string): ProcessState {
  const match = /^\s*(\S+)\s+(.+?)\s*$/.exec(line)
  if (match === null) return gone
  return { alive: !match[1]!.startsWith('Z'), startedAt: match[2]! }
}

let bootId: string | undefined

function readBootId(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  return bootId
}

function inspect(pid: number): ProcessState {
  try {
    if (process.platform === 'linux') {
      const state = parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      return { ...state, startedAt: `${readBootId()}:${state.startedAt}` }
    }
    return parsePsLine(execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return gone
  }
}

/** Returns the identity of a running process; null when no process has this id. */
export function identify(pid: number): ProcessIdentity | null {
  const state = inspect(pid)
  return state.alive ? { pid, startedAt: state.startedAt } : null
}

/** Returns true while exactly this process runs: same id, same start time, not a zombie. */
export function isRunning(identity: ProcessIdentity): boolean {
  const state = inspect(identity.pid)
  return state.alive && (identity.startedAt === null || identity.startedAt === state.startedAt)
}

/** Sends a signal to a process, or to its whole group. @returns false when no such process exists. */
export function signal(pid: number, name: NodeJS.Signals, to: 'process' | 'group'): boolean {
  try {
    return process.kill(to === 'group' ? -pid : pid, name)
  } catch {
    return false
  }
}
