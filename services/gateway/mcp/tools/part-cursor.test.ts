import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorOfPlace, listStart, placeOfCall, placeOfCursor, portionOfPart, type ListPart } from './part-cursor.ts'
import { ToolError } from '../tool/tool-error.ts'

const paragraph = (word: string): string => `${word} `.repeat(20).trim()
const long = Array.from({ length: 12 }, (_, at) => paragraph(`word${at}`)).join('\n\n')

/** The parts of a list, by the cursor that leads to them. */
const parts = new Map<string | null, ListPart>([
  [null, { texts: ['first', 'second', long], next: 'b' }],
  ['b', { texts: [], next: 'c' }],
  ['c', { texts: [long, '', 'last'], next: null }],
])

/** Reads the whole list in replies of at most so many characters. */
function readAll(maxCharacters: number) {
  const replies: string[] = []
  const entries: string[] = []
  let cursor: string | null = null
  do {
    const place = placeOfCursor(cursor)
    const portion = portionOfPart(parts.get(place.part)!, place, maxCharacters)
    assert.ok(portion.text.length <= maxCharacters)
    replies.push(portion.text)
    for (let at = portion.entries.from; at < portion.entries.to; at += 1) entries.push(`${place.part} ${at}`)
    cursor = portion.next === null ? null : cursorOfPlace(portion.next)
  } while (cursor !== null)
  return { replies, entries: [...new Set(entries)] }
}

for (const maxCharacters of [50, 300, 1_000, 100_000]) {
  test(`replies of ${maxCharacters} characters give every entry whole, in order, and once`, () => {
    const { replies, entries } = readAll(maxCharacters)
    const letters = (text: string): string => text.replaceAll(/\s+/g, '')
    assert.equal(letters(replies.join('')), letters(['first', 'second', long, long, 'last'].join('')))
    assert.deepEqual(entries, ['null 0', 'null 1', 'null 2', 'c 0', 'c 1', 'c 2'])
  })
}

test('a long entry is cut at a paragraph, and only when it is the first of its reply', () => {
  const part = parts.get(null)!
  const first = portionOfPart(part, listStart, 300)
  assert.equal(first.text, 'first\n\nsecond')
  assert.deepEqual(first.next, { ...listStart, entry: 2 })
  const second = portionOfPart(part, first.next, 300)
  assert.match(second.text, /\n\n$/)
  assert.deepEqual(second.next, { ...listStart, entry: 2, offset: second.text.length })
})

for (const cursor of [
  'x',
  '{}',
  Buffer.from('[1,2,3]').toString('base64url'),
  Buffer.from('[null,-1,0]').toString('base64url'),
]) {
  test(`${cursor} is no cursor`, () => {
    assert.throws(
      () => placeOfCursor(cursor),
      (error) => error instanceof ToolError && error.code === 'validation_failed',
    )
  })
}

test('a cursor continues the list of its own arguments, whether they are given again or not', () => {
  const { bound } = placeOfCall({ id: 'x', index: 7 }, ['index', 'output'])
  assert.deepEqual(bound, { index: 7 })
  const cursor = cursorOfPlace({ ...listStart, offset: 40, bound })
  const expected = { ...listStart, offset: 40, bound }
  assert.deepEqual(placeOfCall({ id: 'x', cursor }, ['index', 'output']), expected)
  assert.deepEqual(placeOfCall({ id: 'x', cursor, index: 7 }, ['index', 'output']), expected)
  for (const other of [{ index: 8 }, { output: ['links'] }]) {
    assert.throws(() => placeOfCall({ id: 'x', cursor, ...other }, ['index', 'output']), ToolError)
  }
})

test('a place beyond a part is refused', () => {
  const part = parts.get(null)!
  for (const place of [
    { ...listStart, entry: 4 },
    { ...listStart, offset: 99 },
  ]) {
    assert.throws(() => portionOfPart(part, place, 100), ToolError)
  }
})
