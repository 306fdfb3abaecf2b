/** A name server on loopback with configurable answers and a time to live of 0 (RFC 1035). */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { ResolveName } from '@seine/shared/egress/connections/resolver.ts'

export interface DnsStub {
  /** Queries the server for the IPv4 addresses of a name. */
  resolve: ResolveName
  /** Returns the number of address queries so far. */
  queries(): number
  close(): Promise<void>
}

const typeA = 1

/** Returns the end of the name that begins at 12: labels with their length before them, and a 0. */
function endOfName(message: Buffer): number {
  let at = 12
  while (at < message.length && message[at] !== 0) at += (message[at] ?? 0) + 1
  return at + 1
}

function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const question = query.subarray(12, endOfName(query) + 4)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // A response to a standard query, recursion desired and available.
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16)
    // The name is that of the question; type A, class IN, time to live 0, four bytes.
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(typeA, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(4, 10)
    Buffer.from(address.split('.').map(Number)).copy(record, 12)
    return record
  })
  return Buffer.concat([header, question, ...records])
}

/**
 * Starts the server on a free port.
 * @param addresses returns the addresses of a name, given the number of earlier address queries.
 */
export async function startDnsStub(addresses: (nth: number) => readonly string[]): Promise<DnsStub> {
  let queries = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const isForAddress = query.readUInt16BE(endOfName(query)) === typeA
    const answered = isForAddress ? addresses(queries) : []
    if (isForAddress) queries += 1
    socket.send(answerTo(query, answered), port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(0, '127.0.0.1', resolve)
  })
  const resolver = new Resolver({ timeout: 5_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolve: async (name) => (await resolver.resolve4(name)).map((address) => ({ address, family: 4 })),
    queries: () => queries,
    close: async () => await new Promise((resolve) => socket.close(() => resolve())),
  }
}
