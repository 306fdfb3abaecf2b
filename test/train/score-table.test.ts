import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScoreTable } from './score-table.ts'

describe('ScoreTable', () => {
  it('averages over pages, by type and in all', () => {
    const table = new ScoreTable()
    table.add('article', 1)
    table.add('article', 0.5)
    table.add('forum', 0)
    assert.equal(table.line(), 'article 0.7500  forum 0.0000  all 0.5000')
  })
})
