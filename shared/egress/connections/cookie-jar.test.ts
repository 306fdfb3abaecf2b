import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cookieLimits } from '../../config/limits.ts'
import type { StateCookie } from './state-cookie.ts'
import { stateCookie } from '../../sessions/testing/state-cookie.ts'
import { createCookieJar, mergedCookies, seedCookies, underCallersCookies } from './cookie-jar.ts'

const url = (text: string): URL => new URL(text)
const shop = url('https://www.shop.example/a/b')

describe('a cookie jar', () => {
  it('gives back what was set, to its host, path and scheme alone', () => {
    const jar = createCookieJar()
    jar.store(shop, [
      'host=1',
      'path=2; Path=/a',
      'all=3; Path=/; Domain=shop.example',
      'safe=4; Path=/; Secure; HttpOnly',
    ])
    assert.equal(jar.header(shop), 'host=1; path=2; all=3; safe=4')
    assert.equal(jar.header(url('https://www.shop.example/')), 'all=3; safe=4')
    assert.equal(jar.header(url('http://www.shop.example/')), 'all=3')
    assert.equal(jar.header(url('https://api.shop.example/')), 'all=3')
    assert.equal(jar.header(url('https://other.example/')), '')
  })

  it('refuses cookies for public suffixes and for other sites', () => {
    const jar = createCookieJar()
    jar.store(url('https://a.co.uk/'), [
      'x=1; Domain=co.uk',
      'y=2; Domain=uk',
      'z=3; Domain=b.co.uk',
      'w=4; Domain=github.io',
    ])
    assert.equal(jar.header(url('https://a.co.uk/')), '')
    assert.equal(jar.header(url('https://b.co.uk/')), '')
  })

  it('keeps cookies of addresses, single names and hosts under test names', () => {
    for (const origin of ['http://127.0.0.1:8080/', 'http://[::1]:8080/', 'http://localhost/', 'http://site.test/']) {
      const jar = createCookieJar()
      jar.store(url(origin), ['x=1'])
      assert.equal(jar.header(url(origin)), 'x=1', origin)
    }
  })

  it('ignores a Domain attribute that can only mean the host', () => {
    for (const host of ['github.io', '127.0.0.1', 'localhost']) {
      const jar = createCookieJar()
      jar.store(url(`http://${host}/`), [`x=1; Domain=${host}`])
      assert.equal(jar.header(url(`http://${host}/`)), 'x=1', host)
      assert.equal(jar.header(url(`http://other.${host === '127.0.0.1' ? 'test' : host}/`)), '', host)
    }
  })

  it('has nothing for names that are reserved as a whole', () => {
    const jar = createCookieJar()
    jar.store(url('http://test/'), ['x=1'])
    assert.equal(jar.header(url('http://test/')), '')
  })

  it('knows a host with and without its root dot', () => {
    const jar = createCookieJar()
    jar.store(url('http://shop.example./'), ['x=1'])
    assert.equal(jar.header(url('http://shop.example./')), 'x=1')
  })

  it('replaces a cookie of the same name and drops one that has run out', () => {
    const jar = createCookieJar()
    jar.store(shop, ['x=1; Path=/'])
    jar.store(shop, ['x=2; Path=/', 'y=1; Path=/; Max-Age=100'])
    assert.equal(jar.header(shop), 'x=2; y=1')
    jar.store(shop, ['x=; Path=/; Max-Age=0', 'y=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    assert.equal(jar.header(shop), '')
  })

  it('reads what browsers read, and drops invalid cookies', () => {
    const jar = createCookieJar()
    jar.store(shop, [
      '',
      ';',
      '=',
      'a="q, r"; Path=/',
      'b=1=2;Path=/',
      'c=3; path=/; Expires=Wed, 09-Nov-2099 23:12:40 GMT',
      'd=\u00e9; Path=/; Same',
    ])
    const header = jar.header(shop)
    for (const pair of ['a="q, r"', 'b=1=2', 'c=3']) assert.ok(header.includes(pair), pair)
    jar.store(shop, ['__proto__=1; Path=/', 'constructor=2; Path=/'])
    assert.match(jar.header(shop), /__proto__=1; constructor=2/)
  })

  it('keeps to its bounds', () => {
    const jar = createCookieJar()
    jar.store(shop, [`long=${'x'.repeat(cookieLimits.cookieMaxBytes)}; Path=/`])
    assert.equal(jar.header(shop), '')
    const lines = Array.from({ length: cookieLimits.jarMaxCookies + 50 }, (_, at) => `c${at}=1; Path=/`)
    jar.store(shop, lines)
    jar.store(shop, ['c0=2; Path=/', 'more=1; Path=/'])
    const pairs = jar.header(shop).split('; ')
    assert.equal(pairs.length, cookieLimits.jarMaxCookies)
    assert.ok(pairs.includes('c0=2') && !pairs.includes('more=1'))
  })

  it('shares nothing with another', () => {
    const jar = createCookieJar()
    jar.store(shop, ['x=1'])
    assert.equal(createCookieJar().header(shop), '')
  })

  it("takes a caller's header for its host, and in the clear only where it came so", () => {
    const jar = createCookieJar()
    seedCookies(jar, shop, 'a=1; b=x=y ;; bad; =no; c=3')
    assert.equal(jar.header(url('https://www.shop.example/else')), 'a=1; b=x=y; c=3')
    assert.equal(jar.header(url('http://www.shop.example/')), '')
    assert.equal(jar.header(url('https://api.www.shop.example/')), '')
    const plain = createCookieJar()
    seedCookies(plain, url('http://shop.example/x'), 'a=1')
    assert.equal(plain.header(url('https://shop.example/')), 'a=1')
  })
})

describe('cookies of a caller and of a jar', () => {
  it("go out together, the caller's before a cookie of the same name", () => {
    assert.equal(mergedCookies('a=1; b=2', 'b=3; c=4'), 'a=1; b=2; c=4')
    assert.equal(mergedCookies('', 'b=3'), 'b=3')
    assert.equal(mergedCookies('a=1;  odd ', ''), 'a=1;  odd ')
    assert.equal(mergedCookies('', ''), '')
  })
})

describe('cookies that are kept', () => {
  const kept = (more: Partial<StateCookie>): StateCookie =>
    stateCookie('a', '1', { domain: 'www.shop.example', ...more })

  it('come out of a jar as they were put in', () => {
    const cookies = [
      kept({}),
      kept({ name: 'b', value: 'x=y"', path: '/a', secure: true, httpOnly: true, sameSite: 'strict' }),
      kept({ name: 'c', domain: 'shop.example', hostOnly: false, expiresMs: 4_102_444_800_000, sameSite: 'none' }),
      kept({ name: 'd', domain: '127.0.0.1' }),
      kept({ name: 'e', domain: '[::1]' }),
      kept({ name: 'f', domain: 'localhost' }),
      kept({ name: '__Host-g', secure: true }),
    ]
    const jar = createCookieJar()
    jar.add(cookies)
    assert.deepEqual(jar.all(), cookies)
    assert.equal(jar.header(url('https://api.shop.example/')), 'c=1')
    assert.equal(jar.header(url('http://[::1]:8080/')), 'e=1')
  })

  it('are without those that have expired, and those no site may set', () => {
    const jar = createCookieJar()
    jar.add([
      kept({ expiresMs: Date.now() - 1 }),
      kept({ name: 'b', domain: 'co.uk', hostOnly: false }),
      kept({ name: 'c', domain: 'not a host' }),
      kept({ name: 'd', value: 'x'.repeat(cookieLimits.cookieMaxBytes) }),
    ])
    assert.deepEqual(jar.all(), [])
    jar.add([kept({}), kept({ name: 'e' })])
    jar.store(shop, ['a=; Max-Age=0; Path=/', 'e=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/'])
    assert.deepEqual(jar.all(), [])
  })

  it('last as long as the site says, and no longer than browsers have them', () => {
    const jar = createCookieJar()
    jar.store(shop, ['a=1; Max-Age=60', 'b=1; Max-Age=99999999999'])
    const [first, second] = jar.all().map(({ expiresMs }) => (expiresMs ?? 0) - Date.now())
    assert.ok(first !== undefined && first > 0 && first <= 60_000)
    assert.ok(second !== undefined && second > 60_000 && second <= cookieLimits.lifeMaxMs)
  })

  it("are below a caller's own, which give way to what the site sets", () => {
    const below = createCookieJar()
    below.add([kept({}), kept({ name: 'b' })])
    const jar = underCallersCookies(below, shop, 'a=caller; c=caller')
    assert.equal(jar.header(shop), 'a=caller; c=caller; b=1')
    assert.equal(jar.header(url('https://api.shop.example/')), '')
    jar.store(shop, ['a=site; Path=/'])
    assert.equal(jar.header(shop), 'c=caller; a=site; b=1')
    assert.deepEqual(
      jar.all().map(({ name, value }) => `${name}=${value}`),
      ['a=site', 'b=1'],
    )
  })
})
