import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { admissionFor, trapRule } from './admission.ts'

const judge = (url: string, depth = 1, patch: Parameters<typeof crawlJobInput>[0] = {}) => {
  const input = crawlJobInput(patch)
  const { state, reason } = admissionFor(input, input.url).judge(url, depth)
  return reason === null ? state : `${state}: ${reason}`
}

describe('admissionFor', () => {
  it('admits pages in scope', () => {
    assert.equal(judge('http://site.test/a/b'), 'pending')
  })

  it('names the rule that keeps a URL out', () => {
    assert.equal(judge('http://other.test/a'), 'out_of_scope')
    assert.equal(judge('http://site.test/a.zip'), 'excluded: media_extension')
    assert.equal(judge('http://site.test/x', 1, { includePaths: ['^/docs'] }), 'excluded: includePaths')
    assert.equal(judge('http://site.test/x', 1, { excludePaths: ['^/x'] }), 'excluded: excludePaths')
    assert.equal(judge('http://site.test/x', 3, { maxDiscoveryDepth: 2 }), 'excluded: maxDiscoveryDepth')
    assert.equal(judge(`http://site.test/${'a/b/'.repeat(3)}`), 'trap: repeated_segment')
  })

  it('keeps to the start path unless the whole domain is wanted', () => {
    assert.equal(judge('http://site.test/other', 1, { url: 'http://site.test/docs/' }), 'out_of_scope')
    assert.equal(
      judge('http://site.test/other', 1, { url: 'http://site.test/docs/', crawlEntireDomain: true }),
      'pending',
    )
  })
})

describe('trapRule', () => {
  it('lets a segment stand twice, not three times', () => {
    assert.equal(trapRule('/a/b/a/c'), null)
    assert.equal(trapRule('/a/b/a/c/a'), 'repeated_segment')
  })

  it('refuses paths of more than twenty segments', () => {
    const path = (count: number) => Array.from({ length: count }, (_, at) => `/s${at}`).join('')
    assert.equal(trapRule(path(20)), null)
    assert.equal(trapRule(path(21)), 'path_depth')
  })
})
