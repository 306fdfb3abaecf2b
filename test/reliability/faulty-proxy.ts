/** A TCP proxy that simulates a bad line: it delays what callers send and resets some of their connections. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { randomNumbers } from '@seine/activities/extract/testing/random-numbers.ts'

export interface FaultyProxy {
  port: number
  /** Returns the number of connections that were reset. */
  resets(): number
  close(): Promise<void>
}

export interface BadLine {
  /** Delay of each chunk sent by callers, milliseconds. */
  latencyMs: number
  /**
   * Share of those chunks, 0 to 1, for which the connection is reset instead. A request without a body is one chunk.
   */
  resetShare: number
  seed: number
}

/** Starts a proxy on 127.0.0.1. */
export async function startFaultyProxy(targetPort: number, line: BadLine): Promise<FaultyProxy> {
  const random = randomNumbers(line.seed)
  const sockets = new Set<Socket>()
  let resets = 0
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    keep(caller)
    const target = keep(connect(targetPort, '127.0.0.1'))
    target.pipe(caller)
    caller.on('data', (piece) => {
      const isLost = random() < line.resetShare
      setTimeout(() => {
        if (!isLost) target.write(piece)
        else if (!caller.destroyed) {
          resets += 1
          caller.resetAndDestroy()
        }
      }, line.latencyMs)
    })
    caller.on('close', () => target.destroy())
    target.on('close', () => caller.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    resets: () => resets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
