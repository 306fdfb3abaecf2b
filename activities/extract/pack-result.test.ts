import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExtractResult } from '@seine/shared/pages/extraction.ts'
import { nothingStated } from '../content/metadata/nothing-stated.ts'
import { packResult } from './pack-result.ts'
import { unpackOutputs } from './testing/unpack-outputs.ts'
import { emptySketch } from '../content/text-sketch.ts'

const result: ExtractResult = {
  links: ['https://e.test/a'],
  linksDropped: 2,
  sketch: emptySketch,
  outputs: { markdown: '# “Größe” 𝄞 \u2028 \ud800', links: ['https://e.test/a'] },
  metadata: {
    ...nothingStated,
    pages: null,
    wordCount: 0,
    contentType: 'text/html',
    charset: null,
  },
  extractor: 'whole-page',
  degraded: null,
  verdict: { kind: 'js_shell', reasons: ['an empty root'] },
  warnings: [],
  elapsedMs: 1,
}

describe('packResult', () => {
  it('keeps outputs of every script, and the URLs of links', () => {
    const packed = packResult(result)
    assert.deepEqual(unpackOutputs(packed.outputs), result.outputs)
    assert.deepEqual([packed.links, packed.linksDropped], [['https://e.test/a'], 2])
  })

  it('gives outputs a buffer of their own, which may be transferred', () => {
    const { outputs } = packResult(result)
    assert.equal(outputs.byteLength, outputs.buffer.byteLength)
    structuredClone(outputs, { transfer: [outputs.buffer] })
    assert.equal(outputs.byteLength, 0)
    assert.ok(packResult(result).outputs.byteLength > 0)
  })
})
