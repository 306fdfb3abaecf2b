/**
 * Scratch directories of browsers: one root per pool, one directory per process in it, removed after the process has
 * ended. Roots that a killed process of this service left behind are removed at the next start.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { BrowserUser } from './browser-user.ts'

// Names are short: the browser creates sockets below, and the path of a socket has at most 107 bytes.
const rootName = /^seine-(\d+)-(\d+)-/

/** Returns when a process started, in clock ticks since boot; `0` when it has ended or is not visible. */
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
  /** Directory that contains the others. */
  path: string
  profile: string
  temporary: string
  home: string
}

/** Runs `rm` as the owner of a directory, to remove its content. The directory itself may remain. */
async function emptyAsOwner(path: string, uid: number, gid: number): Promise<void> {
  const child = spawn('/bin/rm', ['-rf', '--', path], { uid, gid, cwd: '/', env: {}, stdio: 'ignore' })
  await once(child, 'exit')
}

/**
 * Removes a directory as root. Content of another user is removed as that user: between two steps of a recursive
 * removal that user could replace a folder by a link, which root would follow.
 */
async function removeAsRoot(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null) return
  if (!stats.isDirectory()) return await rm(path, { force: true })
  if (stats.uid !== 0) {
    await emptyAsOwner(path, stats.uid, stats.gid)
  } else {
    for (const name of await readdir(path)) await removeAsRoot(join(path, name))
  }
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Removes a directory; tries several times, because a browser that is ending may still write into it. */
export async function removeScratch(path: string): Promise<boolean> {
  const isRoot = process.getuid?.() === 0
  for (const pauseMs of [...poolLimits.scratchRetriesMs, 0]) {
    const removed = await (isRoot ? removeAsRoot(path) : rm(path, { recursive: true, force: true })).then(
      () => true,
      () => false,
    )
    if (removed) return true
    await sleep(pauseMs)
  }
  return false
}

/**
 * Creates the root of one pool; its name identifies the process that owns it.
 * @param parent usually the directory for temporary files.
 * @param user user that browsers run as; null = the user of this process.
 */
export async function makeScratchRoot(parent: string, user: BrowserUser | null = null): Promise<string> {
  const root = await mkdtemp(join(parent, `seine-${process.pid}-${await startTicks(process.pid)}-`))
  // The browsers' user may pass through the folder, but not list it.
  if (user !== null) await chmod(root, 0o711)
  return root
}

/** Creates the directories of one process, owned by the user it runs as. */
export async function makeProcessScratch(root: string, user: BrowserUser | null = null): Promise<ProcessScratch> {
  const path = await mkdtemp(join(root, 'b'))
  const scratch = { path, profile: join(path, 'p'), temporary: join(path, 't'), home: join(path, 'h') }
  const folders = [scratch.profile, scratch.temporary, scratch.home]
  await Promise.all(folders.map((folder) => mkdir(folder, 0o700)))
  // The outer directory is last: from then on its content belongs to another user.
  if (user !== null) for (const folder of [...folders, path]) await chown(folder, user.uid, user.gid)
  return scratch
}

/**
 * Removes roots of this user whose process has ended. Process ids are reused, so the name contains the start time
 * too.
 * @returns names of the removed roots.
 */
export async function sweepScratch(parent: string): Promise<string[]> {
  const entries = await readdir(parent).catch(() => [])
  const swept: string[] = []
  for (const name of entries) {
    const [, pid = '', ticks = ''] = rootName.exec(name) ?? []
    if (pid === '' || (await startTicks(Number(pid))) === ticks) continue
    const owner = (await lstat(join(parent, name)).catch(() => null))?.uid
    if (owner === undefined || owner !== (process.getuid?.() ?? owner)) continue
    if (await removeScratch(join(parent, name))) swept.push(name)
  }
  return swept
}
