import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLastmod } from './lastmod.ts'

describe('the date of a link', () => {
  for (const [text, expected] of [
    ['2024', '2024'],
    ['2024-05', '2024-05'],
    ['2024-05-01', '2024-05-01'],
    ['2024-05-01T10:00Z', '2024-05-01T10:00Z'],
    ['2024-05-01T10:00:00.123+02:00', '2024-05-01T10:00:00.123+02:00'],
    ['2024-05-01 10:00:00', '2024-05-01T10:00:00'],
    ['Wed, 01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
    ['1 May 2024 10:00:00 +0200', '2024-05-01T08:00:00.000Z'],
    ['2024-13-45', undefined],
    ['yesterday', undefined],
    ['', undefined],
    ['0', undefined],
    [`2024-05-01${' '.repeat(100)}`, undefined],
  ] as const) {
    it(`written "${text.slice(0, 40)}" is ${expected ?? 'none'}`, () => assert.equal(readLastmod(text), expected))
  }
})
