import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scoreMetadata } from './metadata-score.ts'

describe('scoreMetadata', () => {
  it('compares after case folding and white space collapsing, dates by day', () => {
    const truth = { title: ' A  Title', author: 'Ana Lima', published: '2025-09-04' }
    const found = { title: 'a title', author: 'Ana Lim', publishedTime: '2025-09-04T10:00:00Z' }
    assert.deepEqual(scoreMetadata(truth, found), { title: true, author: false, date: true })
  })

  it('says null where the truth knows nothing', () => {
    const found = { title: 'x', author: 'x', publishedTime: null }
    assert.deepEqual(scoreMetadata({ title: null, author: '', published: null }, found), {
      title: null,
      author: null,
      date: null,
    })
  })
})
