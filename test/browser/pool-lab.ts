/** A pool with the installed browsers, and checks of what it leaves behind, for tests. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { createBrowserPool, type BrowserPoolOptions } from '@seine/activities/browser/pool/pool.ts'
import type { BrowserPool, ContextLease, EnginePaths } from '@seine/activities/browser/pool/contract.ts'
import type { TargetHub } from '@seine/activities/browser/recorder/contract.ts'
import { poolSandbox } from './engine-path.ts'

/** A port without a listener acts like a proxy that never answers. */
export const sinkUrl = 'http://127.0.0.1:9'

export const silentLog: BrowserPoolOptions['log'] = { info: () => {}, warn: () => {} }

/** A hub for tests that record nothing. */
export const idleHub = async (): Promise<TargetHub> => ({ watch: () => () => {}, close: async () => {} })

export interface PoolLab {
  pool: BrowserPool
  engines: EnginePaths
  /** Directory in which the pool creates its scratch directories. */
  scratch: string
  close(): Promise<void>
}

/** Starts a pool in its own scratch directory. */
export async function startPoolLab(options: Partial<BrowserPoolOptions> = {}): Promise<PoolLab> {
  const engines =
    options.engines ?? (await findEngines({ SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }, process.env))
  const scratch = await mkdtemp(join(tmpdir(), 'pool-'))
  // As root the pool runs its browsers as another user.
  await chmod(scratch, 0o755)
  const removeAll = (): Promise<void> => rm(scratch, { recursive: true, force: true })
  const pool = await createBrowserPool({
    engines,
    sinkUrl,
    sandbox: poolSandbox,
    processes: 1,
    slots: 4,
    createHub: idleHub,
    log: silentLog,
    scratchParent: scratch,
    ...options,
  }).catch(async (error: unknown) => {
    await removeAll()
    throw error
  })
  return {
    pool,
    engines,
    scratch: options.scratchParent ?? scratch,
    close: async () => {
      await pool.close()
      await removeAll()
    },
  }
}

/** Opens a context without its own proxy rules: the pages of these tests need no network. */
export const openContext = (lab: PoolLab, engine = lab.pool.engines[0]!): Promise<ContextLease> =>
  lab.pool.open(engine, sinkUrl, new AbortController().signal)

export interface SeenProcess {
  pid: number
  parent: number
  state: string
  command: string
}

/** Returns every process, zombies included. */
export async function seenProcesses(): Promise<SeenProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const seen = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { pid: Number(pid), parent: Number(parent), state, command: command.replaceAll('\0', ' ') }
    }),
  )
  return seen.filter(({ state }) => state !== '')
}

/**
 * Processes of browsers of a pool: their command lines, or those of their group's leader, contain its scratch
 * directory.
 */
export async function poolProcesses(scratch: string): Promise<SeenProcess[]> {
  return (await seenProcesses()).filter(({ command }) => command.includes(scratch))
}

/** The process at the other end of the pipe: the browser itself, below the wrapper that may have started it. */
export async function browserPids(scratch: string): Promise<number[]> {
  const processes = await poolProcesses(scratch)
  return processes
    .filter(({ command }) => command.includes('--remote-debugging-pipe') && !command.startsWith('/bin/sh '))
    .map(({ pid }) => pid)
}

/** Zombies among the children of this process. */
export const zombieChildren = async (): Promise<SeenProcess[]> =>
  (await seenProcesses()).filter(({ parent, state }) => parent === process.pid && state === 'Z')

/** Waits until a condition holds. @throws when it does not within the time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, waitMs = 60_000): Promise<void> {
  const endsAt = performance.now() + waitMs
  while (!(await holds())) {
    if (performance.now() > endsAt) throw new Error(`waited ${waitMs} ms for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
