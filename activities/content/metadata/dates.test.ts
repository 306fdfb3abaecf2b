import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateInText, machineDate } from './dates.ts'

describe('machineDate', () => {
  const cases: [text: string, expected: string | null][] = [
    ['2025-09-04', '2025-09-04'],
    ['2025-9-4', '2025-09-04'],
    ['20250904', '2025-09-04'],
    ['2025/09/04', '2025-09-04'],
    ['2025-09', '2025-09'],
    ['2025-09-04T10:20', '2025-09-04T10:20:00'],
    ['2025-09-04T10:20:30.123Z', '2025-09-04T10:20:30Z'],
    ['2025-09-04 10:20:30 +0200', '2025-09-04T10:20:30+02:00'],
    ['2025-09-04T10:20:30-07', '2025-09-04T10:20:30-07:00'],
    ['Thu, 04 Sep 2025 10:20:30 GMT', '2025-09-04T10:20:30Z'],
    ['Thu, 4 Sep 2025 10:20 +0530', '2025-09-04T10:20:00+05:30'],
    ['Thu Sep 04 2025 10:20:30 GMT+0200 (CEST)', '2025-09-04T10:20:30+02:00'],
    ['1756980030', '2025-09-04T10:00:30.000Z'],
    ['2025-13-04', null],
    ['2025-02-30', null],
    ['2025-02-29', null],
    ['2024-02-29', '2024-02-29'],
    ['2025-09-04T10:20:75Z', '2025-09-04T10:20:00Z'],
    ['2025-09-04T10:20:30+99:99', '2025-09-04T10:20:30'],
    ['1970-01-01', null],
    ['2999-01-01', null],
    ['1801-01-01', null],
    ['2025', null],
    ['yesterday', null],
    ['', null],
  ]
  for (const [text, expected] of cases) {
    it(`reads “${text}” as ${String(expected)}`, () => assert.equal(machineDate(text), expected))
  }
})

describe('dateInText', () => {
  const cases: [text: string, expected: string | null][] = [
    ['September 4, 2025', '2025-09-04'],
    ['Updated Sept. 4th, 2025 at 10:20', '2025-09-04'],
    ['4 Sep 2025', '2025-09-04'],
    ['4-Sep-25', '2025-09-04'],
    ['4. März 2025', '2025-03-04'],
    ['4 de mayo de 2025', '2025-05-04'],
    ['le 1er août 2025', '2025-08-01'],
    ['4 сентября 2025 г.', '2025-09-04'],
    ['2025年9月4日', '2025-09-04'],
    ['2025. 9. 4.', '2025-09-04'],
    ['2025 Sep 4', '2025-09-04'],
    ['Published: 2025-09-04 by X', '2025-09-04'],
    ['04.09.2025', '2025-09-04'],
    ['25/12/2024', '2024-12-25'],
    ['12/25/24', '2024-12-25'],
    ['12 3 Sep 2025', '2025-09-03'],
    ['3 days ago', null],
    ['Sep 4', null],
    ['4 September', null],
    ['10.20.30', null],
    ['version 1.2.2024.5', null],
    ['31 June 2025', null],
    ['call 2025 550 100', null],
    ['', null],
  ]
  for (const [text, expected] of cases) {
    it(`reads “${text}” as ${String(expected)}`, () => assert.equal(dateInText(text, 'day-first'), expected))
  }

  it('reads what could be either as its reader would', () => {
    assert.equal(dateInText('4/9/2025', 'day-first'), '2025-09-04')
    assert.equal(dateInText('4/9/2025', 'month-first'), '2025-04-09')
    assert.equal(dateInText('4.9.2025', 'month-first'), '2025-09-04')
  })
})
