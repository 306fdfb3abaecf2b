/**
 * The processes of one browser, as /proc shows them: its process group, and the few helpers (crash
 * handlers) that leave the group but carry the browser's own scratch directory on their command line.
 * Where there is no /proc the lists are empty.
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

/** Reads a line of /proc/<pid>/stat; the name in brackets may itself hold brackets and spaces. */
export function parseStat(line: string): ProcessFacts | null {
  const nameEnd = line.lastIndexOf(')')
  const fields = line.slice(nameEnd + 2).split(' ')
  const [pid, parent, group] = [Number.parseInt(line, 10), Number(fields[1]), Number(fields[2])]
  const state = fields[0] ?? ''
  return nameEnd < 0 || state === '' || !Number.isInteger(pid + parent + group) ? null : { pid, state, parent, group }
}

const readProc = (pid: string, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')

/** Every process there is. */
async function allProcesses(): Promise<ProcessFacts[]> {
  const entries = await readdir('/proc').catch(() => [])
  const lines = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map((pid) => readProc(pid, 'stat')))
  return lines.map(parseStat).filter((facts) => facts !== null)
}

/**
 * Processes of a browser that still run; zombies are over.
 * @param group process group, the id of its leader.
 * @param scratch directory that is named on the command line of this browser's processes alone.
 */
export async function browserProcesses(group: number, scratch: string): Promise<ProcessFacts[]> {
  const running = (await allProcesses()).filter((facts) => facts.state !== 'Z' && facts.state !== 'X')
  const mine = await Promise.all(
    running.map(
      async (facts) =>
        facts.group === group ||
        // Helpers that left the group were handed to init.
        (facts.parent === 1 && (await readProc(String(facts.pid), 'cmdline')).includes(scratch)),
    ),
  )
  return running.filter((_facts, index) => mine[index])
}

/** Kills a process, or a group when the id is negative; one that is gone or not ours is let be. */
function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // Gone already.
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

/** Kilobytes of its own in /proc/<pid>/status; 0 where it says none. */
export function parseOwnMemory(status: string): number {
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

/**
 * Memory of a browser in bytes: what each process has for itself. Shared pages are left out: they are
 * mostly the program, which every process maps, and exact shares cannot be read of sandboxed processes.
 */
export async function browserMemoryBytes(group: number, scratch: string): Promise<number> {
  const processes = await browserProcesses(group, scratch)
  const texts = await Promise.all(processes.map(({ pid }) => readProc(String(pid), 'status')))
  return texts.reduce((sum, text) => sum + parseOwnMemory(text) * 1_024, 0)
}
