import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { telephoneIn } from './telephones.ts'

describe('telephone numbers', () => {
  it('are the first digits of enough length, without what surrounds them', () => {
    for (const [text, number] of [
      ['030 123456 (Mo–Fr 9–17 Uhr)', '030 123456'],
      ['(555) 123-4567 – Sales', '(555) 123-4567'],
      ['24/7: +1 555 123 4567', '+1 555 123 4567'],
      ['+49 (0) 30 123456', '+49 (0) 30 123456'],
      ['Tel. 030/123456, Fax 030/123457', '030/123456'],
      ['030 1234567 / 030 7654321', '030 1234567'],
      ['555‑123‑4567', '555‑123‑4567'],
      ['Call us (030 123456)', '030 123456'],
      ['(030 123456 – Sales)', '030 123456'],
      ['1.800.555.0100.', '1.800.555.0100'],
      ['24/7', null],
      ['https://forum.example/topic/1103020-payments', null],
      ['2025-09-04 10:00', null],
      ['Tel.:030 123456', '030 123456'],
      ['9–17 Uhr, room 12', null],
    ] as const)
      assert.equal(telephoneIn(text), number, text)
  })
})
