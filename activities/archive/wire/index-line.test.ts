import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireLimits } from '@seine/shared/config/limits.ts'
import { indexLine } from './index-line.ts'

const place = { filename: 'data-000.warc.gz', offset: 0, bytes: 10 }
const answer = { url: 'https://e.com/a', date: '2026-01-01T00:00:00.000Z', status: 200, mime: 'text/html', digest: 'x' }

test('answers that a player would show in place of a page are not in the index', () => {
  assert.match(indexLine(answer, place)!, /^com,e\)\/a 20260101000000 \{/)
  assert.match(
    indexLine({ ...answer, method: 'POST', requestBody: 'q=1' }, place)!,
    /^com,e\)\/a\?__wb_method=post&q=1 /,
  )
  assert.equal(indexLine({ ...answer, method: 'HEAD' }, place), null)
})

test('URLs that cannot be read or are too long are not in the index, however long they are', () => {
  assert.equal(indexLine({ ...answer, url: 'https://[redacted].e.com/' }, place), null)
  const longest = `https://e.com/${'/(abcdefghijklmnopqrstuvwx)'.repeat(400)}`.slice(
    0,
    wireLimits.indexedUrlMaxCharacters,
  )
  const startedAt = performance.now()
  for (let at = 0; at < 20; at += 1) assert.notEqual(indexLine({ ...answer, url: longest }, place), null)
  assert.ok(performance.now() - startedAt < 5_000)
  assert.equal(indexLine({ ...answer, url: `${longest}a` }, place), null)
  for (const text of ['%25', '25', 'cfid=', '/(abcdefghijklmnopqrstuvwx)']) {
    assert.equal(indexLine({ ...answer, url: `https://e.com/?%${text.repeat(1_000_000 / text.length)}` }, place), null)
  }
})
