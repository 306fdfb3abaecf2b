import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../config/config.ts'
import { clientFor, faultOf, get, startSite, textOf } from './testing/fixture-server.ts'
import { readResolver } from './name-servers.ts'
import { systemResolve } from './connections/resolver.ts'
import { startNameServer } from './testing/name-server.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'site.example': ['127.0.0.1'],
  'both.example': ['2606:4700::1', '93.184.216.34'],
  'six.example': ['2606:4700::1'],
  'inside.example': ['10.0.0.1'],
}

test('without servers of its own the resolver of the system is asked', () => {
  assert.equal(readResolver({ SEINE_EGRESS_DNS: '' }), systemResolve)
})

test('the servers of the setting are asked, and nothing else', async (context) => {
  const server = await startNameServer(context, (name) => names[name] ?? null)
  const resolve = readResolver({ SEINE_EGRESS_DNS: server.address })
  assert.deepEqual(await resolve('both.example'), [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
  assert.deepEqual(await resolve('six.example'), [{ address: '2606:4700::1', family: 6 }])
  // The hosts file of every machine contains `localhost`.
  await assert.rejects(resolve('localhost'), { code: 'ENOTFOUND' })
  await assert.rejects(resolve('nope.example'), { code: 'ENOTFOUND' })
  assert.deepEqual(new Set(server.asked), new Set(['both.example', 'six.example', 'localhost', 'nope.example']))
})

test('what they answer is vetted like any other answer', async (context) => {
  const server = await startNameServer(context, (name) => names[name] ?? null)
  const site = await startSite(context, (_request, response) => response.end('page'))
  const client = clientFor(context, [site], { resolve: readResolver({ SEINE_EGRESS_DNS: server.address }) })
  assert.equal(textOf(await get(client, `http://site.example:${site.port}/`)), 'page')
  assert.equal((await faultOf(get(client, 'http://inside.example/'))).code, 'unsafe_target')
  assert.equal((await faultOf(get(client, 'http://nope.example/'))).code, 'dns_error')
})

test('a rebinding name is dialled at the address that was vetted, or not at all', async (context) => {
  let turn = 0
  // A and AAAA are queried together; the A query determines the result.
  const server = await startNameServer(context, () => [turn++ % 4 < 2 ? '127.0.0.1' : '127.0.0.2'])
  const site = await startSite(context, (_request, response) => response.setHeader('connection', 'close').end('page'))
  const client = clientFor(context, [site], { resolve: readResolver({ SEINE_EGRESS_DNS: server.address }) })
  const outcomes = { page: 0, refused: 0 }
  for (let round = 0; round < 60; round += 1) {
    const url = `http://rebind.example:${site.port}/`
    const outcome = await get(client, url).then(textOf, (error: { code?: unknown }) => error.code)
    assert.ok(outcome === 'page' || outcome === 'unsafe_target', String(outcome))
    outcomes[outcome === 'page' ? 'page' : 'refused'] += 1
  }
  assert.equal(site.connections(), outcomes.page)
  assert.ok(outcomes.refused > 0 && outcomes.page > 0)
  // One resolution for each connection, with one query per address family.
  assert.equal(server.asked.length, 120)
})

test('every entry that is no server is named at the start', () => {
  assert.throws(
    () => readResolver({ SEINE_EGRESS_DNS: '1.1.1.1,dns.example,[2606:4700:4700::1111]:53,1.1.1.1:0,::1,[1.1.1.1]' }),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(error.message.match(/"[^"]*"/g), ['"dns.example"', '"1.1.1.1:0"', '"::1"', '"[1.1.1.1]"'])
      return true
    },
  )
})
