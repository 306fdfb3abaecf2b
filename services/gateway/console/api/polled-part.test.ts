import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAsBefore, withNewest } from './polled-part.ts'

const part = (rows: string, cursor: string | null) => ({ data: rows.split(''), next_cursor: cursor })
const merged = (held: [string, string | null], first: [string, string | null]) => {
  const { data, next_cursor: cursor } = withNewest(part(...held), part(...first), (row) => row)
  return [data.join(''), cursor]
}

test('rows that new ones move out of the first part stay', () => {
  assert.deepEqual(merged(['abcdef', 'end'], ['abc', 'c']), ['abcdef', 'end'])
  assert.deepEqual(merged(['abcdef', 'end'], ['xya', 'a']), ['xyabcdef', 'end'])
  assert.deepEqual(merged(['abcdef', null], ['xab', 'b']), ['xabcdef', null])
})

test('rows that are gone from the first part leave', () => {
  assert.deepEqual(merged(['abcdef', 'end'], ['acd', 'd']), ['acdef', 'end'])
  assert.deepEqual(merged(['abcdef', 'end'], ['ab', null]), ['ab', null])
})

test('a row can enter in the middle, as with a filter by status', () => {
  assert.deepEqual(merged(['abcdef', 'end'], ['abx', 'x']), ['abxcdef', 'end'])
})

test('a list of which only new rows are read begins anew', () => {
  assert.deepEqual(merged(['abcdef', 'end'], ['xyz', 'z']), ['xyz', 'z'])
})

test('a reading that covers all goes on where it ends', () => {
  assert.deepEqual(merged(['abc', 'c'], ['abcd', 'd']), ['abcd', 'd'])
})

test('an empty first part of a list that goes on changes nothing', () => {
  assert.deepEqual(merged(['abc', 'c'], ['', 'x']), ['abc', 'c'])
  assert.deepEqual(merged(['abc', 'c'], ['', null]), ['', null])
})

test('a list that is read again ends where it did', () => {
  const cut = (held: [string, string | null], read: [string, string | null]) => {
    const { data, next_cursor: cursor } = cutAsBefore(part(...held), part(...read), (row) => row)
    return [data.join(''), cursor]
  }
  assert.deepEqual(cut(['abcd', 'd'], ['xabcdefg', 'g']), ['xabcd', 'd'])
  assert.deepEqual(cut(['abcd', 'd'], ['xbd', null]), ['xbd', 'd'])
  assert.deepEqual(cut(['abcd', 'd'], ['abcefg', 'g']), ['abcefg', 'g'])
})
