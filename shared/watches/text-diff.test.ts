import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPatch } from 'diff'
import { watchLimits } from '../config/watch-limits.ts'
import { textDiff } from './text-diff.ts'

const lines = (count: number, word = 'line'): string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`)
const withBreak = (text: string): string => (text === '' ? '' : `${text}\n`)

test('a diff applied to the old text gives the new one', () => {
  const base = lines(40)
  const pairs: [string, string][] = [
    ['a', 'b'],
    ['', 'a\nb'],
    ['a\nb', ''],
    [base.join('\n'), base.toSpliced(3, 1).join('\n')],
    [base.join('\n'), base.toSpliced(20, 0, 'new', 'lines').join('\n')],
    [base.join('\n'), base.with(0, 'first').with(39, 'last').join('\n')],
    [base.join('\n'), lines(50, 'other').join('\n')],
    ['a\n\nb', 'a\n\n\nb'],
  ]
  for (const [before, after] of pairs) {
    const { diff, truncated } = textDiff(before, after)
    assert.equal(truncated, false)
    assert.equal(applyPatch(withBreak(before), diff), withBreak(after), diff)
  }
})

test('a diff has three lines of context and counts words', () => {
  const base = lines(20)
  const { diff, wordsAdded, wordsRemoved } = textDiff(base.join('\n'), base.with(10, 'line ten is new').join('\n'))
  assert.match(diff, /^--- before\n\+\+\+ after\n@@ -8,7 \+8,7 @@\n line 7\n/)
  assert.deepEqual([wordsAdded, wordsRemoved], [3, 1])
})

test('texts that differ in more lines than are compared get one replacement that still applies', () => {
  const size = watchLimits.diffEditLengthMax
  const before = ['head', ...lines(size, 'x'), 'tail'].map((line) => line.slice(0, 6))
  const after = ['head', ...lines(size, 'y'), 'tail'].map((line) => line.slice(0, 6))
  const { diff, truncated } = textDiff(before.join('\n'), after.join('\n'))
  if (truncated) assert.ok(Buffer.byteLength(diff) <= watchLimits.diffMaxBytes)
  else assert.equal(applyPatch(withBreak(before.join('\n')), diff), withBreak(after.join('\n')))
})

test('a diff that is too large ends at the end of a hunk', () => {
  const word = 'w'.repeat(1_000)
  const base = lines(4_000)
  const changed = base.map((line, at) => (at % 20 === 0 ? `${line} ${word}` : line))
  const { diff, truncated } = textDiff(base.join('\n'), changed.join('\n'))
  assert.equal(truncated, true)
  assert.ok(Buffer.byteLength(diff) <= watchLimits.diffMaxBytes && diff.endsWith('\n'))
  assert.notEqual(applyPatch(withBreak(base.join('\n')), diff), false)
})

test('words are counted at the beginning of very large changes only', () => {
  const old = `${'a'.repeat(watchLimits.countedCharactersMax)} old`
  const { wordsAdded, wordsRemoved, uncounted } = textDiff(old, 'new')
  assert.deepEqual([wordsAdded, wordsRemoved, uncounted], [1, 1, true])
  assert.equal(textDiff('old', 'new').uncounted, false)
})
