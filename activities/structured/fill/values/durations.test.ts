import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoDuration, secondsIn } from './durations.ts'

describe('lengths of time', () => {
  it('reads them as machines and people write them', () => {
    assert.equal(secondsIn('PT1H30M'), 5_400)
    assert.equal(secondsIn('1 h 30 min'), 5_400)
    assert.equal(secondsIn('1 Stunde 10 Minuten'), 4_200)
    assert.equal(secondsIn('1h30'), 5_400)
    assert.equal(secondsIn('1時間20分'), 4_800)
    assert.equal(secondsIn('42:05'), 2_525)
    assert.equal(secondsIn('1:02:05'), 3_725)
    assert.equal(secondsIn('soon'), null)
  })

  it('reads fractions and clocks of hours', () => {
    for (const [text, minutes] of [
      ['1½ hours', 90],
      ['1 1/2 hours', 90],
      ['1-1/2 hours', 90],
      ['1/2 hour', 30],
      ['½ Std.', 30],
      ['1⅓ hours', 80],
      ['1 and a half hours', 90],
      ['1 hour and a half', 90],
      ['1 heure et demie', 90],
      ['1:30 h', 90],
      ['01:30 Std.', 90],
      ['1:30 min', 1.5],
      ['1,500 minutes', 1_500],
      ['45 min¹', 45],
    ] as const)
      assert.equal(secondsIn(text), minutes * 60, text)
  })

  it('writes them as ISO 8601 has it', () => {
    assert.equal(isoDuration(5_400), 'PT1H30M')
    assert.equal(isoDuration(0), 'PT0S')
  })
})
