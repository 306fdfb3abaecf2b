import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HostDesk } from './host-desk.ts'
import { readExemptHosts } from './exempt-hosts.ts'

const of = (tenant: string) => ({ tenant, work: 'job' })

test('a tenant is exempt on the hosts it is named with; other tenants are not', () => {
  const isExempt = readExemptHosts('acme=shop.test, acme=*.acme.test,acme=one.test:8080,b=[::1]:81')
  assert.ok(isExempt(of('acme'), 'shop.test'))
  assert.ok(isExempt(of('acme'), 'shop.test:8443'))
  assert.ok(isExempt(of('acme'), 'www.acme.test'))
  assert.ok(isExempt(of('acme'), 'one.test:8080'))
  assert.ok(isExempt(of('b'), '[::1]:81'))
  assert.ok(!isExempt(of('acme'), 'acme.test'))
  assert.ok(!isExempt(of('acme'), 'one.test'))
  assert.ok(!isExempt(of('acme'), 'notshop.test'))
  assert.ok(!isExempt(of('b'), 'shop.test'))
  assert.ok(!readExemptHosts('')(of('acme'), 'shop.test'))
})

test('an entry of another form is refused by name', () => {
  for (const entry of ['acme', '=host', 'acme=', 'acme=a:0', 'acme=a:70000', 'acme=*', 'acme=http://a/']) {
    assert.throws(
      () => readExemptHosts(`good=host.test,${entry}`),
      new RegExp(`SEINE_HOSTS_EXEMPT: ${JSON.stringify(entry).replaceAll(/[*/]/g, '\\$&')}`),
    )
  }
})

test('jobs of an exempt tenant ignore the bound and the rest of the host', () => {
  const desk = new HostDesk({ isExempt: readExemptHosts('acme=shop.test') })
  const own = desk.join('shop.test', of('acme'), () => undefined)
  const other = desk.join('shop.test', of('b'), () => undefined)
  for (let at = 0; at < 100; at += 1) assert.ok(own.tryStart() !== null)
  other.tryStart()!.end({ kind: 'throttled', retryAfterMs: 60_000 })
  assert.equal(other.tryStart(), null)
  assert.ok(own.tryStart() !== null)
  assert.equal(own.pauseLeftMs(), 0)
  own.leave()
  other.leave()
})
