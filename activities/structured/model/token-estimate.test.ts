import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from './token-estimate.ts'

test('prose is about four characters a token, ideographs one, and signs are dear', () => {
  const prose = 'The quick brown fox jumps over the lazy dog, and nobody minds it at all. '.repeat(10)
  const share = prose.length / estimateTokens(prose)
  assert.ok(share > 3.3 && share < 4.6, String(share))
  assert.equal(estimateTokens('漢字仮名'), 4)
  assert.ok(estimateTokens('{"a":[1,2,3]}') >= 6)
  assert.equal(estimateTokens(''), 0)
})
