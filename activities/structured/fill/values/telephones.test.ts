import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkedTelephone, telephoneIn } from './telephones.ts'

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
      ['Tel030 123456', '030 123456'],
      ['Tel(030) 123456', '(030) 123456'],
      ['Phone+49 30 123456', '+49 30 123456'],
      ['Phone555-123-4567', '555-123-4567'],
      ['电话13800138000', '13800138000'],
      ['電話03-1234-5678', '03-1234-5678'],
      ['Tel/030 123456', '030 123456'],
      ['Call #1-800-555-0100', '1-800-555-0100'],
      ['24/7 +1 555 123 4567', '+1 555 123 4567'],
      ['room A1 +49 30 123456', '+49 30 123456'],
      ['https://forum.example/topic/030 123456', null],
      ['Ref_12345 67890', null],
      ['SKU-123 4567890', null],
      ['AB030-123456', null],
      ['v1.2345.678', null],
      ['Order #1234567', null],
      ['Order #123-4567890-1234567', null],
    ] as const)
      assert.equal(telephoneIn(text), number, text)
  })

  it('are completed by their link when the text leaves out the area code', () => {
    for (const [text, url, number] of [
      ['555-0100', 'tel:+1-217-555-0100', '+1-217-555-0100'],
      ['(217) 555-0100', 'tel:+12175550100', '(217) 555-0100'],
      ['030 123456', 'tel:+4930123456', '030 123456'],
      ['555-0100', 'tel:555%2D0100', '555-0100'],
      ['Call us', 'tel:%2B49%2030%20123456', '+49 30 123456'],
      ['555-0100', 'https://www.example/', '555-0100'],
      ['Call us', null, undefined],
    ] as const)
      assert.equal(linkedTelephone(text, url), number, text)
  })

  it('are found in linear time', () => {
    for (const text of ['a'.repeat(100_000), '-/'.repeat(100_000), '1a'.repeat(100_000)]) telephoneIn(text)
  })
})
