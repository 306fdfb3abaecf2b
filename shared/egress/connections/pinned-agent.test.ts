import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { egressLimits } from '../../config/limits.ts'
import { AllowList, type AddressAllowance } from '../policy/allow-list.ts'
import { deniedAddresses } from '../testing/address-corpus.ts'
import { toEgressError } from './faults.ts'
import { fixtureCertificate, fixtureKey } from '../testing/fixture-certificate.ts'
import { listen, namesFrom, startSentinel, startSite } from '../testing/fixture-server.ts'
import { createPinnedAgents } from './pinned-agent.ts'
import type { ResolveName } from './resolver.ts'

const mustNotAsk: ResolveName = () => Promise.reject(new Error('asked'))

/** Sends a request without the checks of URLs, so that only the agent can refuse it. */
function requester(context: TestContext, allowList: AddressAllowance, resolve: ResolveName = mustNotAsk) {
  const agents = createPinnedAgents({ allowList, resolve })
  context.after(() => {
    agents.http.destroy()
  })
  return (host: string, port: number): Promise<string> =>
    new Promise((done, fail) => {
      const request = http.request({ host, port, agent: agents.http }, (response) => {
        response.resume().on('end', () => {
          done(`${response.statusCode} ${String(request.getHeader('host'))}`)
        })
      })
      request.on('error', fail).end()
    })
}

const codeOf = (answer: Promise<string>): Promise<string> => answer.catch((error: unknown) => toEgressError(error).code)

test('a literal address is vetted although a socket never looks it up', async (context) => {
  const sentinel = await startSentinel(context)
  const request = requester(context, new AllowList({ entries: '' }))
  assert.equal(await codeOf(request('127.0.0.1', sentinel.port)), 'unsafe_target')
  for (const address of deniedAddresses.slice(0, 40)) {
    assert.equal(await codeOf(request(address, sentinel.port)), 'unsafe_target')
  }
  assert.equal(sentinel.connections(), 0)
})

test('spellings only a system resolver would fold are refused or unknown, never dialled', async (context) => {
  const sentinel = await startSentinel(context)
  const request = requester(context, new AllowList({ entries: '' }), namesFrom({}))
  for (const host of ['2130706433', '0x7f000001', '127.1', '0177.0.0.1', 'localhost', 'foo.localhost.']) {
    assert.match(await codeOf(request(host, sentinel.port)), /^(?:unsafe_target|dns_error)$/)
  }
  assert.equal(sentinel.connections(), 0)
})

test('the Host header keeps the name while the vetted address is dialled', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const list = new AllowList({ entries: `127.0.0.1:${site.port}` })
  const request = requester(context, list, namesFrom({ 'site.example': ['127.0.0.1'] }))
  assert.equal(await request('site.example', site.port), `200 site.example:${site.port}`)
})

test('the next vetted address is dialled when the first refuses', async (context) => {
  const site = await startSite(context, (_request, response) => response.end())
  const list = new AllowList({ entries: `127.0.0.0/8:${site.port}` })
  const request = requester(context, list, namesFrom({ 'site.example': ['127.0.0.2', '127.0.0.3', '127.0.0.1'] }))
  assert.match(await request('site.example', site.port), /^200/)
})

test('when every address refuses, the fault is one of connecting and names none of them', async (context) => {
  const closed = await startSentinel(context)
  const list = new AllowList({ entries: '127.0.0.0/8' })
  const request = requester(context, list, namesFrom({ 'site.example': ['127.0.0.2', '127.0.0.3'] }))
  const error = toEgressError(await request('site.example', closed.port).catch((reason: unknown) => reason))
  assert.equal(error.code, 'connect_error')
  assert.doesNotMatch(error.message, /127/)
})

test('each connection resolves once; an answer that turns private later reaches nothing', async (context) => {
  const site = await startSite(context, (_request, response) => response.setHeader('connection', 'close').end())
  const sentinel = await startSentinel(context, '127.0.0.2', site.port)
  const list = new AllowList({ entries: `127.0.0.1:${site.port}` })
  let asked = 0
  const rebinding: ResolveName = async () => {
    asked += 1
    return [{ address: asked % 2 === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const request = requester(context, list, rebinding)
  for (let trial = 1; trial <= 50; trial += 1) {
    assert.equal((await codeOf(request('site.example', site.port))).slice(0, 3), trial % 2 === 1 ? '200' : 'uns')
    assert.equal(asked, trial)
  }
  assert.equal(site.connections(), 25)
  assert.equal(sentinel.connections(), 0)
})

test('an address that is no longer allowed once connected gets no byte', async (context) => {
  const seen: string[] = []
  const server = createServer((socket) => socket.on('data', (bytes) => seen.push(bytes.toString())))
  const site = await listen(context, server)
  let allowed = true
  const onlyOnce: AddressAllowance = {
    allows: () => {
      const answer = allowed
      allowed = false
      return answer
    },
  }
  const request = requester(context, onlyOnce, namesFrom({ 'site.example': ['127.0.0.1'] }))
  assert.equal(await codeOf(request('site.example', site.port)), 'unsafe_target')
  assert.deepEqual(seen, [])
})

test('a socket is kept for the next request and is not resolved again', async (context) => {
  const site = await startSite(context, (_request, response) => response.end('x'))
  const list = new AllowList({ entries: `127.0.0.1:${site.port}` })
  let asked = 0
  const request = requester(context, list, async () => {
    asked += 1
    return [{ address: '127.0.0.1', family: 4 }]
  })
  for (let index = 0; index < 5; index += 1) await request('site.example', site.port)
  assert.equal(site.connections(), 1)
  assert.equal(asked, 1)
})

test('a server that accepts the connection and never finishes TLS is abandoned after the connect timeout', async (context) => {
  const site = await startSentinel(context)
  const list = new AllowList({ entries: `127.0.0.1:${site.port}` })
  const agents = createPinnedAgents({ allowList: list, resolve: mustNotAsk })
  context.after(() => {
    agents.https.destroy()
  })
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const request = https.request({ host: '127.0.0.1', port: site.port, agent: agents.https }).end()
  const [socket] = (await once(request, 'socket')) as [Socket]
  await once(socket, 'connect')
  const failed = once(request, 'error') as Promise<[Error]>
  context.mock.timers.tick(egressLimits.connectTimeoutMs)
  const [error] = await failed
  assert.equal(toEgressError(error).code, 'timeout')
})

test('certificates are checked although the environment says otherwise', async (context) => {
  const site = await listen(context, https.createServer({ key: fixtureKey, cert: fixtureCertificate }))
  const list = new AllowList({ entries: `127.0.0.1:${site.port}` })
  const agents = createPinnedAgents({ allowList: list, resolve: mustNotAsk })
  context.after(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    agents.https.destroy()
  })
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const request = https.request({ host: '127.0.0.1', port: site.port, agent: agents.https }).end()
  const [error] = (await once(request, 'error')) as [Error]
  assert.equal(toEgressError(error).code, 'tls_error')
})
