import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egressLimits } from '../../config/limits.ts'
import { allowNothing } from './allow-list.ts'
import { clientFor, faultOf, get } from '../testing/fixture-server.ts'
import { fetchThrough } from '../testing/proxy-lab.ts'
import { startForwardProxy } from '../forward-proxy/forward-proxy.ts'
import { resolveTarget, type ResolveName } from '../connections/resolver.ts'
import { refusalAtMs } from '../connections/alike-refusals.ts'
import { InsideNames, searchDomainsOf } from './inside-names.ts'

const namesOf = (...domains: string[]): InsideNames => new InsideNames(() => domains)

/** Possible answers of an internal name server, for a name that exists and for one that does not. */
const answers: Readonly<Record<string, ResolveName>> = {
  'a private address': async () => [{ address: '10.0.0.5', family: 4 }],
  'a private address late': async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return [{ address: '10.0.0.5', family: 4 }]
  },
  'a private address among public ones': async () =>
    ['93.184.216.34', '192.168.0.1'].map((address) => ({ address, family: 4 })),
  'an IPv6 address inside': async () => [{ address: 'fd00::5', family: 6 }],
  'no address': async () => [],
  'no such name': () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
  'no data': () => Promise.reject(Object.assign(new Error('ENODATA'), { code: 'ENODATA' })),
  'a failing server': () => Promise.reject(Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' })),
}

test('names below domains of the machine, private views and unknown top-level domains are inside', () => {
  const names = namesOf('corp.example.com', 'Prod.Example.NET.', 'com', 'co.uk', 'svc', '.')
  const inside = ['db.corp.example.com', 'corp.example.com', 'a.prod.example.net', 'x.ts.net', 'wiki.acme', 'a.b.acme']
  const outside = ['example.com', 'acorp.example.com', 'www.example.net', 'a.com', 'a.co.uk', 'a.example', 'a.test']
  assert.deepEqual(
    inside.filter((name) => !names.has(name)),
    [],
  )
  assert.deepEqual(
    outside.filter((name) => names.has(name)),
    [],
  )
})

test('search domains are read as the resolver reads them', () => {
  assert.deepEqual(searchDomainsOf('# x\nnameserver 10.0.0.1\nsearch a.example b.example\t c.example\n'), [
    'a.example',
    'b.example',
    'c.example',
  ])
  assert.deepEqual(searchDomainsOf('search a.example\n  domain b.example\r\n'), ['b.example'])
  assert.deepEqual(searchDomainsOf('nameserver 10.0.0.1\n'), [])
})

test('domains of the machine are read again when they are old', () => {
  let nowMs = 0
  let domains = ['a.example.com']
  const names = new InsideNames(
    () => domains,
    () => nowMs,
  )
  assert.equal(names.has('x.a.example.com'), true)
  domains = ['b.example.com']
  assert.equal(names.has('x.a.example.com'), true)
  nowMs = egressLimits.machineDomainsMaxAgeMs
  assert.deepEqual([names.has('x.a.example.com'), names.has('x.b.example.com')], [false, true])
})

test('an inside name is refused alike and at one moment, whatever a name server knows of it', async () => {
  const told = await Promise.all(
    Object.entries(answers).map(async ([what, resolve]) => {
      const startedMs = performance.now()
      const policy = { resolve, allowList: allowNothing, isInside: () => true }
      const error = await resolveTarget('db.corp.example.com', 80, policy).then(
        () => assert.fail(what),
        (refusal: Error & { code?: unknown }) => refusal,
      )
      return { what, error, elapsedMs: performance.now() - startedMs }
    }),
  )
  const said = told.map(({ error }) => JSON.stringify([error.name, error.code, error.message, error.cause]))
  assert.deepEqual(
    [...new Set(said)],
    [JSON.stringify(['EgressError', 'dns_error', 'The host name could not be resolved.', undefined])],
  )
  for (const { what, elapsedMs } of told)
    assert.ok(elapsedMs >= egressLimits.insideAnswerMs - 5, `${what} ${elapsedMs}`)
})

test('a refusal is answered at one of two fixed times', () => {
  const moments = [0, 1, 500, 1_999, 2_000, 2_001, 3_000, 4_999].map(refusalAtMs)
  assert.deepEqual(new Set(moments), new Set([egressLimits.insideAnswerMs, egressLimits.dnsTimeoutMs]))
})

test('an inside name that leads to public addresses is not held up', async () => {
  const resolve: ResolveName = async () => [{ address: '93.184.216.34', family: 4 }]
  const policy = { resolve, allowList: allowNothing, isInside: () => true }
  const winner = await Promise.race([
    resolveTarget('www.corp.example.com', 80, policy),
    new Promise((resolve2) => setTimeout(resolve2, egressLimits.insideAnswerMs - 500, 'late')),
  ])
  assert.deepEqual(winner, [{ address: '93.184.216.34', family: 4 }])
})

test('the client and the proxy of browsers answer the same for inside names that exist and that do not', async (context) => {
  const resolve: ResolveName = async (name) =>
    name.startsWith('db.') ? [{ address: '10.0.0.5', family: 4 }] : await Promise.reject(new Error('ENOTFOUND'))
  const client = clientFor(context, [], { resolve })
  const urls = ['http://db.acme-intern.acme/', 'http://no.acme-intern.acme/']
  const faults = await Promise.all(urls.map(async (url) => await faultOf(get(client, url))))
  assert.deepEqual(new Set(faults.map(({ code, message }) => `${code} ${message}`)).size, 1)
  const proxy = await startForwardProxy({ policy: { resolve, allowList: allowNothing }, upstream: null })
  context.after(() => proxy.close())
  assert.deepEqual(await Promise.all(urls.map((url) => fetchThrough(context, proxy.url, url))), ['', ''])
  assert.deepEqual([urls.map((url) => proxy.failureOf(url)), proxy.denials], [['dns_error', 'dns_error'], []])
})
