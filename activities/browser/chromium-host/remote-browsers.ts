/** The worker's side: starts browsers through another process, in a separate container. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
// oxlint-disable-next-line no-restricted-imports -- a Unix socket of this machine, not a target
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import type { ChildBrowser, PipeBounds, SpawnBrowser } from '../chromium-process/child-browser.ts'
import { PipeTransport } from '../chromium-process/pipe-transport.ts'
import { controlLine, eachLine, firstLine, type Notice, type Opening } from './control-lines.ts'

/** Id of this process: the host ends when another process of the worker connects. */
const worker = randomUUID()

async function open(path: string, opening: Opening): Promise<Socket> {
  const socket = connect(path)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(controlLine(opening))
  return socket
}

/**
 * Opens the control connection of a browser and returns the first notice; waits for a host that starts or is
 * replaced.
 */
async function control(path: string, opening: Opening): Promise<{ socket: Socket; notice: Notice }> {
  const endsAtMs = performance.now() + poolLimits.hostWaitMs
  for (;;) {
    let problem: string
    try {
      const socket = await open(path, opening)
      const notice = (await firstLine(socket)) as Notice
      if (notice.kind !== 'refused' || !notice.retry) return { socket, notice }
      socket.destroy()
      problem = notice.reason
    } catch (error) {
      problem = (error as Error).message
    }
    if (performance.now() > endsAtMs) {
      throw new Error(`the process that runs Chromium does not answer on ${path} (SEINE_BROWSER_SOCKET): ${problem}`)
    }
    await sleep(poolLimits.hostPollMs)
  }
}

/** Spawns browsers through the host that listens on this Unix socket. */
export function remoteBrowsers(path: string): SpawnBrowser {
  return async (executable, flags, bounds) => {
    const { socket, notice } = await control(path, { kind: 'spawn', worker, executable, flags: [...flags] })
    if (notice.kind !== 'spawned') {
      socket.destroy()
      throw new Error(
        notice.kind === 'refused' ? notice.reason : 'the process that runs Chromium sent an unexpected answer',
      )
    }
    try {
      const pipe = await open(path, { kind: 'pipe', browser: notice.browser })
      return remoteBrowser(notice.pid, socket, pipe, bounds)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}

function remoteBrowser(pid: number, socket: Socket, pipe: Socket, bounds: PipeBounds): ChildBrowser {
  let lines: readonly string[] = []
  const exited = Promise.withResolvers<string>()
  const destroyed = Promise.withResolvers<void>()
  const askers: ((bytes: number) => void)[] = []
  const over = (): void => {
    exited.resolve('the process that runs Chromium closed the connection')
    destroyed.resolve()
    for (const answer of askers.splice(0)) answer(0)
    pipe.destroy()
  }
  socket.once('close', over)
  const take = (notice: Notice): void => {
    if (notice.kind === 'output') lines = notice.lines
    else if (notice.kind === 'exited') exited.resolve(notice.how)
    else if (notice.kind === 'memory') askers.shift()?.(notice.bytes)
    else if (notice.kind === 'destroyed') destroyed.resolve()
  }
  eachLine(
    socket,
    (value) => take(value as Notice),
    () => socket.destroy(),
  )
  const transport = new PipeTransport(pipe, pipe, {
    messageMaxBytes: bounds.messageMaxBytes,
    onFault: (fault) => {
      bounds.onPipeFault(fault)
      // The host closes the browser when the connection ends.
      socket.destroy()
    },
  })
  const destroy = async (): Promise<void> => {
    if (!socket.destroyed) socket.write(controlLine({ kind: 'destroy' }))
    // If the host does not react to the request, the end of the connection makes it close the browser.
    await Promise.race([destroyed.promise, sleep(2 * poolLimits.browserCloseMs, undefined, { ref: false })])
    transport.close()
    socket.destroy()
  }
  let destroying: Promise<void> | undefined
  return {
    pid,
    transport,
    exited: exited.promise,
    output: () => lines,
    memoryBytes: async () => {
      if (socket.destroyed) return 0
      const answer = Promise.withResolvers<number>()
      askers.push(answer.resolve)
      socket.write(controlLine({ kind: 'memory' }))
      return await answer.promise
    },
    destroy: () => (destroying ??= destroy().catch(() => {})),
  }
}
