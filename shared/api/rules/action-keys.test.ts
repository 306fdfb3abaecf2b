import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChord } from './action-keys.ts'

const chords: readonly (readonly [value: string, keys: string[] | null])[] = [
  ['Enter', ['Enter']],
  ['a', ['a']],
  ['é', ['é']],
  ['👍', ['👍']],
  [' ', [' ']],
  ['+', ['+']],
  ['ctrl+A', ['Control', 'A']],
  ['Control++', ['Control', '+']],
  ['Control + shift + Left', ['Control', 'Shift', 'ArrowLeft']],
  ['Semicolon', ['Semicolon']],
  ['numpad5', ['Numpad5']],
  ['F24', ['F24']],
  ['F25', null],
  ['NumpadZebra', null],
  ['Hyper+Q', null],
  ['Control+', null],
  ['', null],
  ['constructor', null],
]

for (const [value, keys] of chords) {
  test(`${JSON.stringify(value)} is ${keys === null ? 'no key' : 'read'}`, () => {
    assert.deepEqual(parseChord(value), keys)
  })
}
