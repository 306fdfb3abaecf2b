/**
 * A TCP forwarder between two networks: forwards connections, each port to one address, without looking at the data.
 * Networks in compose have no access rules, so browser workers are on a network whose only other member is this
 * forwarder.
 * Usage: `node services/browser-worker/door.ts [NAME:]PORT=HOST:PORT ...`. With NAME, it listens only on the network in
 * which this machine has that name; without it, on all networks.
 */
// oxlint-disable-next-line no-restricted-imports -- forwards connections inside a deployment to its own addresses
import { connect, createServer, type Server } from 'node:net'

interface Passage {
  /** Address to listen on: an address of this machine or a name that resolves to one. */
  name: string
  port: number
  host: string
  hostPort: number
}

/** Parses the command line. @throws Error for arguments that are not `[NAME:]PORT=HOST:PORT`. */
export function parsePassages(words: readonly string[]): Passage[] {
  if (words.length === 0) throw new Error('give at least one argument of the form [NAME:]PORT=HOST:PORT')
  return words.map((word) => {
    const [, name, port, host, hostPort] = /^(?:([^:=]+):)?(\d{1,5})=([^:=]+):(\d{1,5})$/.exec(word) ?? []
    if (host === undefined) throw new Error(`${word} is not of the form [NAME:]PORT=HOST:PORT`)
    return { name: name ?? '0.0.0.0', port: Number(port), host, hostPort: Number(hostPort) }
  })
}

/** Opens one passage. @returns the server, once it listens. @throws the error of the socket. */
export async function openPassage({ name, port, host, hostPort }: Passage): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ host, port: hostPort, allowHalfOpen: true, noDelay: true })
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy()).once('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, name, resolve)
  })
  return server
}

if (import.meta.main) {
  process.once('SIGTERM', () => process.exit())
  try {
    for (const passage of parsePassages(process.argv.slice(2))) await openPassage(passage)
  } catch (error) {
    process.stderr.write(`door: ${(error as Error).message}\n`)
    // Passages that are already open would keep the process alive with only some of its ports.
    process.exit(1)
  }
}
