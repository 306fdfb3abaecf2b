import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { ObjectStore } from './object-store.ts'
import { storeConfigFor } from './testing/store-config.ts'

/** More than the kernel buffers for a connection without a reader. */
const bodyBytes = 32 * 1024 * 1024

const answer = (status: string): string => `HTTP/1.1 ${status}\r\netag: "e"\r\ncontent-length: 0\r\n\r\n`

/** Reads a request. @param onBody called with the number of bytes of the body so far. */
function readRequest(socket: Socket, onBody: (bytes: number) => void): void {
  let head = ''
  let bytes = 0
  socket.on('data', (piece: Buffer) => {
    if (head.includes('\r\n\r\n')) {
      bytes += piece.length
    } else {
      head += piece.toString('latin1')
      const [text, body] = head.split('\r\n\r\n', 2)
      if (body === undefined) return
      if (/^expect:/im.test(text!)) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
      bytes = body.length
    }
    if (bytes > 0) onBody(bytes)
  })
}

/**
 * Serves as a store: the first request is answered with 503 when its body begins, and nothing more of it is read; all
 * others are taken whole and answered with success.
 */
async function refusingStore(t: TestContext) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    const isFirst = sockets.length === 1
    readRequest(socket, (bytes) => {
      if (isFirst) socket.removeAllListeners('data').pause().write(answer('503 Slow Down'))
      else if (bytes === bodyBytes) socket.write(answer('200 OK'))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store = new ObjectStore(storeConfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  t.after(() => {
    store.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    store,
    /** Reads the rest of the refused request until its connection is closed or most has come. @returns its bytes. */
    restOfRefused: async (): Promise<number> => {
      let bytes = 0
      for await (const piece of sockets[0]!) {
        bytes += (piece as Buffer).length
        if (bytes > bodyBytes / 2) break
      }
      return bytes
    },
  }
}

const upload = { key: 'a', uploadId: 'u' }

const writes: Record<string, (store: ObjectStore, bytes: Buffer) => Promise<unknown>> = {
  'an object': async (store, bytes) => await store.put('a.bin', bytes),
  'a part': async (store, bytes) => await store.uploads.put(upload, 1, bytes),
}

for (const [what, write] of Object.entries(writes)) {
  test(`bytes of ${what} are not sent any more once its write has succeeded after an early refusal`, async (t) => {
    const { store, restOfRefused } = await refusingStore(t)
    await write(store, Buffer.alloc(bodyBytes, 1))
    const rest = await restOfRefused()
    assert.ok(rest <= bodyBytes / 2, `${rest} of ${bodyBytes} bytes`)
  })
}
