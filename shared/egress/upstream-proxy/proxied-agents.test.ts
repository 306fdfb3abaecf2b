import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { ProxiedAgents } from './proxied-agents.ts'

const as = (username: string): UpstreamProxy => ({
  protocol: 'http',
  host: 'proxy.test',
  port: 80,
  credentials: { username, password: 'p' },
})

const bounded = (context: TestContext, max: number): ProxiedAgents => {
  const agents = new ProxiedAgents(max)
  context.after(() => agents.destroy())
  return agents
}

test('the agents of a way out are the same until another has taken their place', (context) => {
  const agents = bounded(context, 2)
  const lease = (name: string) => {
    const leased = agents.lease(as(name))
    leased.release()
    return leased.http
  }
  const first = lease('a')
  assert.equal(lease('a'), first)
  assert.notEqual(lease('b'), first)
  assert.equal(lease('a'), first)
  lease('c')
  assert.equal(lease('a'), first)
  lease('b')
  lease('c')
  assert.notEqual(lease('a'), first)
})

test('agents in use stay, however many there are', (context) => {
  const agents = bounded(context, 1)
  const held = ['a', 'b', 'c'].map((name) => agents.lease(as(name)))
  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    const again = agents.lease(as(name))
    assert.equal(again.https, held[at]?.https)
    again.release()
    again.release()
  }
  assert.equal(agents.lease(as('a')).http, held[0]?.http)
})
