/** Spawns a browser as a child process with two pipes, in a separate process group. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { BrowserUser } from './browser-user.ts'
import { browserMemoryBytes, killBrowser } from './process-group.ts'
import { makeProcessScratch, removeScratch, type ProcessScratch } from './scratch.ts'
import { PipeTransport } from './pipe-transport.ts'

const { outputLinesKept, outputLineMaxCharacters } = poolLimits

/** Groups to kill when this process exits normally; when it is killed, the broken pipes end the browsers. */
const liveGroups = new Set<number>()
let watchesExit = false

function killAtExit(group: number): void {
  liveGroups.add(group)
  if (watchesExit) return
  watchesExit = true
  process.once('exit', () => {
    for (const live of liveGroups) killGroup(live)
  })
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** The environment of the browser: only these variables of this process are passed on. */
const childEnvironment = (scratch: ProcessScratch): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LANG: process.env['LANG'] ?? 'C.UTF-8',
  HOME: scratch.home,
  TMPDIR: scratch.temporary,
})

export interface ChildBrowser {
  readonly pid: number
  /** The protocol connection; the two pipes are read from its first use on. */
  readonly transport: PipeTransport
  /** Resolves when the spawned process has ended, with how it ended. */
  readonly exited: Promise<string>
  /** The last lines of its output. */
  output(): readonly string[]
  memoryBytes(): Promise<number>
  /** Kills every process of the browser and removes its scratch directory. Runs only once; never throws. */
  destroy(): Promise<void>
}

function keepLines(stream: Readable | null, lines: string[]): void {
  stream?.on('error', () => {}).setEncoding('utf8')
  stream?.on('data', (text: string) => {
    lines.push(...text.split('\n', outputLinesKept).filter((line) => line.trim() !== ''))
    lines.splice(0, Math.max(0, lines.length - outputLinesKept))
    for (const [index, line] of lines.entries()) lines[index] = line.slice(0, outputLineMaxCharacters)
  })
}

const howItEnded = (child: ChildProcess): string =>
  child.signalCode === null ? `it ended with code ${child.exitCode}` : `it was ended by ${child.signalCode}`

export interface PipeBounds {
  /** Longest message over the pipe, bytes. */
  messageMaxBytes: number
  /** Called with the reason when the pipe is closed and the browser killed; not called for an ordinary end. */
  onPipeFault: (fault: Error) => void
}

/** A browser on this machine with access to its raw pipes, for a process that passes them on. */
export interface SpawnedBrowser extends ChildBrowser {
  readonly commands: Writable
  readonly answers: Readable
}

/** Starts the process of a browser, here or elsewhere. The spawner replaces the value of `--user-data-dir`. */
export type SpawnBrowser = (executable: string, flags: readonly string[], bounds: PipeBounds) => Promise<ChildBrowser>

/** Bounds of a browser whose messages another process reads. */
const unread: PipeBounds = { messageMaxBytes: poolLimits.messageMaxBytes, onPipeFault: () => {} }

/**
 * Spawns browsers on this machine, each with its own scratch directory.
 * @param scratchRoot a folder created by `makeScratchRoot`.
 * @param user user they run as; null = the user of this process.
 * @returns a function that spawns a browser; without bounds, another process must read its pipes.
 */
export function localBrowsers(
  scratchRoot: string,
  user: BrowserUser | null,
): (executable: string, flags: readonly string[], bounds?: PipeBounds) => Promise<SpawnedBrowser> {
  return async (executable, flags, bounds = unread) => {
    const scratch = await makeProcessScratch(scratchRoot, user)
    const own = flags.map((flag) => (flag.startsWith('--user-data-dir=') ? `--user-data-dir=${scratch.profile}` : flag))
    try {
      return await spawnBrowser(executable, own, scratch, { user, bounds })
    } catch (error) {
      await removeScratch(scratch.path)
      throw error
    }
  }
}

/**
 * Spawns a browser.
 * @param user user it runs as; null = the user of this process.
 * @throws the system's error when it cannot be spawned; the caller then removes the scratch directory.
 */
async function spawnBrowser(
  executable: string,
  flags: readonly string[],
  scratch: ProcessScratch,
  { user, bounds }: { user: BrowserUser | null; bounds: PipeBounds },
): Promise<SpawnedBrowser> {
  const child = spawn(executable, flags, {
    // A separate group can be killed as one, and does not receive a terminal's Ctrl-C.
    detached: true,
    ...user,
    env: childEnvironment(scratch),
    cwd: scratch.path,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn')
  child.on('error', () => {})
  const pid = child.pid as number
  killAtExit(pid)
  const exited = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(howItEnded(child)))
  })
  const lines: string[] = []
  keepLines(child.stdout, lines)
  keepLines(child.stderr, lines)
  const commands = child.stdio[3] as Writable
  const answers = child.stdio[4] as Readable
  // A browser that ends breaks both pipes.
  for (const pipe of [commands, answers]) pipe.on('error', () => {})
  let transport: PipeTransport | undefined
  const connect = (): PipeTransport =>
    new PipeTransport(commands, answers, {
      messageMaxBytes: bounds.messageMaxBytes,
      onFault: (fault) => {
        // Kill it at once: output that is not read would fill its memory.
        killGroup(pid)
        bounds.onPipeFault(fault)
      },
    })

  const destroyNow = async (): Promise<void> => {
    await killBrowser(pid, scratch.path, poolLimits.browserCloseMs)
    liveGroups.delete(pid)
    transport?.close()
    commands.destroy()
    answers.destroy()
    child.stdout?.destroy()
    child.stderr?.destroy()
    await removeScratch(scratch.path)
  }
  let destroyed: Promise<void> | undefined
  return {
    pid,
    get transport() {
      return (transport ??= connect())
    },
    commands,
    answers,
    exited,
    output: () => lines,
    memoryBytes: () => browserMemoryBytes(pid, scratch.path),
    destroy: () => (destroyed ??= destroyNow().catch(() => {})),
  }
}
