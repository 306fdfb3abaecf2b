import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { relaunchPauseMs, whyReplace, type BrowserFacts } from './replacement.ts'

const fresh: BrowserFacts = { contexts: 0, ageMs: 0, memoryBytes: null, crashesAgoMs: [] }

test('a fresh browser is kept', () => {
  assert.equal(whyReplace(fresh), null)
})

for (const [title, facts, reason] of [
  ['after its contexts', { contexts: poolLimits.contextsPerBrowserMax }, /contexts/],
  ['after its time', { ageMs: poolLimits.browserAgeMaxMs }, /run for 1800 s/],
  ['at its memory', { memoryBytes: poolLimits.browserMemoryMaxBytes }, /memory/],
  ['after two crashes in a short time', { crashesAgoMs: [0, poolLimits.pageCrashesWindowMs] }, /2 of its pages/],
] as const) {
  test(`a browser is replaced ${title}`, () => {
    assert.match(whyReplace({ ...fresh, ...facts }) ?? '', reason)
  })
}

test('crashes long ago do not count', () => {
  assert.equal(whyReplace({ ...fresh, crashesAgoMs: [0, poolLimits.pageCrashesWindowMs + 1] }), null)
})

test('the pause before the next start doubles up to its maximum', () => {
  assert.deepEqual([0, 1, 2, 3, 10].map(relaunchPauseMs), [0, 500, 1_000, 2_000, poolLimits.relaunchBackoffMaxMs])
})
