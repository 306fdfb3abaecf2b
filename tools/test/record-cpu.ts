/**
 * Loaded into the process of each test file before the file: writes down at the end what CPU time the process and the
 * processes it started have used. Processes that outlive their parent, such as those of a killed Chromium, are missing.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { cpuTimesFileVariable } from './test-durations.ts'

/** Linux counts the CPU time of processes in ticks of this length, milliseconds. */
const tickMs = 10

/** CPU time of processes that ended and whose end their parent has seen, milliseconds; 0 where there is no `/proc`. */
function endedChildrenMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // The name of the program, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) * tickMs
  } catch {
    return 0
  }
}

/** CPU time that this process and its ended processes have used until now, milliseconds. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1_000 + endedChildrenMs())
}

const record = process.env[cpuTimesFileVariable]

/** Writes down the CPU time of a test file, if it is recorded. @param path relative to the working directory. */
export function recordCpuTime(path: string, cpuMs: number): void {
  if (record !== undefined) appendFileSync(record, `${path}\t${cpuMs}\n`)
}

const testFile = process.argv[1]
if (isMainThread && record !== undefined && testFile?.endsWith('.test.ts') === true) {
  process.once('exit', () => {
    recordCpuTime(relative(process.cwd(), testFile), usedCpuMs())
  })
}
