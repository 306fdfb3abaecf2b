/** Waits for a socket to connect. */
import type { Socket } from 'node:net'
import { fault } from '../connections/faults.ts'

/**
 * Waits until the socket is connected.
 * @throws the error of the socket, or the reason of `signal`, which destroys the socket.
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
      // Vetting at the last moment may have destroyed the socket before this listener runs.
      if (!socket.destroyed) resolve(socket)
    })
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.off('error', reject).off('close', onClose)
    // Errors before the next owner adds its listener must not end the process.
    socket.on('error', () => {})
  })
}
