import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { requestLimits } from '../../config/api-limits.ts'
import { storedUrlsOf } from './stored-urls.ts'

const long = 'x'.repeat(requestLimits.jsonPieceBytes)

test('a list is stored as JSON with its hash, however many pieces it takes', async () => {
  for (const urls of [
    [],
    ['a'],
    ['é"\\', long, 'b', long],
    [long],
    [long, 'c'],
    Array.from({ length: 9 }, () => long),
  ]) {
    const { json, sha256 } = await storedUrlsOf(urls)
    const text = JSON.stringify(urls)
    assert.equal(Buffer.from(json).toString(), text)
    assert.equal(sha256, createHash('sha256').update(text).digest('hex'))
  }
})
