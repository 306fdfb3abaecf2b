/** Needs a process of its own: what it tests awaits while it is loaded. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openPassage, parsePassages } from './door.ts'

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Starts a server that, once it has received all data of a connection, sends the same data back. */
async function startEcho(t: TestContext): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const parts: Buffer[] = []
    socket.on('error', () => {}).on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => socket.end(Buffer.concat(parts)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return portOf(server)
}

async function exchange(port: number, text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  let answer = ''
  socket.on('error', () => {}).on('data', (part: Buffer) => (answer += String(part)))
  socket.end(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

test('a passage hands on all bytes in both directions, and half-closed connections', async (t) => {
  const door = await openPassage({ name: 'localhost', port: 0, host: '127.0.0.1', hostPort: await startEcho(t) })
  t.after(() => door.close())
  const text = 'x'.repeat(1_000_000)
  assert.equal(await exchange(portOf(door), text), text)
  assert.equal(await exchange(portOf(door), 'again'), 'again')
})

test('a passage without a listener ends that connection alone', async (t) => {
  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const hostPort = portOf(closed)
  closed.close()
  const door = await openPassage({ name: '127.0.0.1', port: 0, host: '127.0.0.1', hostPort })
  t.after(() => door.close())
  assert.equal(await exchange(portOf(door), 'text'), '')
  assert.equal(await exchange(portOf(door), 'text'), '')
})

test('passages are named by ports and hosts', () => {
  assert.deepEqual(parsePassages(['7233=temporal:7234', 'inside:1=store:2']), [
    { name: '0.0.0.0', port: 7_233, host: 'temporal', hostPort: 7_234 },
    { name: 'inside', port: 1, host: 'store', hostPort: 2 },
  ])
  for (const words of [[], ['7233'], ['7233=temporal'], ['a=b:1'], ['1=a:b'], [':1=a:2'], ['a:b=c:1']]) {
    assert.throws(() => parsePassages(words), /\[NAME:\]PORT=HOST:PORT/)
  }
})
