/**
 * Scratch directories of browsers: one root per pool, one directory per process in it, removed after
 * the process has gone. Roots that a killed process of ours left behind are swept at the next start.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

// Names are short: the browser makes sockets below, and the path of a socket has room for 107 bytes.
const rootName = /^seine-(\d+)-(\d+)-/

/** When a process started, in clock ticks since boot; `0` when it is gone or cannot be seen. */
async function startTicks(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return (
    line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? '0'
  )
}

/** Directories of one browser process. */
export interface ProcessScratch {
  /** All of it. */
  path: string
  profile: string
  temporary: string
  home: string
}

/** Removes a directory; a browser that is just going may still write into it, so several times. */
export async function removeScratch(path: string): Promise<boolean> {
  for (const pauseMs of [...poolLimits.scratchRetriesMs, 0]) {
    const removed = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if (removed) return true
    await sleep(pauseMs)
  }
  return false
}

/** Makes the root of one pool; the name says whose it is. @param parent usually the directory for temporary files. */
export async function makeScratchRoot(parent: string): Promise<string> {
  return mkdtemp(join(parent, `seine-${process.pid}-${await startTicks(process.pid)}-`))
}

/** Makes the directories of one process. */
export async function makeProcessScratch(root: string): Promise<ProcessScratch> {
  const path = await mkdtemp(join(root, 'b'))
  const scratch = { path, profile: join(path, 'p'), temporary: join(path, 't'), home: join(path, 'h') }
  await Promise.all([scratch.profile, scratch.temporary, scratch.home].map((folder) => mkdir(folder)))
  return scratch
}

/**
 * Removes roots whose process is gone. Process ids are reused, so the name holds the start time too.
 * @returns names of the roots removed.
 */
export async function sweepScratch(parent: string): Promise<string[]> {
  const entries = await readdir(parent).catch(() => [])
  const swept: string[] = []
  for (const name of entries) {
    const [, pid = '', ticks = ''] = rootName.exec(name) ?? []
    if (pid === '' || (await startTicks(Number(pid))) === ticks) continue
    if (await removeScratch(join(parent, name))) swept.push(name)
  }
  return swept
}
