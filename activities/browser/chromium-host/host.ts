/**
 * The browser host: a process that starts Chromium for a worker and passes on its pipes, so that Chromium runs with
 * a user, container and file system that contain nothing of the worker. The host itself holds no secrets.
 */
import { randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
// oxlint-disable-next-line no-restricted-imports -- a Unix socket of this machine, not a target
import { createServer, type Socket } from 'node:net'
import { setInterval } from 'node:timers'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { browserUser } from '../chromium-process/browser-user.ts'
import { localBrowsers, type SpawnedBrowser } from '../chromium-process/child-browser.ts'
import { makeScratchRoot, removeScratch, sweepScratch } from '../chromium-process/scratch.ts'
import { controlLine, eachLine, firstLine, type Notice, type Opening, type Request } from './control-lines.ts'

export interface ChromiumHostOptions {
  /** Path of the Unix socket; an existing file is replaced. */
  socket: string
  /** Executables that may be started. */
  executables: readonly string[]
  /** Parent folder of scratch directories. */
  scratchParent: string
  log: Pick<Logger, 'info' | 'warn'>
}

export interface ChromiumHost {
  /**
   * Resolves with the reason when the host has to end: another process of the worker has connected, or the
   * host was asked to end.
   */
  ended: Promise<string>
  /** Ends the host as soon as no browser is in use; until then browsers continue, and new ones may be started. */
  leave(): void
  close(): Promise<void>
}

/**
 * Starts to listen.
 * @throws the error of the socket or of the file system.
 */
export async function startChromiumHost(options: ChromiumHostOptions): Promise<ChromiumHost> {
  const { log } = options
  await sweepScratch(options.scratchParent)
  const user = browserUser(process.getuid?.(), poolLimits.browserUid)
  const scratchRoot = await makeScratchRoot(options.scratchParent, user)
  const spawn = localBrowsers(scratchRoot, user)
  const browsers = new Map<string, SpawnedBrowser>()
  const sockets = new Set<Socket>()
  const ended = Promise.withResolvers<string>()
  let worker: string | null = null
  let isLeaving = false

  const leaveWhenUnused = (): void => {
    if (isLeaving && browsers.size === 0) ended.resolve('the process was asked to end')
  }

  async function serveBrowser(socket: Socket, opening: Opening & { kind: 'spawn' }): Promise<void> {
    const say = (notice: Notice): void => void (socket.destroyed || socket.write(controlLine(notice)))
    if (worker !== null && worker !== opening.worker) {
      // The worker has restarted, with a new network: containers that share it have to restart as well.
      say({ kind: 'refused', reason: 'the process that runs Chromium restarts', retry: true })
      ended.resolve('another process of the worker has connected')
      return
    }
    worker = opening.worker
    if (!options.executables.includes(opening.executable)) {
      say({ kind: 'refused', reason: `${opening.executable} is not a browser of this host`, retry: false })
      return
    }
    let child: SpawnedBrowser
    try {
      child = await spawn(opening.executable, opening.flags)
    } catch (error) {
      say({ kind: 'refused', reason: (error as Error).message, retry: false })
      return
    }
    const browser = randomUUID()
    browsers.set(browser, child)
    const over = async (): Promise<void> => {
      await child.destroy()
      browsers.delete(browser)
      say({ kind: 'output', lines: child.output() })
      say({ kind: 'destroyed' })
      socket.end()
      leaveWhenUnused()
    }
    socket.once('close', () => void over())
    eachLine(
      socket,
      (value) => {
        const { kind } = value as Request
        if (kind === 'destroy') void over()
        else void child.memoryBytes().then((bytes) => say({ kind: 'memory', bytes }))
      },
      () => socket.destroy(),
    )
    void child.exited.then((how) => {
      say({ kind: 'output', lines: child.output() })
      say({ kind: 'exited', how })
    })
    say({ kind: 'spawned', browser, pid: child.pid })
    if (socket.destroyed) await over()
  }

  function servePipe(socket: Socket, browser: string): void {
    const child = browsers.get(browser)
    if (child === undefined) {
      socket.destroy()
      return
    }
    socket.pipe(child.commands)
    child.answers.pipe(socket)
    child.answers.once('close', () => socket.destroy())
    socket.once('close', () => child.commands.destroy())
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    void firstLine(socket)
      .then(async (value) => {
        const opening = value as Opening
        if (opening.kind === 'pipe') servePipe(socket, opening.browser)
        else await serveBrowser(socket, opening)
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a connection failed or sent an invalid message')
        socket.destroy()
      })
  })
  await rm(options.socket, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.socket, resolve)
  })
  // The worker runs as another user; access is restricted by who mounts the folder.
  await chmod(options.socket, 0o666)
  // Keeps the process running while there is no connection.
  const timer = setInterval(() => {}, 60_000)
  return {
    ended: ended.promise,
    leave() {
      isLeaving = true
      leaveWhenUnused()
    },
    async close() {
      clearInterval(timer)
      server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.all([...browsers.values()].map(async (child) => await child.destroy()))
      await removeScratch(scratchRoot)
    },
  }
}
