import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portionEnd } from './bounded-text.ts'

function portions(text: string, max: number): string[] {
  const all: string[] = []
  for (let start = 0; start < text.length;) {
    const end = portionEnd(text, start, max)
    all.push(text.slice(start, end))
    start = end
  }
  return all
}

test('a text is cut behind paragraphs, otherwise lines, words and characters', () => {
  assert.deepEqual(portions('aaaa\n\nbbb\ncc dd', 10), ['aaaa\n\n', 'bbb\ncc dd'])
  assert.deepEqual(portions('aaaaa\nbbb\ncc', 10), ['aaaaa\nbbb\n', 'cc'])
  assert.deepEqual(portions('aaaaaa bbbbbb', 10), ['aaaaaa ', 'bbbbbb'])
  assert.deepEqual(portions('a'.repeat(25), 10), ['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)])
})

test('portions are the text, and no character is split', () => {
  const text = '😀'.repeat(30)
  const all = portions(text, 7)
  assert.equal(all.join(''), text)
  for (const part of all) assert.ok(part.length <= 7 && part.isWellFormed())
})
