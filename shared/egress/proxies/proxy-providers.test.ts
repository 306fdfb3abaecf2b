import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proxyOf } from './provider-template.ts'
import { readProviders } from './proxy-providers.ts'

const none = { SEINE_PROXY_BASIC: '', SEINE_PROXY_ENHANCED: '', SEINE_PROXY_PREMIUM: '' }
const use = { country: 'FR', session: 's1' }

describe('the template of a provider', () => {
  it('is filled with country and session, encoded for the URL and decoded for the proxy', () => {
    assert.deepEqual(
      proxyOf('http://u-{country}-{COUNTRY}-{session}:p%40ss@[::1]:3128', { ...use, session: 'a:b@/c' }),
      {
        protocol: 'http',
        host: '::1',
        port: 3128,
        credentials: { username: 'u-fr-FR-a:b@/c', password: 'p@ss' },
      },
    )
  })

  it('loses its part in brackets when no country is requested', () => {
    const named = (country: string | null) => {
      const proxy = proxyOf('http://u[-country-{country}]-{session}:p@proxy.test', { ...use, country })
      return typeof proxy === 'string' ? proxy : proxy.credentials?.username
    }
    assert.deepEqual([named('FR'), named(null)], ['u-country-fr-s1', 'u-s1'])
  })

  it('names HTTP and SOCKS proxies, with the port of each by default', () => {
    const short = (template: string) => {
      const proxy = proxyOf(template, use)
      return typeof proxy === 'string' ? proxy : `${proxy.protocol} ${proxy.host}:${proxy.port}`
    }
    assert.equal(short('http://Proxy.test'), 'http proxy.test:80')
    assert.equal(short('HTTP://proxy.test:443/'), 'http proxy.test:443')
    assert.equal(short('socks5://Proxy.test'), 'socks5 proxy.test:1080')
    assert.equal(short('socks5h://u:p@proxy.test:80'), 'socks5 proxy.test:80')
    assert.equal(short('socks5://u:p@[2001:db8::1]'), 'socks5 2001:db8::1:1080')
  })

  it('is refused where it cannot be used, in words that quote nothing', () => {
    for (const [template, problem] of [
      ['https://u:secret@proxy.test', /scheme http or socks5/],
      ['secret.test:3128', /scheme http or socks5/],
      ['constructor://secret.test', /scheme http or socks5/],
      ['http://u-{city}:secret@proxy.test', /placeholder/],
      ['http://u:secret%zz@proxy.test', /contains a % that does not begin an escape/],
      ['http://proxy.test/secret', /more than a host/],
      ['http://secret proxy', /not a URL/],
      ['http://proxy.test:99999', /not a URL/],
      [`socks5://u:${'x'.repeat(256)}@proxy.test`, /longer than 255/],
    ] as const) {
      const outcome = proxyOf(template, use)
      assert.ok(typeof outcome === 'string', template)
      assert.match(outcome, problem)
      assert.doesNotMatch(outcome, /secret/)
    }
  })
})

describe('the providers of an operator', () => {
  it('are empty without settings', () => {
    assert.deepEqual(readProviders({ ...none, SEINE_PROXY_BASIC: ' \n ' }), [])
  })

  it('are read from every tier, named or called by their tier', () => {
    const providers = readProviders({
      SEINE_PROXY_BASIC: 'http://a.test  fast=socks5://u:p=q@b.test\n http://{country}.c.test ',
      SEINE_PROXY_ENHANCED: '',
      SEINE_PROXY_PREMIUM: 'http://d.test',
    })
    assert.deepEqual(
      providers.map(({ name, tier, servesCountry }) => [name, tier, servesCountry]),
      [
        ['basic', 'basic', false],
        ['fast', 'basic', false],
        ['basic-3', 'basic', true],
        ['premium', 'premium', false],
      ],
    )
    assert.equal(providers[1]?.template, 'socks5://u:p=q@b.test')
  })

  it('that cannot be read are named together, without what they hold', () => {
    const read = () =>
      readProviders({
        SEINE_PROXY_BASIC: 'https://u:secret1@proxy.test',
        SEINE_PROXY_ENHANCED: 'a=http://proxy.test proxy.test:secret2 auto=http://proxy.test',
        SEINE_PROXY_PREMIUM: 'a=http://proxy.test basic=http://u-{city}:secret3@proxy.test/ sec.ret=http://proxy.test',
      })
    assert.throws(read, (error: Error) => {
      const lines = error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim().replace(/: .*$/, ''))
      assert.deepEqual(lines, [
        'SEINE_PROXY_BASIC',
        'SEINE_PROXY_ENHANCED, provider 2',
        'SEINE_PROXY_ENHANCED, provider 3',
        'SEINE_PROXY_PREMIUM, provider 1',
        'SEINE_PROXY_PREMIUM, provider 2',
        'SEINE_PROXY_PREMIUM, provider 2',
        'SEINE_PROXY_PREMIUM, provider 3',
      ])
      assert.doesNotMatch(error.message, /secret|sec\.ret|proxy\.test|city/)
      return true
    })
  })
})
