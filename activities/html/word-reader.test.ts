import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateWords } from '../content/date-words.ts'
import { countTextWords, WordReader, WordSet } from './word-reader.ts'

function wordsOf(text: string, wordsMax?: number): number[] {
  const reader = new WordReader()
  const count = reader.read(text, wordsMax)
  return [...reader.asWritten.subarray(0, count)]
}

describe('the words of a text', () => {
  it('are runs of letters and digits, capitals of A to Z levelled', () => {
    assert.deepEqual(wordsOf('Harbour, town\u00A0(2)\u2014end'), wordsOf('harbour Town 2 END'))
    assert.equal(new Set(wordsOf('one two one')).size, 2)
    assert.deepEqual(wordsOf(' .,\n\u2003\u3001'), [])
  })

  it('are single characters where a script has no spaces', () => {
    assert.equal(wordsOf('港町の朝').length, 4)
    assert.equal(wordsOf('ab港c').length, 3)
    assert.equal(wordsOf('утро в порту').length, 3)
  })

  it('count as no word with a digit in them', () => {
    const reader = new WordReader()
    const count = reader.read('page 17 of x9')
    assert.deepEqual(
      Array.from(reader.hashes.subarray(0, count), (hash) => hash !== 0),
      [true, false, true, false],
    )
  })

  it('end at the given limit', () => {
    const text = 'word '.repeat(5_000)
    assert.equal(wordsOf(text).length, 5_000)
    assert.equal(wordsOf(text, 3_000).length, 3_000)
    assert.equal(wordsOf('港'.repeat(100), 7).length, 7)
  })

  it('are counted as they are read', () => {
    const pieces = ['a', 'Z', '7', ' ', '-', '\u00a0', 'ß', '港', 'の', '×', '\ufeff', 'я', '\ud83d\ude00']
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of pieces) {
          const text = first + second + third
          assert.equal(countTextWords(text), wordsOf(text).length, JSON.stringify(text))
        }
      }
    }
  })

  it('are looked up in sets', () => {
    const set = new WordSet()
    set.addText('north 17')
    const words = wordsOf('North 17 May sea')
    assert.deepEqual(
      words.map((word) => set.has(word)),
      [true, true, false, false],
    )
    assert.deepEqual(
      words.map((word) => dateWords.has(word)),
      [false, false, true, false],
    )
  })
})
