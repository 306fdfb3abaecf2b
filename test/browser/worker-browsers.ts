/** The browsers of a running browser worker, as the operating system reports them. */
import { readdir } from 'node:fs/promises'
import { seenProcesses, type SeenProcess } from './pool-lab.ts'

/** The worker's children: its browsers, and zombies they left. */
export const childrenOf = async (worker: number): Promise<SeenProcess[]> =>
  (await seenProcesses()).filter(({ parent }) => parent === worker)

/** Renderers of the worker's browsers, which are children of zygote processes. */
export async function renderersOf(worker: number): Promise<number[]> {
  const all = await seenProcesses()
  const ours = new Set([worker])
  for (let size = 0; size < ours.size;) {
    size = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return all.filter(({ pid, command }) => ours.has(pid) && command.includes('--type=renderer')).map(({ pid }) => pid)
}

/**
 * Browsers of the engine that loads pages first; the full browser stays for a while once a page has escalated to it.
 */
export function usualBrowsers(all: readonly SeenProcess[]): readonly SeenProcess[] {
  const shells = all.filter(({ command }) => /headless[-_]shell/.test(command))
  return shells.length === 0 ? all : shells
}

/** Kills a process with SIGKILL if it exists. */
export function killProcess(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Open files and sockets of a process. */
export const descriptorsOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length
