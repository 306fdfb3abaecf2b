/** Ports of a local stack: the well-known ones, or others when those are taken. */
import { createServer } from 'node:net'
import { join } from 'node:path'
import { stackLimits } from '../checkout/stack-limits.ts'
import { cacheDirectory } from '../checkout/locations.ts'
import { tryLock, type Lock } from '../../services/cli/process/lock.ts'

export type PortName = keyof typeof stackLimits.preferredPorts
export type StackPorts = Record<PortName, number>

/** Ports that no other stack of this user chooses until they are released. */
export interface PortReservation {
  ports: StackPorts
  release(): void
}

const portMax = 65_535

/**
 * Assigns a port to every name: its preferred one, or the next that can be taken.
 * @param take returns whether a port is free and marks it as taken.
 */
export async function choosePorts(
  preferred: StackPorts,
  take: (port: number) => Promise<boolean>,
): Promise<StackPorts> {
  const chosen: Partial<StackPorts> = {}
  const used = new Set<number>()
  for (const [name, first] of Object.entries(preferred) as [PortName, number][]) {
    let port = first
    while (used.has(port) || !(await take(port))) {
      port += 1
      if (port > portMax) throw new Error(`no free port for ${name} from ${first} on`)
    }
    used.add(port)
    chosen[name] = port
  }
  return chosen as StackPorts
}

/** Returns true when a server could currently listen on this port of 127.0.0.1. */
export async function canListen(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

function randomStart(): StackPorts {
  const { freePortsFirst, freePortsLast, preferredPorts } = stackLimits
  const first = freePortsFirst + Math.floor(Math.random() * (freePortsLast - freePortsFirst))
  return Object.fromEntries(Object.keys(preferredPorts).map((name) => [name, first])) as StackPorts
}

/**
 * Chooses and reserves the ports of a stack. A port is not bound before its part starts, and is free for a moment after
 * a part died; a lock file per port keeps other stacks away from it.
 * @param mode `preferred` begins at the well-known ports, `free` at any others.
 */
export async function reservePorts(mode: 'preferred' | 'free'): Promise<PortReservation> {
  const directory = join(cacheDirectory(process.env), 'locks', 'ports')
  const locks: Lock[] = []
  const release = (): void => {
    for (const lock of locks) lock.release()
  }
  const take = async (port: number): Promise<boolean> => {
    const lock = tryLock(join(directory, String(port)))
    if (lock === null) return false
    if (await canListen(port)) {
      locks.push(lock)
      return true
    }
    lock.release()
    return false
  }
  try {
    return { ports: await choosePorts(mode === 'free' ? randomStart() : stackLimits.preferredPorts, take), release }
  } catch (error) {
    release()
    throw error
  }
}
