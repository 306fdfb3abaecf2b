import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientFor, faultOf, get, startRaw, startSentinel, startSite } from './testing/fixture-server.ts'

const post = { method: 'POST', body: '{}', headOnly: true } as const

for (const [what, answer] of [
  ['trickles on and on', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx'],
  ['is badly compressed', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope'],
  ['is coded many times over', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip\r\nContent-Length: 1\r\n\r\nx'],
  ['is badly chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnope\r\n'],
] as const) {
  test(`an answer whose body ${what} is an answer to a request that wants its head alone`, async (context) => {
    const site = await startRaw(context, (socket) => {
      socket.write(answer)
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const { status, body, truncated } = await get(clientFor(context, [site]), site.origin, {
      ...post,
      timeoutMs: 2_000,
    })
    assert.deepEqual([status, body.length, truncated], [200, 0, true])
  })
}

test('so is one whose body breaks off or has no end', async (context) => {
  const broken = await startRaw(context, (socket) => {
    socket.end('HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n\r\nhalf')
  })
  const endless = await startRaw(context, (socket) => {
    socket.write('HTTP/1.1 202 Accepted\r\n\r\n')
    const more = (): void => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    }
    socket.on('drain', more)
    more()
  })
  const client = clientFor(context, [broken, endless])
  assert.equal((await get(client, broken.origin, post)).status, 201)
  assert.equal((await get(client, endless.origin, post)).status, 202)
})

test('a redirect is an answer too, with a usable Location and without', async (context) => {
  const sentinel = await startSentinel(context)
  for (const location of [`${sentinel.origin}/`, 'http://10.0.0.1/', 'https://[', '']) {
    const site = await startSite(context, (_request, response) => response.writeHead(302, { location }).end('moved'))
    const { status, redirects } = await get(clientFor(context, [site, sentinel]), site.origin, post)
    assert.deepEqual([status, redirects], [302, []])
  }
  assert.equal(sentinel.connections(), 0)
})

test('the socket of a short answer is used again', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('thanks'))
  const client = clientFor(context, [site])
  for (let call = 0; call < 5; call += 1) await get(client, site.origin, post)
  assert.equal(site.connections(), 1)
})

test('an answer whose head does not end fails', async (context) => {
  const site = await startRaw(context, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(`x-header: ${'x'.repeat(100)}\r\n`), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const endless = await startRaw(context, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const more = (): void => {
      while (!socket.destroyed && socket.write(`x-header: ${'x'.repeat(1_000)}\r\n`));
    }
    socket.on('drain', more)
    more()
  })
  const client = clientFor(context, [site, endless])
  assert.equal((await faultOf(get(client, site.origin, { ...post, timeoutMs: 300 }))).code, 'timeout')
  assert.equal((await faultOf(get(client, endless.origin, post))).code, 'invalid_response')
})
