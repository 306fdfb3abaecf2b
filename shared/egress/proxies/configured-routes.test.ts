import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerLimits } from './provider-limits.ts'
import { readProxyRoutes } from './configured-routes.ts'
import { ProxyNotConfiguredError, type ProxyRoutes } from './proxy-routes.ts'

const none = { SEINE_PROXY_BASIC: '', SEINE_PROXY_ENHANCED: '', SEINE_PROXY_PREMIUM: '' }
const wish = (proxy: string, geolocation: string | null = null) => ({ proxy, geolocation })
const auto = wish('auto')

const namesOf = (routes: ProxyRoutes, asked = auto, session = 's') =>
  routes.routesOf('basic', asked, session).map(({ provider }) => provider)

describe('the tiers of a page', () => {
  const routes = readProxyRoutes({
    ...none,
    SEINE_PROXY_BASIC: 'http://a.test plain=http://b.test',
    SEINE_PROXY_PREMIUM: 'http://c.test abroad=http://{country}.test',
  })

  it('begin without a proxy and climb those that are configured', () => {
    assert.deepEqual(readProxyRoutes(none).tiersFor(auto), ['none'])
    assert.deepEqual(routes.tiersFor(auto), ['none', 'basic', 'premium'])
  })

  it('are the one that was named, by itself or by a provider', () => {
    assert.deepEqual(routes.tiersFor(wish('premium')), ['premium'])
    assert.deepEqual(routes.tiersFor(wish('plain')), ['basic'])
  })

  it('are only those that serve countries where one is wanted', () => {
    assert.deepEqual(routes.tiersFor(wish('auto', 'DE')), ['premium'])
    assert.deepEqual(routes.tiersFor(wish('abroad', 'DE')), ['premium'])
  })

  it('are an error where nothing that was requested is configured', () => {
    for (const [asked, message] of [
      [wish('enhanced'), 'the proxy `enhanced` is not configured'],
      [wish('elsewhere'), 'the proxy `elsewhere` is not configured'],
      [wish('none'), 'the proxy `none` is not configured'],
      [wish('basic', 'DE'), 'the proxy `basic` serves no countries; geolocation was DE'],
      [wish('plain', 'DE'), 'the proxy `plain` serves no countries; geolocation was DE'],
    ] as const) {
      assert.throws(
        () => routes.tiersFor(asked),
        (error) => error instanceof ProxyNotConfiguredError && error.message === message,
      )
    }
    assert.throws(() => readProxyRoutes(none).tiersFor(wish('auto', 'DE')), ProxyNotConfiguredError)
  })
})

describe('the ways out of a tier', () => {
  it('is one without a proxy, straight', () => {
    assert.deepEqual(readProxyRoutes(none).routesOf('none', auto, 's'), [
      { tier: 'none', provider: null, upstream: null },
    ])
  })

  it('are filled with country and session', () => {
    const routes = readProxyRoutes({ ...none, SEINE_PROXY_BASIC: 'x=socks5://u-{country}-{session}:p@a.test' })
    assert.deepEqual(routes.routesOf('basic', wish('auto', 'FR'), 's1'), [
      {
        tier: 'basic',
        provider: 'x',
        upstream: {
          protocol: 'socks5',
          host: 'a.test',
          port: 1080,
          credentials: { username: 'u-fr-s1', password: 'p' },
        },
      },
    ])
  })

  it('are those of the provider that was named, or of all that serve the country', () => {
    const routes = readProxyRoutes({
      ...none,
      SEINE_PROXY_BASIC: 'a=http://a.test b=http://{country}.test c=http://{COUNTRY}.test',
    })
    assert.deepEqual(namesOf(routes, wish('b')), ['b'])
    assert.deepEqual(new Set(namesOf(routes, wish('basic'))), new Set(['a', 'b', 'c']))
    assert.deepEqual(new Set(namesOf(routes, wish('auto', 'FR'))), new Set(['b', 'c']))
  })

  it('are spread over providers by session, each session staying with its own', () => {
    const routes = readProxyRoutes({ ...none, SEINE_PROXY_BASIC: 'a=http://a.test b=http://b.test c=http://c.test' })
    const firsts = Array.from({ length: 300 }, (_, at) => namesOf(routes, auto, `session ${at}`)[0])
    for (const name of ['a', 'b', 'c']) assert.ok(firsts.filter((first) => first === name).length > 60, name)
    for (let at = 0; at < 300; at += 1) assert.equal(namesOf(routes, auto, `session ${at}`)[0], firsts[at])
  })
})

describe('a provider that fails', () => {
  const lab = () => {
    let now = 0
    const routes = readProxyRoutes(
      { ...none, SEINE_PROXY_BASIC: 'a=http://a.test b=http://b.test c=http://c.test' },
      () => now,
    )
    const report = (name: string | null, worked: boolean): void =>
      routes.report({ tier: 'basic', provider: name, upstream: null }, worked)
    const pass = (ms: number): void => {
      now += ms
    }
    return { routes, report, pass }
  }

  it('comes last until it has rested, twice as long each time, or works again', () => {
    const { routes, report, pass } = lab()
    const [first = null, ...others] = namesOf(routes)
    const isLast = () => namesOf(routes).at(-1) === first
    let restMs: number = providerLimits.pauseFirstMs
    for (let failures = 0; failures < 10; failures += 1) {
      report(first, false)
      assert.deepEqual(namesOf(routes), [...others, first])
      pass(restMs - 1)
      assert.ok(isLast())
      pass(1)
      assert.ok(!isLast())
      restMs = Math.min(restMs * 2, providerLimits.pauseMaxMs)
    }
    report(first, false)
    report(first, true)
    assert.ok(!isLast())
    report(first, false)
    pass(providerLimits.pauseFirstMs)
    assert.ok(!isLast())
  })

  it('counts once for tries that were under way together', () => {
    const { routes, report, pass } = lab()
    const [first = null] = namesOf(routes)
    for (let tries = 0; tries < 50; tries += 1) report(first, false)
    pass(providerLimits.pauseFirstMs)
    assert.equal(namesOf(routes)[0], first)
  })

  it('is tried nevertheless when all have failed, the longest rested first', () => {
    const { routes, report, pass } = lab()
    for (const name of ['b', 'c', 'a']) {
      report(name, false)
      pass(10)
    }
    assert.deepEqual(namesOf(routes), ['b', 'c', 'a'])
    report('b', false)
    assert.deepEqual(namesOf(routes), ['c', 'a', 'b'])
  })

  it('changes nothing for the straight way', () => {
    const { routes, report } = lab()
    report(null, false)
    assert.equal(routes.routesOf('none', auto, 's').length, 1)
  })
})
