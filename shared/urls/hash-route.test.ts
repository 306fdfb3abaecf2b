import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHashRoute } from './hash-route.ts'

test('fragments that begin with a slash or an exclamation mark are routes, others are places on a page', () => {
  for (const hash of ['#/', '#/a?b=1', '#!', '#!/a']) assert.equal(isHashRoute(hash), true, hash)
  for (const hash of ['', '#', '#a', '#a/b', '#:~:text=/a', '# /a']) assert.equal(isHashRoute(hash), false, hash)
})
