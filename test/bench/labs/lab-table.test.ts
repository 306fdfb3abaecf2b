import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, atMost, reported } from './lab.ts'
import { allPassed, labTable } from './lab-table.ts'

const good = { title: 'good', marks: [allOf('pages', 3, 3), reported('time', '2 s')] }
const bad = { title: 'bad', marks: [atMost('refused', 12.345, 10, ' %')] }

test('a figure stands beside what is demanded and whether it was met', () => {
  assert.equal(labTable(good), '\ngood\n  pass  pages  3 of 3  (all)\n        time   2 s\n')
  assert.match(labTable(bad), /^ {2}FAIL {2}refused {2}12\.3 % {2}\(at most 10 %\)$/m)
})

test('one missed mark is enough, and no result is no pass', () => {
  assert.equal(allPassed([good]), true)
  assert.equal(allPassed([good, bad]), false)
  assert.equal(allPassed([]), false)
})
