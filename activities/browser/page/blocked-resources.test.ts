import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockableResources, blockedByDefault } from '@seine/shared/tasks/browser-page.ts'
import { blockedUrlPatterns } from './blocked-resources.ts'

test('patterns are by extension, with and without a query', () => {
  const patterns = blockedUrlPatterns(['font'])
  assert.ok(patterns.includes('*.woff2'))
  assert.ok(patterns.includes('*.woff2?*'))
})

test('the list stays below the length that costs time', () => {
  assert.ok(blockedUrlPatterns(blockableResources).length < 500)
})

test('file names of data formats are not blocked by default', () => {
  const patterns = blockedUrlPatterns(blockedByDefault)
  for (const extension of ['svg', 'json', 'ts', 'm3u8', 'mpd'])
    assert.ok(!patterns.includes(`*.${extension}`), extension)
})
