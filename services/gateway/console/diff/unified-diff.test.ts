import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffLinesMax, readUnifiedDiff } from './unified-diff.ts'

const diff = [
  '--- before',
  '+++ after',
  '@@ -1,3 +1,3 @@',
  ' # Harbour fees',
  ' ',
  '-A berth costs 40 euros a night.',
  '+A berth costs 45 euros a night.',
  '@@ -20,1 +20,2 @@',
  ' End',
  '+More',
  '',
].join('\n')

test('lines have their numbers on both sides, and hunks the number of lines between them', () => {
  const [first, second] = readUnifiedDiff(diff).hunks
  assert.equal(first?.skipped, 0)
  assert.deepEqual(first?.lines[2], {
    kind: 'removed',
    text: 'A berth costs 40 euros a night.',
    before: 3,
    after: null,
  })
  assert.deepEqual(first?.lines[3], { kind: 'added', text: 'A berth costs 45 euros a night.', before: null, after: 3 })
  assert.equal(second?.skipped, 16)
  assert.deepEqual(
    second?.lines.map(({ before, after }) => [before, after]),
    [
      [20, 20],
      [null, 21],
    ],
  )
})

test('a new page has lines that were added only', () => {
  const [hunk] = readUnifiedDiff('--- before\n+++ after\n@@ -0,0 +1,2 @@\n+one\n+two\n').hunks
  assert.deepEqual(
    hunk?.lines.map(({ kind, before, after }) => [kind, before, after]),
    [
      ['added', null, 1],
      ['added', null, 2],
    ],
  )
  assert.equal(hunk?.skipped, 0)
})

test('text of a page that looks like a diff stays text', () => {
  const [hunk, ...more] = readUnifiedDiff('@@ -1,3 +1,3 @@\n @@ -9,9 +9,9 @@\n---- a\n+++++ b\n <script>\n').hunks
  assert.equal(more.length, 0)
  assert.deepEqual(
    hunk?.lines.map(({ kind, text }) => [kind, text]),
    [
      ['same', '@@ -9,9 +9,9 @@'],
      ['removed', '--- a'],
      ['added', '++++ b'],
      ['same', '<script>'],
    ],
  )
})

test('a text that is no diff, and one that ends too early, give what there is', () => {
  assert.deepEqual(readUnifiedDiff('').hunks, [])
  assert.deepEqual(readUnifiedDiff('no diff\nat all').hunks, [])
  assert.equal(readUnifiedDiff('@@ -1,9 +1,9 @@\n one').hunks[0]?.lines.length, 1)
})

test('very long diffs are cut, and say how much is left out', () => {
  const lines = Array.from({ length: diffLinesMax + 50 }, (_, index) => `+line ${index}`)
  const read = readUnifiedDiff(`@@ -0,0 +1,${lines.length} @@\n${lines.join('\n')}\n`)
  assert.equal(read.hunks[0]?.lines.length, diffLinesMax)
  assert.equal(read.leftOut, 50)
  const whole = lines.slice(0, diffLinesMax)
  assert.equal(readUnifiedDiff(`@@ -0,0 +1,${whole.length} @@\n${whole.join('\n')}\n`).leftOut, 0)
})
