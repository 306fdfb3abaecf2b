import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fullMomentIn, momentIn, timeIn, timeWithOffset } from './moments.ts'

describe('dates and times', () => {
  it('reads those of any year, in words and numbers', () => {
    assert.equal(momentIn('14 March 2031', 'month-first'), '2031-03-14')
    assert.equal(momentIn('14. März 1921', 'day-first'), '1921-03-14')
    assert.equal(momentIn('3/4/2026', 'month-first'), '2026-03-04')
    assert.equal(momentIn('3/4/2026', 'day-first'), '2026-04-03')
    assert.equal(momentIn('2026年3月14日', 'day-first'), '2026-03-14')
    assert.equal(momentIn('Saturday', 'month-first'), null)
  })

  it('reads the time of day beside them', () => {
    assert.equal(momentIn('Sábado, 14 de marzo de 2026, 20:30 h', 'day-first'), '2026-03-14T20:30:00')
    assert.equal(timeIn('7:30 pm'), '19:30:00')
    assert.equal(timeIn('Beginn 19.30 Uhr'), '19:30:00')
    assert.equal(timeIn('19 Uhr'), '19:00:00')
    assert.equal(timeIn('20h30'), '20:30:00')
    assert.equal(timeIn('12:05 am'), '00:05:00')
    assert.equal(timeIn('4 May'), null)
    assert.equal(timeIn('Watch 8 AMOLED'), null)
  })

  it('reads the half of the day, also from the end of a range', () => {
    for (const [text, time] of [
      ['7:30 p.m.', '19:30:00'],
      ['7:30–9:00 pm', '19:30:00'],
      ['7–9 pm', '19:00:00'],
      ['7 to 9 pm', '19:00:00'],
      ['11–1 pm', '11:00:00'],
      ['11:30 am – 1:00 pm', '11:30:00'],
      ['10:00 pm – 1:00 am', '22:00:00'],
      ['12:54 AMTue', '00:54:00'],
      ['05:32:07 PST', '05:32:07'],
      ['12:30 and later', '12:30:00'],
      ['8:30 per session', '08:30:00'],
      ['17:30–19:00', '17:30:00'],
    ] as const)
      assert.equal(timeIn(text), time, text)
    assert.equal(momentIn('2025-09-04 5:30 PM', 'month-first'), '2025-09-04T17:30:00')
    assert.equal(momentIn('2025-09-04, 5 PM', 'month-first'), '2025-09-04T17:00:00')
    assert.equal(momentIn('2025-09-04, 19.30 Uhr', 'day-first'), '2025-09-04T19:30:00')
  })

  it('completes what RFC 3339 wants: in the zone that the text names, otherwise in UTC', () => {
    for (const [text, moment] of [
      ['2026-03-14', '2026-03-14T00:00:00Z'],
      ['2026-03-14T20:30:00+01:00', '2026-03-14T20:30:00+01:00'],
      ['2025-09-04 5:30 PM', '2025-09-04T17:30:00Z'],
      ['September 4, 2025, 5:30 PM EST', '2025-09-04T17:30:00-05:00'],
      ['September 4, 2025, 5:30 – 7:00 PM (EDT)', '2025-09-04T17:30:00-04:00'],
      ['4. September 2025, 17:30 Uhr MESZ', '2025-09-04T17:30:00+02:00'],
      ['Thu, 04 Sep 2025 10:00:00 PST', '2025-09-04T10:00:00-08:00'],
      ['2025-09-04 10:00-12:00', '2025-09-04T10:00:00Z'],
      ['2025-09-04 10:00-12:00 CEST', '2025-09-04T10:00:00+02:00'],
      ['4 September 2025, 10:00-12:00', '2025-09-04T10:00:00Z'],
      ['4 September 2025, 10:00-12:00 CEST', '2025-09-04T10:00:00+02:00'],
      ['4 September 2025, 10:00 -07:00', '2025-09-04T10:00:00-07:00'],
      ['4 September 2025, 10:00-0700', '2025-09-04T10:00:00-07:00'],
      ['4 September 2025, 10h00-12h00 CEST', '2025-09-04T10:00:00+02:00'],
      ['Thu, 04 Sep 2025 10:00-12:00', '2025-09-04T10:00:00Z'],
      ['Thu, 04 Sep 2025 10:00 -0700', '2025-09-04T10:00:00-07:00'],
      ['2025-09-04T10:00-07:00', '2025-09-04T10:00:00-07:00'],
      ['September 4, 2025, 5:30 PM UTC+5:30', '2025-09-04T17:30:00+05:30'],
      ['September 4, 2025, 5:30 PM ET', null],
      ['2025-09-04 17:30 IST', null],
      ['2025-09-04 17:30 CST', null],
      ['September 4, 2025, 5:30 PM Eastern Time', null],
      ['Saturday', null],
    ] as const)
      assert.equal(fullMomentIn(text, 'month-first'), moment, text)
    assert.equal(timeWithOffset('7:30 pm'), '19:30:00Z')
    assert.equal(timeWithOffset('19:30 CET'), '19:30:00+01:00')
    assert.equal(timeWithOffset('2026-03-14T20:30:00+01:00'), '20:30:00+01:00')
    assert.equal(timeWithOffset('7:30 pm ET'), null)
    for (const text of ['10:00-12:00', '10:00 - 12:00', '10:00–12:00', '10:00-12', '10h00-12h00'])
      assert.equal(timeWithOffset(text), '10:00:00Z', text)
    assert.equal(timeWithOffset('2:00-04:00 pm'), '14:00:00Z')
    assert.equal(timeWithOffset('10:00:30-07:00'), '10:00:30-07:00')
    assert.equal(timeWithOffset('T10:00-07:00'), '10:00:00-07:00')
  })

  it('reads the day at either end of a range', () => {
    for (const [text, first, last] of [
      ['12.–14. Mai 2026', '2026-05-12', '2026-05-14'],
      ['12. - 14. Mai 2026', '2026-05-12', '2026-05-14'],
      ['12–14 May 2026', '2026-05-12', '2026-05-14'],
      ['Fri 12 to Sun 14 May 2026', '2026-05-12', '2026-05-14'],
      ['Du 3 au 5 juin 2026', '2026-06-03', '2026-06-05'],
      ['del 3 al 5 de junio de 2026', '2026-06-03', '2026-06-05'],
      ['May 12–14, 2026', '2026-05-12', '2026-05-14'],
      ['September 4 – October 6, 2025', '2025-09-04', '2025-10-06'],
      ['30 December – 2 January 2026', '2025-12-30', '2026-01-02'],
      ['03.05.–05.05.2026', '2026-05-03', '2026-05-05'],
      ['03.–05.05.2026', '2026-05-03', '2026-05-05'],
      ['4 May 2026 – 6 May 2026', '2026-05-04', '2026-05-06'],
      ['12–14 May 2026, 10 am – 5 pm', '2026-05-12T10:00:00', '2026-05-14T17:00:00'],
      ['4 May 2026, 10:00-12:00', '2026-05-04T10:00:00', '2026-05-04T12:00:00'],
      ['2026-05-04 10:00-12:00', '2026-05-04T10:00:00', '2026-05-04T12:00:00'],
      ['Vol. 3 - 12 May 2026', '2026-05-12', '2026-05-12'],
      ['4 - Sep - 2025', '2025-09-04', '2025-09-04'],
      ['2025-09-04', '2025-09-04', '2025-09-04'],
    ] as const)
      assert.deepEqual([momentIn(text, 'day-first'), momentIn(text, 'day-first', 'last')], [first, last], text)
  })

  it('reads the time at either end of a range, of which only the end may have `Uhr`', () => {
    for (const [text, first, last] of [
      ['10-12 Uhr', '10:00:00', '12:00:00'],
      ['10.00–12.00 Uhr', '10:00:00', '12:00:00'],
      ['von 19 bis 22 Uhr', '19:00:00', '22:00:00'],
      ['17:30–19:00', '17:30:00', '19:00:00'],
      ['7–9 pm', '19:00:00', '21:00:00'],
      ['19 Uhr', '19:00:00', '19:00:00'],
    ] as const)
      assert.deepEqual([timeIn(text), timeIn(text, 'last')], [first, last], text)
  })
})
