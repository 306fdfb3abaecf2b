/**
 * Finds the processes of one browser in /proc: its process group, and the few helpers (crash handlers) that leave
 * the group but have the browser's scratch directory on their command line. Without /proc the lists are empty.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export interface ProcessFacts {
  pid: number
  /** One letter: `R`, `S`, `Z` for a zombie. */
  state: string
  parent: number
  group: number
}

/** Reads a line of /proc/<pid>/stat; the name in parentheses may itself contain parentheses and spaces. */
export function parseStat(line: string): ProcessFacts | null {
  const nameEnd = line.lastIndexOf(')')
  const fields = line.slice(nameEnd + 2).split(' ')
  const [pid, parent, group] = [Number.parseInt(line, 10), Number(fields[1]), Number(fields[2])]
  const state = fields[0] ?? ''
  return nameEnd < 0 || state === '' || !Number.isInteger(pid + parent + group) ? null : { pid, state, parent, group }
}

const readProc = (pid: string, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')

/** Returns every process of the system. */
async function allProcesses(): Promise<ProcessFacts[]> {
  const entries = await readdir('/proc').catch(() => [])
  const lines = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map((pid) => readProc(pid, 'stat')))
  return lines.map(parseStat).filter((facts) => facts !== null)
}

/**
 * Returns the processes of a browser that still run, without zombies.
 * @param group process group, the id of its leader.
 * @param scratch directory that appears only on command lines of this browser's processes.
 */
export async function browserProcesses(group: number, scratch: string): Promise<ProcessFacts[]> {
  const running = (await allProcesses()).filter((facts) => facts.state !== 'Z' && facts.state !== 'X')
  const mine = await Promise.all(
    running.map(
      async (facts) =>
        facts.group === group ||
        // Helpers that left the group have init as their parent.
        (facts.parent === 1 && (await readProc(String(facts.pid), 'cmdline')).includes(scratch)),
    ),
  )
  return running.filter((_facts, index) => mine[index])
}

/** Kills a process, or a group when the id is negative; ignores one that has ended or may not be killed. */
function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}

/**
 * Kills every process of a browser and waits until none is left.
 * @returns how many were left at the end of the wait.
 */
export async function killBrowser(group: number, scratch: string, waitMs: number): Promise<number> {
  const endsAt = performance.now() + waitMs
  kill(-group)
  for (;;) {
    const left = await browserProcesses(group, scratch)
    if (left.length === 0 || performance.now() >= endsAt) return left.length
    for (const { pid } of left) kill(pid)
    await sleep(poolLimits.processPollMs)
  }
}

/** Returns the private memory of a process, kilobytes, from /proc/<pid>/status; 0 when the file has no such line. */
export function parseOwnMemory(status: string): number {
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

/**
 * Returns the memory of a browser in bytes: the private memory of each process. Shared pages are left out: most of
 * them are the program, which every process maps, and exact shares of sandboxed processes cannot be read.
 */
export async function browserMemoryBytes(group: number, scratch: string): Promise<number> {
  const processes = await browserProcesses(group, scratch)
  const texts = await Promise.all(processes.map(({ pid }) => readProc(String(pid), 'status')))
  return texts.reduce((sum, text) => sum + parseOwnMemory(text) * 1_024, 0)
}
