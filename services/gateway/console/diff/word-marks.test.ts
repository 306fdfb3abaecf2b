import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedPair } from './word-marks.ts'

const textOfParts = (parts: readonly { text: string }[]): string => parts.map(({ text }) => text).join('')
const markedOf = (parts: readonly { text: string; isMarked: boolean }[]): string[] =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)

test('both lines stay whole, and the words that differ are marked', () => {
  const { removed, added } = markedPair(
    'The ferry leaves at 7:30 from pier 2.',
    'The ferry leaves at 8:30 from pier 12.',
    60_000,
  )
  assert.equal(textOfParts(removed), 'The ferry leaves at 7:30 from pier 2.')
  assert.equal(textOfParts(added), 'The ferry leaves at 8:30 from pier 12.')
  assert.deepEqual(markedOf(removed), ['7', '2'])
  assert.deepEqual(markedOf(added), ['8', '12'])
})

test('lines with little in common have no marks', () => {
  const { removed, added } = markedPair('Closed on Sundays.', 'Write to the master of the harbour')
  assert.deepEqual([...markedOf(removed), ...markedOf(added)], [])
})

test('lines that are too long, or whose comparison takes too many steps, stay whole', () => {
  const long = markedPair('a b '.repeat(8_000), 'b a '.repeat(8_000))
  const many = markedPair(
    Array.from({ length: 1_900 }, (_, index) => index % 10).join(' '),
    Array.from({ length: 1_900 }, (_, index) => (index * 7) % 10).join(' '),
  )
  assert.deepEqual(markedOf(long.removed), [])
  assert.deepEqual([...markedOf(many.removed), ...markedOf(many.added)], [])
  assert.equal(textOfParts(many.added).length, 3_799)
})

test('markup of a page is text like any other', () => {
  const { added } = markedPair('price <b>1</b>', 'price <img src=x onerror=alert(1)> <b>1</b>')
  assert.equal(textOfParts(added), 'price <img src=x onerror=alert(1)> <b>1</b>')
})

test('empty lines have no parts', () => {
  assert.deepEqual(markedPair('', ''), { removed: [], added: [] })
})
