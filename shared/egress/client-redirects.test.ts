import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import type { EgressRequest } from './connections/contract.ts'
import type { RedirectHop } from './connections/egress-error.ts'
import {
  clientFor,
  faultOf,
  get,
  namesFrom,
  startRaw,
  startSentinel,
  startSite,
  textOf,
  type Fixture,
} from './testing/fixture-server.ts'

const statuses = [301, 302, 303, 307, 308] as const

const readAll = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat((await request.toArray()) as Buffer[]).toString()

/** A site that echoes the request; at `/to/<status>?<url>`, it redirects. */
const startEcho = (context: TestContext): Promise<Fixture> =>
  startSite(context, (request, response) => {
    void tellOrMove(request, response)
  })

async function tellOrMove(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readAll(request)
  const move = /^\/to\/(\d+)\?(.*)$/.exec(request.url ?? '')
  if (move !== null) {
    response
      .writeHead(Number(move[1]), move[2] === 'nowhere' ? {} : { location: decodeURIComponent(move[2] ?? '') })
      .end('moved')
    return
  }
  response.end(JSON.stringify({ method: request.method, url: request.url, body, headers: request.headers }))
}

const via = (site: Fixture, status: number, target: string): string =>
  `${site.origin}/to/${status}?${encodeURIComponent(target)}`

interface Echo {
  method: string
  url: string
  body: string
  headers: Record<string, string>
}

for (const status of statuses) {
  test(`${status} is followed and reported as a hop`, async (context) => {
    const site = await startEcho(context)
    const start = via(site, status, '/end?x=1')
    const answer = await get(clientFor(context, [site]), start)
    assert.equal((JSON.parse(textOf(answer)) as Echo).url, '/end?x=1')
    assert.equal(answer.url, `${site.origin}/end?x=1`)
    assert.deepEqual(answer.redirects, [{ url: start, status, location: `${site.origin}/end?x=1` }])
  })

  test(`${status} of a POST ${status < 307 ? 'becomes a GET without body' : 'repeats method and body'}`, async (context) => {
    const site = await startEcho(context)
    const request: Partial<EgressRequest> = { method: 'POST', body: 'b', headers: { 'content-type': 'text/x' } }
    const answer = await get(clientFor(context, [site]), via(site, status, '/end'), request)
    const echo = JSON.parse(textOf(answer)) as Echo
    assert.deepEqual([echo.method, echo.body], status < 307 ? ['GET', ''] : ['POST', 'b'])
    assert.equal(echo.headers['content-type'], status < 307 ? undefined : 'text/x')
  })

  test(`${status} to a private address, by literal, name or resolution, reaches nothing`, async (context) => {
    const site = await startEcho(context)
    const sentinel = await startSentinel(context)
    const client = clientFor(context, [site], { resolve: namesFrom({ 'in.example': ['127.0.0.1'] }) })
    for (const host of ['127.0.0.1', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]', 'minio', 'in.example']) {
      const start = via(site, status, `http://${host}:${sentinel.port}/`)
      const error = await faultOf(get(client, start))
      assert.equal(error.code, 'unsafe_target', host)
      assert.deepEqual(
        error.redirects.map((hop) => hop.url),
        [start],
      )
    }
    assert.equal(sentinel.connections(), 0)
  })
}

test('a private target three hops deep is refused', async (context) => {
  const site = await startEcho(context)
  const sentinel = await startSentinel(context)
  const start = via(site, 302, via(site, 307, via(site, 301, sentinel.origin)))
  const error = await faultOf(get(clientFor(context, [site]), start))
  assert.equal(error.code, 'unsafe_target')
  assert.equal(error.redirects.length, 3)
  assert.equal(sentinel.connections(), 0)
})

test('redirects to other schemes, blocked ports and user info are refused', async (context) => {
  const site = await startEcho(context)
  const client = clientFor(context, [site])
  for (const target of [
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:1',
    'ftp://example.com/',
    'http://u:p@example.com/',
    'http://example.com:25/',
  ]) {
    assert.equal((await faultOf(get(client, via(site, 302, target)))).code, 'unsafe_target', target)
  }
})

test('a redirect without a Location is an answer', async (context) => {
  const site = await startEcho(context)
  const client = clientFor(context, [site])
  for (const status of statuses) {
    const answer = await get(client, via(site, status, 'nowhere'))
    assert.deepEqual([answer.status, textOf(answer), answer.redirects, answer.stoppedAt], [status, 'moved', [], null])
  }
})

test('a redirect with an unusable Location is an invalid response', async (context) => {
  const site = await startEcho(context)
  const client = clientFor(context, [site])
  for (const target of [' ', 'http://', 'http://[::1']) {
    assert.equal((await faultOf(get(client, via(site, 302, target)))).code, 'invalid_response', target)
  }
})

test('another origin gets no headers of the caller, and they do not come back', async (context) => {
  const [first, second] = [await startEcho(context), await startEcho(context)]
  const client = clientFor(context, [first, second])
  const headers = {
    Authorization: 'Bearer t',
    Cookie: 'a=1',
    'X-Api-Key': 'k',
    'Accept-Language': 'fr',
    'User-Agent': 'own',
  }
  const seen = async (url: string): Promise<Echo['headers']> =>
    (JSON.parse(textOf(await get(client, url, { headers }))) as Echo).headers
  const same = await seen(via(first, 302, '/end'))
  assert.deepEqual([same['authorization'], same['cookie'], same['x-api-key']], ['Bearer t', 'a=1', 'k'])
  for (const url of [via(first, 302, second.origin), via(first, 307, via(second, 307, `${first.origin}/end`))]) {
    const other = await seen(url)
    assert.deepEqual([other['authorization'], other['cookie'], other['x-api-key']], [undefined, undefined, undefined])
    assert.deepEqual([other['accept-language'], other['user-agent']], ['fr', 'own'])
  }
})

test('cookies of a hop are not kept', async (context) => {
  const site = await startSite(context, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/end', 'set-cookie': 'a=1' }).end()
    else response.end(String(request.headers.cookie))
  })
  assert.equal(textOf(await get(clientFor(context, [site]), site.origin)), 'undefined')
})

test('a loop and a chain over the limit are too_many_redirects; a chain at the limit is followed', async (context) => {
  const site = await startSite(context, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('end')
    else response.writeHead(302, { location: Number.isNaN(left) ? '/loop' : `/${left - 1}` }).end()
  })
  const client = clientFor(context, [site])
  const looping = await faultOf(get(client, `${site.origin}/loop`))
  assert.deepEqual([looping.code, looping.redirects.length], ['too_many_redirects', 11])
  assert.equal((await faultOf(get(client, `${site.origin}/11`))).code, 'too_many_redirects')
  assert.equal((await get(client, `${site.origin}/10`)).redirects.length, 10)
  assert.equal((await faultOf(get(client, `${site.origin}/1`, { maxRedirects: 0 }))).code, 'too_many_redirects')
})

test('other statuses with a Location are answers', async (context) => {
  const site = await startSite(context, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { location: '/end' }).end()
  })
  const client = clientFor(context, [site])
  for (const status of [201, 300, 304, 305])
    assert.equal((await get(client, `${site.origin}/${status}`)).status, status)
})

test('onRedirect sees each hop before it is dialled and may stop there', async (context) => {
  const site = await startEcho(context)
  const second = await startSentinel(context)
  const client = clientFor(context, [site, second])
  const asked: (readonly [string, number])[] = []
  const start = via(site, 302, via(site, 301, `${second.origin}/x`))
  const answer = await get(client, start, {
    onRedirect: async (next: URL, hops: readonly RedirectHop[]) => {
      asked.push([next.href, hops.length])
      return next.origin === second.origin ? 'stop' : 'follow'
    },
  })
  assert.deepEqual(asked, [
    [via(site, 301, `${second.origin}/x`), 1],
    [`${second.origin}/x`, 2],
  ])
  assert.deepEqual([answer.stoppedAt, answer.status, answer.body.length], [`${second.origin}/x`, 301, 0])
  assert.equal(answer.url, via(site, 301, `${second.origin}/x`))
  assert.equal(second.connections(), 0)
})

test('an error of onRedirect reaches the caller as it is', async (context) => {
  const site = await startEcho(context)
  const onRedirect = (): never => {
    throw new RangeError('own')
  }
  await assert.rejects(get(clientFor(context, [site]), via(site, 302, '/end'), { onRedirect }), RangeError)
})

test('onRedirect is not asked about targets the policy refuses', async (context) => {
  const site = await startEcho(context)
  let asked = 0
  const onRedirect = (): 'follow' => {
    asked += 1
    return 'follow'
  }
  await faultOf(get(clientFor(context, [site]), via(site, 302, 'http://127.0.0.1:1/'), { onRedirect }))
  assert.equal(asked, 0)
})

test('the deadline and the signal also end a wait for onRedirect', async (context) => {
  const site = await startEcho(context)
  const client = clientFor(context, [site])
  const onRedirect = (): Promise<never> => new Promise(() => {})
  const request = { onRedirect, timeoutMs: 100 }
  assert.equal((await faultOf(get(client, via(site, 302, '/end'), request))).code, 'timeout')
})

test('a redirect whose own body is broken is followed nevertheless', async (context) => {
  const end = await startSite(context, (_request, response) => response.end('end'))
  const broken = await startRaw(context, (socket) => {
    socket.write(`HTTP/1.1 302 Found\r\nLocation: ${end.origin}/\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`)
  })
  assert.equal(textOf(await get(clientFor(context, [end, broken]), broken.origin)), 'end')
})

test('an endless body of a redirect costs the socket and not the answer', async (context) => {
  const end = await startSite(context, (_request, response) => response.end('end'))
  const endless = await startRaw(context, (socket) => {
    socket.write(`HTTP/1.1 302 Found\r\nLocation: ${end.origin}/\r\n\r\n`)
    const pour = (): void => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    }
    socket.on('drain', pour)
    pour()
  })
  assert.equal(textOf(await get(clientFor(context, [end, endless]), endless.origin)), 'end')
})
