import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { egressLimits } from '../config/limits.ts'
import { createCookieJar } from './connections/cookie-jar.ts'
import type { WireExchange } from './connections/wire-exchange.ts'
import { clientFor, faultOf, get, startSite, textOf } from './testing/fixture-server.ts'

test('every hop is recorded as it was received, and only codings that archives have are offered', async (context) => {
  const offered: unknown[] = []
  const site = await startSite(context, (request, response) => {
    offered.push(request.headers['accept-encoding'])
    if (request.url === '/') response.writeHead(302, { Location: '/end', 'X-Case': 'A' }).end('moved')
    else response.writeHead(200, { 'Content-Encoding': 'gzip', 'Set-Cookie': ['a=1', 'b=2'] }).end(gzipSync('the end'))
  })
  const exchanges: WireExchange[] = []
  const client = clientFor(context, [site])
  const cookies = createCookieJar()
  const answer = await get(client, `${site.origin}/#part`, { cookies, onExchange: (each) => exchanges.push(each) })
  assert.equal(textOf(answer), 'the end')
  assert.deepEqual(offered, ['gzip, deflate', 'gzip, deflate'])
  const [first, last] = exchanges
  assert.equal(exchanges.length, 2)
  assert.deepEqual([first!.url, first!.status, first!.reason], [`${site.origin}/`, 302, 'Found'])
  assert.equal(Buffer.from(first!.body).toString(), 'moved')
  assert.ok(first!.headers.some(([name, value]) => name === 'X-Case' && value === 'A'))
  assert.ok(Buffer.from(last!.body).equals(gzipSync('the end')))
  assert.equal(last!.headers.filter(([name]) => name === 'Set-Cookie').length, 2)
  assert.ok(exchanges.every(({ cut, isDecoded }) => cut === null && !isDecoded))
})

test('a coding that archives do not have is removed', async (context) => {
  const site = await startSite(context, (_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync('the end'))
  })
  const exchanges: WireExchange[] = []
  const answer = await get(clientFor(context, [site]), site.origin, { onExchange: (each) => exchanges.push(each) })
  assert.deepEqual([textOf(answer), Buffer.from(exchanges[0]!.body).toString()], ['the end', 'the end'])
  assert.equal(exchanges[0]!.isDecoded, true)
  // The body of the answer may be handed to another thread.
  structuredClone(answer.body, { transfer: [answer.body.buffer] })
  assert.equal(exchanges[0]!.body.byteLength, 7)
})

test('what was received of a body that breaks off, is late or too long is recorded', async (context) => {
  const site = await startSite(context, (request, response) => {
    response.writeHead(200, { 'Content-Length': '100000' })
    response.write('beginning')
    if (request.url === '/broken') setTimeout(() => response.destroy(), 20)
    if (request.url === '/long') response.end('x'.repeat(99_991))
  })
  const client = clientFor(context, [site])
  const cutOf = async (path: string, more: object): Promise<[string, string | null]> => {
    const exchanges: WireExchange[] = []
    await faultOf(get(client, `${site.origin}${path}`, { ...more, onExchange: (each) => exchanges.push(each) }))
    assert.equal(exchanges.length, 1)
    return [Buffer.from(exchanges[0]!.body).toString().slice(0, 9), exchanges[0]!.cut]
  }
  assert.deepEqual(await cutOf('/broken', {}), ['beginning', 'disconnect'])
  assert.deepEqual(await cutOf('/late', { timeoutMs: 300 }), ['beginning', 'time'])
  assert.equal((await cutOf('/long', { maxDecodedBytes: 20 }))[1], 'length')
})

test('bodies beyond the bound of the client are cut, whatever their coding, and the answer is whole', async (context) => {
  const text = Array.from({ length: 3_000 }, (_, at) => `line ${at} of a long page\n`).join('')
  const codings: Record<string, (text: string) => Buffer> = {
    identity: (plain) => Buffer.from(plain),
    gzip: (plain) => gzipSync(plain),
    br: (plain) => brotliCompressSync(plain),
  }
  const site = await startSite(context, (request, response) => {
    const coding = request.url!.slice(1)
    if (coding === 'redirect') response.writeHead(302, { Location: '/identity' }).end('x'.repeat(5_000))
    else response.writeHead(200, { 'Content-Encoding': coding }).end(codings[coding]!(text))
  })
  const client = clientFor(context, [site], { recordedBodyMaxBytes: 1_000 })
  for (const path of ['identity', 'gzip', 'br', 'redirect']) {
    const exchanges: WireExchange[] = []
    const onExchange = (each: WireExchange) => exchanges.push(each)
    assert.equal(textOf(await get(client, `${site.origin}/${path}`, { onExchange })), text, path)
    for (const { body, cut } of exchanges) assert.deepEqual([body.byteLength, cut], [1_000, 'length'], path)
    assert.equal(exchanges.length, path === 'redirect' ? 2 : 1)
  }
})

test('the body of a redirect that is not whole says why', async (context) => {
  const limits = egressLimits as unknown as Record<string, number>
  const saved = { ...limits }
  context.after(() => Object.assign(limits, saved))
  Object.assign(limits, { discardedBodyMaxBytes: 1_000, discardedBodyMaxMs: 300 })
  const site = await startSite(context, (request, response) => {
    if (request.url === '/end') {
      response.end('the end')
      return
    }
    const headers = { Location: '/end', ...(request.url === '/coded' ? { 'Content-Encoding': 'br' } : {}) }
    response.writeHead(302, headers)
    if (request.url === '/coded') response.end(brotliCompressSync('moved'))
    else if (request.url === '/bare') response.end()
    else response.write('moved')
    if (request.url === '/broken') setTimeout(() => response.destroy(), 20)
    if (request.url === '/long') response.end('x'.repeat(10_000))
  })
  const client = clientFor(context, [site])
  const cutOf = async (path: string): Promise<[body: string, cut: string | null]> => {
    const exchanges: WireExchange[] = []
    await get(client, `${site.origin}${path}`, { onExchange: (each) => exchanges.push(each) })
    assert.equal(exchanges.length, 2)
    return [Buffer.from(exchanges[0]!.body).toString().slice(0, 5), exchanges[0]!.cut]
  }
  assert.deepEqual(await cutOf('/broken'), ['moved', 'disconnect'])
  assert.deepEqual(await cutOf('/slow'), ['moved', 'time'])
  assert.deepEqual(await cutOf('/long'), ['moved', 'length'])
  assert.deepEqual(await cutOf('/coded'), ['', 'unspecified'])
  assert.deepEqual(await cutOf('/bare'), ['', null])
})
