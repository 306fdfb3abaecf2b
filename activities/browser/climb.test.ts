import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProxyTier } from '@seine/shared/api/browser-page.ts'
import type { ProxyTiers } from '@seine/shared/egress/proxy-tiers.ts'
import { ProxyNotConfiguredError, tiersFor } from './climb.ts'

const tiers = (configured: ProxyTier[], serving: ProxyTier[] = []): ProxyTiers => ({
  configured,
  servesCountry: (tier) => serving.includes(tier),
  upstream: () => null,
})

const wish = (proxy: string, geolocation: string | null = null) =>
  ({ proxy, geolocation }) as Parameters<typeof tiersFor>[0]

describe('the tiers of a page', () => {
  it('begin without a proxy and climb those that are configured', () => {
    assert.deepEqual(tiersFor(wish('auto'), tiers([])), ['none'])
    assert.deepEqual(tiersFor(wish('auto'), tiers(['basic', 'premium'])), ['none', 'basic', 'premium'])
  })

  it('are the one that was named, and no other', () => {
    assert.deepEqual(tiersFor(wish('premium'), tiers(['basic', 'premium'])), ['premium'])
  })

  it('are only those that serve countries where one is wanted', () => {
    assert.deepEqual(tiersFor(wish('auto', 'DE'), tiers(['basic', 'premium'], ['premium'])), ['premium'])
  })

  it('are an error where nothing that was asked for is configured', () => {
    for (const [asked, there] of [
      [wish('basic'), tiers([])],
      [wish('elsewhere'), tiers(['basic'])],
      [wish('auto', 'DE'), tiers(['basic'])],
      [wish('basic', 'DE'), tiers(['basic'])],
    ] as const) {
      assert.throws(() => tiersFor(asked, there), ProxyNotConfiguredError)
    }
  })
})
