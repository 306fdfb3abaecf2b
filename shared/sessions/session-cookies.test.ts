import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cookieLimits } from '../config/limits.ts'
import type { StateCookie } from '../egress/connections/state-cookie.ts'
import { stateCookie } from './testing/state-cookie.ts'
import { cookiesOfDomain, withoutGiven } from './session-cookies.ts'

const cookie = (name: string, more: Partial<StateCookie> = {}): StateCookie => stateCookie(name, '1', more)

describe('cookies of a session', () => {
  it('are those of its domain that have not expired, within bounds', () => {
    const cookies = [
      cookie('a'),
      cookie('b', { domain: 'shop.test', hostOnly: false, expiresMs: 2 }),
      cookie('c', { expiresMs: 1 }),
      cookie('d', { domain: 'other.test' }),
      cookie('e', { domain: 'myshop.test' }),
      cookie('f', { value: 'x'.repeat(cookieLimits.cookieMaxBytes) }),
    ]
    assert.deepEqual(
      cookiesOfDomain(cookies, 'shop.test', 1).map(({ name }) => name),
      ['a', 'b'],
    )
    const many = Array.from({ length: cookieLimits.jarMaxCookies + 1 }, (_, at) => cookie(`c${at}`))
    assert.equal(cookiesOfDomain(many, 'shop.test', 1).length, cookieLimits.jarMaxCookies)
    assert.deepEqual(cookiesOfDomain([cookie('a'), cookie('b', { domain: 'a.localhost' })], 'localhost', 1), [])
  })

  it('are without those a caller gave for the page, unless the site has changed them', () => {
    const before = [cookie('covered', { value: 'own' })]
    const given = [
      { name: 'covered', value: '1', host: 'www.shop.test' },
      { name: 'given', value: '1', host: 'www.shop.test' },
      { name: 'changed', value: '1', host: 'www.shop.test' },
    ]
    const found = [
      cookie('covered'),
      cookie('given'),
      cookie('changed', { value: '2' }),
      cookie('given', { domain: 'shop.test', hostOnly: false }),
      cookie('set'),
    ]
    assert.deepEqual(withoutGiven(found, given, before), [...before, ...found.slice(2)])
  })
})
