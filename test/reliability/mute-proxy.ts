/** A TCP proxy that can stop forwarding, as a firewall does that drops packets: nothing is closed, nothing is answered. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface MuteProxy {
  port: number
  /** From now on no connection carries anything; new ones are taken. */
  mute(): void
  /** New connections are forwarded again; those from before stay silent for ever. */
  heal(): void
  close(): Promise<void>
}

/** Starts one on 127.0.0.1. @param targetPort asked for at each connection. */
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
