import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from '@seine/activities/judge/judge.ts'
import { accuracyTable, judgeAccuracy } from './accuracy.ts'
import { judgeCases } from './cases/all.ts'

for (const [group, cases] of Object.entries(judgeCases)) {
  describe(`the judge on ${group}`, () => {
    for (const { name, page, expected, vendor } of cases) {
      it(`says ${vendor === undefined ? expected : `${expected} by ${vendor}`}: ${name}`, () => {
        const verdict = judge(page)
        assert.equal(verdict.kind, expected, JSON.stringify(verdict))
        if (verdict.kind === 'blocked') assert.equal(verdict.signal.vendor, vendor)
      })
    }
  })
}

describe('the cases of the judge', () => {
  it('have names of their own', () => {
    const names = Object.values(judgeCases).flatMap((cases) => cases.map(({ name }) => name))
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
  })

  it('are counted by expected and given verdict', () => {
    const accuracy = judgeAccuracy()
    const counted = Object.values(accuracy.confusion).flatMap((row) => Object.values(row))
    assert.equal(
      counted.reduce((sum, count) => sum + count, 0),
      accuracy.total,
    )
    assert.equal(accuracy.right, accuracy.total - accuracy.wrong.length)
    assert.equal(accuracyTable(accuracy).length, 5)
  })

  it('count a block by another vendor as wrong', () => {
    const [first] = judgeCases['answers that keep us out'] ?? []
    assert.ok(first)
    assert.deepEqual(
      judgeAccuracy([{ ...first, vendor: 'somebody' }]).wrong.map(({ name }) => name),
      [first.name],
    )
  })
})
