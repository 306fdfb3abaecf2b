import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProxyTiers } from './proxy-tiers.ts'

const none = { SEINE_PROXY_BASIC: '', SEINE_PROXY_ENHANCED: '', SEINE_PROXY_PREMIUM: '' }
const use = { country: 'FR', session: 's1' }

test('tiers without a template are not configured', () => {
  const tiers = readProxyTiers({ ...none, SEINE_PROXY_PREMIUM: 'http://proxy.test:8080' })
  assert.deepEqual(tiers.configured, ['premium'])
  assert.equal(tiers.upstream('basic', use), null)
  assert.deepEqual(tiers.upstream('premium', use), { host: 'proxy.test', port: 8080, credentials: null })
})

test('country and session are inserted, encoded for the URL and decoded for the proxy', () => {
  const template = 'http://u-{country}-{COUNTRY}-{session}:p%40ss@[::1]:3128'
  const tiers = readProxyTiers({ ...none, SEINE_PROXY_BASIC: template })
  assert.deepEqual(tiers.upstream('basic', { country: 'FR', session: 'a:b@/c' }), {
    host: '::1',
    port: 3128,
    credentials: { username: 'u-fr-FR-a:b@/c', password: 'p@ss' },
  })
})

test('a part in brackets is left out when no country is asked for', () => {
  const tiers = readProxyTiers({ ...none, SEINE_PROXY_BASIC: 'http://u[-country-{country}]-{session}:p@proxy.test' })
  assert.equal(tiers.upstream('basic', use)?.credentials?.username, 'u-country-fr-s1')
  assert.equal(tiers.upstream('basic', { ...use, country: null })?.credentials?.username, 'u-s1')
  assert.equal(tiers.upstream('basic', use)?.port, 80)
})

test('only a template with a place for it serves countries', () => {
  const tiers = readProxyTiers({
    ...none,
    SEINE_PROXY_BASIC: 'http://proxy.test',
    SEINE_PROXY_ENHANCED: 'http://{country}.proxy.test',
  })
  assert.deepEqual(
    (['basic', 'enhanced', 'premium'] as const).map((tier) => tiers.servesCountry(tier)),
    [false, true, false],
  )
})

test('bad templates are named together, without what they hold', () => {
  const read = () =>
    readProxyTiers({
      SEINE_PROXY_BASIC: 'https://u:secret1@proxy.test',
      SEINE_PROXY_ENHANCED: 'proxy.test:secret2',
      SEINE_PROXY_PREMIUM: 'http://u-{city}:secret3@proxy.test/',
    })
  assert.throws(read, (error: Error) => {
    assert.match(error.message, /SEINE_PROXY_BASIC: .*\n.*SEINE_PROXY_ENHANCED: .*\n.*SEINE_PROXY_PREMIUM: /)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
  assert.throws(() => readProxyTiers({ ...none, SEINE_PROXY_BASIC: 'http://u:p%zz@proxy.test' }), /lone %/)
  assert.throws(() => readProxyTiers({ ...none, SEINE_PROXY_BASIC: 'http://proxy.test/path' }), /more than a host/)
})
