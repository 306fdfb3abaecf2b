/** Needs a process of its own: it changes which certificates the process trusts. */
import assert from 'node:assert/strict'
import { createServer, type ServerOptions } from 'node:https'
import { test, type TestContext } from 'node:test'
import { setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { fixtureCertificate, fixtureKey } from './testing/fixture-certificate.ts'
import {
  clientFor,
  faultOf,
  get,
  listen,
  namesFrom,
  startRaw,
  startSite,
  textOf,
  type Fixture,
} from './testing/fixture-server.ts'

/** A site that answers with the SNI and the Host of the request. */
const startTls = (context: TestContext, options: ServerOptions = {}): Promise<Fixture> =>
  listen(
    context,
    createServer(
      { key: fixtureKey, cert: fixtureCertificate, keepAliveTimeout: 60_000, ...options },
      (request, response) => {
        response.end(`${(request.socket as TLSSocket & { servername?: string }).servername} ${request.headers.host}`)
      },
    ),
  )

const resolve = namesFrom({ 'site.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })

test('a self-signed certificate is a tls_error that is not retried', async (context) => {
  const site = await startTls(context)
  const error = await faultOf(get(clientFor(context, [site]), `https://127.0.0.1:${site.port}/`))
  assert.deepEqual([error.code, error.retryable], ['tls_error', false])
  assert.match(error.message, /SELF_SIGNED/)
})

test('a server that speaks no TLS is a tls_error', async (context) => {
  const plain = await startSite(context, (_request, response) => response.end())
  assert.equal((await faultOf(get(clientFor(context, [plain]), `https://127.0.0.1:${plain.port}/`))).code, 'tls_error')
})

test('a server that closes during the handshake is a reset', async (context) => {
  const closing = await startRaw(context, (socket) => socket.destroy())
  const error = await faultOf(get(clientFor(context, [closing]), `https://127.0.0.1:${closing.port}/`))
  assert.equal(error.code, 'connection_reset')
})

test('a handshake that never ends is over at the deadline', async (context) => {
  const silent = await startRaw(context, () => {})
  const error = await faultOf(
    get(clientFor(context, [silent]), `https://127.0.0.1:${silent.port}/`, { timeoutMs: 150 }),
  )
  assert.equal(error.code, 'timeout')
})

test('with a certificate that is trusted', async (context) => {
  setDefaultCACertificates([fixtureCertificate])

  await context.test('SNI and Host keep the name while the pinned address is dialled', async (inner) => {
    const site = await startTls(inner)
    const answer = await get(clientFor(inner, [site], { resolve }), `https://site.test:${site.port}/`)
    assert.equal(textOf(answer), `site.test site.test:${site.port}`)
  })

  await context.test('SNI has no root dot', async (inner) => {
    const site = await startTls(inner)
    const answer = await get(clientFor(inner, [site], { resolve }), `https://site.test.:${site.port}/`)
    assert.match(textOf(answer), /^site\.test /)
  })

  await context.test('a certificate for another name is a tls_error', async (inner) => {
    const site = await startTls(inner)
    const error = await faultOf(get(clientFor(inner, [site], { resolve }), `https://other.test:${site.port}/`))
    assert.equal(error.code, 'tls_error')
    assert.doesNotMatch(error.message, /127\.0\.0\.1|site\.test/)
  })

  await context.test('a socket is reused for the same name and not for another', async (inner) => {
    const site = await startTls(inner)
    const client = clientFor(inner, [site], { resolve })
    for (let index = 0; index < 3; index += 1) await get(client, `https://site.test:${site.port}/`)
    assert.equal(site.connections(), 1)
    await get(client, `https://localhost:${site.port}/`)
    assert.equal(site.connections(), 2)
  })

  await context.test('a redirect from https to http is another origin', async (inner) => {
    const plain = await startSite(inner, (request, response) => response.end(String(request.headers.authorization)))
    const secure = await listen(
      inner,
      createServer({ key: fixtureKey, cert: fixtureCertificate }, (_request, response) => {
        response.writeHead(302, { location: `http://site.test:${plain.port}/` }).end()
      }),
    )
    const client = clientFor(inner, [plain, secure], { resolve })
    const answer = await get(client, `https://site.test:${secure.port}/`, { headers: { authorization: 'Bearer t' } })
    assert.equal(textOf(answer), 'undefined')
  })
})
