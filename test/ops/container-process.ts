/** What this machine shows of the process of a container, without a program that asks the container engine. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 100

const linesOf = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    // The process has ended, or there is no IPv6.
    return []
  }
}

/**
 * Returns the sockets that accept connections in the network of a process, as a text to be compared with another one;
 * empty when the process has ended.
 */
export function listeningSockets(pid: number): string {
  const tcp = ['tcp', 'tcp6'].flatMap((name) => linesOf(`/proc/${pid}/net/${name}`)).map((line) => line.trim())
  const unix = linesOf(`/proc/${pid}/net/unix`).map((line) => line.trim().split(/\s+/))
  const listening: string[] = [
    // Local address, remote address, state LISTEN.
    ...tcp.map((line) => line.split(/\s+/)).flatMap(([, local, , state]) => (state === '0A' ? [local ?? ''] : [])),
    // Flag SO_ACCEPTCON, the inode and the path.
    ...unix.flatMap(([, , , flags, , , inode, path]) => (flags === '00010000' ? [`${inode} ${path}`] : [])),
  ]
  return listening.toSorted().join('\n')
}

/** Waits until a process has ended, at most `mostMs`. */
export async function processEnd(pid: number, mostMs: number): Promise<void> {
  const endMs = performance.now() + mostMs
  while (performance.now() < endMs && existsSync(`/proc/${pid}/exe`)) await sleep(pollMs)
}

/** Waits until a process has ended, or its listening sockets are others than before; at most `mostMs`. */
export async function processChange(pid: number, before: string, mostMs: number): Promise<void> {
  const endMs = performance.now() + mostMs
  do await sleep(pollMs)
  while (performance.now() < endMs && existsSync(`/proc/${pid}`) && listeningSockets(pid) === before)
}
