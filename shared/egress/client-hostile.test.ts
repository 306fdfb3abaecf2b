/** Needs a process of its own: it measures the memory of its process. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { clientFor, faultOf, get, startRaw, startSentinel, startSite, textOf } from './testing/fixture-server.ts'

const mebibyte = 1024 * 1024

/** Writes a chunk up to `times` times, as fast as the other side reads. */
function pour(socket: Socket, chunk: Uint8Array | string, times = Infinity): void {
  let left = times
  const more = (): void => {
    while (!socket.destroyed && left > 0) {
      left -= 1
      if (!socket.write(chunk)) return
    }
    if (left <= 0) socket.end()
  }
  socket.on('drain', more)
  more()
}

test('gzip bombs of 10 GB, twenty at once, end soon in bounded memory', async (context) => {
  const member = gzipSync(Buffer.alloc(10 * mebibyte))
  const site = await startRaw(context, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n')
    pour(socket, member, 1_000)
  })
  const client = clientFor(context, [site])
  const startedAt = performance.now()
  const before = process.memoryUsage.rss()
  const errors = await Promise.all(
    Array.from({ length: 20 }, () => faultOf(get(client, site.origin, { maxDecodedBytes: 50 * mebibyte }))),
  )
  assert.deepEqual([...new Set(errors.map(({ code }) => code))], ['body_too_large'])
  assert.ok(performance.now() - startedAt < 60_000)
  assert.ok(process.memoryUsage.rss() - before < 150 * mebibyte)
})

test('an endless body ends at the cap, as a fault or truncated', async (context) => {
  const site = await startRaw(context, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    pour(socket, 'x'.repeat(65_536))
  })
  const client = clientFor(context, [site])
  assert.equal((await faultOf(get(client, site.origin, { maxDecodedBytes: mebibyte }))).code, 'body_too_large')
  const cut = await get(client, site.origin, { maxDecodedBytes: mebibyte, truncateAtCap: true })
  assert.deepEqual([cut.body.length, cut.truncated, cut.status], [mebibyte, true, 200])
})

test('a socket whose body was cut is not used again', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('x'.repeat(100_000)))
  const client = clientFor(context, [site])
  await get(client, site.origin, { maxDecodedBytes: 10, truncateAtCap: true })
  assert.equal((await get(client, site.origin)).body.length, 100_000)
  assert.equal(site.connections(), 2)
})

for (const [what, first] of [
  ['body', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['head', 'HTTP/1.1 200 OK\r\nX: '],
] as const) {
  test(`a ${what} that drips without end is over at the deadline`, async (context) => {
    const site = await startRaw(context, (socket) => {
      socket.write(first)
      const drip = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => {
        clearInterval(drip)
      })
    })
    const startedAt = performance.now()
    const error = await faultOf(get(clientFor(context, [site]), site.origin, { timeoutMs: 200 }))
    assert.equal(error.code, 'timeout')
    assert.ok(performance.now() - startedAt < 30_000)
  })
}

test('a server that accepts and says nothing is over at the deadline', async (context) => {
  const site = await startSentinel(context)
  assert.equal((await faultOf(get(clientFor(context, [site]), site.origin, { timeoutMs: 100 }))).code, 'timeout')
})

test('one deadline covers all hops, however short each of them is', async (context) => {
  const site = await startSite(context, (request, response) => {
    const next = Number(request.url?.slice(1)) + 1
    setTimeout(() => response.writeHead(302, { location: `/${next}` }).end(), 20)
  })
  const startedAt = performance.now()
  const request = { timeoutMs: 300, maxRedirects: 10_000 }
  assert.equal((await faultOf(get(clientFor(context, [site]), `${site.origin}/0`, request))).code, 'timeout')
  assert.ok(performance.now() - startedAt < 30_000)
})

const garbage: readonly (readonly [what: string, bytes: string])[] = [
  ['text that is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a status line without a number', 'HTTP/1.1 OK\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nbroken header\r\n\r\n'],
  ['two ways of framing', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  ['a chunk size that is no number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
  [
    'a change of protocol nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  ],
  ['a header that fills the limit', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a flood of small headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}\r\n`],
]

for (const [what, bytes] of garbage) {
  test(`${what} is an invalid response`, async (context) => {
    const site = await startRaw(context, (socket) => socket.write(bytes))
    const error = await faultOf(get(clientFor(context, [site]), site.origin, { timeoutMs: 60_000 }))
    assert.deepEqual([error.code, error.retryable], ['invalid_response', false])
  })
}

const early: readonly (readonly [what: string, bytes: string])[] = [
  ['before the head', ''],
  ['inside the head', 'HTTP/1.1 200 OK\r\nX: y'],
  ['inside a body of known length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ['inside a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf'],
  ['inside a coded body', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\u{1f}\u{8b}\u{08}'],
]

for (const [what, bytes] of early) {
  for (const how of ['end', 'resetAndDestroy'] as const) {
    test(`a connection ended (${how}) ${what} is a reset that may be retried`, async (context) => {
      const site = await startRaw(context, (socket) => {
        if (bytes === '') socket[how]()
        else socket.write(bytes, 'latin1', () => setTimeout(() => socket[how](), 5))
      })
      const error = await faultOf(get(clientFor(context, [site]), site.origin))
      assert.deepEqual([error.code, error.retryable], ['connection_reset', true])
    })
  }
}

test('a body without length or chunks ends with the connection', async (context) => {
  const site = await startRaw(context, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nwhole'))
  assert.equal(textOf(await get(clientFor(context, [site]), site.origin)), 'whole')
})

test('a body that is not coded as announced is a decode error', async (context) => {
  const site = await startSite(context, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'br' }).end('<html>plain</html>')
  })
  assert.equal((await faultOf(get(clientFor(context, [site]), site.origin))).code, 'decode_error')
})

test('a refused connection is a connect_error that may be retried', async (context) => {
  const site = await startSentinel(context)
  const client = clientFor(context, [{ ...site, port: 1_024 }])
  const error = await faultOf(get(client, 'http://127.0.0.1:1024/'))
  assert.deepEqual([error.code, error.retryable], ['connect_error', true])
  assert.match(error.message, /ECONNREFUSED/)
})

test('an abort ends the exchange at once, before, during and after the head', async (context) => {
  const closed: Promise<void>[] = []
  let came = (): void => {}
  const site = await startRaw(context, (socket, head) => {
    closed.push(new Promise((resolve) => socket.on('close', () => resolve())))
    came()
    if (head.startsWith('GET /body')) socket.write('HTTP/1.1 200 OK\r\n\r\npart')
  })
  const client = clientFor(context, [site])
  assert.equal((await faultOf(get(client, site.origin, { signal: AbortSignal.abort() }))).code, 'aborted')
  for (const path of ['/head', '/body']) {
    const controller = new AbortController()
    // The request has arrived by then; after 50 ms, so has the answer.
    came = () => void setTimeout(() => controller.abort(), 50)
    const exchange = faultOf(get(client, site.origin + path, { signal: controller.signal }))
    assert.equal((await exchange).code, 'aborted')
  }
  await Promise.all(closed)
  assert.equal(closed.length, 2)
})
