/** The operating system's side of a browser: spawned with two pipes, in a process group of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { browserMemoryBytes, killBrowser } from './process-group.ts'
import { removeScratch, type ProcessScratch } from './scratch.ts'
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
    for (const live of liveGroups) {
      try {
        process.kill(-live, 'SIGKILL')
      } catch {
        // Gone already.
      }
    }
  })
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

/**
 * Spawns a browser.
 * @throws the system's error when it cannot be spawned; the scratch directory is left to the caller then.
 */
export async function spawnBrowser(
  executable: string,
  flags: readonly string[],
  scratch: ProcessScratch,
): Promise<ChildBrowser> {
  const child = spawn(executable, flags, {
    // A group of its own: killed as one, and out of reach of a terminal's Ctrl-C.
    detached: true,
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
  const transport = new PipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable)

  const destroyNow = async (): Promise<void> => {
    await killBrowser(pid, scratch.path, poolLimits.browserCloseMs)
    liveGroups.delete(pid)
    transport.close()
    child.stdout?.destroy()
    child.stderr?.destroy()
    await removeScratch(scratch.path)
  }
  let destroyed: Promise<void> | undefined
  return {
    pid,
    transport,
    exited,
    output: () => lines,
    memoryBytes: () => browserMemoryBytes(pid, scratch.path),
    destroy: () => (destroyed ??= destroyNow().catch(() => {})),
  }
}
