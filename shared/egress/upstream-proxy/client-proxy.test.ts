/** Needs a process of its own: it changes which certificates the process trusts. */
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { test, type TestContext } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { egressLimits } from '../../config/limits.ts'
import { fixtureCertificate, fixtureKey } from '../testing/fixture-certificate.ts'
import {
  clientFor,
  faultOf,
  get,
  listen,
  startRaw,
  startSentinel,
  startSite,
  textOf,
} from '../testing/fixture-server.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import type { ResolveName } from '../connections/resolver.ts'
import { publicNames, startBrokenProvider, startHttpProvider, startSocksProvider } from '../testing/provider-lab.ts'

/** Returns a client that resolves every name to a public address and allows nothing else. */
const publicClient = (context: TestContext, resolve: ResolveName = publicNames) => clientFor(context, [], { resolve })

const startTls = (context: TestContext) =>
  listen(
    context,
    createServer({ key: fixtureKey, cert: fixtureCertificate, keepAliveTimeout: 60_000 }, (request, response) => {
      response.end(JSON.stringify(request.headers))
    }),
  )

const startEcho = (context: TestContext) =>
  startSite(context, (request, response) => response.end(JSON.stringify([request.url, request.headers])))

setDefaultCACertificates([fixtureCertificate])

test('an HTTP proxy gets the whole URL of an http target, and the target gets no proxy credentials', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context, { credentials: 'u-fr:p:w' })
  const url = `http://site.test:${site.port}/a?b=1`
  const answer = await get(publicClient(context), `${url}#c`, { proxy: provider.as('u-fr', 'p:w') })
  const [path, headers] = JSON.parse(textOf(answer)) as [string, Record<string, string>]
  assert.deepEqual(
    [path, headers['host'], headers['proxy-authorization']],
    ['/a?b=1', `site.test:${site.port}`, undefined],
  )
  assert.deepEqual(provider.asked, [`GET ${url}`])
  assert.deepEqual(provider.users, ['u-fr'])
})

test('a body goes through a proxy', async (context) => {
  const site = await startSite(context, (request, response) => request.pipe(response))
  const provider = await startHttpProvider(context)
  const url = `http://site.test:${site.port}/`
  const answer = await get(publicClient(context), url, {
    method: 'POST',
    body: 'x'.repeat(100_000),
    proxy: provider.upstream,
  })
  assert.equal(answer.body.length, 100_000)
})

for (const start of [startHttpProvider, startSocksProvider]) {
  test(`an https target is reached in a tunnel, its certificate checked (${start.name})`, async (context) => {
    const site = await startTls(context)
    const provider = await start(context, { credentials: 'u:pw' })
    const client = publicClient(context)
    for (let index = 0; index < 3; index += 1) {
      const answer = await get(client, `https://site.test:${site.port}/`, { proxy: provider.as('u') })
      const headers = JSON.parse(textOf(answer)) as Record<string, string>
      assert.deepEqual([headers['host'], headers['proxy-authorization']], [`site.test:${site.port}`, undefined])
    }
    assert.deepEqual(provider.asked.length, 1)
    assert.match(provider.asked[0] ?? '', /site\.test:\d+$/)
    const other = await faultOf(get(client, `https://other.test:${site.port}/`, { proxy: provider.as('u') }))
    assert.equal(other.code, 'tls_error')
  })
}

test('an http target is reached through a SOCKS proxy by its name', async (context) => {
  const site = await startEcho(context)
  const provider = await startSocksProvider(context)
  const client = publicClient(context)
  for (const path of ['/1', '/2']) {
    const answer = await get(client, `http://site.test:${site.port}${path}`, { proxy: provider.upstream })
    assert.equal((JSON.parse(textOf(answer)) as string[])[0], path)
  }
  assert.deepEqual(provider.asked, [`site.test:${site.port}`])
})

test('ways out with other credentials share no connection, the same way out keeps its own', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context)
  const client = publicClient(context)
  for (const user of ['s1', 's1', 's2', 's2', 's1']) {
    await get(client, `http://site.test:${site.port}/`, { proxy: provider.as(user) })
  }
  assert.equal(provider.connections(), 2)
  assert.deepEqual(provider.users, ['s1', 's1', 's2', 's2', 's1'])
})

test('what is private never reaches a proxy: literal, by name, by resolution, after a redirect', async (context) => {
  const site = await startSite(context, (_request, response) => {
    response.writeHead(302, { location: 'http://inside.test/' }).end()
  })
  const resolve: ResolveName = async (name) => [
    { address: name === 'inside.test' ? '10.0.0.1' : '93.184.216.34', family: 4 },
  ]
  for (const provider of [await startHttpProvider(context), await startSocksProvider(context)]) {
    const client = publicClient(context, resolve)
    for (const url of ['http://127.0.0.1/', 'https://169.254.169.254/', 'http://localhost/', 'http://inside.test/']) {
      assert.equal((await faultOf(get(client, url, { proxy: provider.upstream }))).code, 'unsafe_target')
    }
    assert.equal(provider.connections(), 0)
    const error = await faultOf(get(client, `http://site.test:${site.port}/`, { proxy: provider.upstream }))
    assert.deepEqual([error.code, error.redirects.length], ['unsafe_target', 1])
    assert.equal(provider.asked.length, 1)
  }
})

test('a name that turns private is refused, also where the connection is kept alive', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context)
  const answers = ['93.184.216.34', '10.0.0.1']
  const client = publicClient(context, async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }])
  const url = `http://site.test:${site.port}/`
  assert.equal((await get(client, url, { proxy: provider.upstream })).status, 200)
  assert.equal((await faultOf(get(client, url, { proxy: provider.upstream }))).code, 'unsafe_target')
  assert.equal(provider.asked.length, 1)
})

test('a name that does not resolve here is not asked of a proxy', async (context) => {
  const provider = await startHttpProvider(context)
  const client = publicClient(context, () => Promise.reject(new Error('ENOTFOUND')))
  assert.equal((await faultOf(get(client, 'http://gone.test/', { proxy: provider.upstream }))).code, 'dns_error')
  assert.equal(provider.connections(), 0)
})

for (const scheme of ['http', 'https']) {
  test(`wrong credentials are the proxy's fault (${scheme})`, async (context) => {
    const site = await startEcho(context)
    for (const start of [startHttpProvider, startSocksProvider]) {
      const provider = await start(context, { credentials: 'u:pw' })
      for (const proxy of [provider.upstream, provider.as('u', 'secret')]) {
        const error = await faultOf(get(publicClient(context), `${scheme}://site.test:${site.port}/`, { proxy }))
        assert.deepEqual([error.code, error.retryable], ['proxy_error', true])
        assert.doesNotMatch(JSON.stringify(error) + error.message + String(error.stack), /secret/)
      }
    }
    assert.equal(site.connections(), 0)
  })

  test(`a proxy that cannot be reached has failed (${scheme})`, async (context) => {
    const gone = await startSentinel(context)
    for (const protocol of ['http', 'socks5'] as const) {
      const proxy: UpstreamProxy = { protocol, host: '127.0.0.2', port: gone.port, credentials: null }
      assert.equal((await faultOf(get(publicClient(context), `${scheme}://site.test/`, { proxy }))).code, 'proxy_error')
    }
  })

  for (const [how, answer] of [
    ['resets', (socket) => socket.resetAndDestroy()],
    ['closes', (socket) => socket.end()],
    ['breaks off its answer', (socket) => socket.end('HTTP/1.')],
  ] as [string, Parameters<typeof startBrokenProvider>[2]][]) {
    test(`a proxy that ${how} has failed (${scheme})`, async (context) => {
      for (const protocol of ['http', 'socks5'] as const) {
        if (protocol === 'http' && how === 'breaks off its answer' && scheme === 'http') continue
        const provider = await startBrokenProvider(context, protocol, answer)
        const proxy = provider.upstream
        assert.equal(
          (await faultOf(get(publicClient(context), `${scheme}://site.test/`, { proxy }))).code,
          'proxy_error',
        )
      }
    })
  }

  test(`a proxy that hangs takes no longer than the exchange may, nor keeps its connection (${scheme})`, async (context) => {
    for (const protocol of ['http', 'socks5'] as const) {
      const { promise: closed, resolve } = Promise.withResolvers<unknown>()
      const provider = await startBrokenProvider(context, protocol, (socket) => socket.once('close', resolve))
      const proxy = provider.upstream
      const error = await faultOf(get(publicClient(context), `${scheme}://site.test/`, { proxy, timeoutMs: 200 }))
      // A proxy that reads requests may be waiting for the site; one that was asked for a tunnel has not opened it.
      assert.equal(error.code, protocol === 'http' && scheme === 'http' ? 'timeout' : 'proxy_error')
      await closed
    }
  })
}

for (const [what, answer] of [
  ['no HTTP', '\x15\x03\x01\x00\x02\x02\x46'],
  ['another version of HTTP', 'HTTP/2 200\r\n\r\n'],
  ['why it has no answer', 'HTTP/1.1 504 No\r\nProxy-Status: p; error=dns_error\r\nContent-Length: 0\r\n\r\n'],
] as const) {
  test(`a proxy that answers ${what} has failed`, async (context) => {
    const provider = await startBrokenProvider(context, 'http', (socket) => socket.end(Buffer.from(answer, 'latin1')))
    const error = await faultOf(get(publicClient(context), 'http://site.test/', { proxy: provider.upstream }))
    assert.equal(error.code, 'proxy_error')
  })
}

test('an error that the site itself answers is an answer', async (context) => {
  const site = await startSite(context, (_request, response) => response.writeHead(502).end('down'))
  const provider = await startHttpProvider(context)
  const url = `http://site.test:${site.port}/`
  assert.equal((await get(publicClient(context), url, { proxy: provider.upstream })).status, 502)
})

test("a refused tunnel is the proxy's fault, a refused connection behind SOCKS is the site's", async (context) => {
  const gone = await startSentinel(context, '127.0.0.2')
  const client = publicClient(context)
  const http = await startHttpProvider(context)
  assert.equal(
    (await faultOf(get(client, `https://site.test:${gone.port}/`, { proxy: http.upstream }))).code,
    'proxy_error',
  )
  for (const [reply, code] of [
    [1, 'proxy_error'],
    [2, 'proxy_error'],
    [4, 'connect_error'],
    [5, 'connect_error'],
    [8, 'proxy_error'],
  ] as const) {
    const socks = await startSocksProvider(context, { reply })
    assert.equal((await faultOf(get(client, 'https://site.test/', { proxy: socks.upstream }))).code, code)
  }
})

test('a tunnel that breaks off is a reset, and so is a site behind SOCKS that closes', async (context) => {
  const closing = await startRaw(context, (socket) => socket.destroy())
  for (const start of [startHttpProvider, startSocksProvider]) {
    const provider = await start(context)
    const url = `https://site.test:${closing.port}/`
    assert.equal(
      (await faultOf(get(publicClient(context), url, { proxy: provider.upstream }))).code,
      'connection_reset',
    )
  }
})

test('a proxy that dies in the middle of a body leaves what came of it, where that is wanted', async (context) => {
  const provider = await startBrokenProvider(context, 'http', (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
  })
  const more = { proxy: provider.upstream }
  assert.equal((await faultOf(get(publicClient(context), 'http://site.test/', more))).code, 'connection_reset')
  const kept = await get(publicClient(context), 'http://site.test/', { ...more, keepBrokenOff: true })
  assert.deepEqual([textOf(kept), kept.truncated], ['half', true])
})

test('a connection that the proxy has closed meanwhile is made again', async (context) => {
  const provider = await startBrokenProvider(context, 'http', (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    socket.once('data', () => socket.destroy())
  })
  const client = publicClient(context)
  for (let index = 0; index < 2; index += 1) {
    assert.equal(textOf(await get(client, 'http://site.test/', { proxy: provider.upstream })), 'ok')
  }
  assert.equal(provider.connections(), 2)
})

test('redirects from http to https and back stay behind the proxy', async (context) => {
  const plain = await startEcho(context)
  const secure = await listen(
    context,
    createServer({ key: fixtureKey, cert: fixtureCertificate }, (_request, response) => {
      response.writeHead(302, { location: `http://site.test:${plain.port}/end` }).end()
    }),
  )
  const first = await startSite(context, (_request, response) => {
    response.writeHead(302, { location: `https://site.test:${secure.port}/` }).end()
  })
  const provider = await startHttpProvider(context, { credentials: 'u:pw' })
  const answer = await get(publicClient(context), `http://site.test:${first.port}/`, { proxy: provider.as('u') })
  assert.equal((JSON.parse(textOf(answer)) as string[])[0], '/end')
  assert.deepEqual(
    provider.asked.map((line) => line.split(' ')[0]),
    ['GET', 'CONNECT', 'GET'],
  )
})

test('an exchange without a proxy goes straight while others do not', async (context) => {
  const site = await startEcho(context)
  const provider = await startHttpProvider(context)
  const client = clientFor(context, [site])
  await Promise.all([get(client, site.origin), get(client, site.origin, { proxy: provider.upstream })])
  assert.equal(provider.connections(), 1)
  assert.equal(site.connections(), 2)
})

test('many exchanges with one host at a time end each by itself', async (context) => {
  const many = egressLimits.socketsPerHostMax
  for (const start of [startHttpProvider, startSocksProvider]) {
    const { promise: allHang, resolve } = Promise.withResolvers<void>()
    let hanging = 0
    const site = await startSite(context, (request, response) => {
      if (request.url === '/ok') response.end('ok')
      else if ((hanging += 1) === many) resolve()
    })
    const over = new AbortController()
    const proxy = (await start(context)).upstream
    const client = publicClient(context)
    const url = (path: string): string => `http://site.test:${site.port}${path}`
    const hung = Array.from({ length: many }, () =>
      faultOf(get(client, url('/hang'), { proxy, signal: over.signal, timeoutMs: 60_000 })),
    )
    await allHang
    const others = Array.from({ length: 5 }, () => get(client, url('/ok'), { proxy }))
    over.abort()
    assert.deepEqual(new Set((await Promise.all(hung)).map(({ code }) => code)), new Set(['aborted']))
    assert.deepEqual(new Set((await Promise.all(others)).map(textOf)), new Set(['ok']))
  }
})
