import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwn, readOwnPages } from './own-pages.ts'

test('the label of a hand-written page is its expected content', () => {
  const pages = [...readOwnPages()]
  assert.ok(pages.every((page) => isOwn(page) && page.text !== '' && page.html.includes('<')))
  const product = pages.find(({ id }) => id === 'product')
  assert.match(product?.text ?? '', /two porches each large enough/)
  assert.doesNotMatch(product?.text ?? '', /customers also bought/)
})

test('pages of a data set are not hand-written', () => {
  assert.equal(isOwn({ type: 'article' }), false)
})
