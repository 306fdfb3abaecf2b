import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSite } from '../testing/fixture-server.ts'
import { withHandshakeHeaders } from './handshake-head.ts'
import { startForwardProxy } from '../forward-proxy/forward-proxy.ts'
import { AllowList } from '../policy/allow-list.ts'
import { openClient, siteTest } from '../testing/proxy-lab.ts'

const destination = { host: 'site.test', port: 8080 }
const handshake = (...more: string[]): string =>
  ['GET /chat?a=1 HTTP/1.1', 'Host: site.test:8080', 'Upgrade: websocket', 'Sec-WebSocket-Key: k', ...more].join('\r\n')

test('a handshake has headers that the browser cannot send, in place of its own', () => {
  const asked: string[] = []
  const head = withHandshakeHeaders(handshake('Authorization: old'), destination, (url) => {
    asked.push(url.href)
    return { authorization: 'new', 'X-One': '1', Host: 'no', 'Sec-WebSocket-Key': 'no', 'X-Bad': 'a\r\nb' }
  })
  assert.deepEqual(asked, ['http://site.test:8080/chat?a=1'])
  assert.equal(head, handshake('authorization: new', 'X-One: 1'))
})

test('what is no handshake, or has nothing to be added, stays as it is', () => {
  const plain = 'GET / HTTP/1.1\r\nHost: site.test'
  assert.equal(
    withHandshakeHeaders(plain, destination, () => ({ 'X-One': '1' })),
    plain,
  )
  assert.equal(
    withHandshakeHeaders(handshake(), destination, () => null),
    handshake(),
  )
})

test('a proxy adds them in a tunnel, however the head comes, and leaves other bytes alone', async (context) => {
  const heads: string[] = []
  const site = await startSite(context, (request, response) => {
    heads.push(`${request.url} ${String(request.headers['x-one'])}`)
    response.end('read')
  })
  const proxy = await startForwardProxy({
    policy: { allowList: new AllowList({ entries: `127.0.0.1:${site.port}` }), resolve: siteTest },
    upstream: null,
    handshakeHeaders: () => ({ 'X-One': '1' }),
  })
  context.after(() => proxy.close())
  for (const bytes of [
    'GET /whole HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n',
    'POST /other HTTP/1.1\r\nHost: a\r\n\r\n',
  ]) {
    const client = await openClient(context, proxy.url, `CONNECT site.test:${site.port} HTTP/1.1\r\n\r\n`)
    await client.until(/established/)
    client.socket.write(bytes.slice(0, 8))
    await new Promise((resolve) => setTimeout(resolve, 20))
    client.socket.write(bytes.slice(8))
    await client.until(/read/)
  }
  assert.deepEqual(heads, ['/whole 1', '/other undefined'])
})
