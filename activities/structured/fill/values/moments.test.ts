import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fullMoment, momentIn, timeIn } from './moments.ts'

describe('dates and times', () => {
  it('reads those of any year, in words and numbers', () => {
    assert.equal(momentIn('14 March 2031', 'en'), '2031-03-14')
    assert.equal(momentIn('14. März 1921', 'de'), '1921-03-14')
    assert.equal(momentIn('3/4/2026', 'en-US'), '2026-03-04')
    assert.equal(momentIn('3/4/2026', 'en-GB'), '2026-04-03')
    assert.equal(momentIn('2026年3月14日', 'ja'), '2026-03-14')
    assert.equal(momentIn('Saturday', 'en'), null)
  })

  it('reads the time of day beside them', () => {
    assert.equal(momentIn('Sábado, 14 de marzo de 2026, 20:30 h', 'es'), '2026-03-14T20:30:00')
    assert.equal(timeIn('7:30 pm'), '19:30:00')
    assert.equal(timeIn('Beginn 19.30 Uhr'), '19:30:00')
    assert.equal(timeIn('19 Uhr'), '19:00:00')
    assert.equal(timeIn('20h30'), '20:30:00')
    assert.equal(timeIn('12:05 am'), '00:05:00')
    assert.equal(timeIn('4 May'), null)
  })

  it('completes what RFC 3339 wants', () => {
    assert.equal(fullMoment('2026-03-14'), '2026-03-14T00:00:00Z')
    assert.equal(fullMoment('2026-03-14T20:30:00+01:00'), '2026-03-14T20:30:00+01:00')
  })
})
