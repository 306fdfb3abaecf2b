/**
 * A door between two networks: hands connections on, each port to one address, and looks at nothing. In compose,
 * networks have no rules of their own, so browser workers are on one where there is nothing but this door.
 * Usage: `node services/browser-worker/door.ts [NAME:]PORT=HOST:PORT ...`; with a name only the network in which this
 * machine has that name is listened to, without one all are.
 */
// oxlint-disable-next-line no-restricted-imports -- hands on connections inside a deployment, to addresses of its operator
import { connect, createServer, type Server } from 'node:net'

interface Passage {
  /** Where it listens: an address of this machine or a name that leads to one. */
  name: string
  port: number
  host: string
  hostPort: number
}

/** @throws Error for words that are not `[NAME:]PORT=HOST:PORT`. */
export function parsePassages(words: readonly string[]): Passage[] {
  if (words.length === 0) throw new Error('at least one [NAME:]PORT=HOST:PORT is to be named')
  return words.map((word) => {
    const [, name, port, host, hostPort] = /^(?:([^:=]+):)?(\d{1,5})=([^:=]+):(\d{1,5})$/.exec(word) ?? []
    if (host === undefined) throw new Error(`${word} is not [NAME:]PORT=HOST:PORT`)
    return { name: name ?? '0.0.0.0', port: Number(port), host, hostPort: Number(hostPort) }
  })
}

/** Opens one passage. @returns once it listens. @throws the error of the socket. */
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
    // Passages that are open already would keep it up, half of a door.
    process.exit(1)
  }
}
