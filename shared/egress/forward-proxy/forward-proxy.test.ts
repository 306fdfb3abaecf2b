import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { startRaw, startSentinel, startSite } from '../testing/fixture-server.ts'
import { startSinkProxy } from './forward-proxy.ts'
import { fetchThrough, openClient, startProxy } from '../testing/proxy-lab.ts'

test('a plain request reaches the site with its own headers, and the answer comes back untouched', async (context) => {
  let seen = ''
  const answer =
    'HTTP/1.1 299 Odd Words\r\nX-a: 1\r\nx-A: \xe9\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nContent-Length: 2\r\n\r\nok'
  const site = await startRaw(context, (socket, head) => {
    seen = head
    socket.write(answer, 'latin1')
  })
  const proxy = await startProxy(context, { sites: [site] })
  const request = `GET http://site.test:${site.port}/p?q HTTP/1.1\r\nHost: site.test:${site.port}\r\nAccept: x\r\n\r\n`
  const client = await openClient(context, proxy.url, request)
  assert.equal(await client.until(/ok$/), answer)
  assert.equal(seen, `GET /p?q HTTP/1.1\r\nHost: site.test:${site.port}\r\nAccept: x\r\nConnection: keep-alive\r\n\r\n`)
  assert.equal(proxy.bytesReceived, answer.length)
  assert.equal(proxy.bytesSent, seen.length)
  assert.deepEqual(proxy.denials, [])
})

test('requests to one site share a connection that is resolved once; another site gets its own', async (context) => {
  const handler: RequestListener = (request, response) => response.end(`[${request.url}]`)
  const [one, two] = [await startSite(context, handler), await startSite(context, handler)]
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const proxy = await startProxy(context, { sites: [one, two], resolve })
  const line = (port: number, path: string) => `GET http://site.test:${port}${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const client = await openClient(context, proxy.url, line(one.port, '/1'))
  await client.until(/\[\/1\]$/)
  client.socket.write(line(one.port, '/2'))
  await client.until(/\[\/2\]$/)
  assert.deepEqual([asked, one.connections()], [1, 1])
  client.socket.write(line(two.port, '/3'))
  await client.until(/\[\/3\]$/)
  assert.deepEqual([asked, one.connections(), two.connections()], [2, 1, 1])
})

test('bodies pass both ways, in pieces and in one piece with the head', async (context) => {
  const site = await startSite(context, (request, response) => request.pipe(response))
  const proxy = await startProxy(context, { sites: [site] })
  const head = (length: number) =>
    `POST http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
  const client = await openClient(context, proxy.url, `${head(3)}abc`)
  await client.until(/abc/)
  client.socket.write(head(6))
  client.socket.write('def')
  await client.until(/def/)
  client.socket.write('ghi')
  await client.until(/ghi/)
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n3\r\njkl\r\n0\r\n\r\n'
  client.socket.write(`POST http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: x\r\n${chunked}`)
  assert.match(await client.ended, /jkl/)
})

test('CONNECT opens a tunnel for any bytes', async (context) => {
  const site = await startRaw(context, (socket, head) => socket.end(`<${head}>`))
  const proxy = await startProxy(context, { sites: [site] })
  const client = await openClient(context, proxy.url, `CONNECT site.test:${site.port} HTTP/1.1\r\n\r\n`)
  assert.equal(await client.until(/\r\n\r\n$/), 'HTTP/1.1 200 Connection established\r\n\r\n')
  client.socket.write('\u0016\u0003raw')
  assert.ok((await client.ended).endsWith('<\u0016\u0003raw>'))
  assert.equal(proxy.bytesSent, 5)
  assert.equal(proxy.bytesReceived, 7)
})

test('a slow reader holds the sender back and loses nothing', async (context) => {
  const size = 24 * 1024 * 1024
  const site = await startSite(context, (_request, response) => response.end(Buffer.alloc(size, 'x')))
  const proxy = await startProxy(context, { sites: [site] })
  const client = await openClient(context, proxy.url, `GET http://127.0.0.1:${site.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
  await client.until(/\r\n\r\n/)
  client.socket.pause()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const heldAt = proxy.bytesReceived
  assert.ok(heldAt < size, `${heldAt} bytes were taken from the site while nobody read`)
  client.socket.resume()
  while (client.received().length < size) await once(client.socket, 'data')
  assert.ok(proxy.bytesReceived > size)
})

test('a refused host is logged once, spelt as requested, without a connection', async (context) => {
  const sentinel = await startSentinel(context)
  const proxy = await startProxy(context, { resolve: async () => [{ address: '10.0.0.1', family: 4 }] })
  for (const host of ['127.0.0.1', '127.0.0.1', '[::1]', 'inside.test', 'localhost', '0x7f.1', '169.254.169.254']) {
    assert.equal(await fetchThrough(context, proxy.url, `http://${host}:${sentinel.port}/`), '')
    const client = await openClient(context, proxy.url, `CONNECT ${host}:${sentinel.port} HTTP/1.1\r\n\r\n`)
    assert.match(await client.ended, /^HTTP\/1\.1 403 /)
  }
  assert.equal(sentinel.connections(), 0)
  assert.deepEqual(
    proxy.denials.map(({ host, kind }) => `${kind} ${host}`),
    ['127.0.0.1', '::1', 'inside.test', 'localhost', '169.254.169.254'].map((host) => `unsafe_target ${host}`),
  )
  assert.equal(proxy.denialOf(`ws://inside.test:${sentinel.port}/x`)?.reason.includes('10.0.0.1'), false)
  assert.equal(proxy.denialOf(`https://[::1]:${sentinel.port}/`)?.host, '::1')
  assert.equal(proxy.denialOf('https://inside.test/'), null)
  assert.equal(proxy.denialOf('data:,x'), null)
})

test('a port of another protocol is refused', async (context) => {
  const proxy = await startProxy(context)
  const client = await openClient(context, proxy.url, 'CONNECT site.test:25 HTTP/1.1\r\n\r\n')
  assert.match(await client.ended, /^HTTP\/1\.1 403 /)
  assert.match(proxy.denialOf('http://site.test:25/')?.reason ?? '', /port is blocked/)
})

test('a name that turns private later reaches nothing: one resolution for each connection', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('x'))
  const sentinel = await startSentinel(context, '127.0.0.2', site.port)
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: asked % 2 === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const proxy = await startProxy(context, { sites: [site], resolve })
  for (let trial = 1; trial <= 20; trial += 1) {
    const answer = await fetchThrough(context, proxy.url, `http://rebind.test:${site.port}/`)
    assert.equal(answer.slice(0, 12), trial % 2 === 1 ? 'HTTP/1.1 200' : '')
    assert.equal(asked, trial)
  }
  assert.equal(sentinel.connections(), 0)
})

test('a failure to connect is distinguished from a refusal', async (context) => {
  const closed = await startSentinel(context)
  const proxy = await startProxy(context, { sites: [{ ...closed, port: 9 + 40_000 }] })
  const client = await openClient(context, proxy.url, 'CONNECT site.test:40009 HTTP/1.1\r\n\r\n')
  assert.match(await client.ended, /^HTTP\/1\.1 502 /)
  assert.equal(await fetchThrough(context, proxy.url, 'http://unknown.test/'), '')
  assert.equal(proxy.failureOf('https://site.test:40009/'), 'connect_error')
  assert.equal(proxy.systemCodeOf('https://site.test:40009/'), 'ECONNREFUSED')
  assert.equal(proxy.failureOf('http://unknown.test/path'), 'dns_error')
  assert.equal(proxy.failureOf('http://other.test/'), null)
  assert.deepEqual(proxy.denials, [])
})

test('a reset by the site is a reset for the browser, an early end an end', async (context) => {
  const site = await startRaw(context, (socket, head) => {
    if (head.includes('reset')) socket.resetAndDestroy()
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
  })
  const proxy = await startProxy(context, { sites: [site] })
  assert.match(await fetchThrough(context, proxy.url, `http://site.test:${site.port}/`), /half$|\r\n\r\n$/)
  const head = `GET http://site.test:${site.port}/reset HTTP/1.1\r\nHost: x\r\n\r\n`
  const client = await openClient(context, proxy.url, head)
  const [error] = (await once(client.socket, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNRESET')
})

test('a browser that goes away ends the connection to the site, and a dial under way', async (context) => {
  const site = await startSentinel(context)
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>()
  const resolve = async () => {
    wasAsked()
    await mayAnswer
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const proxy = await startProxy(context, { sites: [site], resolve })
  const client = await openClient(context, proxy.url, `CONNECT site.test:${site.port} HTTP/1.1\r\n\r\n`)
  await asked
  client.socket.end()
  await client.ended
  answer()
  await new Promise((tick) => setImmediate(tick))
  assert.equal(site.connections(), 0)
  assert.equal(proxy.failureOf(`http://site.test:${site.port}/`), null)
})

test('closing cuts every connection and can be done twice', async (context) => {
  const site = await startSentinel(context)
  const proxy = await startProxy(context, { sites: [site] })
  const client = await openClient(context, proxy.url, `CONNECT site.test:${site.port} HTTP/1.1\r\n\r\n`)
  await client.until(/200/)
  await Promise.all([proxy.close(), proxy.close()])
  await client.ended
  const late = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNREFUSED')
})

test('noise, and a head without end, cost the connection and nothing else', async (context) => {
  const proxy = await startProxy(context)
  assert.equal(await (await openClient(context, proxy.url, '\u0016\u0003\u0001\r\n\r\n')).ended, '')
  assert.equal(await (await openClient(context, proxy.url, 'GET / HTTP/1.1\r\n\r\n')).ended, '')
  const filler = 'x'.repeat(forwardProxyLimits.headersMaxBytes)
  assert.equal(await (await openClient(context, proxy.url, `GET http://site.test/ HTTP/1.1\r\na: ${filler}`)).ended, '')
  assert.equal(proxy.denialOf('http://site.test/')?.kind, 'limit')
})

test('connections beyond the limit are refused as such', async (context) => {
  const proxy = await startProxy(context)
  for (let index = 0; index < forwardProxyLimits.connectionsMax; index += 1) await openClient(context, proxy.url, '')
  const client = await openClient(context, proxy.url, 'CONNECT site.test:443 HTTP/1.1\r\n\r\n')
  assert.match(await client.ended, /^HTTP\/1\.1 403 /)
  assert.equal(proxy.denialOf('https://site.test/')?.kind, 'limit')
})

test('the sink takes every connection and answers none', async (context) => {
  const sink = await startSinkProxy()
  context.after(() => sink.close())
  assert.equal(await (await openClient(context, sink.url, 'CONNECT site.test:443 HTTP/1.1\r\n\r\n')).ended, '')
})

test('requests that are not known are counted, those of a tunnel are not seen', async (context) => {
  const site = await startRaw(context, (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  const proxy = await startProxy(context, { sites: [site] })
  const url = (path: string): string => `http://site.test:${site.port}${path}`
  for (const path of ['/a', '/a', '/b?c']) await fetchThrough(context, proxy.url, url(path))
  await (await openClient(context, proxy.url, `CONNECT site.test:${site.port} HTTP/1.1\r\n\r\n`)).until(/established/)
  const known = (...paths: string[]) => paths.map((path) => ({ method: 'GET', url: url(path) }))
  assert.equal(proxy.requestsBeyond([]), 3)
  assert.equal(proxy.requestsBeyond(known('/a', '/b?c#part')), 1)
  assert.equal(proxy.requestsBeyond(known('/a', '/a', '/a', '/b?c', '/never')), 0)
  assert.equal(proxy.requestsBeyond([{ method: 'POST', url: url('/a') }]), 3)
})
