import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineRows, sideRows } from './diff-rows.ts'
import { readUnifiedDiff } from './unified-diff.ts'

const changed = readUnifiedDiff(
  '@@ -4,3 +4,3 @@\n Fees\n-A berth costs 40 euros.\n+A berth costs 45 euros.\n End\n',
).hunks

test('in one column the removed line stands before the added one, with the changed words marked', () => {
  const rows = inlineRows(changed)
  assert.deepEqual(
    rows.map(({ kind, before, after }) => [kind, before, after]),
    [
      ['gap', null, null],
      ['same', 4, 4],
      ['removed', 5, null],
      ['added', null, 5],
      ['same', 6, 6],
    ],
  )
  assert.equal(rows[0]?.skipped, 3)
  assert.deepEqual(
    rows[2]?.parts.filter(({ isMarked }) => isMarked),
    [{ text: '40', isMarked: true }],
  )
  assert.deepEqual(
    rows[3]?.parts.filter(({ isMarked }) => isMarked),
    [{ text: '45', isMarked: true }],
  )
})

test('side by side, what replaces a line stands beside it', () => {
  const rows = sideRows(changed)
  assert.equal(rows.length, 4)
  const [, , pair] = rows
  assert.ok(pair?.kind === 'lines')
  assert.equal(pair.before?.parts.map(({ text }) => text).join(''), 'A berth costs 40 euros.')
  assert.equal(pair.after?.parts.map(({ text }) => text).join(''), 'A berth costs 45 euros.')
  assert.deepEqual([pair.before?.number, pair.after?.number], [5, 5])
  assert.ok(pair.before?.isChanged)
})

test('lines without a counterpart leave the other side empty', () => {
  const rows = sideRows(readUnifiedDiff('@@ -1,3 +1,1 @@\n-one\n-two\n+three\n same\n').hunks)
  assert.deepEqual(
    rows.map((row) => (row.kind === 'gap' ? 'gap' : [row.before?.number ?? null, row.after?.number ?? null])),
    [
      [1, 1],
      [2, null],
      [3, 2],
    ],
  )
})

test('a second change right after an addition is a group of its own', () => {
  const rows = inlineRows(readUnifiedDiff('@@ -1,2 +1,2 @@\n-a\n+b\n-c\n+d\n').hunks)
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['removed', 'added', 'removed', 'added'],
  )
})
