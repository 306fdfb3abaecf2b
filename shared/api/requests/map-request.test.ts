import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapLimits } from '../../config/limits.ts'
import { allowNothing, AllowList } from '../../egress/policy/allow-list.ts'
import { vetUrl } from '../../egress/policy/target-policy.ts'
import { readMapRequest, type MapRequestInput } from './map-request.ts'

const allowList = new AllowList({ entries: '127.0.0.1/32:8080' })
const policy = {
  vetUrl: (text: string) => vetUrl(text, allowList),
  vetPublicUrl: (text: string) => vetUrl(text, allowNothing),
}

const defaults: MapRequestInput = {
  url: 'https://e.com/',
  requestedUrl: 'https://e.com/',
  sitemap: 'include',
  includeSubdomains: true,
  ignoreQueryParameters: true,
  ignoreCache: false,
  limit: 1_000,
  timeoutMs: 30_000,
  search: null,
}

const good: readonly (readonly [fields: Record<string, unknown>, expected: Partial<MapRequestInput>])[] = [
  [{}, {}],
  [
    { url: 'HTTPS://E.com:443/a/../b?q#top' },
    { url: 'https://e.com/b?q', requestedUrl: 'HTTPS://E.com:443/a/../b?q#top' },
  ],
  [{ url: 'http://127.0.0.1:8080/' }, { url: 'http://127.0.0.1:8080/', requestedUrl: 'http://127.0.0.1:8080/' }],
  [{ sitemap: 'skip' }, { sitemap: 'skip' }],
  [
    { sitemap: 'only', includeSubdomains: false },
    { sitemap: 'only', includeSubdomains: false },
  ],
  [
    { ignoreQueryParameters: false, ignoreCache: true },
    { ignoreQueryParameters: false, ignoreCache: true },
  ],
  [
    { limit: 1, timeout: 1_000 },
    { limit: 1, timeoutMs: 1_000 },
  ],
  [
    { limit: 100_000, timeout: 300_000 },
    { limit: 100_000, timeoutMs: 300_000 },
  ],
  [{ search: ' two words ' }, { search: 'two words' }],
  [{ search: '  ' }, { search: null }],
  [{ sitemap: null, includeSubdomains: null, limit: null, timeout: null, search: null, ignoreCache: null }, {}],
]

for (const [fields, expected] of good) {
  test(`accepts ${JSON.stringify(fields)}`, () => {
    const result = readMapRequest({ url: 'https://e.com/', ...fields }, policy)
    assert.deepEqual(result, { ok: true, input: { ...defaults, ...expected } })
  })
}

const bad: readonly (readonly [body: unknown, problems: [pointer: string, code: string][]])[] = [
  [[], [['', 'validation_failed']]],
  [{}, [['/url', 'validation_failed']]],
  [{ url: null }, [['/url', 'validation_failed']]],
  [{ url: 'ftp://e.com/' }, [['/url', 'url_not_allowed']]],
  [{ url: 'http://10.0.0.1/' }, [['/url', 'url_not_allowed']]],
  [{ url: 'https://a:b@e.com/' }, [['/url', 'invalid_url']]],
  [{ url: `https://e.com/${'x'.repeat(2_083)}` }, [['/url', 'invalid_url']]],
  [{ url: 'https://e.com/', sitemap: 'never' }, [['/sitemap', 'validation_failed']]],
  [{ url: 'https://e.com/', limit: 0 }, [['/limit', 'validation_failed']]],
  [{ url: 'https://e.com/', limit: 100_001 }, [['/limit', 'validation_failed']]],
  [{ url: 'https://e.com/', limit: 1.5 }, [['/limit', 'validation_failed']]],
  [{ url: 'https://e.com/', timeout: 999 }, [['/timeout', 'validation_failed']]],
  [{ url: 'https://e.com/', timeout: 300_001 }, [['/timeout', 'validation_failed']]],
  [
    { url: 'https://e.com/', search: 'x'.repeat(mapLimits.searchMaxCharacters + 1) },
    [['/search', 'validation_failed']],
  ],
  [{ url: 'https://e.com/', search: 7 }, [['/search', 'validation_failed']]],
  [{ url: 'https://e.com/', include_subdomains: true }, [['/include_subdomains', 'unknown_field']]],
  [
    { url: 'x', limit: '1', ignoreCache: 'yes', what: 1 },
    [
      ['/what', 'unknown_field'],
      ['/ignoreCache', 'validation_failed'],
      ['/limit', 'validation_failed'],
      ['/url', 'invalid_url'],
    ],
  ],
]

for (const [body, problems] of bad) {
  test(`refuses ${JSON.stringify(body).slice(0, 80)}`, () => {
    const result = readMapRequest(body, policy)
    const found = result.ok ? [] : result.errors.map(({ pointer, code }) => [pointer, code] as const)
    assert.deepEqual(new Map(found), new Map(problems))
  })
}

test('another spelling of a field is answered with the right one', () => {
  const result = readMapRequest({ url: 'https://e.com/', ignore_cache: true }, policy)
  assert.match(result.ok ? '' : (result.errors[0]?.message ?? ''), /this endpoint spells it `ignoreCache`/)
})
