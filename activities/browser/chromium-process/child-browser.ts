/** The operating system's side of a browser: spawned with two pipes, in a process group of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { BrowserUser } from './browser-user.ts'
import { browserMemoryBytes, killBrowser } from './process-group.ts'
import { makeProcessScratch, removeScratch, type ProcessScratch } from './scratch.ts'
import { PipeTransport } from './pipe-transport.ts'

const { outputLinesKept, outputLineMaxCharacters } = poolLimits

/** Groups that are killed when this process exits in order; when it is killed, their pipes break. */
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
    // Gone already.
  }
}

/** What the browser finds in its environment: nothing of ours but these. */
const childEnvironment = (scratch: ProcessScratch): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LANG: process.env['LANG'] ?? 'C.UTF-8',
  HOME: scratch.home,
  TMPDIR: scratch.temporary,
})

export interface ChildBrowser {
  readonly pid: number
  /** The protocol, read from its two pipes from the first use on. */
  readonly transport: PipeTransport
  /** Settles when the process that was spawned is gone; says how it ended. */
  readonly exited: Promise<string>
  /** The last lines it wrote. */
  output(): readonly string[]
  memoryBytes(): Promise<number>
  /** Ends every process of the browser and removes its scratch directory. Never throws, runs once. */
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
  /** Told why the pipe was closed and the browser killed; not of an ordinary end. */
  onPipeFault: (fault: Error) => void
}

/** A browser of this machine, whose pipes can be had as they are: for who hands them on. */
export interface SpawnedBrowser extends ChildBrowser {
  readonly commands: Writable
  readonly answers: Readable
}

/** Starts the process of a browser, here or elsewhere. Of `--user-data-dir` the value is chosen there. */
export type SpawnBrowser = (executable: string, flags: readonly string[], bounds: PipeBounds) => Promise<ChildBrowser>

/** Of a browser whose messages another process reads. */
const unread: PipeBounds = { messageMaxBytes: poolLimits.messageMaxBytes, onPipeFault: () => {} }

/**
 * Spawns browsers of this machine, each in a scratch directory of its own.
 * @param scratchRoot as `makeScratchRoot` makes it.
 * @param user who they run as; null = the user of this process.
 * @returns what spawns one; without bounds its pipes are for another process to read.
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
 * @param user who it runs as; null = the user of this process.
 * @throws the system's error when it cannot be spawned; the scratch directory is left to the caller then.
 */
async function spawnBrowser(
  executable: string,
  flags: readonly string[],
  scratch: ProcessScratch,
  { user, bounds }: { user: BrowserUser | null; bounds: PipeBounds },
): Promise<SpawnedBrowser> {
  const child = spawn(executable, flags, {
    // A group of its own: killed as one, and out of reach of a terminal's Ctrl-C.
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
  // A dying browser breaks both.
  for (const pipe of [commands, answers]) pipe.on('error', () => {})
  let transport: PipeTransport | undefined
  const connect = (): PipeTransport =>
    new PipeTransport(commands, answers, {
      messageMaxBytes: bounds.messageMaxBytes,
      onFault: (fault) => {
        // At once: what it still has to write would fill its memory.
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
