/** The moment in which a socket stands. */
import type { Socket } from 'node:net'
import { fault } from '../connections/faults.ts'

/**
 * Waits until the socket stands; it is destroyed when it does not.
 * @throws what the socket failed with, or the reason of `signal`.
 */
export function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const onAbort = (): void => {
    socket.destroy()
    reject(signal.reason as Error)
  }
  const onClose = (): void => reject(fault('connection_reset'))
  signal.addEventListener('abort', onAbort, { once: true })
  socket
    .once('error', reject)
    .once('close', onClose)
    .once('connect', () => {
      // Whoever vets the address at the last moment destroys the socket before this is told.
      if (!socket.destroyed) resolve(socket)
    })
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.off('error', reject).off('close', onClose)
    // Errors between here and the next owner's listener must not end the process.
    socket.on('error', () => {})
  })
}
