import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedMs, judgeBystander } from './bystander.ts'
import type { BystanderSamples, ProbeSamples } from './bystander-protocol.ts'
import { reliabilityLimits } from './reliability-limits.ts'

const samples = (ms: number, refused: Record<string, number> = {}): ProbeSamples => ({ elapsedMs: [ms, ms], refused })
const all = (ms: number, refused = {}): BystanderSamples => ({
  healthz: samples(ms, refused),
  status: samples(ms),
  scrape: samples(ms),
})
const passes = (idle: BystanderSamples, attacked: BystanderSamples): boolean[] =>
  judgeBystander(idle, attacked, false).map(({ passed }) => passed)

test('a p99 of three times the idle one is allowed, and never less than the floor', () => {
  const { healthz } = reliabilityLimits.bystanderFloorMs
  assert.equal(allowedMs('healthz', samples(1), false), healthz)
  assert.equal(allowedMs('healthz', samples(100), false), 300)
  assert.ok(allowedMs('healthz', samples(100), true) > 300)
})

test('each kind of call is held against its own idle figures', () => {
  assert.deepEqual(passes(all(100), all(290)), [true, true, true])
  assert.deepEqual(passes(all(100), { ...all(290), scrape: samples(310) }), [true, true, false])
})

test('an answer other than 200 during the attack is missed, however fast it came', () => {
  assert.deepEqual(passes(all(100), all(1, { rate_limited: 1 })), [false, true, true])
})
