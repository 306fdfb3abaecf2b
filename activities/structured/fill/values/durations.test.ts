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

  it('writes them as ISO 8601 has it', () => {
    assert.equal(isoDuration(5_400), 'PT1H30M')
    assert.equal(isoDuration(0), 'PT0S')
  })
})
