import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyOf, wordsOf } from './names.ts'

describe('names', () => {
  it('are the same however their words are joined', () => {
    for (const name of ['datePublished', 'date_published', 'Date published:', 'DATE-PUBLISHED', 'dates published']) {
      assert.deepEqual(wordsOf(name), ['date', 'published'])
    }
    assert.deepEqual(wordsOf('SKUNumber'), ['sku', 'number'])
    assert.equal(keyOf('Preis (inkl. MwSt.)'), 'preis')
    assert.equal(keyOf('公開日：'), '公開日')
    assert.equal(keyOf('categories'), keyOf('category'))
    assert.equal(keyOf('address'), 'address')
  })
})
