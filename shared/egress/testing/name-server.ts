/** A DNS server on loopback for tests: UDP, A and AAAA queries. */
import { createSocket } from 'node:dgram'
import { isIPv4, SocketAddress } from 'node:net'
import type { TestContext } from 'node:test'

const typeOf = { A: 1, AAAA: 28 } as const

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))

/** Returns the octets of an address, as DNS records contain them. */
function octetsOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const zeros = 8 - groupsOf(head).length - groupsOf(tail).length
  const all = [...groupsOf(head), ...Array<string>(zeros).fill('0'), ...groupsOf(tail)]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}

/** Builds the answer to one query; null addresses: the name does not exist. */
function answerTo(question: Buffer, addresses: readonly string[] | null): { reply: Buffer; name: string } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = question.readUInt16BE(at + 1)
  const fitting = (addresses ?? []).filter((address) => type === (isIPv4(address) ? typeOf.A : typeOf.AAAA))
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(addresses === null ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(fitting.length, 6)
  header.writeUInt32BE(0, 8)
  const records = fitting.map((address) => {
    const octets = octetsOf(address)
    // The name of the query, this type, class IN, a TTL of 0 seconds.
    const head = Buffer.from([0xc0, 12, type >> 8, type & 0xff, 0, 1, 0, 0, 0, 0, 0, octets.length])
    return Buffer.concat([head, octets])
  })
  return { reply: Buffer.concat([header, question.subarray(12, at + 5), ...records]), name: labels.join('.') }
}

/** A server whose answers come from a function, and the names that were queried. */
export interface NameServer {
  /** `127.0.0.1:<port>`. */
  address: string
  asked: readonly string[]
  close(): Promise<void>
}

/**
 * Starts a server.
 * @param addressesOf returns the addresses of a name; null when it does not exist.
 */
export async function openNameServer(addressesOf: (name: string) => readonly string[] | null): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4', (question, { port, address }) => {
    const { name } = answerTo(question, null)
    asked.push(name)
    socket.send(answerTo(question, addressesOf(name.toLowerCase())).reply, port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).bind(0, '127.0.0.1', resolve)
  })
  const close = (): Promise<void> => new Promise((resolve) => socket.close(() => resolve()))
  return { address: `127.0.0.1:${socket.address().port}`, asked, close }
}

/** Starts a server for the duration of a test. */
export async function startNameServer(
  context: TestContext,
  addressesOf: (name: string) => readonly string[] | null,
): Promise<NameServer> {
  const server = await openNameServer(addressesOf)
  context.after(() => server.close())
  return server
}
