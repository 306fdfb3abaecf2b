/**
 * A TCP proxy that can stop forwarding, like a firewall that drops packets: connections stay open and get no answer.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface MuteProxy {
  port: number
  /** Stops forwarding on all connections; new ones are still accepted. */
  mute(): void
  /** Forwards new connections again; earlier ones stay silent. */
  heal(): void
  close(): Promise<void>
}

/** Starts a proxy on 127.0.0.1. @param targetPort called for each connection. */
export async function startMuteProxy(targetPort: () => number): Promise<MuteProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Set<() => void>()
  let isMute = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    keep(caller)
    if (isMute) return
    const target = keep(connect(targetPort(), '127.0.0.1'))
    caller.pipe(target).pipe(caller)
    const silence = (): void => {
      for (const socket of [caller, target]) socket.unpipe().pause()
    }
    pairs.add(silence)
    caller.on('close', () => {
      pairs.delete(silence)
      target.destroy()
    })
    target.on('close', () => caller.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    mute() {
      isMute = true
      for (const silence of pairs) silence()
    },
    heal() {
      isMute = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
